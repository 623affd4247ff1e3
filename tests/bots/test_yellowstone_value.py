"""Yellowstone Park: what positions are worth, and how that was learned."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from tablee.bots import learned, yellowstone_fit
from tablee.bots.learned import weights
from tablee.bots.yellowstone_fit import begin, fit, forward, fresh, line_up, slope, surprise
from tablee.bots.yellowstone_numbers import MOST_SEATS, NUMBERS, describe
from tablee.bots.yellowstone_selfplay import ONE_CARD, TWO_CARDS, VALUE, examples, won
from tablee.bots.yellowstone_value import WEIGHTS, chance_of, chances, resolve
from tablee.rules import GAMES
from tablee.rules.bits import generator
from tablee.rules.compiling import compiled
from tablee.rules.contract import Rng, States
from tablee.rules.yellowstone import DRAWING, OVER, TAKING, chance

SEATS = GAMES["yellowstone"].SEATS


@compiled
def deal(states: States, rng: Rng) -> None:
    chance(states[0], rng)


@compiled
def worth(states: States, net: Any, wins: Any) -> None:
    chances(states[0], net, wins)


@compiled
def expected(states: States, seat: int, net: Any) -> float:
    return chance_of(states[0], seat, net)


@compiled
def settle_draw(states: States, rng: Rng) -> None:
    resolve(states[0], rng)


def dealt(seats: int, edge: bool = False, seed: int = 1) -> Any:
    states = begin(seats, edge)
    deal(states, generator(seed))
    return states


def judged(states: Any, net: Any) -> Any:
    wins = np.zeros(MOST_SEATS)
    worth(states, net, wins)
    return wins[: int(states["seats"][0])]


@pytest.mark.nojit
@pytest.mark.parametrize("seats", SEATS)
def test_chances_are_shared_out_and_penalty_cards_lower_ones_own(seats: int) -> None:
    net = weights("yellowstone", seats)
    states = dealt(seats)
    fair = judged(states, net)
    assert fair.sum() == pytest.approx(1)
    assert fair.min() > 0.3 / seats
    worse = states.copy()
    worse["mark"][0, 1] += 15
    assert judged(worse, net)[1] < fair[1] - 0.05


@pytest.mark.nojit
def test_what_others_hold_does_not_change_what_a_seat_expects() -> None:
    """Two hands are exchanged, and only those who hold them can tell."""
    states, net = dealt(3), weights("yellowstone", 3)
    exchanged = states.copy()
    exchanged["hand"][0, :2] = states["hand"][0, 1::-1]
    for seat in range(3):
        same = expected(states, seat, net) == expected(exchanged, seat, net)
        assert same == (seat == 2)


@pytest.mark.nojit
def test_at_the_end_the_lowest_marks_share_the_win() -> None:
    states = dealt(3)
    states["phase"], states["mark"][0, :3] = OVER, (12, 36, 12)
    assert judged(states, weights("yellowstone", 3)).tolist() == [0.5, 0, 0.5]


@pytest.mark.nojit
def test_the_compiled_net_is_the_one_that_learns() -> None:
    states, net = dealt(4), weights("yellowstone", 4)
    numbers = np.zeros((4, NUMBERS), np.float32)
    for seat in range(4):
        describe(states[0], seat, numbers[seat])
    found = [expected(states, seat, net) for seat in range(4)]
    assert forward(net, numbers)[1] == pytest.approx(found, abs=1e-5)
    assert judged(states, net) == pytest.approx(np.array(found) / sum(found))


@pytest.mark.nojit
def test_a_draw_is_left_open_unless_a_scoring_comes_of_it() -> None:
    states = dealt(2)
    states["phase"] = DRAWING
    states["hand"][0, int(states["turn"][0])] = 0
    settle_draw(states, generator(1))
    assert states["phase"][0] == DRAWING
    pile = ((1 << 56) - 1) & ~int(states["board"][0])
    for seat in range(2):
        pile &= ~int(states["hand"][0, seat])
    few = 0  # what is left when all but five cards of the pile go to the other's stack
    for _ in range(5):
        few |= (pile & ~few) & -(pile & ~few)
    states["stack"][0, 1 - int(states["turn"][0])] = pile & ~few
    settle_draw(states, generator(1))
    assert states["scorings"][0] == 1


@pytest.mark.nojit
@pytest.mark.parametrize(("neutral", "trigger"), [("off", 1), ("reach", 2)])
def test_the_last_draw_of_penalty_cards_brings_the_scoring(neutral: str, trigger: int) -> None:
    game = GAMES["yellowstone"]
    states = game.begin(2, 0, game.settle(2, {"neutral": neutral}, lambda _: 0))
    deal(states, generator(1))
    states["phase"] = TAKING
    states["stack"][0, 0], states["hand"][0, 0] = states["hand"][0, 0], 0
    for marker in (trigger + 1, trigger):
        states["neutral"] = marker
        settle_draw(states, generator(1))
        assert states["scorings"][0] == (marker == trigger)


def test_the_slope_is_how_the_surprise_changes() -> None:
    random = np.random.default_rng(1)
    net = fresh(3)
    numbers = random.normal(0, 1, (90, NUMBERS)).astype(np.float32)
    targets = random.random(90).astype(np.float32)
    found = slope(net, numbers, targets)
    for place in random.choice(WEIGHTS, 25, replace=False).tolist():
        up, down = net.astype(float), net.astype(float)
        up[place] += 1e-3
        down[place] -= 1e-3
        change = (surprise(up, numbers, targets) - surprise(down, numbers, targets)) / 2e-3
        assert found[place] == pytest.approx(change, abs=2e-4)


def test_learning_makes_results_less_surprising_and_repeats_itself(tmp_path: Path) -> None:
    one, other = (fit(2, 4, tmp_path / f"{name}.npz", 4000) for name in "ab")
    assert (one == other).all()
    assert (learned.load(tmp_path / "a.npz")["yellowstone-2"] == one).all()
    numbers = np.zeros((4000, MOST_SEATS, NUMBERS), np.float32)
    targets = np.zeros((4000, MOST_SEATS), np.float32)
    examples(begin(2, False), line_up(2, 0), one, generator(50), numbers, targets)
    assert 0 <= targets.min() < 0.1
    assert 0.9 < targets.max() <= 1
    rows, shares = numbers[:, :2].reshape(-1, NUMBERS), targets[:, :2].ravel()
    before, after = (surprise(net, rows, shares) for net in (fresh(2), one))
    assert after < before


def test_learning_goes_on_from_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "own.npz"
    words = ["--seats", "3", "--steps", "1", "--examples", "2000", "--file", str(file)]
    first = CliRunner().invoke(yellowstone_fit.main, words)
    assert first.exit_code == 0, first.output
    assert "against greedy-two" in first.output
    before = learned.load(file)["yellowstone-3"]
    after = fit(3, 1, file, 2000)
    assert 0 < np.abs(after - before).max() < 0.5


def test_who_plays_changes_from_step_to_step() -> None:
    tables = {tuple(line_up(3, step).tolist()) for step in range(18)}
    assert (VALUE, VALUE, VALUE) in tables
    assert (VALUE, ONE_CARD, VALUE) in tables
    assert (TWO_CARDS, VALUE, TWO_CARDS) in tables


def test_at_two_seats_the_value_alone_beats_the_greedy_players() -> None:
    """It looks one move ahead only."""
    net, start = weights("yellowstone", 2), begin(2, False)
    assert won(start, TWO_CARDS, net, 100, generator(1)) > 0.7
    assert won(start, ONE_CARD, net, 400, generator(1)) > 0.5


def test_nothing_was_learned_of_a_game_that_needs_it_not() -> None:
    assert weights("yucata", 2) is None
