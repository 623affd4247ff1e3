"""A table in memory: what is stored of it, its match, and what each viewer may see."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlalchemy import Connection

from tablee.match import Match, new
from tablee.observation import Observation
from tablee.rules.contract import CHANCE
from tablee.web.chance import Chance
from tablee.web.errors import Forbidden
from tablee.web.people import Who
from tablee.web.store.rows import Move, Table
from tablee.web.story import Story
from tablee.web.view import OPEN, OVER, WAITING, Chair, Event, View


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be stored next: a table, and the moves that came to it."""

    table: Table
    moves: Sequence[Move] = ()
    afresh: bool = False  # whether the moves so far are forgotten
    also: Callable[[Connection], None] | None = None  # to be written with it


class Place(NamedTuple):
    """Where somebody stands who looks."""

    seat: int | None  # that they look from
    own: tuple[int, ...]
    host: bool


class Shown:
    """The match as one seat or a spectator sees it."""

    __slots__ = ("events", "observation", "undoable")

    def __init__(self, match: Match, story: Story, seat: int | None) -> None:
        self.observation: Observation = match.observe(seat)
        self.events: tuple[Event, ...] = story.told(seat)
        self.undoable = seat is not None and seat == match.actor and match.undoable


class Room:
    """`table` and what is shown are what the database has. A step changes the match at once, so a
    room whose step could not be stored is thrown away."""

    def __init__(self, table: Table, moves: Sequence[Move] = ()) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.gone = False  # what the database has may be something else
        self.used = 0.0
        self._chance = self._chance_of(table)
        self._requests: set[tuple[int | None, str]] = set()
        self._shown: dict[int | None, Shown] = {}
        self.chairs: dict[tuple[bool, ...], tuple[Chair, ...]] = {}  # kept until the next step,
        self.views: dict[Place, View] = {}  # as views are
        if table.status != WAITING:
            self._sit_down(table)
            for move, at, request in moves:
                self._note(request)
                self._story.play(move, at)

    @staticmethod
    def _chance_of(table: Table) -> Chance:
        return Chance(table.secret, [seat.contribution for seat in table.seats])

    def _sit_down(self, table: Table) -> None:
        self.match = new(table.game, len(table.seats), first=table.first or 0, **table.options)
        self._story = Story(self.match)

    def _note(self, request: str | None) -> None:
        if request:
            self._requests.add((self.match.actor, request))

    # -- who is who

    def own(self, who: Who) -> tuple[int, ...]:
        """The seats of who can show this."""
        return tuple(seat.seat for seat in self.table.seats if who.has(seat.guest, seat.token))

    def is_host(self, who: Who) -> bool:
        host, seat = self.table.host, self.table.host_seat
        return (host is not None and host == who.guest) or seat in self.own(who)

    def place_of(self, who: Who, as_seat: int | None) -> Place:
        """Where somebody looks from; of several own seats it must be said which."""
        own = self.own(who)
        if as_seat is not None and as_seat not in own:
            raise Forbidden("This is not your seat.")
        seat = as_seat if as_seat is not None else own[0] if len(own) == 1 else None
        return Place(seat, own, self.is_host(who))

    # -- what is seen

    def shown(self, seat: int | None) -> Shown:
        """Of what is stored; not to be called in the middle of a step."""
        if seat not in self._shown:
            self._shown[seat] = Shown(self.match, self._story, seat)
        return self._shown[seat]

    def cached(self, seat: int | None) -> bool:
        return self.table.status == WAITING or seat in self._shown

    def earlier(self, seat: int | None, number: int) -> Shown:
        """After the first `number` moves."""
        match = new(self.match.game, self.match.seats, first=self.match.first, **self.match.options)
        story = Story(match)
        for event, move in zip(self._story.told(None)[:number], self.match.played, strict=False):
            story.play(move, event.at)
        return Shown(match, story, seat)

    def asked_before(self, seat: int, request: str) -> bool:
        return (seat, request) in self._requests

    def record(self) -> dict[str, Any]:
        """The whole game; what settled its chance is in it once that can't be used any more."""
        record = self.match.record()
        return record | {"chance": self._chance.told(self.table.lots)} if self.over else record

    @property
    def times(self) -> list[tuple[int, float]]:
        return self._story.times

    # -- steps

    def start(self, table: Table, at: float, afresh: bool = False) -> Step:
        """Everybody is there: the lots fall, and the first cards are dealt."""
        options = dict(table.options)
        chance = self._chance = self._chance_of(table)
        first = chance.first(len(table.seats)) if "first" in table.lots else table.first
        if "layout" in table.lots:
            options["layout"] = chance.layout()
        self._sit_down(replace(table, first=first, options=options))
        self._requests.clear()
        moves = self._draw(at)
        begun = replace(table, first=first, options=dict(self.match.options), played=len(moves))
        return Step(begun.with_actor(self.match.actor), moves, afresh)

    def play(self, move: str, at: float, request: str | None = None) -> Step:
        """A move of the actor, "undo" too, and what chance adds; or IllegalMove."""
        actor = self.match.actor
        self._story.play(move, at)
        if request:
            self._requests.add((actor, request))
        moves = [Move(move, at, request), *self._draw(at)]
        after = replace(self.table, played=self.table.played + len(moves))
        return Step(after.with_actor(self.match.actor), moves)

    def _draw(self, at: float) -> list[Move]:
        """Let chance play, as the secret has it."""
        drawn = []
        while self.match.actor == CHANCE:
            card = self._chance.card(self.match, self._story.drawn)
            self._story.play(card, at)
            drawn.append(Move(card, at, None))
        return drawn

    def stored(self, table: Table) -> None:
        """The database has the step."""
        self.table = table
        self._shown.clear()
        self.chairs.clear()
        self.views.clear()

    @property
    def over(self) -> bool:
        return self.table.status == OVER

    def free_seats(self) -> list[int]:
        return [seat.seat for seat in self.table.seats if seat.kind == OPEN]
