"""The one thread that writes: what waits while a commit runs is committed together."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from tablee.web.errors import Unavailable

T = TypeVar("T")
Work = Callable[[Connection], Any]
MOST = 200  # that are committed together


class Conflict(Exception):
    """Somebody else has changed the same table first."""


class Broken(Exception):
    """What is committed does not reach the database."""


class Job(NamedTuple):
    work: Work
    done: "asyncio.Future[Any]"


class Writer:
    def __init__(self, engine: Engine, check: Callable[[], None]) -> None:
        """`check` is called around each commit and raises if that can't reach the database."""
        self._engine, self._check = engine, check
        self.on_commit: Callable[[Sequence[Any], float], None] = lambda outcomes, seconds: None
        self._connection: Connection | None = None
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="writing")
        self._thread.start()

    async def submit(self, work: Callable[[Connection], T]) -> T:
        if self._closed:
            raise unavailable()
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Job(work, done))
        return await done

    def close(self) -> None:
        """Once what is waiting is written."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        while more:
            jobs, more = self._waiting()
            if jobs:
                began = time.perf_counter()
                outcomes = self._commit(jobs)
                self.on_commit(outcomes, time.perf_counter() - began)
                self._loop.call_soon_threadsafe(deliver, jobs, outcomes)
        self._drop()

    def _waiting(self) -> tuple[list[Job], bool]:
        """What waits, at least one; and whether more may come."""
        jobs: list[Job] = []
        try:
            while len(jobs) < MOST:
                job = self._jobs.get(block=not jobs)
                if job is None:
                    return jobs, False
                jobs.append(job)
        except Empty:
            pass
        return jobs, True

    def _commit(self, jobs: list[Job]) -> list[Any]:
        """The result of each job, or what it failed with."""
        try:
            return self._together(jobs)
        except (Conflict, IntegrityError) as wrong:
            if len(jobs) > 1:
                return [outcome for job in jobs for outcome in self._commit([job])]
            return [Conflict() if isinstance(wrong, IntegrityError) else wrong]
        except (SQLAlchemyError, OSError, Broken):
            self._drop()
            return [unavailable() for _ in jobs]
        except Exception as wrong:  # a mistake of ours must not take the others along
            if len(jobs) > 1:
                return [outcome for job in jobs for outcome in self._commit([job])]
            return [wrong]

    def _together(self, jobs: list[Job]) -> list[Any]:
        self._check()
        if self._connection is None:
            self._connection = self._engine.connect()
        with self._connection.begin():
            outcomes = [job.work(self._connection) for job in jobs]
        self._check()
        return outcomes

    def _drop(self) -> None:
        """The next one begins with a fresh connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except DBAPIError:
                pass  # it was broken, and is gone now


def deliver(jobs: list[Job], outcomes: list[Any]) -> None:
    for job, outcome in zip(jobs, outcomes, strict=True):
        if job.done.done():
            continue  # who asked has gone
        if isinstance(outcome, Exception):
            job.done.set_exception(outcome)
        else:
            job.done.set_result(outcome)


def unavailable() -> Unavailable:
    return Unavailable("The table can't be saved just now; please try again.")
