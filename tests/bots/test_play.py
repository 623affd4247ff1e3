"""How Hornochsen! and Yucata' are played on from a position."""

from typing import Any

import numpy as np
import pytest

import tablee
from tablee.bots import hornochsen_play, yucata_play
from tablee.bots.playout import FIT, KEEN, RANDOM, judge, playout
from tablee.bots.policies import worth
from tablee.bots.thinking import knobs_of
from tablee.rules import GAMES, hornochsen
from tablee.rules.bits import generator
from tablee.rules.compiling import compiled
from tablee.rules.contract import (
    CHANCE,
    MOST_MOVES,
    NOBODY,
    Record,
    Rng,
    States,
    actor,
    apply,
    chance,
    foresee,
    legal,
    random_move,
    scores,
)
from tests.rules.test_hornochsen import position

PLAYED_TO_THE_END = ("hornochsen", "yucata")


def start(game: str, seats: int, **options: Any) -> States:
    rules = GAMES[game]
    states: States = rules.begin(seats, 0, rules.settle(seats, options, lambda _: 0))
    return states


@compiled
def value(s: Record, move: int) -> int:
    ahead = np.zeros(4, np.int64)
    foresee(s, move, ahead)
    return worth(s, move, ahead)


@compiled
def most(s: Record) -> int:
    moves = np.zeros(MOST_MOVES, np.int64)
    return max([value(s, moves[k]) for k in range(legal(s, moves))])


@compiled
def missed_in_hornochsen(states: States, rng: Rng) -> int:
    """How often the quick player of a random game takes less than there is."""
    s, missed = states[0], 0
    chance(s, rng)
    while actor(s) != NOBODY:
        missed += value(s, hornochsen_play.fit_move(s, rng)) < most(s)
        apply(s, random_move(s, rng))
    return missed


@compiled
def missed_in_yucata(states: States, rng: Rng) -> int:
    s, missed = states[0], 0
    while actor(s) != NOBODY:
        missed += value(s, yucata_play.natural_move(s, FIT, rng)) < most(s)
        apply(s, random_move(s, rng))
    return missed


@pytest.mark.nojit
@pytest.mark.parametrize("seats", [2, 4])
def test_the_quick_players_take_what_is_best_at_once(seats: int) -> None:
    for seed in range(10):
        rng = generator(seed)
        assert missed_in_hornochsen(start("hornochsen", seats), rng) == 0
        assert missed_in_yucata(start("yucata", seats), rng) == 0


@compiled
def play_out(states: States, knobs: Any, rng: Rng, wins: Any, margins: Any) -> int:
    s = states[0]
    if actor(s) == CHANCE:
        chance(s, rng)
    playout(s, 0, knobs[0], rng)
    judge(s, knobs[0], wins, margins)
    return actor(s)


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("game", PLAYED_TO_THE_END)
@pytest.mark.parametrize("style", [RANDOM, FIT, KEEN])
def test_a_playout_ends_and_its_shares_are_one_win(game: str, style: int) -> None:
    for seats in GAMES[game].SEATS:
        states, wins, margins = start(game, seats), np.zeros(6), np.zeros(6)
        knobs = knobs_of(style=style, chaos=0.1)
        assert play_out(states, knobs, generator(seats), wins, margins) == NOBODY
        assert wins.sum() == pytest.approx(1)
        results = np.zeros(6, np.int64)
        for seat, result in enumerate(settled(states, results)):
            others = [*results[:seat], *results[seat + 1 : seats]]
            assert margins[seat] == result - max(others)


def settled(states: States, results: Any) -> list[int]:
    scores(states[0], results)
    return list(results[: states[0]["seats"]])


@compiled
def against_fit(states: States, seat: int, rng: Rng) -> bool:
    """Whether the keen player wins a game against greedy ones."""
    s = states[0]
    chance(s, rng)
    while actor(s) != NOBODY:
        if actor(s) == seat:
            apply(s, hornochsen_play.keen_move(s, rng))
        else:
            apply(s, hornochsen_play.fit_move(s, rng))
    results = np.full(6, -1000)
    scores(s, results)
    return bool(results[seat] == results.max())


@pytest.mark.parametrize(("seats", "share"), [(2, 0.75), (4, 0.4), (6, 0.25)])
def test_the_keen_player_is_better_than_the_greedy_one(seats: int, share: float) -> None:
    """Fair shares are 1/2, 1/4 and 1/6."""
    rng = generator(1)
    games = 1000
    won = sum(against_fit(start("hornochsen", seats), game % seats, rng) for game in range(games))
    assert won > share * games


@compiled
def keenly(states: States, rng: Rng) -> int:
    return hornochsen_play.keen_move(states[0], rng)


def keen(match: tablee.Match) -> str:
    """What the keen player lays, which here is never a matter of luck."""
    chosen = {keenly(match._state, generator(seed)) for seed in range(20)}
    assert len(chosen) == 1
    return hornochsen.MOVES[chosen.pop()]


GOOD, BAD = [12, 32, 42, 52], [40, 50, 55, 66]


def test_special_cards_are_laid_on_a_row_before_it_is_taken() -> None:
    match = position([GOOD, [90]], [[53, 91, 92, 93], [60, 61]], special=[3, 3])
    for move in ("+5@52", "x2@52", "53"):
        assert keen(match) == move
        match.play(move)
    assert match.observe(0).to_dict()["memory"]["points"][0] == 8 + 1 + 5


def test_a_row_that_costs_is_left_to_others_while_there_is_another_card() -> None:
    nobody = [0, 0]
    match = position([BAD, [90]], [[67, 91], [60, 61]], special=nobody)
    assert keen(match) == "91"
    match.play("91")
    assert keen(match) == "done"
    assert keen(position([BAD, [90]], [[67, 68], [60, 61]], special=nobody)) in ("67", "68")


def test_special_cards_are_not_kept_to_the_end() -> None:
    """They go where nobody collects them soon."""
    match = position([BAD, [90]], [[91], [60, 61]], special=[1, 0])
    assert keen(match) == "x2@90"
