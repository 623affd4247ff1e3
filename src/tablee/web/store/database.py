"""One database: reading in a few threads, writing in one that commits what waits together."""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from tablee.web.errors import Unavailable
from tablee.web.settings import BadSetting
from tablee.web.store.writer import Broken, Writer

T = TypeVar("T")
READERS = 4
PATIENCE = 2.0  # seconds that we wait for a lock of somebody else, or for a server


class Database:
    """To be made and used on one event loop."""

    def __init__(self, url: str) -> None:
        place: File | Server = File(url) if url.startswith("sqlite:") else Server(url)
        self._reading = place.engine(writing=False)
        self._writing = place.engine(writing=True)
        self._readers = ThreadPoolExecutor(READERS, "reading")
        self.writer = Writer(self._writing, place.check)

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """What is asked, of one moment."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, self._ask, ask)
        except (SQLAlchemyError, OSError):
            raise Unavailable("The tables can't be read just now; please try again.") from None

    def _ask(self, ask: Callable[[Connection], T]) -> T:
        with self._reading.begin() as connection:
            return ask(connection)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Done, committed and safe when this returns; else nothing of it was done.

        The work may be run twice: when others that it was grouped with fail, it is done again.
        """
        return await self.writer.submit(work)

    def write_now(self, work: Callable[[Connection], T]) -> T:
        """The same for a command or a start, outside of the writing thread."""
        try:
            with self._writing.begin() as connection:
                return work(connection)
        except (SQLAlchemyError, OSError) as wrong:
            raise BadSetting(f"--database: it can't be used: {reason(wrong)}.") from None

    def close(self) -> None:
        """After everything that was accepted for writing."""
        self.writer.close()
        self._readers.shutdown(cancel_futures=True)
        self._reading.dispose()
        self._writing.dispose()


def reason(wrong: Exception) -> str:
    """What a database says of itself, in one line."""
    said = str(getattr(wrong, "orig", None) or wrong).strip()
    return said.splitlines()[0].rstrip(".") if said else type(wrong).__name__


class File:
    """A file of SQLite."""

    def __init__(self, url: str) -> None:
        name = make_url(url).database
        if not name or name == ":memory:":
            raise BadSetting("--database: a file is wanted, or an address of PostgreSQL.")
        self._path = Path(name)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds secrets
            with contextlib.closing(self._connect()) as connection:
                connection.execute("PRAGMA journal_mode = WAL")
        except (OSError, sqlite3.Error) as wrong:
            why = getattr(wrong, "strerror", None) or wrong
            raise BadSetting(f"--database: {self._path} can't be opened: {why}.") from None
        self._identity = self._look()

    def engine(self, writing: bool) -> Engine:
        engine = create_engine(
            "sqlite://",
            creator=self._connect,
            poolclass=QueuePool,
            pool_size=READERS,
            hide_parameters=True,  # an error that is logged must not tell secrets
        )
        begin = "BEGIN IMMEDIATE" if writing else "BEGIN"

        @event.listens_for(engine, "begin")
        def start(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: Any) -> None:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = FULL")  # moves outlive a loss of power

        return engine

    def _connect(self) -> sqlite3.Connection:
        """To the file that is there: one that is gone must not come back empty."""
        return sqlite3.connect(
            f"file:{quote(str(self._path))}?mode=rw",
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )

    def _look(self) -> tuple[int, int]:
        found = self._path.stat()
        return found.st_dev, found.st_ino

    def check(self) -> None:
        """Around a commit: SQLite writes on happily into a file that was removed or replaced."""
        if self._look() != self._identity:
            raise Broken


class Server:
    """A server of PostgreSQL."""

    def __init__(self, url: str) -> None:
        self._url = url

    def engine(self, writing: bool) -> Engine:
        try:
            return create_engine(
                self._url,
                isolation_level="READ COMMITTED" if writing else "REPEATABLE READ",
                pool_pre_ping=True,
                hide_parameters=True,
                pool_size=READERS,
                connect_args={
                    "connect_timeout": max(2, round(PATIENCE)),
                    "options": f"-c statement_timeout={PATIENCE:.0f}s",
                },
            )
        except ModuleNotFoundError:
            raise BadSetting(
                '--database: for PostgreSQL one more package is needed: "psycopg[binary]".'
            ) from None

    def check(self) -> None:
        pass
