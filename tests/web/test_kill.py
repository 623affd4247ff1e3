"""A server that is killed at any moment has lost nothing that it acknowledged or told."""

import asyncio
import os
import signal
import sqlite3
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.web.crowd import Crowd
from tests.web.processes import started, surroundings

KILLS = 100
PATIENCE = 600.0  # seconds, of which an idle machine needs a fraction
TABLES, WATCHERS = 6, 2
MOST_MOVES = 12  # that are acknowledged before the next kill
LONGEST_WAIT = 0.01  # seconds from then to the kill: before, in or after a commit
UNLIMITED = {"TABLEE_ADDRESS_RATE": "999999999", "TABLEE_PACE": "0.02"}


class Forks:
    """Starts servers, and kills them."""

    def __init__(self, child: Process) -> None:
        self._child, self._pid = child, 0

    async def start(self) -> str:
        """The address of a new one."""
        assert self._child.stdin
        assert self._child.stdout
        self._child.stdin.write(b"--port 0\n")
        url = ""
        self._pid = 0
        while not (url and self._pid):
            said = (await self._child.stdout.readline()).decode()
            assert said
            if said.strip().isdecimal():
                self._pid = int(said)
            else:
                url = next(word for word in said.split() if "://" in word)
        return url

    def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)


@asynccontextmanager
async def preloaded(folder: Path) -> AsyncIterator[Forks]:
    with (folder / "log").open("w") as log:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.web.preloaded"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=log,
            env=surroundings(folder, UNLIMITED),
        )
        forks = Forks(child)
        try:
            yield forks
        finally:
            with suppress(ProcessLookupError):
                forks.kill()
            child.kill()
            await child.wait()


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_by_a_hundred_kills(tmp_path: Path) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE), preloaded(tmp_path) as forks:
            await kill_and_check(forks, Random(1), Crowd(seed=1))

    asyncio.run(run())


async def kill_and_check(forks: Forks, random: Random, crowd: Crowd) -> None:
    await crowd.line.up(await forks.start())
    everybody = [
        *(asyncio.create_task(crowd.play(number)) for number in range(TABLES)),
        *(asyncio.create_task(crowd.watch()) for _ in range(WATCHERS)),
    ]
    for _ in range(KILLS):
        wanted = crowd.acknowledged + random.randint(1, MOST_MOVES)
        while crowd.acknowledged < wanted:
            await asyncio.sleep(0.001)
            for each in everybody:
                if each.done():
                    each.result()
        await asyncio.sleep(random.uniform(0.0, LONGEST_WAIT))
        forks.kill()
        crowd.line.down()
        url = await forks.start()
        await crowd.check(url)
        await crowd.line.up(url)
    crowd.stop()
    await asyncio.gather(*everybody)
    await crowd.line.close()
    assert crowd.line.broken > KILLS  # the kills did hit somebody


def test_bots_think_on_by_themselves(tmp_path: Path) -> None:
    bots = {"game": "hornochsen", "seats": [{"kind": "bot", "level": "novice"}] * 4}
    slow = {"TABLEE_PACE": "0.1"}
    with started(tmp_path, "serve", **slow) as server:
        made = httpx.post(f"{server.url}/tables", json=bots, timeout=60.0)
        assert made.status_code == 201
        server.end(signal.SIGKILL)
    before = moves_stored(tmp_path)
    with started(tmp_path, "serve", **slow):
        while moves_stored(tmp_path) < before + 3:  # nobody asks this server for anything
            time.sleep(0.05)


def moves_stored(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "tables.sqlite")) as database:
        return int(database.execute("SELECT count(*) FROM moves").fetchone()[0])
