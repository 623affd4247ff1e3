"""`tablee tables` and `tablee backup`, beside a server that goes on playing."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablee.cli import main
from tablee.web import rooms
from tablee.web.chance import verify
from tablee.web.errors import Unknown
from tablee.web.people import Viewer
from tablee.web.service import Service
from tablee.web.view import PLAYING, WAITING
from tests.web.serving import (
    PERSON,
    QUICK_BOT,
    in_loop,
    play_out,
    served,
    two_people,
    wanted,
)


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, words, input=typed, prog_name="tablee")


async def ask(folder: Path, *words: str, typed: str | None = None) -> Result:
    """A command, as from another process: the server goes on meanwhile."""
    database = ("--database", str(folder / "tables.sqlite"))
    return await asyncio.to_thread(run, *words, *database, typed=typed)


@asynccontextmanager
async def three_tables(folder: Path) -> AsyncIterator[tuple[Service, str, str, str]]:
    """One that waits, one that plays, and one that is over."""
    async with served(folder) as service:
        tables = service.tables
        waits = await tables.create(None, wanted("yucata", PERSON, QUICK_BOT, PERSON, name="Jürg"))
        plays, viewers = await two_people(service)
        await play_out(service, plays, viewers, 3)
        over, viewers = await two_people(service, "yucata")
        await play_out(service, over, viewers)
        yield service, waits.id, plays, over


@in_loop
async def test_tables_are_listed(tmp_path: Path) -> None:
    async with three_tables(tmp_path) as (_, waits, plays, over):
        result = await ask(tmp_path, "tables", "list")
        lines = result.stdout.splitlines()
        assert [line.split()[0] for line in lines] == [over, plays, waits]
        assert lines[2].endswith("  Anna, Ambra (novice), (free)")
        playing = await ask(tmp_path, "tables", "list", "--status", "playing", "--json")
        told = json.loads(playing.stdout)
        assert (told["id"], told["status"], told["game"]) == (plays, PLAYING, "hornochsen")
        assert [seat["name"] for seat in told["seats"]] == ["Anna", "Bruno"]
        none = await ask(tmp_path, "tables", "list", "--game", "yellowstone")
        assert (none.exit_code, none.stdout) == (0, "")


@in_loop
async def test_a_table_is_shown_by_its_id_or_its_code(tmp_path: Path) -> None:
    async with three_tables(tmp_path) as (service, waits, plays, _):
        by_id = await ask(tmp_path, "tables", "show", waits)
        code = (await service.tables.view(waits, Viewer())).code
        by_code = await ask(tmp_path, "tables", "show", f"{code[:3].lower()}-{code[3:]}")
        assert by_id.stdout == by_code.stdout
        assert "name     Jürg\n" in by_id.stdout
        assert f"status   {WAITING}\n" in by_id.stdout
        assert "seat 0   Anna\nseat 1   Ambra (novice)\nseat 2   (free)\n" in by_id.stdout
        actor = (await service.tables.view(plays, Viewer())).actor
        shown = (await ask(tmp_path, "tables", "show", plays)).stdout
        assert f"\nseat {actor}   " in shown
        assert shown.count(" *\n") == 1
        missing = await ask(tmp_path, "tables", "show", "NOBODY")
        assert (missing.exit_code, missing.stderr) == (2, "There is no table 'NOBODY'.\n")


@in_loop
async def test_nothing_that_is_listed_or_shown_is_a_secret(tmp_path: Path) -> None:
    async with three_tables(tmp_path) as (service, _, plays, _):
        said = (await ask(tmp_path, "tables", "list", "--json")).stdout
        said += (await ask(tmp_path, "tables", "show", plays)).stdout
        room = await service.rooms.get(plays)
        hidden = [room.table.secret, *(seat.token for seat in room.table.seats if seat.token)]
        assert len(hidden) == 3
        assert not [secret for secret in hidden if secret.hex() in said]


@in_loop
async def test_records_are_exported(tmp_path: Path) -> None:
    async with three_tables(tmp_path) as (service, waits, plays, over):
        file = tmp_path / "game.json"
        done = await ask(tmp_path, "tables", "export", over, str(file))
        assert (done.exit_code, done.output) == (0, "")
        record = json.loads(file.read_text())
        assert record == await service.tables.record(over)
        assert list(verify(record).played) == record["moves"]
        begun = json.loads((await ask(tmp_path, "tables", "export", plays)).stdout)
        assert "chance" not in begun  # what it holds would tell the cards to come
        assert len(begun["moves"]) == (await service.rooms.get(plays)).table.played
        early = await ask(tmp_path, "tables", "export", waits)
        assert (early.exit_code, early.stderr) == (2, "The game has not begun.\n")


@in_loop
async def test_a_closed_table_is_gone_for_who_looks_at_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.web.service.SWEEP", 0.01)
    async with three_tables(tmp_path) as (service, waits, plays, over):
        assert rooms.KEPT > 1
        await service.tables.view(plays, Viewer())
        async with service.tables.watch(plays) as watch:
            kept = await ask(tmp_path, "tables", "close", plays, typed="n\n")
            assert "Close this table?" in kept.stdout
            await service.tables.view(plays, Viewer())
            done = await ask(tmp_path, "tables", "close", plays, typed="y\n")
            assert done.exit_code == 0
            await watch.changed()
            with pytest.raises(Unknown):
                await service.tables.view(plays, Viewer())
        both = await ask(tmp_path, "tables", "close", "--yes", waits, over)
        assert both.exit_code == 0
        assert (await ask(tmp_path, "tables", "list")).stdout == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tables", "list"], "--database: there is no file "),
        (["backup", "copy.sqlite"], "--database: there is no file "),
    ],
)
def test_a_database_that_is_not_there_is_not_made(
    words: list[str], sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "tables.sqlite"
    result = run(*words, "--database", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(sentence)
    assert not file.exists()


def test_a_database_of_another_version_is_left_to_a_server(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(file)) as database:
        database.executescript((Path(__file__).parent / "store" / "0001.sql").read_text())
    result = run("tables", "list", "--database", str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith("--database: it is of another version of tablée; ")


# -- backup


@in_loop
async def test_a_copy_is_made_while_people_play_and_goes_on_with_fresh_versions(
    tmp_path: Path,
) -> None:
    copy = tmp_path / "copy" / "tables.sqlite"
    copy.parent.mkdir()
    async with served(tmp_path) as service:
        table, viewers = await two_people(service)
        await play_out(service, table, viewers, 5)
        before = await service.tables.view(table, viewers[0])
        playing = asyncio.create_task(play_out(service, table, viewers, 30))
        done = await ask(tmp_path, "backup", str(copy))
        assert done.exit_code == 0
        assert done.stdout.startswith(f"{copy}: ")
        await playing
        after = await service.tables.view(table, viewers[0])
    assert [file.name for file in copy.parent.iterdir()] == ["tables.sqlite"]
    assert copy.stat().st_mode & 0o777 == 0o600
    async with served(copy.parent) as service:
        view = await service.tables.view(table, viewers[0])
        assert len(before.events) <= len(view.events) <= len(after.events)
        assert view.events == after.events[: len(view.events)]
        assert view.version.split(".")[0] != after.version.split(".")[0]
        assert len((await play_out(service, table, viewers, 1)).events) > len(view.events)


@in_loop
async def test_no_file_is_replaced_unless_that_is_wished(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        await service.people.enter("Anna")
        copy = tmp_path / "copy.sqlite"
        copy.write_text("mine")
        refused = await ask(tmp_path, "backup", str(copy))
        assert (refused.exit_code, refused.stderr) == (
            2,
            f"{copy}: The file is there already.\n",
        )
        assert copy.read_text() == "mine"
        assert (await ask(tmp_path, "backup", "--force", str(copy))).exit_code == 0
        with closing(sqlite3.connect(copy)) as database:
            assert database.execute("SELECT name FROM guests").fetchall() == [("Anna",)]
        itself = await ask(tmp_path, "backup", "--force", str(tmp_path / "tables.sqlite"))
        assert itself.exit_code == 2
        nowhere = await ask(tmp_path, "backup", str(tmp_path / "no" / "copy.sqlite"))
        assert nowhere.stderr.endswith("The copy can't be made: No such file or directory.\n")


def test_postgresql_has_its_own_way() -> None:
    result = run("backup", "copy.sqlite", "--database", "postgresql://localhost/tables")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "pg_dump" in result.stderr
