"""Servers that are there at once: one process has everything loaded, and forks for each start.

What runs then is `tablee serve` as ever, in a process of its own that can be killed. Each line on
stdin is the arguments of one; the answer is its process id.
"""

import os
import signal
import sys
from pathlib import Path

import tablee.web.server  # noqa: F401  # what takes so long
from tablee.cli import main
from tablee.match import TITLES
from tablee.web import warming


def serve_all() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for game in TITLES:
        warming.rules(game)
        warming.bots(game)
    warming.solver()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            sys.stdin = Path(os.devnull).open()  # noqa: SIM115
            main(["serve", *line.split()])
        print(child, flush=True)


if __name__ == "__main__":
    serve_all()
