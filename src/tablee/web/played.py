"""Games to look back at: those of tables, and those that somebody brought along as a record."""

import hashlib
import json
from collections import OrderedDict
from typing import Any, NamedTuple, Protocol

from tablee.match import Match
from tablee.record import replay
from tablee.rules.contract import CHANCE
from tablee.web.errors import Forbidden, Unknown, Wrong
from tablee.web.people import Viewer
from tablee.web.staged import staged, told
from tablee.web.story import Story
from tablee.web.tables import SPECTATOR, Tables
from tablee.web.view import OVER, View

MOST_MOVES = 5_000  # no game of any of the three is longer
MOST_KEPT = 200


class Past(Protocol):
    """A game, and its moments from before the first move to after the last."""

    @property
    def address(self) -> str: ...

    async def now(self) -> View:
        """As it is, or ended."""

    async def at(self, number: int, seat: int | None) -> View:
        """After so many moves, from a seat or as a spectator."""

    async def record(self) -> dict[str, Any]: ...


class OfTable(NamedTuple):
    tables: Tables
    table: str
    viewer: Viewer

    @property
    def address(self) -> str:
        return f"/t/{self.table}"

    async def now(self) -> View:
        return await self.tables.view(self.table, self.viewer)

    async def at(self, number: int, seat: int | None) -> View:
        viewer = SPECTATOR if seat is None else self.viewer
        return await self.tables.at(self.table, viewer, number, seat)

    async def record(self) -> dict[str, Any]:
        return await self.tables.record(self.table, self.viewer)


class Brought(NamedTuple):
    """A game from a record."""

    address: str
    text: dict[str, Any]
    match: Match
    story: Story

    async def now(self) -> View:
        return await self.at(len(self.match.played), None)

    async def at(self, number: int, seat: int | None) -> View:
        if number not in range(len(self.match.played) + 1) or (seat or 0) >= self.match.seats:
            raise Wrong("There is no such move yet.")
        match = replay({**self.text, "moves": self.text["moves"][:number]})
        story = self.story if number == len(self.match.played) else None
        nameless = match.seats * ("",)
        return staged(match, seat, nameless, story=story, offered=(), status=OVER)

    async def record(self) -> dict[str, Any]:
        return self.text


class Shelf:
    """The records that people brought, the latest ones, by an address that their content gives."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Brought] = OrderedDict()

    def put(self, record: Any) -> Brought:
        """A record that can be replayed; or what is wrong with it."""
        moves = record.get("moves") if isinstance(record, dict) else None
        if isinstance(moves, list) and len(moves) > MOST_MOVES:
            raise Wrong("The record is too long.")
        match = replay(record)
        text = json.dumps(record, sort_keys=True)
        key = hashlib.sha256(text.encode()).hexdigest()[:24]
        found = Brought(f"/look/{key}", record, match, told(match))
        self._kept[key] = found
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    def get(self, key: str) -> Brought:
        if key not in self._kept:
            raise Unknown("This record is not here any more; please open it again.")
        return self._kept[key]


def seats_seen(view: View) -> range:
    """From whose seats one may look: from all when the game is over."""
    return range(len(view.chairs)) if view.status == OVER else range(0)


def decided(view: View) -> list[int]:
    """The moments after a move of a seat and all that followed by itself."""
    events = view.events
    return [number for number, event in enumerate(events) if event.seat != CHANCE and number] + [
        len(events)
    ]


def check_over(view: View) -> None:
    if view.status != OVER:
        raise Forbidden("The analysis is made when the game is over.")
