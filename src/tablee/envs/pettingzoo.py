"""The games as environments of PettingZoo: agents act one after the other."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from tablee.envs.batched import (
    DESK,
    MASKS,
    NEWS,
    NO_MOVE,
    STOPPED,
    Array,
    allowed,
    begin,
    move_on,
    positive,
    settle,
    show,
    terms_of,
    ways_to_begin,
)
from tablee.envs.features import ACTIONS, ROWS, write_row
from tablee.envs.looking import RENDER_MODES, Easel, seen_from
from tablee.envs.spaces import code_of, fresh_word, observations_of
from tablee.rules import GAMES
from tablee.rules.compiling import compiled
from tablee.rules.contract import IllegalMove, States, actor, quoted

ILLEGAL = -9

Seen = dict[str, Array]


@compiled
def turn(
    states: States,
    move: int,
    starts: States,
    desks: States,
    terms: States,
    rows: States,
    masks: States,
    news: States,
) -> int:
    """Play a move, or begin with NO_MOVE; the seat to act, -OVER, -STOPPED, or ILLEGAL."""
    s, desk, its = states[0], desks[0], terms[0]
    if move == NO_MOVE:
        begin(states, 0, starts, desk, its)
    elif allowed(desk, move, 8 * len(masks[0].words)):
        ended = move_on(s, move, desk, its)
        if ended:
            settle(s, ended, its, news[0])
            return -ended
    else:
        return ILLEGAL
    show(s, desk, rows[0], masks[0])
    return actor(s)


class Aec(AECEnv[str, Seen, int]):  # type: ignore[misc] # PettingZoo comes without types
    """One game at a time; each agent is a seat."""

    def __init__(
        self,
        game: str,
        seats: int,
        *,
        first: int | None = 0,
        max_cycles: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """A cycle is as many decisions as there are seats."""
        starts, _ = ways_to_begin(game, [seats], first, options)
        most = None if max_cycles is None else seats * positive("max_cycles", max_cycles)
        terms = terms_of(game, first, most, reward, None, options)
        self._states, self._desks = np.zeros(1, GAMES[game].STATE), np.zeros(1, DESK)
        self._news = np.zeros(1, NEWS)
        self._rows, masks = np.zeros(1, ROWS[game]), np.zeros(1, MASKS[game])
        self._numbers, self._mask = self._rows["numbers"][0], masks["legal"][0, : ACTIONS[game]]
        self._given = starts, self._desks, terms, self._rows, masks, self._news
        self._game, self._easel = game, Easel(render_mode)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tablee_{game}_v1",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        masked = Box(0, 1, (ACTIONS[game],), np.int8)
        self._observations = Dict({"observation": observations_of(game), "action_mask": masked})
        self._actions = Discrete(ACTIONS[game])

    def observation_space(self, agent: str) -> Dict:
        return self._observations

    def action_space(self, agent: str) -> Discrete:
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; from the same seed, the same actions give the same game."""
        self._desks["rng"] = fresh_word(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._over = False
        self._act(turn(self._states, NO_MOVE, *self._given))
        self._show()

    def step(self, action: int | None) -> None:
        """Play an action; once the game is over, None for each agent in turn."""
        if self._over:
            self._was_dead_step(action)
            return
        move = code_of(action)
        found = ILLEGAL if move < 0 else turn(self._states, move, *self._given)
        if found == ILLEGAL:
            raise IllegalMove(
                "Action %(action)s is not legal for %(agent)s.",
                action=quoted(action),
                agent=self.agent_selection,
            )
        if found < 0:
            self._end(stopped=found == -STOPPED)
        else:
            self._act(found)
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _act(self, seat: int) -> None:
        self._acting: int | None = seat
        self.agent_selection = self.possible_agents[seat]

    def _end(self, stopped: bool) -> None:
        """All agents get their rewards, and take leave from the first one on."""
        self._over, self._acting = True, None
        news = self._news[0]
        for seat, agent in enumerate(self.agents):
            reward = float(news["rewards"][seat])
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent], self.truncations[agent] = not stopped, stopped
            self.infos[agent] = {"score": int(news["scores"][seat])}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Seen:
        """What the agent knows; only who is to act has something to choose from."""
        seat = self._seats[agent]
        if seat == self._acting:
            return {"observation": self._numbers.copy(), "action_mask": self._mask.copy()}
        rows = np.zeros_like(self._rows)
        write_row(self._states, seat, rows)
        return {"observation": rows["numbers"][0], "action_mask": np.zeros_like(self._mask)}

    def render(self) -> Any:
        """What the agent to act sees, in the way that was asked for."""
        return self._easel.paint(seen_from(self._game, self._states, self._acting))

    def close(self) -> None:
        self._easel.close()
