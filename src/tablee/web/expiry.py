"""What is forgotten after a while; the days are settings, and docs/running.md states the rules."""

from collections.abc import Iterator
from functools import partial

from sqlalchemy import Connection, delete, exists, select
from sqlalchemy.sql import ColumnElement

from tablee.web.rooms import Rooms
from tablee.web.settings import Settings
from tablee.web.store.schema import devices, guests, seats, tables
from tablee.web.view import OVER, PLAYING, WAITING

DAY = 86_400.0
MOST = 50  # that one commit removes: nobody's move waits long for it


async def expire(settings: Settings, rooms: Rooms, now: float) -> None:
    """Remove old tables with their moves, then the guests who are nowhere any more."""
    for old in old_tables(settings, now):
        while gone := await rooms.database.write(partial(remove_tables, old=old)):
            for table in gone:
                rooms.removed(table)
    if settings.guest_days:
        strange = stranger(now - settings.guest_days * DAY)
        while found := await rooms.database.read(partial(some_guests, wanted=strange)):
            these = guests.c.id.in_(found) & strange  # unless they came back meanwhile
            await rooms.database.write(partial(remove_guests, wanted=these))


def old_tables(settings: Settings, now: float) -> Iterator[ColumnElement[bool]]:
    for status, days in (
        (WAITING, settings.waiting_days),
        (PLAYING, settings.playing_days),
        (OVER, settings.ended_days),
    ):
        if days:
            yield (tables.c.status == status) & (tables.c.changed < now - days * DAY)


def remove_tables(connection: Connection, old: ColumnElement[bool]) -> list[str]:
    some = select(tables.c.id).where(old).limit(MOST)
    gone = delete(tables).where(tables.c.id.in_(some)).returning(tables.c.id)
    return list(connection.execute(gone).scalars())


def stranger(since: float) -> ColumnElement[bool]:
    """Who has not been here since, sits at no table, and is no table's host."""
    this = guests.c.id
    return (
        (guests.c.created < since)
        & ~exists().where(devices.c.guest == this, devices.c.seen >= since)
        & ~exists().where(seats.c.guest == this)
        & ~exists().where(tables.c.host == this)
    )


def some_guests(connection: Connection, wanted: ColumnElement[bool]) -> list[int]:
    return list(connection.execute(select(guests.c.id).where(wanted).limit(MOST)).scalars())


def remove_guests(connection: Connection, wanted: ColumnElement[bool]) -> None:
    connection.execute(delete(guests).where(wanted))
