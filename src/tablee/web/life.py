"""What people may do with a table beside playing: each makes a step of a room, or refuses it."""

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from tablee.bots.levels import LEVELS
from tablee.rules.contract import BadOption, quoted
from tablee.rules.yucata import NAME as YUCATA
from tablee.web import names
from tablee.web.errors import Forbidden, Wrong
from tablee.web.people import Who
from tablee.web.room import Room, Step
from tablee.web.store import queries
from tablee.web.store.rows import AWAY, HERE, LEFT, REPLACED, Seat, Table
from tablee.web.view import BOT, HUMAN, OPEN, OVER, PLAYING, WAITING

STAND_IN = "club"  # the level of a bot that plays for somebody
BOTS = ("Ambra", "Basil", "Cosmo", "Dilara", "Enzo", "Fjord", "Gustl", "Hilma")
LONGEST_TITLE = 40
LONGEST_CONTRIBUTION = 200
RANDOM = "random"
PATIENCE = 120.0  # seconds that everybody is waited for
PATIENCE_FACTOR = 4  # times the longest time that somebody has taken for a move so far
MOST_PATIENCE = 86_400.0


class Fresh(NamedTuple):
    """What every new table has of its own."""

    id: str
    code: str
    secret: bytes
    changed: float


def check_level(level: str, game: str, seats: int) -> str:
    if level not in LEVELS or (level == "perfect" and (game != YUCATA or seats != 2)):
        raise BadOption(
            "There is no level %(level)s; there are %(known)s.",
            level=quoted(level),
            known=", ".join(LEVELS if (game, seats) == (YUCATA, 2) else LEVELS[:-1]),
        )
    return level


def bot_name(wanted: str, taken: Collection[str]) -> str:
    free = [name for name in BOTS if name not in taken]
    return names.distinct(names.clean(wanted) or free[0], set(taken))


def taken_names(table: Table) -> set[str]:
    return {seat.name for seat in table.seats if seat.name}


# -- while the table waits


def join(
    room: Room, who: Who, name: str, seat: int | None, contribution: str, at: float
) -> tuple[int, Step | None]:
    """Somebody takes a free seat; who sits already keeps theirs, unless another name is given."""
    table, name = room.table, names.person(name)
    mine = [table.seats[own] for own in room.own(who)]
    if mine and table.status != WAITING:
        return mine[0].seat, back(room, who, mine[0].seat)
    if same := [each.seat for each in mine if seat in (None, each.seat) and each.name == name]:
        return same[0], None
    free = room.free_seats()
    if table.status != WAITING or not free:
        raise Wrong("All seats are taken; you can watch.")
    if seat is not None and seat not in free:
        raise Wrong("This seat is taken; please choose another one.")
    if len(contribution) > LONGEST_CONTRIBUTION:
        raise Wrong("The contribution to chance is too long.")
    chosen = free[0] if seat is None else seat
    seated = table.with_seat(
        chosen,
        kind=HUMAN,
        name=names.distinct(name, taken_names(table)),
        guest=who.guest,
        token=who.token,
        contribution=contribution,
    )
    return chosen, begun(room, seated, at)


def fill(room: Room, who: Who, level: str, at: float) -> Step:
    """The host gives the free seats to bots; so the game begins."""
    of_host(room, who)
    table = room.table
    if table.status != WAITING:
        raise Wrong("The game has begun.")
    check_level(level, table.game, len(table.seats))
    for seat in room.free_seats():
        name = bot_name("", taken_names(table))
        table = table.with_seat(seat, kind=BOT, name=name, level=level)
    return begun(room, table, at)


def begun(room: Room, table: Table, at: float) -> Step:
    """The table as it is now; full, it starts."""
    return room.start(table, at) if table.full else Step(table)


# -- coming and going


def of_host(room: Room, who: Who) -> None:
    if not room.is_host(who):
        raise Forbidden("Only the host of the table can do this.")


def of_seat(room: Room, who: Who, as_seat: int | None) -> tuple[int, ...]:
    """The seats that somebody speaks for: the one that is named, or all of theirs."""
    own = room.own(who)
    if not own or (as_seat is not None and as_seat not in own):
        raise Forbidden("You have no seat at this table.")
    return own if as_seat is None else (as_seat,)


def absent(table: Table, seats: Collection[int], absence: str) -> Table:
    """With a bot playing there, or none any more."""
    level = None if absence == HERE else STAND_IN
    for seat in seats:
        table = table.with_seat(seat, absence=absence, level=level)
    return table.with_actor(table.actor) if table.status == PLAYING else table


