"""What the table does with its database, on SQLite and on PostgreSQL alike."""

from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table, func, select

from tablee.web.errors import Stale, Unknown
from tablee.web.expiry import DAY, expire
from tablee.web.people import Viewer
from tablee.web.store import queries, schema
from tablee.web.store.writer import Conflict
from tablee.web.view import OVER
from tests.web.serving import (
    PERSON,
    QUICK_BOT,
    in_loop,
    play_out,
    served,
    two_people,
    viewer_of,
    wanted,
)


@in_loop
async def test_a_game_is_played_across_restarts(url: str, tmp_path: Path) -> None:
    async with served(tmp_path, database=url) as service:
        table, viewers = await two_people(service, name="B&<\u202e>")
        before = await play_out(service, table, viewers, 10)
    async with served(tmp_path, database=url) as service:
        seen = await service.tables.view(table, viewers[0])
        assert seen.version == before.version
        assert len(seen.events) == len(before.events)
        view = await play_out(service, table, viewers)
        assert view.status == OVER
        again = await service.tables.rematch(table, viewers[0])
        assert (await service.tables.view(again, viewers[0])).first == 1
        await service.tables.restart(table, viewers[0])
        assert (await service.tables.view(table, viewers[0])).secret is None


@in_loop
async def test_guests_and_their_devices(url: str, tmp_path: Path) -> None:
    async with served(tmp_path, database=url) as service:
        people = service.people
        anna, token = await people.enter("Anna", "Firefox")
        same, second = await people.adopt(await people.offer(anna.id), "Phone")
        assert same == anna
        await people.rename(anna.id, "Änne 🐂")
        assert [device.label for device in await people.devices(anna.id)] == ["Phone", "Firefox"]
        table = await service.tables.create(anna, wanted("yucata", PERSON, QUICK_BOT, public=True))
        assert [each.id for each in await service.tables.mine(anna.id)] == [table.id]
        assert [each.id for each in await service.tables.open()] == [table.id]
        phone = next(each for each in await people.devices(anna.id, second) if each.this)
        await people.revoke(anna.id, phone.id)
        assert await people.known(second) is None
        found = await people.known(token)
        assert found is not None
        assert found.name == "Änne 🐂"


@in_loop
async def test_of_two_changes_on_one_revision_the_database_takes_the_first(
    url: str, tmp_path: Path
) -> None:
    async with (
        served(tmp_path, database=url) as one,
        served(tmp_path, database=url) as other,
    ):
        table, viewers = await two_people(one, "yucata")
        version = (await other.tables.view(table, viewers[0])).version
        await one.tables.play(table, viewers[0], version, "1")
        with pytest.raises(Stale):
            await other.tables.play(table, viewers[0], version, "2")
        assert len((await other.tables.view(table, viewers[1])).events) == 1
        before = (await one.rooms.get(table)).table
        with pytest.raises(Conflict):
            await one.database.write(queries.add(before, []))
        await one.database.write(queries.remove(before))
        await other.rooms.catch_up()
        with pytest.raises(Unknown):
            await other.tables.view(table, Viewer())


@in_loop
async def test_what_is_old_is_forgotten(url: str, tmp_path: Path) -> None:
    async with served(tmp_path, database=url) as service:
        await service.people.enter("Anna")
        table, viewers = await two_people(service, "yucata")
        await play_out(service, table, viewers, 3)
        made = await service.tables.create(None, wanted("yucata", PERSON, QUICK_BOT))
        assert (await service.tables.view(made.id, viewer_of(made))).host
        await expire(service.settings, service.rooms, service.clock.now() + 400 * DAY)
        for each in (schema.tables, schema.seats, schema.moves, schema.guests, schema.devices):
            assert await service.database.read(partial(count, table=each)) == 0, each.name


def count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())
