"""Flat Monte Carlo: every move tried as often, in the same imagined worlds. The bar to beat."""

from typing import Any

import numpy as np

from tablee.bots.playout import judge, playout
from tablee.rules.compiling import compiled
from tablee.rules.contract import Codes, Rng, States, apply, imagine


@compiled
def try_all(
    views: States,
    seat: int,
    worlds: int,
    moves: Codes,
    count: int,
    states: States,
    knobs: Any,
    rng: Rng,
    wins: Any,
    margins: Any,
) -> None:
    """Add up, for each move, the wins and margins of `seat` in so many imagined worlds.

    states[0] holds the world, states[1] is played out.
    """
    shares, leads = np.zeros(6), np.zeros(6)
    for _ in range(worlds):
        imagine(views[0], seat, rng, states[0])
        for k in range(count):
            states[1] = states[0]
            apply(states[1], moves[k])
            playout(states[1], seat, knobs[0], rng)
            judge(states[1], knobs[0], shares, leads)
            wins[k] += shares[seat]
            margins[k] += leads[seat]
