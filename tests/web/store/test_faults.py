"""A database that fails: whoever asks is told, nothing is half done, and it goes on by itself."""

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.engine import make_url

from tablee.web.errors import Unavailable
from tablee.web.service import Service
from tests.web.serving import (
    PERSON,
    QUICK_BOT,
    in_loop,
    play_out,
    served,
    two_people,
    until,
    viewer_of,
    wanted,
)

Fault = Callable[[Service, Path], AbstractContextManager[object]]


def file_in(folder: Path) -> Path:
    return folder / "tables.sqlite"


@contextmanager
def full(_: Service, folder: Path) -> Iterator[None]:
    """No file grows any more."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    largest = max(file.stat().st_size for file in folder.iterdir())
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@contextmanager
def locked(_: Service, folder: Path) -> Iterator[None]:
    with closing(sqlite3.connect(file_in(folder), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def read_only(service: Service, _: Path) -> Iterator[None]:
    """As root may write everywhere, SQLite itself is told to refuse it."""

    def refuse(connection: Any, *_: Any) -> None:
        connection.execute("PRAGMA query_only = ON")

    engine = service.database._writing
    event.listen(engine, "checkout", refuse)
    try:
        service.database.writer._drop()
        yield
    finally:
        event.remove(engine, "checkout", refuse)
        engine.dispose()
        service.database.writer._drop()


@contextmanager
def gone(_: Service, folder: Path) -> Iterator[None]:
    away = file_in(folder).rename(folder / "away")
    try:
        yield
    finally:
        away.rename(file_in(folder))


FAULTS: list[Fault] = [full, locked, read_only, gone]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.web.store.database.PATIENCE", 0.1)


def stored(folder: Path) -> list[tuple[Any, ...]]:
    """All moves of the database, as another program reads them."""
    with closing(sqlite3.connect(file_in(folder))) as other:
        return other.execute('SELECT * FROM moves ORDER BY "table", seq').fetchall()


@pytest.mark.parametrize("fault", FAULTS)
@in_loop
async def test_a_move_is_refused_and_made_when_the_fault_is_over(
    fault: Fault, tmp_path: Path
) -> None:
    async with served(tmp_path) as service:
        tables = service.tables
        table, viewers = await two_people(service, "yucata")
        await play_out(service, table, viewers, 2)
        rows = stored(tmp_path)
        before = await tables.view(table, viewers[0])
        seen = before.observation
        assert seen
        sent = (table, viewers[0], before.version, seen.moves[-1].move)
        with fault(service, tmp_path):
            for _ in range(2):
                with pytest.raises(Unavailable, match=r"just now; please try again\.$"):
                    await tables.play(*sent, request="one")
        assert stored(tmp_path) == rows
        assert await tables.view(table, viewers[0]) == before
        after = await tables.play(*sent, request="one")
        assert after.observation
        assert after.observation.history == (*seen.history, seen.moves[-1].move)
        assert len(stored(tmp_path)) == len(rows) + 1
        assert await tables.play(*sent, request="one") == after


@pytest.mark.parametrize("fault", FAULTS)
@in_loop
async def test_a_bot_tries_again(
    fault: Fault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.web.thinking.RETRY", 0.05)
    async with served(tmp_path, pace=0.3) as service:
        made = await service.tables.create(None, wanted("yucata", PERSON, QUICK_BOT))
        me = viewer_of(made)
        await play_out(service, made.id, [me], 1)
        failed = len(service.thinking)
        with fault(service, tmp_path):
            with pytest.raises(Unavailable):
                await service.people.enter("Anna")
            await service.clock.sleep(0.6)
        assert failed == 1
        view = await until(service, made.id, me, lambda view: view.turn)
        assert [event.seat for event in view.events] == [0, 1]


@in_loop
async def test_another_file_in_its_place_is_never_written_to(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        table, viewers = await two_people(service, "yucata")
        view = await service.tables.view(table, viewers[0])
        assert view.observation
        move = view.observation.moves[0].move
        other = tmp_path / "other"
        with (
            closing(sqlite3.connect(file_in(tmp_path))) as one,
            closing(sqlite3.connect(other)) as two,
        ):
            one.backup(two)
        other.replace(file_in(tmp_path))
        for _ in range(2):
            with pytest.raises(Unavailable):
                await service.tables.play(table, viewers[0], view.version, move)
        assert stored(tmp_path) == []


# -- PostgreSQL


@contextmanager
def closed(server: str, name: str) -> Iterator[None]:
    """Nobody gets in, and who was in is thrown out."""
    with psycopg.connect(f"postgresql://tablee@/postgres?{server}", autocommit=True) as other:
        other.execute(f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS false')
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,)
        )
        yield
        other.execute(f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS true')


@contextmanager
def held(server: str, name: str) -> Iterator[None]:
    """Somebody else has a lock on the tables."""
    with psycopg.connect(f"postgresql://tablee@/{name}?{server}") as other:
        other.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
        yield


@pytest.mark.parametrize("fault", [closed, held])
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
@in_loop
async def test_a_server_of_postgresql_that_fails(
    fault: Callable[[str, str], AbstractContextManager[None]],
    url: str,
    postgres: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tablee.web.store.database.PATIENCE", 1.0)
    async with served(tmp_path, database=url) as service:
        table, viewers = await two_people(service, "yucata")
        await play_out(service, table, viewers, 2)
        before = await service.tables.view(table, viewers[0])
        assert before.observation
        sent = (table, viewers[0], before.version, before.observation.moves[0].move)
        with fault(postgres, str(make_url(url).database)):
            for _ in range(2):
                with pytest.raises(Unavailable):
                    await service.tables.play(*sent)
        assert await service.tables.view(table, viewers[0]) == before
        after = await service.tables.play(*sent)
        assert len(after.events) == len(before.events) + 1
