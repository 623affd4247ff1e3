"""What a player can do now, in a sentence; and how the markers of Yellowstone Park got there."""

from collections.abc import Callable

import pytest

import tablee
from tablee.match import Match
from tablee.observation.yellowstone import YellowstoneObservation
from tablee.rules import GAMES
from tablee.web.games import FACES, yellowstone
from tablee.web.words import words

ENGLISH = words("en")


def prompt(match: Match) -> str:
    seen = match.observe(match.actor)
    return FACES[match.game].prompt(seen, ENGLISH)


def until(match: Match, reached: Callable[[list[str]], bool]) -> Match:
    """Play the first legal moves, but for "done", until there are certain ones."""
    while not reached(match.moves()):
        match.play(next(move for move in match.moves() if move != "done"))
    return match


@pytest.mark.parametrize(
    ("game", "move", "says"),
    [
        ("yucata", "1", "Pick a card"),
        ("hornochsen", "done", "another card, or end"),
        ("yellowstone", "done", "a second card, or end"),
        ("yellowstone", "keep", "or draw nothing"),
        ("yellowstone", "pile", "hand is empty"),
    ],
)
def test_what_can_be_done_is_said(game: str, move: str, says: str) -> None:
    match = tablee.deal(game, max(GAMES[game].SEATS) - 1, seed=5)
    assert "Pick a card" in prompt(match)
    assert says in prompt(until(match, lambda moves: move in moves))


def test_the_marker_is_what_it_was_and_the_penalty_cards() -> None:
    match = tablee.deal("yellowstone", 3, seed=5)
    while match.actor is not None:
        match.play(match.moves()[0])
    seen = match.observe(None)
    assert isinstance(seen, YellowstoneObservation)
    rows = yellowstone.result(seen, ENGLISH).rows
    before, cards, marks = [[number or 0 for number in row.numbers] for row in rows]
    assert marks == list(match.scores())
    assert [mark - many for mark, many in zip(marks, cards, strict=True)] == before
    assert max(marks) >= 35 > max(before)
    assert max(cards) > 0
