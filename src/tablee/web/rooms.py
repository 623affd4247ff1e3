"""All tables that are in memory: woken when asked for, put to sleep when nobody looks."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar

from tablee.rules.contract import Refusal
from tablee.web import tokens
from tablee.web.bus import Bus
from tablee.web.clock import Clock
from tablee.web.errors import Stale, Unavailable, Unknown
from tablee.web.room import Room, Step
from tablee.web.store import queries
from tablee.web.store.database import Database
from tablee.web.store.writer import Conflict

log = logging.getLogger(__name__)
T = TypeVar("T")
KEPT = 30.0  # seconds after the last use
Plan = Callable[[Room], Step | None]


class Rooms:
    def __init__(
        self,
        database: Database,
        bus: Bus,
        clock: Clock,
        ready: Callable[[str], Awaitable[None]],
    ) -> None:
        """`ready` waits until the rules of a game are compiled."""
        self.database, self.bus, self.clock, self.ready = database, bus, clock, ready
        self._rooms: dict[str, Room] = {}
        self._waking: dict[str, asyncio.Task[Room]] = {}
        self._steps: set[asyncio.Task[Any]] = set()
        self.on_step: Callable[[Room], None] = lambda room: None
        self.on_removal: Callable[[str], None] = lambda table: None

    def __len__(self) -> int:
        return len(self._rooms)

    async def get(self, table: str) -> Room:
        """A table as the database has it; Unknown if it has none of this name."""
        room = self._rooms.get(table)
        if room is None:
            waking = self._waking.get(table)
            if waking is None:
                waking = self._waking[table] = asyncio.create_task(self._wake(table))
                waking.add_done_callback(lambda _: self._waking.pop(table, None))
            room = await asyncio.shield(waking)
        room.used = self.clock.now()
        return room

    async def _wake(self, table: str) -> Room:
        if not tokens.is_id(table):
            raise Unknown("There is no such table.")
        found = await self.database.read(lambda connection: queries.load(connection, table))
        if found is None:
            raise Unknown("There is no such table.")
        await self.ready(found[0].game)
        room = self._rooms[table] = await asyncio.to_thread(Room, *found)
        return room

    @asynccontextmanager
    async def held(self, table: str) -> AsyncIterator[Room]:
        """A table that nobody else changes meanwhile, and no step of which is under way."""
        while True:
            room = await self.get(table)
            async with room.lock:
                if not room.gone:
                    yield room
                    return

    async def change(self, table: str, plan: Plan) -> Room:
        """Store what a plan makes of a table, which it must not wait for; None changes nothing.

        Once begun, it is done to its end, even if who asked has gone.
        """
        return await self._to_the_end(self._change(table, plan))

    async def _change(self, table: str, plan: Plan) -> Room:
        async with self.held(table) as room:
            try:
                step = plan(room)
            except Refusal:
                raise
            except BaseException:
                self.drop(room)
                raise
            if step is not None:
                await self._store(room, step)
            return room

    async def _store(self, room: Room, step: Step) -> None:
        before = room.table
        after = replace(step.table, revision=before.revision + 1, changed=self.clock.now())
        try:
            await self.database.write(
                queries.change(before, after, step.moves, step.afresh, step.also)
            )
        except Conflict:
            self.drop(room)
            raise Stale("The table has changed meanwhile.") from None
        except BaseException:
            self.drop(room)
            raise
        room.stored(after)
        self.bus.tell(after.id)
        self.on_step(room)

    async def begin(self, table: str) -> None:
        """Go on where a table stands, which has been stored without us."""
        self.on_step(await self.get(table))

    async def add(self, room: Room, step: Step) -> None:
        """A new table, perhaps with its first cards."""
        await self._to_the_end(self._add(room, step))

    async def _add(self, room: Room, step: Step) -> None:
        await self.database.write(queries.add(step.table, step.moves))
        room.stored(step.table)
        room.used = self.clock.now()
        self._rooms[step.table.id] = room
        self.on_step(room)

    async def remove(self, table: str, may: Callable[[Room], None]) -> None:
        """Forget a table for ever; `may` refuses it."""
        await self._to_the_end(self._remove(table, may))

    async def _remove(self, table: str, may: Callable[[Room], None]) -> None:
        async with self.held(table) as room:
            may(room)
            try:
                await self.database.write(queries.remove(room.table))
            except Conflict:
                raise Stale("The table has changed meanwhile.") from None
            finally:
                self.drop(room)
            self.removed(table)

    def drop(self, room: Room) -> None:
        """The database may have something else: it is asked again when the table is wanted."""
        room.gone = True
        if self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]

    def outdated(self, table: str) -> None:
        """Somebody else has changed it in the database."""
        if room := self._rooms.get(table):
            self.drop(room)
        self.bus.tell(table)

    def removed(self, table: str) -> None:
        """It is no longer in the database."""
        self.outdated(table)
        self.on_removal(table)

    async def catch_up(self) -> None:
        """Hear of what a command, or another server, has done in the database."""
        known = dict(self._rooms)
        stored = await self.database.read(lambda connection: queries.revisions(connection, known))
        for table, room in known.items():
            if room.gone or room.lock.locked():
                continue  # the step that is under way finds out
            if table not in stored:
                self.removed(table)
            elif stored[table] > room.table.revision:
                self.outdated(table)
                with suppress(Unknown, Unavailable):
                    await self.begin(table)

    def sleep(self, busy: Callable[[str], bool]) -> None:
        """Forget the tables that nobody looks at or thinks about."""
        until = self.clock.now() - KEPT
        for table, room in list(self._rooms.items()):
            idle = room.used < until and not room.lock.locked()
            if idle and not self.bus.watched(table) and not busy(table):
                self.drop(room)

    def loaded(self) -> list[Room]:
        return list(self._rooms.values())

    async def _to_the_end(self, step: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(step)
        self._steps.add(task)
        task.add_done_callback(self._steps.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(forgotten)
            raise

    async def stop(self) -> None:
        """Answer what was begun."""
        while self._steps:
            await asyncio.wait(self._steps)


def forgotten(step: asyncio.Task[Any]) -> None:
    """Nobody is there any more to be told why a step was refused."""
    wrong = None if step.cancelled() else step.exception()
    if wrong is not None and not isinstance(wrong, Refusal):
        log.error("A step failed.", exc_info=wrong)
