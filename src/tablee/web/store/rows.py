"""A table as the database has it: values that never change; a changed table is another value."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tablee.web.view import BOT, HUMAN, OPEN, OVER, PLAYING

# Why somebody is away, and what brings them back.
HERE = ""
AWAY = "away"  # by their own wish, until they say so
REPLACED = "replaced"  # by the others' wish, until they look at the table again
LEFT = "left"  # as AWAY, and the table is no longer among theirs


class Move(NamedTuple):
    move: str
    at: float
    request: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    seat: int
    kind: str
    name: str = ""
    level: str | None = None  # of a bot, or of the bot that plays for who is away
    guest: int | None = None
    token: bytes | None = None
    contribution: str = ""
    absence: str = HERE

    @property
    def botted(self) -> bool:
        """Whether a bot plays here, for itself or for somebody."""
        return self.kind == BOT or self.absence != HERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    id: str
    code: str
    game: str
    name: str
    status: str
    options: Mapping[str, Any]  # while waiting as they were asked for, then written out
    first: int | None
    lots: tuple[str, ...]  # what is left to the lot: "first", "layout"
    public: bool
    memory: bool
    hints: bool
    host: int | None  # a guest
    host_seat: int | None
    secret: bytes
    rematch: str | None = None
    created: float
    changed: float
    revision: int = 0  # counts every change
    played: int = 0  # moves, those of chance included
    actor: int | None = None
    bots_turn: bool = False
    seats: tuple[Seat, ...]

    @property
    def full(self) -> bool:
        return all(seat.kind != OPEN for seat in self.seats)

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.kind == HUMAN]

    @property
    def casual(self) -> bool:
        """Whether one person plays against bots."""
        return len(self.people) == 1 and self.full

    def with_seat(self, seat: int, **changes: Any) -> "Table":
        seats = list(self.seats)
        seats[seat] = replace(seats[seat], **changes)
        return replace(self, seats=tuple(seats))

    def with_actor(self, actor: int | None) -> "Table":
        """With who is to move now, None when the game is over."""
        bots_turn = actor is not None and self.seats[actor].botted
        status = OVER if actor is None else PLAYING
        return replace(self, actor=actor, bots_turn=bots_turn, status=status)
