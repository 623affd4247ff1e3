"""Bots at tables: they think in threads, from what their seat may know, and take their time."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import NamedTuple, TypeVar

from tablee.bots.levels import EXPERT, bot
from tablee.bots.thinking import Stop
from tablee.observation import Observation
from tablee.web.clock import Clock
from tablee.web.errors import Stale, Unavailable, Unknown
from tablee.web.purse import Owner, Purses
from tablee.web.room import Room, Step
from tablee.web.rooms import Rooms
from tablee.web.store.rows import Table
from tablee.web.tokens import Entropy

log = logging.getLogger(__name__)
T = TypeVar("T")
QUICK = "casual"  # the best level that takes next to no time
TAKES_TIME = ("club", "expert", "perfect")
RETRY = 2.0  # seconds after which a move that could not be saved is tried again


class Question(NamedTuple):
    """What a bot is asked: another question makes the answer to this one worthless."""

    secret: bytes  # a table that was begun anew has another one
    played: int
    seat: int
    level: str


def question(table: Table) -> Question | None:
    """What a bot is to be asked at this table."""
    if not table.bots_turn or table.actor is None:
        return None
    level = table.seats[table.actor].level
    return Question(table.secret, table.played, table.actor, str(level))


class Thought:
    def __init__(self, asked: Question) -> None:
        self.asked = asked
        self.stop = threading.Event()
        self.task: asyncio.Task[None] | None = None
        self.answered = False

    def cancel(self) -> None:
        self.stop.set()
        if self.task and not self.answered:
            self.task.cancel()


class Thinking:
    """At most one thought a table, first come, first served: so no table waits for another's
    whole game."""

    def __init__(
        self,
        rooms: Rooms,
        clock: Clock,
        entropy: Entropy,
        purses: Purses,
        thinkers: int,
        pace: float,
    ) -> None:
        self._rooms, self._clock, self._entropy = rooms, clock, entropy
        self._purses, self._pace = purses, pace
        self._threads = ThreadPoolExecutor(thinkers, "thinking")
        self._thoughts: dict[str, Thought] = {}
        self._closed = False

    def __len__(self) -> int:
        """How many tables wait for a bot."""
        return len(self._thoughts)

    def busy(self, table: str) -> bool:
        return table in self._thoughts

    def look(self, room: Room) -> None:
        """Begin to think, think on or stop, as the table now wants it."""
        if self._closed:
            return
        table, asked = room.table.id, question(room.table)
        thought = self._thoughts.get(table)
        if thought is not None:
            if thought.asked == asked and not thought.answered:
                return
            self.stop_at(table)
        if asked is not None:
            thought = self._thoughts[table] = Thought(asked)
            thought.task = asyncio.create_task(self._think(table, thought))

    def stop_at(self, table: str) -> None:
        if thought := self._thoughts.pop(table, None):
            thought.cancel()

    async def _think(self, table: str, thought: Thought) -> None:
        try:
            await self._answer(table, thought)
        except Unavailable:
            await self._clock.sleep(RETRY)
        except (Stale, Unknown):
            pass  # somebody else was faster
        except Exception:
            log.exception("A bot failed at table %s.", table)
            return
        if self._thoughts.get(table) is thought:  # the table still waits
            del self._thoughts[table]
            await self._look_again(table)

    async def _look_again(self, table: str) -> None:
        while True:
            try:
                await self._rooms.begin(table)
            except Unknown:
                return
            except Unavailable:
                await self._clock.sleep(RETRY)
            else:
                return

    async def _answer(self, table: str, thought: Thought) -> None:
        asked = thought.asked
        async with self._rooms.held(table) as room:
            if question(room.table) != asked:
                raise Stale("The table has changed meanwhile.")
            seen = room.shown(asked.seat).observation
            owner, since = room.table.host, room.table.changed
        level = asked.level
        if level in TAKES_TIME and self._purses.left(owner) <= 0:
            level = QUICK
        seed = int.from_bytes(self._entropy(4), "big")
        move = await self.ponder(
            owner, lambda stop: choose(level, seen, seed, stop), thought.stop.is_set
        )
        await self._clock.sleep(max(0.0, since + self._pace - self._clock.now()))

        def plan(room: Room) -> Step | None:
            if question(room.table) != asked:
                return None
            thought.answered = True
            return room.play(move, self._clock.now())

        await self._rooms.change(table, plan)

    async def ponder(self, owner: Owner, work: Callable[[Stop], T], stop: Stop) -> T:
        """Work for the threads that think; its seconds go from somebody's purse."""
        if self._closed:
            raise Unavailable("The server is about to stop; please try again in a moment.")

        def timed() -> tuple[T, float]:
            began = time.thread_time()
            return work(stop), time.thread_time() - began

        result, seconds = await asyncio.get_running_loop().run_in_executor(self._threads, timed)
        self._purses.spend(owner, seconds)
        return result

    async def stop(self) -> None:
        self._closed = True
        for table in list(self._thoughts):
            self.stop_at(table)
        self._threads.shutdown(wait=False, cancel_futures=True)


def choose(level: str, seen: Observation, seed: int, stop: Stop) -> str:
    budget = replace(EXPERT, stop=stop)
    return bot(level, seen.game, seen.seats, seed, budget).choose(seen)
