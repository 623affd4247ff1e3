"""Diagrams for the rules: positions of real games, drawn by the table's own templates."""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tablee.match import Match, new
from tablee.rules.contract import CHANCE
from tablee.web.staged import staged
from tablee.web.view import View

ANY_CARD = "~"  # "~*5": five cards by chance that the diagram does not name
NAMES = ("A", "B", "C", "D", "E", "F")
TAG = re.compile(r'<[^>]*\sid="([^"]*)"[^>]*>')


class Position(NamedTuple):
    """How a diagram came about; hashable, so that it is played once."""

    game: str
    seats: int
    moves: str
    options: tuple[tuple[str, Any], ...]


def view(
    game: str,
    seats: int,
    moves: str,
    seat: int | None = None,
    offers: str = "",
    options: Mapping[str, Any] | None = None,
) -> View:
    """A position as a seat or a spectator sees it; of its moves, only those in `offers` show."""
    match = played(Position(game, seats, moves, tuple((options or {}).items())))
    return staged(match, seat, NAMES[:seats], offered=offers.split())


@lru_cache(maxsize=200)
def played(position: Position) -> Match:
    """The match of a position; its moves are legal ones, or IllegalMove says which is not."""
    match = new(position.game, position.seats, **dict(position.options))
    named = {each for each in position.moves.split() if each.startswith(ANY_CARD)}
    for move in spelled_out(position.moves):
        match.play(unnamed(match, named) if move == ANY_CARD else move)
    return match


def spelled_out(moves: str) -> Iterator[str]:
    for each in moves.split():
        if each.startswith(f"{ANY_CARD}*"):
            yield from [ANY_CARD] * int(each[2:])
        else:
            yield each


def unnamed(match: Match, named: set[str]) -> str:
    """The lowest card that chance may give and that the diagram does not speak of."""
    if match.actor != CHANCE:
        raise ValueError("The diagram has cards left over: chance is not to play here.")
    return next(card for card in match.pool() if card not in named)


def inert(html: str, names: str = "") -> str:
    """Without ids, which many diagrams on a page would share; what is marked shows it."""
    return TAG.sub(
        lambda tag: tag[0].replace(f' id="{tag[1]}"', "", 1), marked(html, names.split())
    )


def marked(html: str, names: Collection[str]) -> str:
    """With the elements of these ids pointed at."""

    def pointed(tag: re.Match[str]) -> str:
        if tag[1] not in names:
            return tag[0]
        if ' class="' in tag[0]:
            return tag[0].replace(' class="', ' class="marked ', 1)
        return re.sub(r"(/?>)$", r' class="marked"\1', tag[0])

    return TAG.sub(pointed, html)
