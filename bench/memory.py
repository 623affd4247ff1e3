"""How large the records are, and how long it takes until one can play."""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from resource import RUSAGE_CHILDREN, getrusage

from bench.measure import SCALE, Measure, seconds
from tablee.match import TITLES
from tablee.rules import GAMES

TITLE = "records, and the way to the first move"
BYTES = {"yucata": 320, "hornochsen": 320, "yellowstone": 192}

NOTHING = "pass"
NUMBA = "import numba"
PACKAGE = "import tablee"
FIRST_MOVES = """
import tablee
for name in ("yucata", "hornochsen", "yellowstone"):
    match = tablee.deal(name, 2, seed=1)
    match.observe(match.actor).to_dict()
    match.play(match.moves()[0])
"""


def measures() -> list[Measure]:
    cache = tempfile.mkdtemp(prefix="tablee-bench-")
    atexit.register(shutil.rmtree, cache, ignore_errors=True)
    return [
        *(Measure(TITLES[name], "bytes", size_of(name), BYTES[name], once=True) for name in GAMES),
        # The first fills the cache that the later ones use.
        Measure("all games compiled", "s", start(cache, "s", FIRST_MOVES), 15, once=True),
        Measure("all games from the cache", "s", start(cache, "s", FIRST_MOVES)),
        Measure("beyond import numba", "s", start(cache, "s", FIRST_MOVES, NUMBA), 0.3),
        Measure("import numba", "ms", start(cache, "ms", NUMBA, NOTHING)),
        Measure("import tablee", "ms", start(cache, "ms", PACKAGE, NOTHING), 150),
        Measure("python itself", "ms", start(cache, "ms", NOTHING)),
    ]


def size_of(name: str) -> Callable[[], float]:
    return lambda: float(GAMES[name].STATE.itemsize)


def processor_time_of_children() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def start(cache: str, unit: str, program: str, less: str | None = None) -> Callable[[], float]:
    """What a new Python takes for a program, and how much of that is not for another one."""

    def sample() -> float:
        taken = seconds(partial(run, program, cache), processor_time_of_children)
        if less is not None:
            taken -= seconds(partial(run, less, cache), processor_time_of_children)
        return taken / SCALE[unit]

    return sample


# Numba loads SciPy where it is; who only plays has none, and waits for no tidying up either.
AS_INSTALLED = """
import os, sys
sys.modules["scipy"] = None
{program}
os._exit(0)
"""


def run(program: str, cache: str) -> None:
    surroundings = {**os.environ, "TABLEE_CACHE": cache}
    command = [sys.executable, "-c", AS_INSTALLED.format(program=program)]
    subprocess.run(command, env=surroundings, check=True, stderr=subprocess.DEVNULL)
