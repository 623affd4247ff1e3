"""Tables in and out of the database."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update
from sqlalchemy import Table as Schema
from sqlalchemy.sql import ColumnElement

from tablee.web.store import schema
from tablee.web.store.rows import LEFT, Move, Seat, Table
from tablee.web.store.writer import Conflict
from tablee.web.view import OVER, PLAYING

COLUMNS = tuple(each.name for each in fields(Table) if each.name != "seats")
SEAT_COLUMNS = tuple(each.name for each in fields(Seat))
PROGRESS = ("status", "changed", "revision", "played", "actor", "bots_turn")  # what a move changes
MOST_LISTED = 200
MOST_ASKED = 1000  # names in one question
Work = Callable[[Connection], None]


def setting(table: Schema, columns: Iterable[str], *keys: str) -> Any:
    """An update of these columns in the row that `key_...` names; made once, since it is slow."""
    found = [table.c[key] == bindparam(f"key_{key}") for key in keys]
    return update(table).where(*found).values({name: bindparam(name) for name in columns})


SET_PROGRESS = setting(schema.tables, PROGRESS, "id", "revision")
SET_ALL = setting(schema.tables, COLUMNS[1:], "id", "revision")
SET_SEAT = setting(schema.seats, SEAT_COLUMNS[1:], "table", "seat")
ADD_MOVES = insert(schema.moves)
SEATS = select(schema.seats).order_by(schema.seats.c.seat)
MOVES = select(schema.moves.c.move, schema.moves.c.at, schema.moves.c.request).order_by(
    schema.moves.c.seq
)


def load(connection: Connection, table: str) -> tuple[Table, list[Move]] | None:
    """A table with its moves."""
    found = tables(connection, schema.tables.c.id == table)
    if not found:
        return None
    moves = connection.execute(MOVES.where(schema.moves.c.table == table))
    return found[0], [Move(*row) for row in moves]


def tables(
    connection: Connection, *wanted: ColumnElement[bool], most: int = MOST_LISTED
) -> list[Table]:
    """The tables of which all this holds, changed last first."""
    chosen = (
        select(schema.tables).where(*wanted).order_by(schema.tables.c.changed.desc()).limit(most)
    )
    rows = connection.execute(chosen).mappings().all()
    seats: dict[str, list[Seat]] = {row["id"]: [] for row in rows}
    for seat in connection.execute(SEATS.where(schema.seats.c.table.in_(seats))).mappings():
        seats[seat["table"]].append(Seat(**{name: seat[name] for name in SEAT_COLUMNS}))
    return [
        Table(**{**row, "lots": tuple(row["lots"]), "seats": tuple(seats[row["id"]])})
        for row in rows
    ]


def revisions(connection: Connection, known: Iterable[str]) -> dict[str, int]:
    """How far these tables are; those that are no longer there are left out."""
    this, wanted = schema.tables.c, list(known)
    found: dict[str, int] = {}
    for start in range(0, len(wanted), MOST_ASKED):
        some = this.id.in_(wanted[start : start + MOST_ASKED])
        rows = connection.execute(select(this.id, this.revision).where(some))
        found.update({row.id: row.revision for row in rows})
    return found


def of_guest(guest: int) -> ColumnElement[bool]:
    """The tables at which a guest sits, or whose host the guest is."""
    seats = schema.seats.c
    sat = select(seats.table).where(seats.guest == guest, seats.absence != LEFT)
    return or_(schema.tables.c.id.in_(sat), schema.tables.c.host == guest)


def add(table: Table, moves: Sequence[Move]) -> Work:
    """Write a new table."""

    def work(connection: Connection) -> None:
        connection.execute(insert(schema.tables), values(table, COLUMNS))
        connection.execute(insert(schema.seats), seat_values(table.seats, table.id))
        append(connection, table.id, 0, moves)

    return work


def change(
    before: Table,
    after: Table,
    moves: Sequence[Move] = (),
    afresh: bool = False,
    also: Work | None = None,
) -> Work:
    """Write what has changed, or raise Conflict if the table is no longer as it was before.

    Afresh: the moves so far are forgotten.
    """
    only_progress = before == replace(without_progress(before, after), seats=before.seats)
    seats = [new for old, new in zip(before.seats, after.seats, strict=True) if old != new]

    def work(connection: Connection) -> None:
        columns = PROGRESS if only_progress else COLUMNS[1:]
        keys = {"key_id": before.id, "key_revision": before.revision}
        found = connection.execute(
            SET_PROGRESS if only_progress else SET_ALL, keys | values(after, columns)
        )
        if found.rowcount != 1:
            raise Conflict
        if seats:
            connection.execute(SET_SEAT, seat_values(seats, before.id, "key_"))
        if afresh:
            connection.execute(delete(schema.moves).where(schema.moves.c.table == before.id))
        append(connection, before.id, 0 if afresh else before.played, moves)
        if also is not None:
            also(connection)

    return work


def append(connection: Connection, table: str, seq: int, moves: Sequence[Move]) -> None:
    if moves:
        rows = [
            {"table": table, "seq": number, **move._asdict()}
            for number, move in enumerate(moves, seq)
        ]
        connection.execute(ADD_MOVES, rows)


def remove(table: Table) -> Work:
    def work(connection: Connection) -> None:
        this = schema.tables.c
        gone = delete(schema.tables).where(this.id == table.id, this.revision == table.revision)
        if connection.execute(gone).rowcount != 1:
            raise Conflict

    return work


def without_progress(before: Table, after: Table) -> Table:
    """The new table, but where a move makes it go on, as before."""
    return replace(after, **{name: getattr(before, name) for name in PROGRESS})


def values(table: Table, columns: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(table, name) for name in columns}


def seat_values(seats: Sequence[Seat], table: str, prefix: str = "") -> list[dict[str, Any]]:
    return [
        {f"{prefix}table": table, f"{prefix}seat": seat.seat}
        | {name: getattr(seat, name) for name in SEAT_COLUMNS[1:]}
        for seat in seats
    ]


def unfinished(guest: int) -> ColumnElement[bool]:
    return (schema.tables.c.host == guest) & (schema.tables.c.status != OVER)


def bots_to_move() -> ColumnElement[bool]:
    return schema.tables.c.bots_turn & (schema.tables.c.status == PLAYING)
