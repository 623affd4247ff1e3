"""tablee's own server, in a process of its own."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import httpx

from tablee.web.games import FACES

ADDRESS = re.compile(r"http://\S+")
LAVISH = ("--guest-thinking", "1000000", "--address-rate", "1000000", "--guest-rate", "1000000")
COMPILING = 600  # seconds that it may take on a slow machine


@contextmanager
def own_server() -> Iterator[str]:
    """Its address; bots take no time at it, and all games are compiled."""
    with TemporaryDirectory() as folder:
        flags = ("--port", "0", "--pace", "0", "--database", f"{folder}/tables.sqlite", *LAVISH)
        command = (sys.executable, "-m", "tablee", "serve", *flags)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                line = process.stdout.readline() if process.stdout else ""
                found = ADDRESS.search(line)
                if found is None:
                    raise SystemExit(f"The server does not start: {line}")
                for game in FACES:
                    compiled(found[0], game)
                yield found[0]
            finally:
                process.terminate()
        if process.returncode:
            raise SystemExit(f"The server ended with {process.returncode}.")


def compiled(address: str, game: str) -> None:
    """The first table of a kind is there when its rules are compiled."""
    asked = {"game": game, "seats": [{"kind": "bot", "level": "novice"}] * 2}
    httpx.post(f"{address}/tables", json=asked, timeout=COMPILING).raise_for_status()
