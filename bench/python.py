"""What a program in Python gets: single steps, a match by text, observations."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from bench import peers
from bench.calibration import calibration
from bench.measure import Measure, duration, rate
from tablee.match import TITLES, Match, deal
from tablee.rules import GAMES
from tablee.rules.bits import generator
from tablee.rules.contract import MOST_MOVES, list_moves, step

TITLE = "one game from Python, one core"
SEATS = 4
STEPPED = 100  # games a round
PLAYED = 20
OBSERVED = 50  # positions
LOOKS = 20  # at each of them, one after the other: a table that is being played at is warm


def measures() -> list[Measure]:
    others = peers.python()
    names = tuple(peer.name for peer in others)
    steps = [
        rate(f"{TITLES[game]}, step", "k/s", *stepping(game), target=1000, peers=names)
        for game in GAMES
    ]
    texts = [rate(f"{TITLES[game]}, Match", "k/s", *by_text(game), target=100) for game in GAMES]
    observations = [
        duration(f"{TITLES[game]}, observe", "µs", *observing(game), target=20) for game in GAMES
    ]
    return [*steps, *others, *texts, *observations, *peers.observing(), calibration()]


def stepping(name: str) -> tuple[Callable[[], int], int]:
    """The fused call: a move, chance after it, the next moves."""
    game = GAMES[name]
    start = game.begin(SEATS, 0, game.settle(SEATS, {}, lambda _: 0))
    states, moves = start.copy(), np.empty(MOST_MOVES, np.int64)

    def play() -> int:
        random, rng = Random(1).random, generator(1)
        made = 0
        for _ in range(STEPPED):
            states[0] = start[0]
            count = list_moves(states, 0, moves)
            while count:
                count = step(states, 0, moves.item(int(random() * count)), moves, rng)
                made += 1
        return made

    return play, play()


def by_text(name: str) -> tuple[Callable[[], int], int]:
    def play() -> int:
        random = Random(1)
        made = 0
        for seed in range(PLAYED):
            match = deal(name, SEATS, seed=seed)
            while match.actor is not None:
                match.play(random.choice(match.moves()))
                made += 1
        return made

    return play, play()


def observing(name: str) -> tuple[Callable[[], Any], int]:
    """Positions from anywhere in a game, each seen by the seat that has to choose."""
    matches = [somewhere(name, seed) for seed in range(OBSERVED)]

    def observe() -> None:
        for match in matches:
            for _ in range(LOOKS):
                match.observe(match.actor)

    return observe, OBSERVED * LOOKS


def somewhere(name: str, seed: int) -> Match:
    random = Random(seed)
    match = deal(name, SEATS, seed=seed)
    for _ in range(random.randrange(30)):
        match.play(random.choice(match.moves()))
    return match
