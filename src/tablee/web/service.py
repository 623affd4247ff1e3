"""The web table without its pages: everything that is behind them, begun and ended together."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Coroutine
from typing import Any, Self

from sqlalchemy import Connection, insert, select

from tablee.web import tokens
from tablee.web.analysing import Analysing
from tablee.web.bus import Bus
from tablee.web.clock import Clock, WallClock
from tablee.web.errors import Unavailable, Unknown
from tablee.web.expiry import expire
from tablee.web.hinting import Hinting
from tablee.web.life import looked
from tablee.web.notices import Notices
from tablee.web.people import People, Who
from tablee.web.played import Shelf
from tablee.web.purse import Purses
from tablee.web.push import Sender, new_key
from tablee.web.rates import Rates
from tablee.web.room import Room
from tablee.web.rooms import Rooms
from tablee.web.settings import Settings
from tablee.web.showing import Shower
from tablee.web.store import queries, schema, subscriptions
from tablee.web.store.database import Database
from tablee.web.store.upgrade import upgrade
from tablee.web.tables import Tables
from tablee.web.thinking import Thinking
from tablee.web.tokens import Entropy
from tablee.web.warming import Warmth

SWEEP = 10.0  # seconds between two looks for tables that can sleep, or have changed elsewhere
EXPIRY = 3600.0  # seconds between two looks for what is too old to be kept


class Service:
    """To be made by `await Service.open(settings)` and ended by `await service.close()`."""

    def __init__(
        self, settings: Settings, database: Database, epoch: str, clock: Clock, entropy: Entropy
    ) -> None:
        self.settings, self.database, self.clock = settings, database, clock
        self.bus = Bus()
        self.warmth = Warmth()
        self.rooms = Rooms(database, self.bus, clock, self.warmth.ready)
        self.people = People(database, clock, entropy)
        shower = Shower(epoch, self.bus)
        self.tables = Tables(self.rooms, shower, clock, entropy, settings.guest_tables)
        self.notices = Notices(database, clock, shower.online)
        self.rates = Rates(clock)
        self.lines: Counter[str] = Counter()  # open live lines from each address
        self.purses = Purses(settings.guest_thinking, clock)
        self.thinking = Thinking(
            self.rooms, clock, entropy, self.purses, settings.thinkers, settings.pace
        )
        self.analysing = Analysing(self.thinking, self.purses)
        self.hinting = Hinting(self.thinking, self.purses, entropy)
        self.shelf = Shelf()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.rooms.on_step = self._stepped
        self.rooms.on_removal = self.thinking.stop_at
        self.bus.on_arrival = self._arrived

    @classmethod
    async def open(
        cls, settings: Settings, clock: Clock | None = None, entropy: Entropy = tokens.entropy
    ) -> Self:
        """Everything goes on where it was."""
        database = Database(settings.database)
        try:
            database.write_now(upgrade)
            epoch = database.write_now(lambda connection: epoch_of(connection, entropy))
        except BaseException:
            database.close()
            raise
        service = cls(settings, database, epoch, clock or WallClock(), entropy)
        if settings.secure:  # elsewhere browsers take no notices
            key = database.write_now(lambda at: subscriptions.server_key(at, new_key()))
            service.notices.sender = Sender(key, settings.public_url)
        service._spawn(service._resume())
        service._spawn(service._sweep())
        return service

    async def close(self) -> None:
        """What was accepted is stored and answered; thoughts are forgotten."""
        for task in list(self._tasks):
            task.cancel()
        self.analysing.stop()
        await self.thinking.stop()
        await self.rooms.stop()
        await self.notices.stop()
        await asyncio.to_thread(self.database.close)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _stepped(self, room: Room) -> None:
        self.thinking.look(room)
        self.notices.look(room)

    def _arrived(self, table: str, who: Who) -> None:
        self._spawn(self._welcome(table, who))

    async def _welcome(self, table: str, who: Who) -> None:
        with contextlib.suppress(Unknown, Unavailable):
            await self.rooms.change(table, lambda room: looked(room, who))

    async def _resume(self) -> None:
        """The bots think on."""
        waiting = await self.database.read(
            lambda connection: (
                connection.execute(select(schema.tables.c.id).where(queries.bots_to_move()))
                .scalars()
                .all()
            )
        )
        for table in waiting:
            with contextlib.suppress(Unknown, Unavailable):
                await self.rooms.begin(table)

    async def _sweep(self) -> None:
        expires = 0.0
        while True:
            await self.clock.sleep(SWEEP)
            with contextlib.suppress(Unavailable):
                await self.rooms.catch_up()
                if self.clock.now() >= expires:
                    await expire(self.settings, self.rooms, self.clock.now())
                    expires = self.clock.now() + EXPIRY
            self.rooms.sleep(self.thinking.busy)
            self.purses.forget_full_ones()


def epoch_of(connection: Connection, entropy: Entropy) -> str:
    """Begins every version; a new one is drawn when a backup is restored."""
    found = connection.execute(
        select(schema.server.c.value).where(schema.server.c.name == "epoch")
    ).scalar()
    if found is None:
        found = entropy(4).hex()
        connection.execute(insert(schema.server).values(name="epoch", value=found))
    return str(found)
