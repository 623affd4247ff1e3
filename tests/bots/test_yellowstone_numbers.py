"""Yellowstone Park: a position as numbers, against the rules themselves."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from tablee.bots.yellowstone_numbers import (
    LOOSE,
    NUMBERS,
    OF_EACH,
    OTHERS,
    describe,
    fitting,
    keeping,
    longest_chain,
)
from tablee.rules import GAMES
from tablee.rules.bits import generator, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import Codes, Rng, States
from tablee.rules.yellowstone import (
    DRAWING,
    HAND,
    KINDS,
    LAYING,
    OVER,
    PLACES,
    apply,
    chance,
    foresee,
    kinds_of,
    legal,
    random_move,
)

GAME = GAMES["yellowstone"]


@compiled
def deal(states: States, rng: Rng) -> None:
    chance(states[0], rng)


@compiled
def go_on(states: States, rng: Rng) -> None:
    """A random move, and what chance does then."""
    apply(states[0], random_move(states[0], rng))
    if states[0].phase >= DRAWING and states[0].phase != OVER:
        chance(states[0], rng)


@compiled
def what_stays(states: States, kept: Any) -> int:
    keeping(states[0], kept)
    return fitting(states[0], kept)


@compiled
def moves_of(states: States, moves: Codes) -> int:
    return legal(states[0], moves)


@compiled
def lost_by(states: States, move: int, ahead: Codes) -> int:
    foresee(states[0], move, ahead)
    return ones(ahead[0])


@compiled
def play(states: States, move: int) -> None:
    apply(states[0], move)


@compiled
def chain(states: States, hand: int) -> int:
    return longest_chain(states[0], hand)


@compiled
def view_of(states: States, seat: int, x: Any) -> None:
    describe(states[0], seat, x)


def numbers_of(states: Any, seat: int, before: float = 0) -> Any:
    x = np.full(NUMBERS, before, np.float32)
    view_of(states, seat, x)
    return x


def positions(seats: int, edge: bool, many: int) -> Iterator[Any]:
    """So many states, from random games, in which a card is to be laid."""
    rng = generator(3)
    while True:
        states = GAME.begin(seats, 0, GAME.settle(seats, {"edge": edge}, lambda _: 0))
        deal(states, rng)
        while states["phase"][0] != OVER:
            if states["phase"][0] == LAYING and not states["laid"][0]:
                yield states
                many -= 1
                if not many:
                    return
            go_on(states, rng)


@pytest.mark.nojit
@pytest.mark.parametrize("edge", [False, True])
def test_what_stays_on_the_board_is_what_the_rules_let_stay(edge: bool) -> None:
    moves, ahead = np.zeros(128, np.int64), np.zeros(4, np.int64)
    kept = np.zeros((7, LOOSE + 1), np.int64)
    for states in positions(4, edge, 40):
        kinds = what_stays(states, kept)
        best: dict[int, int] = {}
        board = int(states["board"][0])
        for move in moves[: moves_of(states, moves)].tolist():
            kind, column = divmod(move, 7)
            if move >= PLACES or kinds_of(board) >> kind & 1:
                continue
            lost = lost_by(states, move, ahead)
            assert ones(board) - kept[kind % 7, column] == lost
            best[kind] = min(lost, best.get(kind, 99))
        for kind, least in best.items():
            colour = kind // 7
            if not states["column"][0, colour]:
                assert ones(board) - kept[kind % 7, LOOSE] == least
            assert (kinds >> kind & 1) == (least == 0)


def longest(states: Any) -> int:
    """By trying every order and every column."""
    moves, ahead = np.zeros(128, np.int64), np.zeros(4, np.int64)
    most = 0
    for move in moves[: moves_of(states, moves)].tolist():
        if move < PLACES and lost_by(states, move, ahead) == 0:
            after = states.copy()
            play(after, move)
            after["turn"], after["phase"], after["laid"] = states["turn"], LAYING, 0
            most = max(most, 1 + (longest(after) if after["hand"][0, after["turn"][0]] else 0))
    return most


@pytest.mark.parametrize("edge", [False, True])
def test_the_longest_chain_is_the_longest_of_all_orders(edge: bool) -> None:
    random = Random(1)
    for states in positions(3, edge, 60):
        seat = states["turn"][0]
        hand = int(states["hand"][0, seat])
        cards = [1 << card for card in range(2 * KINDS) if hand >> card & 1]
        few = sum(random.sample(cards, min(len(cards), 4)))  # more orders than that take long
        states = states.copy()
        states["hand"][0, seat] = few
        assert chain(states, few) == longest(states)


@pytest.mark.nojit
@pytest.mark.parametrize("seats", GAME.SEATS)
def test_every_number_is_written_and_small(seats: int) -> None:
    for states in positions(seats, True, 6):
        for seat in range(seats):
            x = numbers_of(states, seat)
            assert (x == numbers_of(states, seat, before=np.nan)).all()
            assert np.abs(x).max() < 8
            assert not x[OTHERS + (seats - 1) * OF_EACH :].any()


@pytest.mark.nojit
@pytest.mark.parametrize("seats", GAME.SEATS)
def test_a_seat_sees_its_own_cards_and_public_things(seats: int) -> None:
    """Two others change their hands, and nobody else can tell."""
    told = 0
    for states in positions(seats, True, 12):
        hands = states["hand"][0]
        if not ones(int(hands[0])) == ones(int(hands[1])) == HAND:
            continue
        exchanged = states.copy()
        exchanged["hand"][0, 0], exchanged["hand"][0, 1] = int(hands[1]), int(hands[0])
        for seat in range(2, seats):
            assert (numbers_of(states, seat) == numbers_of(exchanged, seat)).all()
        told += (numbers_of(states, 0) != numbers_of(exchanged, 0)).any()
    assert told
