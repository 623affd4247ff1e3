"""A table that somebody would like to have, and what is wrong with it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from tablee.match import settle
from tablee.rules.contract import quoted
from tablee.web import life, names
from tablee.web.errors import Wrong
from tablee.web.people import Guest, Who
from tablee.web.store.rows import Seat, Table
from tablee.web.view import BOT, HUMAN, OPEN, WAITING

ME, HERE_TOO = "me", "here"  # kinds of a wanted chair, beside HUMAN and BOT


class WantedChair(NamedTuple):
    kind: str  # "human", "bot", "me" or "here": one more person on the asker's device
    name: str = ""
    level: str = life.STAND_IN


class Wanted(NamedTuple):
    """A table that somebody would like to have."""

    game: str
    chairs: Sequence[WantedChair]
    options: Mapping[str, Any] = MappingProxyType({})
    first: int | None = None  # by lot
    public: bool = False
    name: str = ""
    memory: bool = False
    hints: bool = False
    contribution: str = ""  # of the asker, to chance


def new_table(wanted: Wanted, guest: Guest | None, who: Who, fresh: life.Fresh) -> Table:
    """The table that somebody wants, or what is wrong with that."""
    chairs = list(wanted.chairs)
    if not any(each.kind == ME for each in chairs):  # the first human seat is the asker's
        mine = next((k for k, each in enumerate(chairs) if each.kind == HUMAN), None)
        if mine is not None:
            chairs[mine] = chairs[mine]._replace(kind=ME)
    first = wanted.first
    settle(wanted.game, len(chairs), first or 0, wanted.options, lambda n: 0)
    random_layout = wanted.options.get("layout") == life.RANDOM
    seats: list[Seat] = []
    for number, each in enumerate(chairs):
        taken = {seat.name for seat in seats if seat.name}
        seats.append(seat_for(number, each, guest, who, wanted, taken))
    return Table(
        **fresh._asdict(),
        created=fresh.changed,
        game=wanted.game,
        name=names.clean(wanted.name, life.LONGEST_TITLE),
        status=WAITING,
        options=dict(wanted.options),
        first=first,
        lots=(("first",) if first is None else ()) + (("layout",) if random_layout else ()),
        public=wanted.public,
        memory=wanted.memory,
        hints=wanted.hints,
        host=who.guest,
        host_seat=next((k for k, each in enumerate(chairs) if each.kind == ME), None),
        seats=tuple(seats),
    )


def seat_for(
    number: int, chair: WantedChair, guest: Guest | None, who: Who, wanted: Wanted, taken: set[str]
) -> Seat:
    match chair.kind:
        case "bot":
            level = life.check_level(chair.level, wanted.game, len(wanted.chairs))
            return Seat(seat=number, kind=BOT, name=life.bot_name(chair.name, taken), level=level)
        case "me":
            name = names.distinct(names.person(chair.name or (guest.name if guest else "")), taken)
            return Seat(
                seat=number,
                kind=HUMAN,
                name=name,
                guest=who.guest,
                token=who.token,
                contribution=wanted.contribution[: life.LONGEST_CONTRIBUTION],
            )
        case "here" if guest is not None:
            name = names.distinct(names.person(chair.name), taken)
            return Seat(seat=number, kind=HUMAN, name=name, guest=guest.id)
        case "human":
            return Seat(seat=number, kind=OPEN)
    raise Wrong("There is no kind of seat %(kind)s.", kind=quoted(chair.kind))
