"""Plays at many tables at once, and takes the time from a move to the last viewer who has it.

It runs in a process of its own, on another core than the server: `python -m bench.load_client`
with a scenario as JSON. The answer is JSON, too.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import uvloop

from bench.load_sides import SEATS, BoardgameIo, Side, Table, Tablee
from bench.wire import Http, Socket

CONNECTIONS = 32  # that requests are sent on
AT_ONCE = 25  # tables that are set up at the same time
SETTLING = 7.0  # seconds until all are told who has come
LAST = 3.0  # seconds that the last answers are waited for


@dataclass(frozen=True)
class Scenario:
    port: int
    server: int  # its process
    peer: bool = False
    pages: bool = False
    tables: int = 500
    watchers: int = 1  # at each table
    seated: bool = True  # whether those who sit have lines as well
    rate: float = 250.0  # moves a second, at all tables together
    seconds: float = 6.0


class Client:
    def __init__(self, scenario: Scenario) -> None:
        self.of = scenario
        self.side: Side = BoardgameIo() if scenario.peer else Tablee(scenario.pages)
        self.tables: list[Table] = []
        self.delays: list[float] = []
        self.late = 0  # moves that were due while the one before was still on its way
        self.bytes = self.messages = 0
        self._measuring = False

    async def run(self) -> dict[str, float]:
        https = await self._connect()
        before = memory(self.of.server)
        turn = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(
            *(self._open(https[k % CONNECTIONS], turn) for k in range(self.of.tables))
        )
        playing = memory(self.of.server)
        await asyncio.gather(*(self._look(table, turn) for table in self.tables))
        await asyncio.sleep(SETTLING)
        lines = sum(len(table.sockets) for table in self.tables)
        after = memory(self.of.server)
        https = await self._connect()  # nobody keeps idle ones for ever
        used, began = processor(self.of.server), time.perf_counter()
        await self._play(https)
        busy = (processor(self.of.server) - used) / (time.perf_counter() - began)
        self.delays.sort()
        unanswered = sum(bool(table.waiting) for table in self.tables)
        return {
            "p50": self._delay(0.5),
            "p95": self._delay(0.95),
            "p99": self._delay(0.99),
            "moves": len(self.delays),
            "late": self.late + unanswered,
            "bytes": self.bytes / max(1, self.messages),
            "busy": busy,
            "table": (playing - before) / self.of.tables,
            "line": (after - playing) / max(1, lines),
        }

    async def _connect(self) -> list[Http]:
        loop = asyncio.get_running_loop()
        return [
            (await loop.create_connection(Http, "127.0.0.1", self.of.port))[1]
            for _ in range(CONNECTIONS)
        ]

    def _delay(self, share: float) -> float:
        """In milliseconds; moves that were late or not answered at all count as the slowest."""
        place = int(share * (len(self.delays) + self.late))
        return 1000 * self.delays[place] if place < len(self.delays) else float("inf")

    async def _open(self, http: Http, turn: asyncio.Semaphore) -> None:
        async with turn:
            self.tables.append(await self.side.open(http))

    async def _look(self, table: Table, turn: asyncio.Semaphore) -> None:
        loop = asyncio.get_running_loop()
        seats: list[int | None] = [*(range(SEATS) if self.of.seated else ())]
        for seat in [*seats, *[None] * self.of.watchers]:
            async with turn:
                path, token = self.side.line(table, seat)

                heard = partial(self._heard, table)
                make = partial(Socket, path, token, heard)
                _, socket = await loop.create_connection(make, "127.0.0.1", self.of.port)
                await socket.opened
                await self.side.greet(socket, table, seat)
                table.sockets.append(socket)

    def _heard(self, table: Table, socket: Socket, message: bytes, size: int) -> None:
        if self.side.is_news(socket, table, message) and self._measuring:
            self.bytes += size
            self.messages += 1
            table.waiting.discard(socket)
            if not table.waiting and table.since:
                self.delays.append(time.perf_counter() - table.since)
                table.since = 0.0

    async def _play(self, https: list[Http]) -> None:
        self._measuring = True
        moving: set[asyncio.Task[Any]] = set()
        began = time.perf_counter()
        tables, connections = cycle(self.tables), cycle(https)
        for number in range(int(self.of.rate * self.of.seconds)):
            wait = began + number / self.of.rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            elif number % 10 == 0:
                await asyncio.sleep(0)
            table = next(tables)
            if table.waiting:
                self.late += 1
                continue
            table.waiting, table.since = set(table.sockets), time.perf_counter()
            task = asyncio.create_task(self.side.move(table, next(connections)))
            moving.add(task)
            task.add_done_callback(moving.discard)
        ends = time.perf_counter() + LAST
        while time.perf_counter() < ends and any(table.waiting for table in self.tables):
            await asyncio.sleep(0.05)
        if moving:
            await asyncio.wait(moving, timeout=LAST)


def asked(process: int, what: str) -> str:
    command = ["ps", "-o", f"{what}=", "-p", str(process)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def memory(process: int) -> float:
    """KiB that it has in memory."""
    return float(asked(process, "rss"))


def processor(process: int) -> float:
    """Seconds of a processor that it has used."""
    stat = Path(f"/proc/{process}/stat")
    if stat.exists():  # on Linux `ps` tells whole seconds only
        used = stat.read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")
    total = 0.0
    for part in asked(process, "cputime").replace("-", ":").split(":"):
        total = 60 * total + float(part)  # days are not reached
    return total


def main() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(json.dumps(uvloop.run(Client(Scenario(**json.loads(sys.argv[1]))).run())))


if __name__ == "__main__":
    main()
