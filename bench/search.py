"""Information-set search with one random playout a round, one core."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pyspiel

from bench.calibration import calibration, shuffling
from bench.engine import in_threads
from bench.measure import Measure, rate
from tablee.bots.playout import RANDOM, TO_A_SCORING
from tablee.bots.search import NODE, WORK, clear, search
from tablee.bots.thinking import knobs_of
from tablee.match import TITLES, deal
from tablee.rules.bits import generator

TITLE = "search with one random playout a round, one core"
ROUNDS = 20_000
NODES = 400_000
KNOBS = knobs_of(style=RANDOM, horizon=TO_A_SCORING)
# Game, seats, decisions made at random before, thousands of rounds a second to reach.
POSITIONS = (
    ("hornochsen", 2, 0, 1000),
    ("hornochsen", 4, 40, 600),
    ("yucata", 4, 12, 600),
    ("yellowstone", 4, 40, 500),
)
PEERS = {"oh_hell": "oh_hell(players=4)", "euchre": "euchre"}
PEER_ROUNDS = 1000
CURIOSITY = 0.7


def measures() -> list[Measure]:
    peers = [playing(name) for name in PEERS]
    names = tuple(peer.name for peer in peers)
    ours = [
        rate(
            f"{TITLES[game]}, {seats} seats, after {made} decisions",
            "k/s",
            searching(game, seats, made),
            ROUNDS,
            target=target,
            peers=names,
        )
        for game, seats, made, target in POSITIONS
    ]
    machine = Measure("calibration, two threads", "times", in_threads(shuffling))
    two = Measure(
        "Hornochsen!, two threads",
        "times",
        in_threads(partial(searching, "hornochsen", 4, 40, 10 * ROUNDS)),
        target=1.8,
        peers=(machine.name,),
    )
    return [*ours, *peers, calibration(), two, machine]


def searching(game: str, seats: int, made: int, rounds: int = ROUNDS) -> Callable[[], None]:
    """A whole search from an observation of whoever acts after so many random decisions."""
    match, random = deal(game, seats, seed=1), Random(1)
    for _ in range(made):
        match.play(random.choice(match.moves()))
    seat = int(match.actor or 0)
    view = match.observe(seat).view
    state, tree, work = view.copy(), np.zeros(NODES, NODE), np.zeros(1, WORK)
    rng = generator(1)

    def once() -> None:
        clear(tree, work)
        search(view, seat, rounds, state, tree, work, KNOBS, rng)

    return once


def playing(name: str) -> Measure:
    """OpenSpiel's bot, in C++, at the first decision of a random deal."""
    state: Any = pyspiel.load_game(PEERS[name]).new_initial_state()
    random = Random(1)
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))

    def once() -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        pyspiel.ISMCTSBot(1, evaluator, CURIOSITY, PEER_ROUNDS).step(state)

    return rate(f"OpenSpiel ISMCTS, {name}", "k/s", once, PEER_ROUNDS)
