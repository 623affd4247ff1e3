"""Views: what one viewer may see of a room."""

from dataclasses import replace

from tablee.web.bus import Bus
from tablee.web.chance import commitment
from tablee.web.errors import Wrong
from tablee.web.life import replaceable
from tablee.web.people import Who
from tablee.web.room import Room, Shown
from tablee.web.store.rows import HERE, Seat, Table
from tablee.web.view import HUMAN, PLAYING, WAITING, Chair, View


def version(epoch: str, table: Table) -> str:
    return f"{epoch}.{table.revision}"


def chair(seat: Seat, is_online: bool = False, is_replaceable: bool = False) -> Chair:
    return Chair(
        seat=seat.seat,
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        away=seat.kind == HUMAN and seat.absence != HERE,
        online=is_online,
        replaceable=is_replaceable,
    )


class Shower:
    """Shows rooms as they are now."""

    def __init__(self, epoch: str, bus: Bus) -> None:
        self.epoch, self._bus = epoch, bus

    def online(self, seat: Seat, table: str) -> bool:
        present = self._bus.present(table)
        return seat.guest in present or seat.token in present

    def chairs(self, room: Room, now: float) -> tuple[Chair, ...]:
        return tuple(
            chair(
                seat,
                is_online := self.online(seat, room.table.id),
                replaceable(room, seat.seat, is_online, now),
            )
            for seat in room.table.seats
        )

    def view(self, room: Room, who: Who, as_seat: int | None, now: float) -> View:
        seat = room.seat_of(who, as_seat)
        shown = None if room.table.status == WAITING else room.shown(seat)
        return self._view(room, who, seat, shown, now)

    def at(self, room: Room, who: Who, as_seat: int | None, number: int, now: float) -> View:
        """After the first moves; once the game is over, from anybody's seat."""
        if room.table.status == WAITING or number not in range(room.table.played + 1):
            raise Wrong("There is no such move yet.")
        free = room.over and as_seat in range(len(room.table.seats))
        seat = as_seat if free else room.seat_of(who, as_seat)
        shown = room.earlier(seat, number)
        shown.observation = replace(shown.observation, moves=())
        shown.undoable = False
        return self._view(room, who, seat, shown, now)

    def _view(
        self, room: Room, who: Who, seat: int | None, shown: Shown | None, now: float
    ) -> View:
        table = room.table
        return View(
            id=table.id,
            code=table.code,
            game=table.game,
            name=table.name,
            status=table.status,
            version=version(self.epoch, table),
            options=dict(table.options),
            public=table.public,
            memory=table.memory,
            hints=table.hints and table.casual and table.status == PLAYING,
            first=table.first,
            chairs=self.chairs(room, now),
            commitment=commitment(table.secret),
            secret=table.secret.hex() if room.over else None,
            rematch=table.rematch,
            created=table.created,
            changed=table.changed,
            seat=seat,
            own=room.own(who),
            host=room.is_host(who),
            observation=shown.observation if shown else None,
            events=shown.events if shown else (),
            undoable=shown.undoable if shown else False,
        )
