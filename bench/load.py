"""Many tables on one server: from sending a move to the last viewer who has it.

The server has one core for itself and the client another one. The peer is boardgame.io, which
npm installs into .cache/bench; without npm it is left out.
"""

import contextlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from socket import create_server
from typing import Any

from bench.load_client import Scenario
from bench.measure import Measure

TITLE = "many tables on one server, each with four seats and a watcher"
HERE = Path(__file__).parent
PEER = HERE.parent / ".cache" / "bench" / "boardgame"
RATES = (500, 750, 1000, 1500, 2000, 3000)  # moves a second, until it is too slow
TOO_SLOW = 100.0  # ms
UNLIMITED = ("--address-rate", "--guest-rate", "--address-sockets")
Found = dict[str, float]


def measures() -> list[Measure]:
    compile_all()
    json_viewers, pages = Ours(), Ours(pages=True)
    lines = Ours(pages=True, tables=250, watchers=20, seated=False, rate=250.0)
    found = [
        once("JSON viewers, 250 moves/s: p95", "ms", json_viewers.get("p95"), 15),
        once("pages, 250 moves/s: p95", "ms", pages.get("p95"), 40),
        once("JSON viewers, moves/s below 100 ms", "moves/s", json_viewers.ceiling, 1000),
        once("pages, moves/s below 100 ms", "moves/s", pages.ceiling, 500),
        once("an update for a page, on the wire", "bytes", pages.get("bytes"), 300),
        once("a view for JSON, on the wire", "bytes", json_viewers.get("bytes")),
        once("5,000 lines, an update a second each: p95", "ms", lines.get("p95"), 50),
        once("memory of a line", "KiB", lines.get("line"), 40),
        once("memory of a table", "KiB", json_viewers.get("table")),
    ]
    if not install_peer():
        return found
    kept, quick = Peer(durable=True), Peer(durable=False)
    return [
        *found,
        once("boardgame.io with files, 250 moves/s: p95", "ms", kept.get("p95")),
        once("boardgame.io in memory, 250 moves/s: p95", "ms", quick.get("p95")),
        once("boardgame.io with files, moves/s below 100 ms", "moves/s", kept.ceiling),
        once("boardgame.io in memory, moves/s below 100 ms", "moves/s", quick.ceiling),
        once("boardgame.io, a view on the wire", "bytes", quick.get("bytes")),
    ]


def once(name: str, unit: str, sample: Callable[[], float], target: float | None = None) -> Measure:
    return Measure(name, unit, sample, target, once=True)


class Load:
    """A server under one kind of load; what was found at each rate is kept."""

    def __init__(self, **scenario: Any) -> None:
        self._scenario = Scenario(0, 0, **scenario)
        self._found: dict[float, Found] = {}

    @contextlib.contextmanager
    def server(self, port: int) -> Iterator[int]:
        """Its process, while it is open."""
        raise NotImplementedError

    def at(self, rate: float) -> Found:
        if rate not in self._found:
            port = free_port()
            with self.server(port) as process:
                of = replace(self._scenario, port=port, server=process, rate=rate)
                command = [sys.executable, "-m", "bench.load_client", json.dumps(asdict(of))]
                done = subprocess.run(
                    [*core(1), *command], stdout=subprocess.PIPE, check=True, cwd=HERE.parent
                )
            self._found[rate] = json.loads(done.stdout)
            said = ", ".join(f"{name} {value:.4g}" for name, value in self._found[rate].items())
            print(f"  {of.rate:.0f} moves/s, {self}: {said}", file=sys.stderr, flush=True)
        return self._found[rate]

    def get(self, name: str) -> Callable[[], float]:
        return lambda: self.at(self._scenario.rate)[name]

    def ceiling(self) -> float:
        best = 0.0
        for rate in (self._scenario.rate, *RATES):
            if self.at(rate)["p95"] > TOO_SLOW:
                break
            best = rate
        return best


class Ours(Load):
    @contextlib.contextmanager
    def server(self, port: int) -> Iterator[int]:
        with folder() as data:
            command = [sys.executable, "-m", "tablee", "serve", "--port", str(port)]
            command += ["--database", f"{data}/tables.sqlite"]
            for each in UNLIMITED:
                command += [each, "999999999"]
            with running(command, "open") as process:
                yield process

    def __str__(self) -> str:
        return "pages" if self._scenario.pages else "JSON"


class Peer(Load):
    def __init__(self, durable: bool) -> None:
        super().__init__(peer=True)
        self._durable = durable

    @contextlib.contextmanager
    def server(self, port: int) -> Iterator[int]:
        with folder() as data:
            command = ["node", "server.js", str(port), *([data] if self._durable else [])]
            with running(command, "open", cwd=PEER) as process:
                yield process

    def __str__(self) -> str:
        return "boardgame.io with files" if self._durable else "boardgame.io in memory"


def compile_all() -> None:
    """As the first start of a server does beside its work, for most of a minute."""
    program = "from tablee.web.warming import everything; everything()"
    subprocess.run([sys.executable, "-c", program], check=True, cwd=HERE.parent)


def install_peer() -> bool:
    """Whether boardgame.io is there."""
    if not shutil.which("npm") or not shutil.which("node"):
        print("npm is not installed: boardgame.io is left out.", file=sys.stderr)
        return False
    PEER.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "server.js"):
        shutil.copy(HERE / "boardgame" / name, PEER)
    if not (PEER / "node_modules" / "boardgame.io").exists():
        command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
        if subprocess.run(command, cwd=PEER, check=False).returncode:
            print("npm can't install boardgame.io: it is left out.", file=sys.stderr)
            return False
    return True


@contextlib.contextmanager
def running(command: list[str], until: str, **how: Any) -> Iterator[int]:
    """A server on the first core, once it has said that it is open."""
    with subprocess.Popen(
        [*core(0), *command], stdout=subprocess.PIPE, text=True, preexec_fn=many_files, **how
    ) as child:
        try:
            assert child.stdout is not None
            while until not in (said := child.stdout.readline()):
                assert said, "The server has ended."
            yield child.pid
        finally:
            child.terminate()


@contextlib.contextmanager
def folder() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="tablee-bench-") as made:
        yield made


def many_files() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def core(number: int) -> list[str]:
    """A command that keeps another one on this core, where there is one."""
    return ["taskset", "-c", str(number)] if shutil.which("taskset") and many_cores() else []


def many_cores() -> bool:
    return (os.cpu_count() or 1) > 1


def free_port() -> int:
    with create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])
