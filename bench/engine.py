"""Random play inside the engine."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from bench import peers
from bench.calibration import calibration, shuffling
from bench.measure import Measure, rate, seconds
from tablee.match import TITLES
from tablee.rules import GAMES
from tablee.rules.bits import generator
from tablee.rules.contract import play_games

TITLE = "random play inside the engine, dealing included, one core"
TARGETS = {"yucata": 35, "hornochsen": 28, "yellowstone": 14}
TIMES = {"yucata": 10, "hornochsen": 10, "yellowstone": 5}
DECISIONS = 500_000  # about so many a round
NO_END = 1_000_000
THREADS = 2


def measures() -> list[Measure]:
    others = peers.engine()
    names = tuple(peer.name for peer in others)
    ours = [
        rate(
            f"{TITLES[game]}, {seats} seats",
            "M/s",
            *random_play(game, seats),
            target=TARGETS[game],
            peers=names,
            times=TIMES[game],
        )
        for game, rules in GAMES.items()
        for seats in rules.SEATS
    ]
    machine = Measure("calibration, two threads", "times", in_threads(shuffling))
    threads = [
        Measure(
            f"{TITLES[game]}, two threads",
            "times",
            in_threads(partial(playing, game)),
            target=1.9,
            peers=(machine.name,),
        )
        for game in GAMES
    ]
    return [*ours, *others, calibration(), *threads, machine]


def random_play(name: str, seats: int, decisions: int = DECISIONS) -> tuple[Callable[[], int], int]:
    """The same random games at every call, and the number of their decisions."""
    game = GAMES[name]
    start = game.begin(seats, 0, game.settle(seats, {}, lambda _: 0))
    states, sums = start.copy(), np.zeros(seats, np.int64)

    def play(games: int) -> int:
        return play_games(states, start, games, NO_END, generator(1), sums)

    games = 100 * decisions // play(100)
    return lambda: play(games), play(games)


def playing(name: str) -> Callable[[], int]:
    """Long enough that it does not matter how long a thread takes to wake."""
    return random_play(name, GAMES[name].SEATS[0], 10 * DECISIONS)[0]


def in_threads(make: Callable[[], Callable[[], object]]) -> Callable[[], float]:
    """How much more is done by two Python threads than by one."""
    works = [make() for _ in range(THREADS)]
    pool = ThreadPoolExecutor(THREADS)

    def together() -> None:
        for done in [pool.submit(work) for work in works]:
            done.result()

    def sample() -> float:
        alone = sum(seconds(work, time.perf_counter) for work in works)
        return alone / seconds(together, time.perf_counter)

    return sample
