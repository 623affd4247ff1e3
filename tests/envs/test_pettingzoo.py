"""The games in PettingZoo: its own tests at every number of seats, and what they don't ask."""

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test

import tablee.envs
from tablee.envs import aec, batch
from tablee.envs.features import PLANES
from tablee.rules import GAMES
from tablee.rules.contract import BadOption, IllegalMove

SETUPS = [(game, seats) for game, rules in GAMES.items() for seats in rules.SEATS]
every_table = pytest.mark.parametrize(("game", "seats"), SETUPS)


@every_table
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_the_interface(game: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(4):
        api_test(aec(game, seats), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


@every_table
def test_games_are_repeatable_from_a_seed(game: str, seats: int) -> None:
    seed_test(lambda: aec(game, seats, first=None), num_cycles=60)


@every_table
def test_every_render_mode(game: str, seats: int) -> None:
    render_test(lambda render_mode: aec(game, seats, render_mode=render_mode))


@pytest.mark.parametrize("game", GAMES)
def test_observations_that_are_no_images(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    save_obs_test(aec(game, 2))
    assert "Observations must be Box" in capsys.readouterr().out


class Anything:
    """Takes any action, as PettingZoo's test of cycles asks, for one of those that are legal."""

    def __init__(self, env: Any) -> None:
        self._env = env

    def __getattr__(self, name: str) -> Any:
        return getattr(self._env, name)

    def step(self, action: Any) -> None:
        mask = self._env.last()[0]["action_mask"]
        legal = np.flatnonzero(mask)
        self._env.step(None if action is None else int(legal[action % len(legal)]))


class Together(Anything):
    """In a step, as many actions are played as there are seats."""

    def reset(self) -> Any:
        self._env.reset()
        return {}, {}

    def step(self, actions: Any) -> Any:
        for agent in self.possible_agents:
            super().step(actions[agent])
        return {}, {}, self.terminations, self.truncations, {}


# Where all seats decide equally often: once or twice a turn.
EVEN = {("yucata", 2), ("yucata", 3), ("yucata", 4), ("yellowstone", 2), ("yellowstone", 3)}


@pytest.mark.parametrize(("game", "seats"), sorted(EVEN))
def test_cycles(game: str, seats: int) -> None:
    """PettingZoo counts an agent's steps."""
    max_cycles_test(
        SimpleNamespace(
            env=lambda max_cycles: Anything(aec(game, seats, max_cycles=max_cycles)),
            parallel_env=lambda max_cycles: Together(aec(game, seats, max_cycles=max_cycles)),
        )
    )


@every_table
def test_seats_decide_equally_often_or_not(game: str, seats: int) -> None:
    """Why the test above is not for all games."""
    env, made, random = aec(game, seats, max_cycles=4), Counter[str](), Random(1)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        agent = env.agent_selection
        made[agent] += 1
        env.step(random.choice(np.flatnonzero(env.observe(agent)["action_mask"]).tolist()))
    assert (set(made.values()) == {4}) == ((game, seats) in EVEN)


def played(env: Any, seed: int, most: int = 10**6) -> int:
    """Random play to the end, or so far; how many decisions."""
    random, made = Random(seed), 0
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated or made == most:
            break
        assert agent == env.agent_selection
        env.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        made += 1
    return made


@pytest.mark.nojit
@every_table
def test_a_game_is_truncated_after_its_cycles(game: str, seats: int) -> None:
    env = aec(game, seats, max_cycles=4)
    assert played(env, seed=1) == 4 * seats
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-6)


@every_table
def test_it_is_the_same_game_as_in_a_batch(game: str, seats: int) -> None:
    env, games = aec(game, seats, reward="margin"), batch(game, 1, seats, seed=3, reward="margin")
    step, random = games.reset(3), Random(1)
    env.reset(seed=3)
    while True:
        seen = env.observe(env.agent_selection)
        assert env.agent_selection == f"seat_{step.actors[0]}"
        assert (seen["observation"] == step.observations[0]).all()
        assert (seen["action_mask"] == step.masks[0]).all()
        action = random.choice(np.flatnonzero(seen["action_mask"]).tolist())
        env.step(action)
        step = games.step([action])
        if step.terminated[0]:
            break
    assert list(env.rewards.values()) == step.rewards[0].tolist()
    assert [env.infos[agent]["score"] for agent in env.agents] == step.scores[0].tolist()
    assert set(env.terminations.values()) == {True}


def test_who_is_not_to_act_sees_but_has_nothing_to_choose() -> None:
    env = aec("hornochsen", 3)
    played(env, seed=1, most=7)
    at = np.cumsum([0, *(plane.size for plane in PLANES["hornochsen"])])[:2]
    hands = [env.observe(agent)["observation"][at[0] : at[1]].sum() for agent in env.agents]
    assert min(hands) > 5
    for agent in env.agents:
        assert bool(env.observe(agent)["action_mask"].any()) == (agent == env.agent_selection)


def test_what_was_seen_stays_as_it_was() -> None:
    env = aec("yucata", 2)
    env.reset(seed=1)
    first = env.observe("seat_0")
    copies = {name: numbers.copy() for name, numbers in first.items()}
    env.step(0)
    assert all((first[name] == copies[name]).all() for name in first)


@pytest.mark.nojit
@pytest.mark.parametrize("action", [6, 7, -1, 10**9, None, "3"])
def test_an_illegal_action_is_refused_and_changes_nothing(action: Any) -> None:
    env = aec("yucata", 2)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"^Action .* is not legal for seat_0\.$"):
        env.step(action)
    env.step(0)
    assert env.agent_selection == "seat_1"


def test_games_follow_each_other() -> None:
    env = aec("yellowstone", 2, neutral="reach")
    openings = set()
    for seed in range(5):
        played(env, seed)
        env.reset(seed=seed)
        openings.add(env.observe("seat_0")["observation"].tobytes())
    assert len(openings) == 5


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"seats": 9}, "has 2 to 4 seats, not 9"),
        ({"max_cycles": 0}, "max_cycles is a whole number from 1 on, not 0"),
        ({"reward": "fame"}, "A reward is one of win, margin"),
        ({"render_mode": "oil"}, "A render mode is one of ansi.*not 'oil'"),
        ({"edge": True}, "Yucata' has no option 'edge'"),
    ],
)
def test_bad_arguments_get_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        aec(**{"game": "yucata", "seats": 2, **change})


def test_nothing_is_rendered_without_a_mode() -> None:
    env = aec("yucata", 2)
    env.reset()
    with pytest.raises(BadOption, match="without a render mode"):
        env.render()


@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        ("yucata", {"layout": "random"}, "seat 0     1  2  3  4  5  S  C"),
        ("hornochsen", {"collecting_ends_turn": True}, "x2   +5"),
        ("yellowstone", {"edge": True}, "draw pile: 43"),
    ],
)
def test_text_shows_the_table_to_the_seat_to_act(
    game: str, options: dict[str, Any], expected: str
) -> None:
    env = aec(game, 2, render_mode="ansi", **options)
    env.reset(seed=1)
    plain = "".join(part.partition("m")[2] for part in ("\x1b[m" + env.render()).split("\x1b["))
    assert expected in plain
    assert "seat 0 to play" in plain


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'par'"):
        tablee.envs.par  # noqa: B018
