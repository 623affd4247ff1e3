"""Notices "it is your turn" for people who are not at the table; nothing ever waits for them."""

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

from tablee.match import TITLES
from tablee.web.clock import Clock
from tablee.web.errors import Forbidden, Unavailable, Wrong
from tablee.web.push import BadSubscription, Sender, Subscription, Unreachable
from tablee.web.room import Room
from tablee.web.store import subscriptions
from tablee.web.store.database import Database
from tablee.web.store.rows import Seat, Table
from tablee.web.store.subscriptions import Subscriber
from tablee.web.tokens import hashed
from tablee.web.words import isolated, words

log = logging.getLogger(__name__)
AT_ONCE = 4  # notices on their way to push services
MOST_WAITING = 200  # with more, new ones are dropped: a push service may have stopped to answer
MOST_TABLES = 10_000  # whose last turn is remembered


class Notices:
    def __init__(
        self, database: Database, clock: Clock, online: Callable[[Seat, str], bool]
    ) -> None:
        self._database, self._clock, self._online = database, clock, online
        self.sender: Sender | None = None  # without one, nobody is told anything
        self._turns: OrderedDict[str, int | None] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(AT_ONCE)

    @property
    def key(self) -> str:
        """What browsers subscribe with; empty where there are no notices."""
        return self.sender.public_key if self.sender else ""

    async def subscribe(self, token: str, told: Any, language: str) -> None:
        """From now on the device with this token is told, as its browser said."""
        try:
            subscriber = Subscriber(Subscription.of(told), language)
        except BadSubscription:
            raise Wrong("Your browser's address for notices can't be used here.") from None
        keep = partial(
            subscriptions.keep, token=hashed(token), subscriber=subscriber, now=self._clock.now()
        )
        if not await self._database.write(keep):
            raise Forbidden("Please save a name first.")

    async def unsubscribe(self, token: str) -> None:
        await self._database.write(partial(subscriptions.forget_device, token=hashed(token)))

    def look(self, room: Room) -> None:
        """After each step of a table: whoever's turn has come is told, unless they are there."""
        table = room.table
        if self.sender is None or not self._comes(table) or table.actor is None:
            return
        seat = table.seats[table.actor]
        if seat.guest is None or seat.botted or self._online(seat, table.id):
            return
        if len(self._tasks) >= MOST_WAITING:
            log.warning("A notice was dropped: too many are waiting.")
            return
        task = asyncio.create_task(self._tell(self.sender, table, seat.guest))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _comes(self, table: Table) -> bool:
        """Whether the turn has passed on since the table was last looked at."""
        before = self._turns.pop(table.id, None)
        self._turns[table.id] = table.actor
        if len(self._turns) > MOST_TABLES:
            self._turns.popitem(last=False)
        return table.actor != before

    async def _tell(self, sender: Sender, table: Table, guest: int) -> None:
        try:
            for subscriber in await self._database.read(
                partial(subscriptions.of_guest, guest=guest)
            ):
                await self._send(sender, subscriber, notice(table, subscriber.language))
        except Unavailable:
            log.warning("A notice was lost: the database is not available.")

    async def _send(self, sender: Sender, subscriber: Subscriber, text: dict[str, str]) -> None:
        try:
            async with self._free:
                known = await apart(partial(sender.send, subscriber.to, text))
        except Unreachable as wrong:
            log.info("A notice was lost: %s", wrong)
            return
        if not known:
            forget = partial(subscriptions.forget_address, endpoint=subscriber.to.endpoint)
            await self._database.write(forget)

    async def idle(self) -> None:
        """Until all notices have been sent, or are lost."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self.idle()


def notice(table: Table, language: str) -> dict[str, str]:
    """What the service worker shows."""
    _ = words(language)._
    others = [isolated(seat.name) for seat in table.seats if seat.seat != table.actor and seat.name]
    title = isolated(table.name) or TITLES[table.game]
    return {
        "title": _("Your turn: %(table)s", table=title),
        "body": _("You play with %(names)s.", names=", ".join(others)),
        "url": f"/t/{table.id}",
    }


async def apart(work: Callable[[], bool]) -> bool:
    """Done in a thread that nobody waits for when the server ends, as it would for a pool's."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[bool] = loop.create_future()

    def tell(result: bool, wrong: BaseException | None) -> None:
        if done.cancelled():
            return
        if wrong is None:
            done.set_result(result)
        else:
            done.set_exception(wrong)

    def run() -> None:
        result, wrong = False, None
        try:
            result = work()
        except Exception as caught:
            wrong = caught
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, result, wrong)

    threading.Thread(target=run, name="notice", daemon=True).start()
    return await done
