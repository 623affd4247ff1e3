"""Hornochsen! in words: what happened, what a move does, how the result came about."""

from random import Random
from typing import Any

import pytest

import tablee
from tablee.observation.hornochsen import HornochsenMove, HornochsenObservation
from tablee.rules.contract import CHANCE
from tablee.web.games import hornochsen as face
from tablee.web.view import Event
from tablee.web.words import words

ENGLISH = words("en")


def told(move: str, *outcome: Any, seat: int = 0) -> str:
    made = HornochsenMove(move, *outcome) if outcome else None
    event = Event(1, seat, move, made, None, 0.0)
    return face.tell(event, lambda seat: "Zoë", ENGLISH)


def test_what_happened_is_told() -> None:
    assert told("~37", seat=CHANCE) == ""
    assert told("done", None, False, 0, 0) == "Zoë is done."
    assert told("37", 31, False, 0, 0) == "Zoë lays 37 on the row that ends in 31."
    assert told("x2@42", 42, False, 0, 0) == "Zoë puts “x2” on the row that ends in 42."
    assert told("37", 31, True, -7, 0).endswith("Zoë takes the row: −7 points.")
    assert told("37", 31, True, 1, 1).endswith(
        "Zoë takes the row: +1 point. All points of Zoë count double."
    )


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (("done", None, False, 0, 0), "The next player's turn."),
        (("x2@42", 42, False, 0, 0), "Whoever takes the row that ends in 42 doubles all"),
        (("+5@42", 42, False, 0, 0), "Whoever takes the row that ends in 42 gets 5 points more."),
        (("37", 31, True, 0, 0), "You take the row that ends in 31: 0 points."),
        (("37", 31, True, -1, 0), "You take the row that ends in 31: −1 point."),
    ],
)
def test_what_a_move_brings_about(move: Any, says: str) -> None:
    assert face.effect(HornochsenMove(*move), ENGLISH).startswith(says)


def test_moves_have_names() -> None:
    assert face.label("done", ENGLISH) == "End the turn"
    assert face.label("37", ENGLISH) == "37"
    assert face.label("x2@42", ENGLISH) == "“x2” to the row that ends in 42"


@pytest.mark.parametrize(("seats", "keep"), [(2, False), (4, True), (6, False)])
def test_the_lines_of_the_result_add_up(seats: int, keep: bool) -> None:
    labels = set()
    for seed in range(6):
        match, random = tablee.deal("hornochsen", seats, seed=seed), Random(seed)
        while match.actor is not None:
            plain = [move for move in match.moves() if "@" not in move]
            match.play(random.choice((keep and plain) or match.moves()))
        seen = match.observe(0)
        assert isinstance(seen, HornochsenObservation)
        *lines, last = face.result(seen, ENGLISH).rows
        assert last.sum
        assert last.numbers == seen.scores
        for seat in range(seats):
            assert sum(line.numbers[seat] or 0 for line in lines) == seen.scores[seat]
        labels |= {line.label for line in lines if any(line.numbers)}
    wanted = {"Special cards left in hand"} if keep else {"“+5” cards", "Doubled by “x2”"}
    assert labels >= {"Heads", *wanted}
