"""The games in Gymnasium: one seat against bots, and many games at once."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import tablee.envs.gymnasium
from tablee.envs import batch
from tablee.envs.features import PLANES
from tablee.rules import GAMES
from tablee.rules.contract import BadOption, IllegalMove

SETUPS = [(game, seats) for game, rules in GAMES.items() for seats in rules.SEATS]
every_table = pytest.mark.parametrize(("game", "seats"), SETUPS)


def table(game: str, **more: Any) -> Any:
    return gymnasium.make(f"tablee/{game.capitalize()}-v1", disable_env_checker=True, **more)


def played(env: Any, seed: int) -> tuple[float, bool, bool, dict[str, Any], int]:
    random, made = np.random.default_rng(seed), 0
    _, info = env.reset(seed=seed)
    while True:
        action = random.choice(np.flatnonzero(info["action_mask"]))
        row, reward, terminated, truncated, info = env.step(action)
        made += 1
        assert row in env.observation_space
        if terminated or truncated:
            return reward, terminated, truncated, info, made
        assert reward == 0


@every_table
def test_gymnasiums_own_checks(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = table(game, seats=seats, opponents=["fit"] * (seats - 1), render_mode="ansi")
        check_env(env.unwrapped)


@every_table
def test_a_game_against_bots_ends_and_pays(game: str, seats: int) -> None:
    env = table(game, seats=seats, opponents=(["fit", "random"] * 3)[: seats - 1], seat=None)
    where = set()
    for seed in range(6):
        reward, terminated, truncated, info, _ = played(env, seed)
        assert (terminated, truncated) == (True, False)
        scores = info["scores"]
        best = min(scores) if GAMES[game].LOWEST_WINS else max(scores)
        if scores[info["seat"]] == best:
            assert reward == pytest.approx((seats / scores.count(best) - 1) / (seats - 1))
        else:
            assert reward == pytest.approx(-1 / (seats - 1))
        where.add(info["seat"])
    assert len(where) > 1


def test_bots_are_the_opponents_by_their_names() -> None:
    """Of two tables that differ in the bots only, the better bots win more."""
    lost = {}
    for name in ("random", "casual"):
        env = table("hornochsen", opponents=[name])
        lost[name] = sum(played(env, seed)[0] < 0 for seed in range(10))
    assert lost["random"] < lost["casual"]


class Watched:
    """A bot that notes where it sits."""

    def __init__(self, name: str, bot: Any, noted: set[tuple[str, int]]) -> None:
        self._name, self._bot, self._noted = name, bot, noted

    def choose(self, seen: Any) -> str:
        self._noted.add((self._name, seen.seat))
        return str(self._bot.choose(seen))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_opponents_sit_clockwise_from_the_agent(seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    noted: set[tuple[str, int]] = set()
    module: Any = tablee.envs.gymnasium
    real = module.named
    monkeypatch.setattr(
        module, "named", lambda name, *rest: Watched(name, real(name, *rest), noted)
    )
    played(table("hornochsen", seats=3, opponents=["fit", "random"], seat=seat), seed=1)
    assert noted == {("fit", (seat + 1) % 3), ("random", (seat + 2) % 3)}


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_repeats_a_game(game: str) -> None:
    found = [played(table(game, opponents=["casual"], seat=None), seed) for seed in (4, 4, 5)]
    assert str(found[0]) == str(found[1])
    assert str(found[0]) != str(found[2])


@pytest.mark.nojit
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_truncated_after_the_most_decisions(game: str) -> None:
    env = table(game, opponents=["fit"], most=6)
    reward, terminated, truncated, info, made = played(env, 1)
    assert (terminated, truncated) == (False, True)
    assert made < 6
    best = min(info["scores"]) if GAMES[game].LOWEST_WINS else max(info["scores"])
    assert (reward > 0) == (info["scores"][0] == best and len(set(info["scores"])) > 1)


@pytest.mark.parametrize("action", [6, 100, -3, "x"])
def test_an_illegal_action_loses(action: Any) -> None:
    env = table("yucata", opponents=["random"]).unwrapped
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"opponents": ["fit"]}, "There are 1 opponents for 2 seats."),
        ({"opponents": ["nobody", "fit"]}, "There is no bot 'nobody'"),
        ({"seat": 3}, "There is no seat 3."),
        ({"seats": 8}, "has 2 to 4 seats, not 8"),
        ({"most": 0}, "The most decisions of a game is a whole number"),
        ({"render_mode": "oil"}, "A render mode is one of"),
        ({"edge": True}, "has no option 'edge'"),
    ],
)
def test_bad_arguments_get_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        tablee.envs.gymnasium.Seat(**{"game": "yucata", "seats": 3, **change}).reset()


# -- many games at once


@pytest.mark.parametrize("game", GAMES)
def test_many_games_are_the_batch_seen_from_seat_0(game: str) -> None:
    name = f"tablee/{game.capitalize()}-v1"
    envs = gymnasium.make_vec(name, num_envs=8, seats=3, against="fit", threads=2)
    games = batch(game, 8, 3, against="fit")
    rows, info = envs.reset(seed=5)
    step = games.reset(5)
    random, ended = np.random.default_rng(1), 0
    for _ in range(150):
        assert rows in envs.observation_space
        assert (rows == step.observations).all()
        actions = np.argmax(random.random(info["action_mask"].shape) * info["action_mask"], axis=1)
        assert actions in envs.action_space
        rows, rewards, terminated, truncated, info = envs.step(actions)
        step = games.step(actions)
        assert (rewards == step.rewards[:, 0]).all()
        assert (terminated == step.terminated).all()
        assert (info["scores"] == step.scores).all()
        assert not truncated.any()
        ended += int(terminated.sum())
    assert ended
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_many_games_mix_seats_and_refuse_illegal_actions() -> None:
    envs = gymnasium.make_vec("tablee/Yucata-v1", num_envs=3, seats=[2, 3, 4], copy=False)
    envs.reset(seed=1)
    with pytest.raises(IllegalMove, match="Action 6 is not legal in game 1"):
        envs.step([0, 6, 0])


@pytest.mark.parametrize("game", GAMES)
def test_observation_space_has_the_bounds_of_the_planes(game: str) -> None:
    space = table(game).observation_space
    assert space.shape == (sum(plane.size for plane in PLANES[game]),)
    assert (space.low < space.high).all()
