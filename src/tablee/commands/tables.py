"""`tablee tables`"""

import json
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablee.commands.arguments import GameName, put, writable
from tablee.web import settings

if TYPE_CHECKING:
    from sqlalchemy.sql import ColumnElement

    from tablee.web.store.database import Database
    from tablee.web.store.rows import Move, Seat, Table

Function = Callable[..., Any]
Found = tuple["Table", list["Move"]]
STATUSES = ("waiting", "playing", "over")
MOST = 1_000_000  # that are listed

in_database = click.option("--database", metavar="VALUE", help="As for `tablee serve`.")


def url_of(database: str | None) -> str:
    return settings.read({"database": database}, os.environ).database


@click.group()
def tables() -> None:
    """Look after the tables of a server, while it runs."""


@tables.command(
    "list",
    epilog="""Examples:

    \b
      tablee tables list
      tablee tables list --status playing --game hornochsen
      tablee tables list --json""",
)
@click.option("--status", type=click.Choice(STATUSES), help="Only those.")
@click.option("--game", type=GameName(), help="Only tables of this game.")
@click.option("as_json", "--json", is_flag=True, help="An object a line.")
@in_database
def list_tables(status: str | None, game: str | None, as_json: bool, database: str | None) -> None:
    """List the tables, the one that changed last first."""
    url = url_of(database)

    from tablee.web.store import beside, queries, schema

    columns = {"status": status, "game": game}
    wanted = [schema.tables.c[name] == value for name, value in columns.items() if value]

    async def look(stored: "Database") -> "list[Table]":
        return await stored.read(lambda connection: queries.tables(connection, *wanted, most=MOST))

    for table in beside.run(url, look):
        click.echo(json.dumps(summary(table), ensure_ascii=False) if as_json else line(table))


@tables.command(
    epilog="""Examples:

    \b
      tablee tables show 2d0c7b6f3c5a4e19b8d7a6f5
      tablee tables show KWMQPT"""
)
@click.argument("table")
@in_database
def show(table: str, database: str | None) -> None:
    """Show what there is to know about a TABLE, given by its id or its short code."""
    found, _ = look_up(url_of(database), table)
    for name, value in summary(found).items():
        if name != "seats":
            click.echo(f"{name:8} {value if isinstance(value, str) else json.dumps(value)}")
    for seat in found.seats:
        mark = " *" if seat.seat == found.actor else ""
        click.echo(f"seat {seat.seat:<3} {person(seat)}{mark}")


@tables.command(
    epilog="""Examples:

    \b
      tablee tables export KWMQPT game.json
      tablee tables export KWMQPT | gzip > game.json.gz"""
)
@click.argument("table")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@in_database
def export(table: str, file: Path | None, database: str | None) -> None:
    """Write the record of a TABLE to FILE, or to the standard output.

    The record of a game that is not over tells every hand as well.
    """
    writable(file)
    found, moves = look_up(url_of(database), table)
    if found.status == "waiting":
        raise click.UsageError("The game has not begun.")

    from tablee.web.room import Room

    record = json.dumps(Room(found, moves).record(), ensure_ascii=False) + "\n"
    if file:
        put(file, lambda: record)
    else:
        click.echo(record, nl=False)


@tables.command(
    epilog="""Examples:

    \b
      tablee tables close KWMQPT
      tablee tables close --yes 2d0c7b6f3c5a4e19b8d7a6f5 KWMQPT"""
)
@click.argument("names", nargs=-1, required=True, metavar="TABLE...")
@click.option("--yes", is_flag=True, help="Don't ask.")
@in_database
def close(names: tuple[str, ...], yes: bool, database: str | None) -> None:
    """Forget each TABLE for ever, moves and all.

    Who looks at it is told within seconds.
    """
    url = url_of(database)
    for name in names:
        found, _ = look_up(url, name)
        click.echo(line(found))
        if yes or click.confirm("Close this table?"):
            forget(url, found.id)


def look_up(url: str, name: str) -> Found:
    from tablee.web.store import beside, queries, schema
    from tablee.web.tokens import is_id, read_code

    this = schema.tables.c
    named: ColumnElement[bool] = this.id == name if is_id(name) else this.code == read_code(name)

    async def look(stored: "Database") -> Found | None:
        tables = await stored.read(lambda connection: queries.tables(connection, named))
        if not tables:
            return None
        return await stored.read(lambda connection: queries.load(connection, tables[0].id))

    found = beside.run(url, look)
    if found is None:
        raise click.UsageError(f"There is no table {name!r}.")
    return found


def forget(url: str, table: str) -> None:
    """Whatever is being played there: a move that comes too late finds no table."""
    from sqlalchemy import delete

    from tablee.web.store import beside, schema

    gone = delete(schema.tables).where(schema.tables.c.id == table)
    beside.run(url, lambda stored: stored.write(lambda connection: connection.execute(gone)))


# -- in words


def line(table: "Table") -> str:
    people = ", ".join(person(seat) for seat in table.seats)
    return (
        f"{table.id}  {table.game:11}  {table.status:7}  {table.played:4} moves  "
        f"{when(table.changed)}  {people}"
    )


def person(seat: "Seat") -> str:
    if seat.kind == "open":
        return "(free)"
    return f"{seat.name} ({seat.level})" if seat.level else seat.name


def when(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().isoformat(" ", timespec="minutes")[:16]


def summary(table: "Table") -> dict[str, Any]:
    """What an operator may want to know; nothing that would help a player."""
    return {
        "id": table.id,
        "code": table.code,
        "game": table.game,
        "name": table.name,
        "status": table.status,
        "moves": table.played,
        "public": table.public,
        "options": dict(table.options),
        "created": when(table.created),
        "changed": when(table.changed),
        "seats": [
            {"name": seat.name, "kind": seat.kind, "level": seat.level, "absence": seat.absence}
            for seat in table.seats
        ],
    }
