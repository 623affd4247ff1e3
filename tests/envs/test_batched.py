"""Many games side by side: the same rules, repeatable, and nothing that one can't rely on."""

from typing import Any

import numpy as np
import pytest

import tablee
from tablee import BadOption, IllegalMove
from tablee.envs import batch
from tablee.envs.batched import Step
from tablee.envs.features import ACTIONS, ROWS, write_row
from tablee.rules import GAMES, yucata
from tablee.rules.contract import MOST_MOVES, list_moves

GAMES_AND_SEATS = [(name, seats) for name, rules in GAMES.items() for seats in rules.SEATS]


def some_actions(step: Step, random: np.random.Generator) -> Any:
    """A legal action for each game."""
    return np.argmax(random.random(step.masks.shape) * step.masks, axis=1)


def play(games: Any, steps: int, seed: int = 1) -> list[Step]:
    random = np.random.default_rng(seed)
    seen = [games.reset(seed)]
    for _ in range(steps):
        seen.append(games.step(some_actions(seen[-1], random)))
    return seen


def same(one: list[Step], other: list[Step]) -> bool:
    pairs = zip(one, other, strict=True)
    return all((a == b).all() for mine, its in pairs for a, b in zip(mine, its, strict=True))


@pytest.mark.bounds
@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_what_is_written_is_what_the_seat_to_act_knows_and_may_do(game: str, seats: int) -> None:
    games = batch(game, 8, seats, seed=1)
    random, moves = np.random.default_rng(1), np.empty(MOST_MOVES, np.int64)
    step, rows = games.reset(1), np.zeros(1, ROWS[game])
    for _ in range(60):
        for i in range(8):
            state = games._states[i : i + 1]
            write_row(state, step.actors[i], rows)
            assert (step.observations[i] == rows["numbers"][0]).all()
            count = list_moves(games._states, i, moves)
            assert step.masks[i].nonzero()[0].tolist() == moves[:count].tolist()
            assert rows["acts"][0].tolist()[0] == 1
        step = games.step(some_actions(step, random))


@pytest.mark.nojit
def test_games_are_those_of_a_match() -> None:
    """Yucata' has no chance, so that a match can be played beside each game, to the end."""
    seats = [2, 3, 4, 2]
    games = batch("yucata", 4, seats, seed=5)
    step, random = games.reset(5), np.random.default_rng(5)
    matches = [tablee.new("yucata", count) for count in seats]
    ended = 0
    while ended < 8:
        actions = some_actions(step, random)
        step = games.step(actions)
        for i, match in enumerate(matches):
            match.play(yucata.MOVES[actions[i]])
            assert step.terminated[i] == (match.actor is None)
            if match.actor is None:
                ended += 1
                scores, winners = match.scores(), match.winners()
                assert step.scores[i].tolist() == scores + [0] * (4 - seats[i])
                assert step.rewards[i].sum() == pytest.approx(0, abs=1e-6)
                won = {seat for seat, reward in enumerate(step.rewards[i]) if reward > 0}
                assert won == set(winners) or len(winners) == seats[i]
                matches[i] = tablee.new("yucata", seats[i])
            else:
                assert not step.rewards[i].any()
                assert not step.scores[i].any()
            assert step.actors[i] == matches[i].actor


@pytest.mark.parametrize(("game", "seats"), [("yucata", 3), ("hornochsen", 4), ("yellowstone", 2)])
def test_a_seed_repeats_everything_whatever_the_threads_and_buffers(game: str, seats: int) -> None:
    once = play(batch(game, 30, seats), 80)
    assert same(once, play(batch(game, 30, seats, threads=4), 80))
    reused = batch(game, 30, seats, copy=False)
    random = np.random.default_rng(1)
    step = reused.reset(1)
    for seen in once[1:]:
        step = reused.step(some_actions(step, random))
        assert same([step], [seen])
    assert not same(once, play(batch(game, 30, seats), 80, seed=2))


def test_steps_are_copies_unless_the_buffers_are_asked_for() -> None:
    kept = batch("hornochsen", 3, 2, seed=1)
    first, second = kept.reset(1), kept.reset(2)
    assert not np.shares_memory(first.observations, second.observations)
    reused = batch("hornochsen", 3, 2, seed=1, copy=False)
    first, second = reused.reset(1), reused.reset(2)
    assert np.shares_memory(first.observations, second.observations)


def test_any_seats_in_one_batch() -> None:
    seats = [2, 3, 4, 5, 6] * 3
    games = batch("hornochsen", 15, seats, seed=1)
    seen = play(games, 200)
    assert seen[0].rewards.shape == (15, 6)
    for step in seen:
        assert (step.actors < np.array(seats)).all()
        assert step.observations[:, -64:-56].sum(axis=1).tolist() == seats  # the plane `there`
    assert sum(step.terminated.sum() for step in seen) > 10


