"""The environments, beside others of their kind: many at once, agents in turn, in OpenSpiel."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

import tablee.envs
import tablee.envs.openspiel  # makes the games known
from bench import env_peers
from bench.calibration import calibration, shuffling
from bench.engine import in_threads
from bench.measure import Measure, rate, seconds
from tablee.match import TITLES
from tablee.rules import GAMES

TITLE = "environments: what is seen and what may be done written, one core"
TARGETS = {"yucata": 10, "hornochsen": 10, "yellowstone": 6}
SIDE_BY_SIDE = 1024
STEPS = 200  # of a batch, a round
SEATS = 4
THREADS = 2


def measures() -> list[Measure]:
    return [*batches(), *threads(), *agents(), *openspiel(), calibration()]


def batches() -> list[Measure]:
    peer = env_peers.arrays(SIDE_BY_SIDE)
    more = {"peers": (peer.name,), "times": 4}
    ours = [
        rate(
            f"{TITLES[game]}, batch of {SIDE_BY_SIDE:,}",
            "M/s",
            stepping(game, 1),
            SIDE_BY_SIDE * STEPS,
            target=TARGETS[game],
            **more,
        )
        for game in GAMES
    ]
    return [*ours, peer]


def stepping(game: str, threads: int) -> Callable[[], None]:
    """Random legal actions, which are found beforehand: choosing them takes no time."""
    games = tablee.envs.batch(game, SIDE_BY_SIDE, SEATS, seed=1, threads=threads, copy=False)
    random, step, actions = np.random.default_rng(1), games.reset(1), []
    for _ in range(STEPS):
        actions.append(np.argmax(random.random(step.masks.shape) * step.masks, axis=1))
        step = games.step(actions[-1])

    def play() -> None:
        games.reset(1)
        for each in actions:
            games.step(each)

    return play


def threads() -> list[Measure]:
    machine = Measure("calibration, two threads", "times", in_threads(shuffling))
    ours = [
        Measure(
            f"{TITLES[game]}, batch, two threads",
            "times",
            gained(game),
            target=1.8,
            peers=(machine.name,),
        )
        for game in GAMES
    ]
    return [*ours, machine]


def gained(game: str) -> Callable[[], float]:
    alone, together = stepping(game, 1), stepping(game, THREADS)
    clock = time.perf_counter
    return lambda: seconds(alone, clock) / seconds(together, clock)


def agents() -> list[Measure]:
    others = env_peers.agents()
    names = tuple(each.name for each in others)
    ours = [
        rate(
            f"{TITLES[game]}, PettingZoo",
            "k/s",
            *env_peers.by_agents(tablee.envs.aec(game, SEATS), env_peers.PLAYED),
            peers=names,
            times=5,
        )
        for game in GAMES
    ]
    return [*ours, *others]


def openspiel() -> list[Measure]:
    hearts, in_python = env_peers.hearts(), env_peers.in_python()
    names = tuple(each.name for each in in_python)
    looking: list[Measure] = []
    moving: list[Measure] = []
    for game in GAMES:
        loaded: Any = pyspiel.load_game(f"tablee_{game}(players={SEATS})")
        for what, look in env_peers.LOOKS.items():
            name, work = f"{TITLES[game]}, {what}", env_peers.in_openspiel(loaded, look)
            looking.append(rate(name, "k/s", *work, peers=(hearts.name,), times=1))
        name, work = f"{TITLES[game]}, OpenSpiel moves", env_peers.in_openspiel(loaded, None)
        moving.append(rate(name, "k/s", *work, peers=names, times=3))
    return [*looking, hearts, *moving, *in_python]
