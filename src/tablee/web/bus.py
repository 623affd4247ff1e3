"""Who looks at which table, and telling them that there is something new."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from types import TracebackType
from typing import Self

from tablee.web.people import Viewer, Who

Mark = int | bytes  # a guest, or the token of a seat
GRACE = 5.0  # seconds until somebody whose line broke counts as gone


class Watch:
    """One viewer's line to a table, open while in its context."""

    __slots__ = ("_bus", "_news", "table", "who")

    def __init__(self, bus: "Bus", table: str, who: Who) -> None:
        self._bus, self.table, self.who = bus, table, who
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._bus.open(self)
        return self

    async def __aexit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self._bus.close(self)

    async def changed(self) -> None:
        """Until something has changed since the last call, however often."""
        await self._news.wait()
        self._news.clear()

    def tell(self) -> None:
        self._news.set()


class Bus:
    """Between the viewers of one process."""

    def __init__(self) -> None:
        self._watches: dict[str, set[Watch]] = {}
        self._present: dict[str, Counter[Mark]] = {}
        self.on_arrival: Callable[[str, Who], None] = lambda table, who: None

    def __len__(self) -> int:
        """How many lines are open."""
        return sum(map(len, self._watches.values()))

    def watch(self, table: str, viewer: Viewer) -> Watch:
        return Watch(self, table, viewer.who)

    def tell(self, table: str) -> None:
        for watch in self._watches.get(table, ()):
            watch.tell()

    def watched(self, table: str) -> bool:
        return table in self._watches

    def present(self, table: str) -> Collection[Mark]:
        """What those who have a line to this table, or had one just now, can show of themselves."""
        return self._present.get(table, ())

    def open(self, watch: Watch) -> None:
        self._watches.setdefault(watch.table, set()).add(watch)
        if not (marks := marks_of(watch.who)):
            return
        present = self._present.setdefault(watch.table, Counter())
        arrived = any(mark not in present for mark in marks)
        present.update(marks)
        if arrived:
            self.tell(watch.table)
            self.on_arrival(watch.table, watch.who)

    def close(self, watch: Watch) -> None:
        watches = self._watches[watch.table]
        watches.discard(watch)
        if not watches:
            del self._watches[watch.table]
        if marks := marks_of(watch.who):
            asyncio.get_running_loop().call_later(GRACE, self._gone, watch.table, marks)

    def _gone(self, table: str, marks: Collection[Mark]) -> None:
        present = self._present[table]
        present.subtract(marks)
        left = [mark for mark in marks if not present[mark]]
        for mark in left:
            del present[mark]
        if not present:
            del self._present[table]
        if left:
            self.tell(table)


def marks_of(who: Who) -> list[Mark]:
    return [mark for mark in who if mark is not None]
