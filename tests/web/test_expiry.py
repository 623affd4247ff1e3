"""Tables and guests are forgotten by the rule of docs/running.md, and nothing before its time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, select

from tablee.web.errors import Unknown
from tablee.web.expiry import DAY, MOST, expire
from tablee.web.people import Viewer
from tablee.web.service import EXPIRY, SWEEP, Service
from tablee.web.store import schema
from tests.web.serving import (
    PERSON,
    QUICK_BOT,
    in_loop,
    play_out,
    settings_for,
    two_people,
    until,
    viewer_of,
    wanted,
)


class Calendar:
    """A clock that goes on when told to."""

    def __init__(self) -> None:
        self._now = 1_000_000.0
        self._sleepers: list[tuple[float, asyncio.Event]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        self._sleepers.append((self._now + seconds, woken))
        await (woken.wait() if seconds > 0 else asyncio.sleep(0))

    def pass_by(self, seconds: float) -> None:
        self._now += seconds
        for due, woken in self._sleepers:
            if due <= self._now:
                woken.set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Time that goes by while something is waited for."""

        async def run() -> None:
            while True:
                self.pass_by(SWEEP)
                await asyncio.sleep(0.01)

        task = asyncio.create_task(run())
        try:
            yield
        finally:
            task.cancel()


@asynccontextmanager
async def served(folder: Path, **changes: Any) -> AsyncIterator[tuple[Service, Calendar]]:
    clock = Calendar()
    service = await Service.open(settings_for(folder, **changes), clock)
    try:
        yield service, clock
    finally:
        await service.close()


async def count(service: Service, what: Any) -> int:
    return await service.database.read(
        lambda connection: connection.execute(select(func.count()).select_from(what)).scalar_one()
    )


async def is_there(service: Service, table: str) -> bool:
    try:
        await service.tables.view(table, Viewer())
    except Unknown:
        return False
    return True


@in_loop
async def test_each_kind_of_table_has_its_time(tmp_path: Path) -> None:
    days = {"waiting_days": 2, "playing_days": 4, "ended_days": 6}
    async with served(tmp_path, **days) as (service, clock):
        waits = (await service.tables.create(None, wanted("yucata", PERSON, PERSON))).id
        plays, _ = await two_people(service)
        ended, viewers = await two_people(service, "yucata")
        await play_out(service, ended, viewers)
        left = []
        for _ in range(8):
            await expire(service.settings, service.rooms, clock.now())
            left.append(sum([await is_there(service, table) for table in (waits, plays, ended)]))
            clock.pass_by(DAY)
        assert left == [3, 3, 3, 2, 2, 1, 1, 0]
        assert await count(service, schema.tables) == 0
        assert await count(service, schema.seats) == 0
        assert await count(service, schema.moves) == 0


@in_loop
async def test_zero_days_mean_never(tmp_path: Path) -> None:
    never = {"waiting_days": 0, "playing_days": 0, "ended_days": 0, "guest_days": 0}
    async with served(tmp_path, **never) as (service, clock):
        await service.people.enter("Anna")
        table, _ = await two_people(service)
        clock.pass_by(10_000 * DAY)
        await expire(service.settings, service.rooms, clock.now())
        assert await is_there(service, table)
        assert await count(service, schema.guests) == 1


@in_loop
async def test_more_than_one_commit_takes_are_removed(tmp_path: Path) -> None:
    async with served(tmp_path) as (service, clock):
        for _ in range(MOST + 1):
            await service.people.enter("Anna")
            await service.tables.create(None, wanted("yucata", PERSON, PERSON))
        clock.pass_by(400 * DAY)
        await expire(service.settings, service.rooms, clock.now())
        assert await count(service, schema.tables) == 0
        assert await count(service, schema.guests) == 0


@in_loop
async def test_a_guest_is_kept_by_a_visit_a_seat_or_a_table(tmp_path: Path) -> None:
    async with served(tmp_path, waiting_days=0, playing_days=0) as (service, clock):
        people = service.people
        seated, _ = await people.enter("Seated")
        hosting, _ = await people.enter("Hosting")
        visiting, token = await people.enter("Visiting")
        gone, _ = await people.enter("Gone")
        bots = await service.tables.create(hosting, wanted("yucata", QUICK_BOT, PERSON))
        await service.tables.leave(bots.id, Viewer(hosting.id))
        table = await service.tables.create(None, wanted("yucata", PERSON, PERSON))
        await service.tables.join(table.id, seated, "Seated")
        clock.pass_by(300 * DAY)
        assert await people.known(token) == visiting
        clock.pass_by(100 * DAY)
        await expire(service.settings, service.rooms, clock.now())
        left = await service.database.read(
            lambda connection: set(connection.execute(select(schema.guests.c.name)).scalars())
        )
        assert left == {"Seated", "Hosting", "Visiting"}
        assert await count(service, schema.devices) == 3
        assert gone.id not in (seated.id, hosting.id, visiting.id)


@in_loop
async def test_the_server_looks_for_what_is_old_by_itself(tmp_path: Path) -> None:
    async with served(tmp_path) as (service, clock):
        made = await service.tables.create(None, wanted("yucata", PERSON, PERSON))
        async with service.tables.watch(made.id) as watch:
            clock.pass_by(8 * DAY)
            async with clock.running():
                await watch.changed()
        with pytest.raises(Unknown):
            await service.tables.view(made.id, viewer_of(made))
        assert EXPIRY > SWEEP


@in_loop
async def test_what_is_done_in_the_database_by_others_is_heard_of(tmp_path: Path) -> None:
    async with served(tmp_path) as (ours, clock):
        table, viewers = await two_people(ours)
        bots = await ours.tables.create(None, wanted("yucata", PERSON, QUICK_BOT))
        await ours.tables.view(bots.id, viewer_of(bots))
        other = await Service.open(settings_for(tmp_path), clock)
        async with ours.tables.watch(table) as watch:
            await play_out(other, table, viewers, 1)
            async with clock.running():
                await watch.changed()
            view = await ours.tables.view(table, viewers[1])
            assert view.events[-1].seat == 0
            assert view.version == (await other.tables.view(table, viewers[1])).version
        other.thinking.look = lambda room: None  # type: ignore[method-assign]  # it ends too soon
        await play_out(other, bots.id, [viewer_of(bots)], 1)
        await other.close()
        async with clock.running():
            await until(
                ours, bots.id, Viewer(), lambda view: any(event.seat == 1 for event in view.events)
            )
        async with ours.tables.watch(table) as watch:
            assert await is_there(ours, table)
            await ours.database.write(
                lambda connection: connection.execute(
                    delete(schema.tables).where(schema.tables.c.id == table)
                )
            )
            async with clock.running():
                await watch.changed()
            assert not await is_there(ours, table)
