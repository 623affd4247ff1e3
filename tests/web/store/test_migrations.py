"""Databases of every age: one that an older tablée made goes on where it was."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text

from tablee.web.people import Viewer
from tablee.web.service import Service
from tablee.web.settings import BadSetting
from tablee.web.store import schema
from tablee.web.store.upgrade import HEAD, revision, upgrade
from tablee.web.view import PLAYING
from tests.web.serving import in_loop, play_out, served, settings_for

OLD = Path(__file__).parent / "0001.sql"  # the first schema, with Anna, Bruno and two tables
ANNA = "5a6dd343a1f66a752e7ed7d572ebbac34663891e34dcad00"
BRUNO = "15aca317513c4756f26e476235ece406e311f37197b8e0f6"
PLAYED, WAITED = "bb20a7450fcc490d454df801", "85dafbd825721cac29acb425"


def old_database(folder: Path) -> Path:
    file = folder / "tables.sqlite"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(OLD.read_text())
    return file


@in_loop
async def test_a_game_goes_on_in_a_database_of_the_first_schema(tmp_path: Path) -> None:
    old_database(tmp_path)
    async with served(tmp_path) as service:
        assert await service.database.read(revision) == HEAD
        anna = await service.people.known(ANNA)
        assert anna is not None
        assert anna.name == "Anna"
        assert [each.id for each in await service.tables.mine(anna.id)] == [PLAYED, WAITED]
        viewers = [Viewer(anna.id), Viewer(None, BRUNO)]
        before = await service.tables.view(PLAYED, viewers[0])
        assert [event.move for event in before.events] == ["1", "2", "3", "1", "2", "3"]
        assert before.status == PLAYING
        after = await play_out(service, PLAYED, viewers, 2)
        assert len(after.events) == 8
        assert (await service.tables.join(WAITED, None, "Clara")).seat == 1


def test_all_migrations_together_make_the_schema(url: str) -> None:
    def difference(connection: Connection) -> list[object]:
        upgrade(connection)
        upgrade(connection)
        return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))

    engine = create_engine(url)
    with engine.begin() as connection:
        assert difference(connection) == []
    engine.dispose()


@in_loop
async def test_a_migration_that_fails_leaves_everything_as_it_was(tmp_path: Path) -> None:
    with closing(sqlite3.connect(old_database(tmp_path))) as database:
        database.execute("CREATE TABLE subscriptions (in_the_way INTEGER)")
        before = list(database.iterdump())
        with pytest.raises(BadSetting, match=r"^--database: .*already exists\.$"):
            await Service.open(settings_for(tmp_path))
        assert list(database.iterdump()) == before


@in_loop
async def test_a_database_of_a_newer_tablee_is_left_alone(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        await service.database.write(
            lambda connection: connection.execute(
                text("UPDATE alembic_version SET version_num='9999'")
            )
        )
    with pytest.raises(BadSetting, match=r"newer tablée; please install that one\.$"):
        await Service.open(settings_for(tmp_path))
