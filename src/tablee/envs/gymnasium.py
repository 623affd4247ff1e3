"""The games as environments of Gymnasium, which importing this makes known to it.

One seat is the agent's. Bots play the others; in many games at once, a simple policy does.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tablee.bots.named import named
from tablee.bots.protocol import Bot
from tablee.envs.batched import MOST_OF, Array, Batch, Step, positive
from tablee.envs.episodes import WIN, pay, stop
from tablee.envs.features import ACTIONS, ROWS, write_row
from tablee.envs.looking import RENDER_MODES, Easel
from tablee.envs.spaces import code_of, observations_of
from tablee.match import Match, deal
from tablee.observation import Observation
from tablee.rules import GAMES
from tablee.rules.compiling import compiled
from tablee.rules.contract import BadOption, Codes, States

LOST = -1.0  # what an illegal action costs
SEEDS = 1 << 62


@compiled
def stopped_scores(states: States, out: Codes) -> None:
    stop(states[0], out)


class Seat(gymnasium.Env[Array, Any]):
    """One seat of a game; the bots play until it is asked again."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int = 2,
        *,
        opponents: Sequence[str] | None = None,
        seat: int | None = 0,
        most: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Opponents are bots by name, clockwise from the agent's seat; None draws that seat."""
        self._table = game, seats, options
        self._match: Match = deal(game, seats, seed=0, **options)
        self._names = ["casual"] * (seats - 1) if opponents is None else list(opponents)
        if len(self._names) != seats - 1:
            raise BadOption(
                "There are %(names)d opponents for %(seats)d seats.",
                names=len(self._names),
                seats=seats - 1,
            )
        if seat is not None and seat not in range(seats):
            raise BadOption("There is no seat %(seat)s.", seat=seat)
        self._wanted = seat
        self._most = (
            MOST_OF[game] if most is None else positive("The most decisions of a game", most)
        )
        self._easel = Easel(render_mode)
        self.render_mode = render_mode
        self._codes = {text: code for code, text in enumerate(GAMES[game].MOVES) if text}
        self._bots: list[Bot] = []
        self.observation_space: Box = observations_of(game)
        self.action_space = Discrete(ACTIONS[game])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin a game; from the same seed, the same actions give the same game."""
        super().reset(seed=seed)
        game, seats, chosen = self._table
        if seed is not None or not self._bots:
            self._bots = [
                named(name, game, seats, int(self.np_random.integers(SEEDS)))
                for name in self._names
            ]
        drawn = int(self.np_random.integers(seats))
        self._seat = drawn if self._wanted is None else self._wanted
        dealing = int(self.np_random.integers(SEEDS))
        self._match = deal(game, seats, seed=dealing, **chosen)
        self._made = 0
        self._let_bots_play()
        return self._look()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play an action; one that is not legal loses the game at once."""
        code = code_of(action)
        if code not in self._legal:
            row, info = self._look()
            return row, LOST, True, False, {**info, "illegal": True}
        self._play(self._legal[code])
        self._let_bots_play()
        row, info = self._look()
        over, stopped = self._match.actor is None, self._stopped
        if not over and not stopped:
            return row, 0.0, False, False, info
        scores = self._scores()
        rewards = np.zeros(len(scores))
        pay(scores, WIN, GAMES[self._match.game].LOWEST_WINS, rewards)
        info["scores"] = scores.tolist()
        return row, rewards.item(self._seat), over, not over, info

    @property
    def _stopped(self) -> bool:
        return self._made >= self._most

    def _play(self, move: str) -> None:
        self._match.play(move)
        self._made += 1

    def _let_bots_play(self) -> None:
        match = self._match
        while (actor := match.actor) is not None and actor != self._seat and not self._stopped:
            bot = self._bots[(actor - self._seat - 1) % match.seats]
            self._play(bot.choose(match.observe(actor)))

    def _look(self) -> tuple[Array, dict[str, Any]]:
        self._seen: Observation = self._match.observe(self._seat)
        rows = np.zeros(1, ROWS[self._match.game])
        write_row(self._seen.view, self._seat, rows)
        self._legal = {self._codes[each.move]: each.move for each in self._seen.moves}
        if self.render_mode == "human":
            self.render()
        return rows["numbers"][0], {"action_mask": self.action_masks(), "seat": self._seat}

    def action_masks(self) -> Array:
        """1 for each legal action; by this name, learners that take masks ask for them."""
        mask = np.zeros(len(GAMES[self._match.game].MOVES), np.int8)
        mask[list(self._legal)] = 1
        return mask

    def _scores(self) -> Codes:
        if self._match.actor is None:
            return np.array(self._match.scores())
        scores = np.zeros(self._match.seats, np.int64)
        stopped_scores(self._seen.view, scores)
        return scores

    def render(self) -> Any:
        """What the seat sees, in the way that was asked for."""
        return self._easel.paint(self._seen)

    def close(self) -> None:
        self._easel.close()


class Seats(VectorEnv[Array, Array, Array]):
    """Seat 0 of many games at once; a policy plays the others."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | Sequence[int] = 2,
        *,
        against: str = "fit",
        **more: Any,
    ) -> None:
        """What else there is to say is said to the batch: threads, copy, reward, options ..."""
        self.batch = Batch(game, num_envs, seats, against=against, **more)
        self.num_envs = num_envs
        self.single_observation_space = observations_of(game)
        self.single_action_space = Discrete(ACTIONS[game])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin all games; from the same seed, the same actions give the same games."""
        step = self.batch.reset(seed)
        return step.observations, told(step)

    def step(self, actions: npt.ArrayLike) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play an action in each game; where one ends, the observation is of the next."""
        step = self.batch.step(actions)
        return step.observations, step.rewards[:, 0], step.terminated, step.truncated, told(step)


def told(step: Step) -> dict[str, Any]:
    return {"action_mask": step.masks, "scores": step.scores}


for name in GAMES:
    gymnasium.register(
        f"tablee/{name.capitalize()}-v1",
        entry_point="tablee.envs.gymnasium:Seat",
        vector_entry_point="tablee.envs.gymnasium:Seats",
        kwargs={"game": name},
    )
