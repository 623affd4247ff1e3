"""The database for a command: beside a server that is running, or without one."""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy.engine import make_url

from tablee.web.errors import Unavailable
from tablee.web.settings import BadSetting
from tablee.web.store.database import Database
from tablee.web.store.upgrade import HEAD, revision

T = TypeVar("T")


def file_of(url: str) -> Path | None:
    """Where a database of SQLite is, which must be there; None for PostgreSQL."""
    if not url.startswith("sqlite:"):
        return None
    file = Path(make_url(url).database or "")
    if not file.is_file():
        raise BadSetting(f"--database: there is no file {file}.")
    return file


def run(url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    """Do something with a database that a server has made."""
    file_of(url)
    return asyncio.run(opened(url, work))


async def opened(url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    database = Database(url)
    try:
        if await database.read(revision) != HEAD:
            raise BadSetting(
                "--database: it is of another version of tablée; a server of this one updates it."
            )
        return await work(database)
    except Unavailable as wrong:
        raise BadSetting(f"--database: {wrong}") from None
    finally:
        database.close()


def copy(database: Path, to: Path) -> None:
    """A copy of one moment, while others write. Who goes on from it goes on with fresh versions:
    the same version must never mean two things to a browser."""
    part = to.with_name(f"{to.name}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600))  # it holds secrets
        with (
            contextlib.closing(sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True)) as source,
            contextlib.closing(sqlite3.connect(part, isolation_level=None)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
            target.execute("DELETE FROM server WHERE name = 'epoch'")
        part.replace(to)
    finally:
        part.unlink(missing_ok=True)