@pytest.mark.nojit
def test_a_game_that_takes_too_long_is_scored_as_it_stands() -> None:
    games = batch("yellowstone", 6, 3, seed=2, most=40, reward="margin")
    random = np.random.default_rng(2)
    step = games.reset(2)
    for made in range(1, 81):
        step = games.step(some_actions(step, random))
        stopped = made % 40 == 0
        assert (step.truncated == stopped).all()
        assert not step.terminated.any()
        if stopped:
            assert (step.scores.min(axis=1) >= 0).all()
            assert (step.scores.max(axis=1) > 5).any()
            mean = step.scores.mean(axis=1, keepdims=True)
            assert step.rewards == pytest.approx((mean - step.scores) * 3 / 2, abs=1e-5)


def test_a_stopped_game_counts_penalties() -> None:
    games = batch("yellowstone", 20, 4, seed=3, most=25)
    random = np.random.default_rng(3)
    step = games.reset(3)
    for _ in range(24):
        step = games.step(some_actions(step, random))
    marks, stacks = games._states["mark"][:, :4], games._states["stack"][:, :4]
    before = marks + np.bitwise_count(stacks)
    after = games.step(some_actions(step, random)).scores
    assert after.sum() >= before.sum() - 3 * 20  # a bonus takes back three at most
    assert (after >= marks - 3).all()
    assert (after == before).all(axis=1).any()


def test_with_a_policy_in_the_other_seats_only_seat_0_acts() -> None:
    for against in ("random", "fit"):
        seen = play(batch("yellowstone", 20, 4, against=against, first=None), 300)
        assert not any(step.actors.any() for step in seen)
        assert any(step.terminated.any() for step in seen)


def test_fit_wins_against_a_random_learner() -> None:
    seen = play(batch("yucata", 50, 2, against="fit"), 200)
    assert sum(step.rewards[:, 0].sum() for step in seen) < 0


def test_the_first_seat_can_be_drawn() -> None:
    assert set(play(batch("yucata", 50, 4, first=None), 0)[0].actors) == {0, 1, 2, 3}
    assert set(play(batch("yucata", 50, 4, first=2), 0)[0].actors) == {2}


@pytest.mark.nojit
def test_layouts_can_be_drawn() -> None:
    games = batch("yucata", 40, 2, seed=1, layout="random")
    layouts = set()
    for state in games._states:
        stones = [(int(state["good"]) >> k & 1, int(state["bad"]) >> k & 1) for k in range(38)]
        layout = "".join(".ox"[good + 2 * bad] for good, bad in stones) + "*"
        assert yucata.why_illegal(layout) is None
        layouts.add(layout)
    assert len(layouts) == 40


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    games = batch("hornochsen", 3, 2, seed=1)
    step = games.reset(1)
    actions = some_actions(step, np.random.default_rng(1))
    for wrong in (0, -1, 300, 10**6):
        bad = actions.copy()
        bad[1] = wrong
        with pytest.raises(IllegalMove, match=f"^Action {wrong} is not legal in game 1.$"):
            games.step(bad)
    fresh = batch("hornochsen", 3, 2, seed=1)
    assert same([games.step(actions)], [fresh.step(actions)])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"n": 0}, "The number of games is a whole number from 1 on, not 0."),
        ({"seats": 7}, "has 2 to 4 seats, not 7"),
        ({"seats": [2, 3]}, "There are 5 games, but seats for 2."),
        ({"seats": None}, "has 2 to 4 seats, not None"),
        ({"threads": 0}, "The number of threads is a whole number"),
        ({"most": "x"}, "The most decisions of a game is a whole number from 1 on, not 'x'."),
        ({"reward": "fame"}, "A reward is one of win, margin, not 'fame'."),
        ({"against": "expert"}, "A policy is one of random, fit, not 'expert'."),
        ({"first": 4}, "The first player is a seat from 0 to 1"),
        ({"edge": True}, "Yucata' has no option 'edge'"),
    ],
)
def test_bad_arguments_get_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        batch(**{"game": "yucata", "n": 5, "seats": 2, **change})


@pytest.mark.parametrize("actions", [[1, 2], [1.0] * 5, "12345", [[1] * 5]])
def test_a_step_needs_an_action_for_each_game(actions: Any) -> None:
    games = batch("yucata", 5, 2)
    with pytest.raises(BadOption, match="A step needs 5 whole numbers"):
        games.step(actions)


def test_threads_are_made_anew_after_a_fork() -> None:
    games = batch("yucata", 5, 2, threads=3)
    games.reset(1)
    games._crew._process = -1  # as a child finds it, without the helpers
    fresh = batch("yucata", 5, 2)
    assert same(play(games, 30), play(fresh, 30))


def test_actions_are_moves() -> None:
    games = batch("yellowstone", 2, 2)
    assert games.actions == ACTIONS["yellowstone"]
    assert games.size == games.reset(1).observations.shape[1]
