"""Views: what one viewer may see of a room."""

from dataclasses import replace

from tablee.web.bus import Bus
from tablee.web.chance import commitment
from tablee.web.errors import Wrong
from tablee.web.life import replaceable
from tablee.web.people import Who
from tablee.web.room import Place, Room, Shown
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
        seats, table = room.table.seats, room.table.id
        online = [self.online(seat, table) for seat in seats]
        is_replaceable = [replaceable(room, seat.seat, online[seat.seat], now) for seat in seats]
        kept = room.chairs.get(key := (*online, *is_replaceable))
        if kept is None:
            kept = room.chairs[key] = tuple(map(chair, seats, online, is_replaceable))
        return kept

    def view(self, room: Room, who: Who, as_seat: int | None, now: float) -> View:
        place, chairs = room.place_of(who, as_seat), self.chairs(room, now)
        kept = room.views.get(place)
        if kept is None or kept.chairs is not chairs:
            shown = None if room.table.status == WAITING else room.shown(place.seat)
            kept = room.views[place] = self._view(room, place, shown, chairs)
        return kept

    def at(self, room: Room, who: Who, as_seat: int | None, number: int, now: float) -> View:
        """After the first moves; once the game is over, from anybody's seat."""
        if room.table.status == WAITING or number not in range(room.table.played + 1):
            raise Wrong("There is no such move yet.")
        free = room.over and as_seat in range(len(room.table.seats))
        place = room.place_of(who, None if free else as_seat)
        if free:
            place = place._replace(seat=as_seat)
        shown = room.earlier(place.seat, number)
        shown.observation = replace(shown.observation, moves=())
        shown.undoable = False
        return self._view(room, place, shown, self.chairs(room, now))

    def _view(
        self, room: Room, place: Place, shown: Shown | None, chairs: tuple[Chair, ...]
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
            chairs=chairs,
            commitment=commitment(table.secret),
            secret=table.secret.hex() if room.over else None,
            rematch=table.rematch,
            created=table.created,
            changed=table.changed,
            **place._asdict(),
            observation=shown.observation if shown else None,
            events=shown.events if shown else (),
            undoable=shown.undoable if shown else False,
        )