def away(room: Room, who: Who, as_seat: int | None) -> Step:
    """A bot plays on until its person is back."""
    if room.table.status != PLAYING:
        raise Wrong("No game is being played here.")
    return Step(absent(room.table, of_seat(room, who, as_seat), AWAY))


def back(room: Room, who: Who, as_seat: int | None) -> Step | None:
    return returned(room, of_seat(room, who, as_seat), {AWAY, REPLACED, LEFT})


def looked(room: Room, who: Who) -> Step | None:
    """Who was replaced by the others' wish is back as soon as they look."""
    return returned(room, room.own(who), {REPLACED})


def returned(room: Room, seats: Collection[int], absences: Collection[str]) -> Step | None:
    back = [seat for seat in seats if room.table.seats[seat].absence in absences]
    return Step(absent(room.table, back, HERE)) if back else None


def stand_in(room: Room, who: Who, seat: int, is_replaceable: bool) -> Step:
    """The others have waited long enough for somebody."""
    of_seat(room, who, None)
    if not is_replaceable:
        raise Wrong("Please wait a little longer for this player.")
    return Step(absent(room.table, [seat], REPLACED))


def replaceable(room: Room, seat: int, online: bool, now: float) -> bool:
    """Whether a bot may stand in by the others' wish: longer than usual nothing has come."""
    table = room.table
    waiting = table.status == PLAYING and table.actor == seat and not table.seats[seat].botted
    return waiting and not online and now >= table.changed + patience(room, seat)


def patience(room: Room, seat: int) -> float:
    """Who plays over days is waited for longer than who has played at once so far."""
    times = room.times
    took = [at - before for (_, before), (by, at) in pairwise(times) if by == seat]
    longest = max(took, default=0.0)
    return min(max(PATIENCE, PATIENCE_FACTOR * longest), MOST_PATIENCE)


def leave(room: Room, who: Who, as_seat: int | None) -> Step | None:
    """Stand up: for good while the table waits, for a bot once it plays."""
    table, leaving = room.table, of_seat(room, who, as_seat)
    if table.status != WAITING:
        return Step(absent(table, leaving, LEFT))
    for seat in leaving:
        table = replace(
            table, seats=(*table.seats[:seat], Seat(seat=seat, kind=OPEN), *table.seats[seat + 1 :])
        )
    return Step(handed_on(table) if room.is_host(who) else table)


def handed_on(table: Table) -> Table:
    """The next person becomes the host."""
    host_seat = next((seat.seat for seat in table.seats if seat.kind == HUMAN), None)
    return replace(table, host=None, host_seat=host_seat)


# -- by the host


def rename(room: Room, who: Who, name: str) -> Step:
    of_host(room, who)
    return Step(replace(room.table, name=names.clean(name, LONGEST_TITLE)))


def restart(room: Room, who: Who, secret: bytes, at: float) -> Step:
    """The same people begin anew, with another secret; the moves so far are forgotten."""
    of_host(room, who)
    if room.table.status == WAITING:
        raise Wrong("The game has not begun.")
    return room.start(replace(room.table, secret=secret, rematch=None), at, afresh=True)


def rematch(room: Room, who: Who, fresh: Fresh) -> Step:
    """The same people at another table, where the next seat begins."""
    table = room.table
    if table.status != OVER:
        raise Wrong("The game is not over yet.")
    if not room.own(who) and not room.is_host(who):
        raise Forbidden("You have no seat at this table.")
    options = dict(table.options)
    if "layout" in table.lots:
        options["layout"] = RANDOM
    seats = tuple(again(seat) for seat in table.seats)
    following = replace(
        table,
        **fresh._asdict(),
        seats=seats,
        options=options,
        first=((table.first or 0) + 1) % len(seats),
        lots=tuple(lot for lot in table.lots if lot != "first"),
        status=WAITING,
        created=fresh.changed,
        revision=0,
        rematch=None,
    )
    step = Room(following).start(following, fresh.changed)
    return Step(replace(table, rematch=following.id), also=queries.add(step.table, step.moves))


def again(seat: Seat) -> Seat:
    """Who left has a bot in their place."""
    if seat.absence == LEFT:
        return Seat(seat=seat.seat, kind=BOT, name=seat.name, level=STAND_IN)
    here = seat.kind == BOT or seat.absence == HERE
    return replace(seat, contribution="", absence=HERE, level=seat.level if here else None)
