"""`tablee` as a process of its own, for tests of how it begins and ends."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = (sys.executable, "-m", "tablee")
PATIENCE = 60.0


class Process:
    """A server that is open, at `url`."""

    def __init__(self, child: subprocess.Popen[str], url: str) -> None:
        self.child, self.url = child, url

    @property
    def live(self) -> str:
        """Where sockets go."""
        return self.url.replace("http", "ws", 1)

    def end(self, signal: int) -> int:
        """Its exit status."""
        self.child.send_signal(signal)
        return self.child.wait(PATIENCE)


def surroundings(folder: Path, changes: dict[str, str]) -> dict[str, str]:
    """The environment of a server with a database in this folder."""
    usual = {"TABLEE_DATABASE": str(folder / "tables.sqlite"), "TABLEE_PORT": "0"}
    return {**os.environ, **usual, "TABLEE_PACE": "0", **changes}


@contextmanager
def started(folder: Path, *words: str, **environment: str) -> Iterator[Process]:
    """A server on a free port of this machine and a database in this folder."""
    command = [*COMMAND, *words]
    with (
        (folder / "log").open("a") as log,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=surroundings(folder, environment),
        ) as child,
    ):
        try:
            assert child.stdout is not None
            said = child.stdout.readline()
            assert said, (folder / "log").read_text()
            yield Process(child, next(word for word in said.split() if "://" in word))
        finally:
            child.kill()
