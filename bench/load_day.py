"""Days of play on a clock that is turned by hand: what stays in memory and in the file.

It runs in a process of its own: `python -m bench.load_day`. The answer is JSON.
"""

import asyncio
import gc
import heapq
import json
import random
import sys
import tempfile
from itertools import count
from pathlib import Path

from sqlalchemy import func, select

from bench.load_client import memory
from tablee.rules import GAMES
from tablee.web import bus
from tablee.web.live import JsonLine, PageLine
from tablee.web.people import Guest, Viewer
from tablee.web.render import Renderer
from tablee.web.service import SWEEP, Service
from tablee.web.settings import Settings
from tablee.web.store import schema
from tablee.web.tables import SPECTATOR
from tablee.web.wanted import Wanted, WantedChair

HOURS, TABLES, MOVES = 24, 20, 16  # tables an hour, moves at each
SEATS = 3
YEAR = 400 * 86_400.0  # after which everything is forgotten
PERSON = WantedChair("human", "Anna")


class Clock:
    def __init__(self) -> None:
        self._now, self._number = 1_000_000.0, count()
        self._sleepers: list[tuple[float, int, asyncio.Event]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._number), woken))
        await woken.wait()

    async def turn(self, seconds: float) -> None:
        self._now += seconds
        while self._sleepers and self._sleepers[0][0] <= self._now:
            heapq.heappop(self._sleepers)[2].set()
        await asyncio.sleep(0.01)


async def game(service: Service, renderer: Renderer, name: str, seed: int) -> None:
    """Some people meet, one without a cookie, play, are watched, and go."""
    tables, chance = service.tables, random.Random(seed)
    chairs = [PERSON] * SEATS
    host, _ = await service.people.enter("Anna")
    made = await tables.create(host, Wanted(name, chairs))
    guests: list[Guest | None] = [(await service.people.enter("Bruno"))[0], None]
    joined = [await tables.join(made.id, guest, "Bruno") for guest in guests]
    viewers = [
        Viewer(host.id),
        *(
            Viewer(guest.id if guest else None, seat.token)
            for guest, seat in zip(guests, joined, strict=True)
        ),
    ]
    lines: list[PageLine | JsonLine] = [
        PageLine(renderer, "en"),
        PageLine(renderer, "de"),
        JsonLine(renderer),
    ]
    async with tables.watch(made.id, viewers[0]), tables.watch(made.id):
        for _ in range(MOVES):
            view = await tables.view(made.id, SPECTATOR)
            if view.actor is None:
                return
            for line, viewer in zip(lines, viewers, strict=True):
                line.next(await tables.view(made.id, viewer))
            mover = viewers[view.actor]
            seen = (await tables.view(made.id, mover)).observation
            assert seen is not None
            move = chance.choice(seen.moves).move
            await tables.play(made.id, mover, view.version, move)


async def day(service: Service, clock: Clock, renderer: Renderer) -> dict[str, float]:
    for hour in range(HOURS):
        games = [list(GAMES)[number % len(GAMES)] for number in range(TABLES)]
        await asyncio.gather(*(game(service, renderer, name, hour) for name in games))
        for _ in range(6):
            await clock.turn(600.0)
    await asyncio.sleep(2 * bus.GRACE)
    await clock.turn(SWEEP)
    assert len(service.rooms) == len(service.bus) == 0
    gc.collect()
    return {"memory": memory_here(), "objects": len(gc.get_objects())}


def memory_here() -> float:
    return memory(int(Path("/proc/self").resolve().name)) if sys.platform == "linux" else 0.0


async def forgotten(service: Service, clock: Clock) -> None:
    """Everything is too old, and removed."""
    await clock.turn(YEAR)
    left = 1
    while left:
        await clock.turn(SWEEP)
        left = await service.database.read(
            lambda connection: connection.execute(
                select(func.count()).select_from(schema.tables)
            ).scalar_one()
        )


async def run(folder: Path) -> dict[str, float]:
    clock, file = Clock(), folder / "tables.sqlite"
    settings = Settings(database=f"sqlite:///{file}", pace=0.0)
    found: dict[str, float] = {"tables": HOURS * TABLES}
    renderer = Renderer()
    service = await Service.open(settings, clock)
    while not service.warmth.warm:
        await asyncio.sleep(0.1)
    for number in (1, 2, 3):
        told = await day(service, clock, renderer)
        if number == 1:
            found["moves"] = await service.database.read(
                lambda connection: connection.execute(
                    select(func.count()).select_from(schema.moves)
                ).scalar_one()
            )
        found |= {f"{name} {number}": value for name, value in told.items()}
        found[f"file {number}"] = sum(each.stat().st_size for each in folder.iterdir())
        await forgotten(service, clock)
    await service.close()
    found["after the end"] = sum(each.stat().st_size for each in folder.iterdir())
    return found


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="tablee-bench-") as folder:
        print(json.dumps(asyncio.run(run(Path(folder)))))


if __name__ == "__main__":
    main()
