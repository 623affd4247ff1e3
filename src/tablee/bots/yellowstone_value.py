"""Yellowstone Park: what a position is worth to a seat, by a small network fitted on self-play.

The network says the chance to win of whoever sees certain numbers, so it needs nothing that is
hidden from that seat. The weights are data; `yellowstone_fit.py` made them.
"""

from typing import Any

import numpy as np

from tablee.bots.yellowstone_numbers import NUMBERS, describe
from tablee.rules.bits import ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import Record, Rng
from tablee.rules.yellowstone import DRAWING, HAND, OVER, TAKING, chance, pile, pushed_off

UNITS = 32
WEIGHTS = NUMBERS * UNITS + 2 * UNITS + NUMBERS


@compiled
def resolve(s: Record, rng: Rng) -> None:
    """Let chance play where a scoring follows from it; else the draw is better left open."""
    last = s.phase == DRAWING and ones(pile(s)) <= HAND - ones(s.hand[s.turn])  # Y-20
    pushed = s.phase == TAKING and s.seats == 2 and s.neutral - 1 <= pushed_off(s)  # Y-24
    if last or pushed:
        chance(s, rng)


@compiled
def output(x: Any, net: Any) -> float:
    """One hidden layer of rectified units, and a direct way past it; then as a chance."""
    units = np.empty(UNITS, np.float32)
    bias = NUMBERS * UNITS
    for j in range(UNITS):
        units[j] = net[bias + j]
    total = np.float32(0)
    for i in range(NUMBERS):
        number = x[i]
        if number == 0:
            continue
        total += net[bias + 2 * UNITS + i] * number
        for j in range(UNITS):
            units[j] += net[i * UNITS + j] * number
    for j in range(UNITS):
        if units[j] > 0:
            total += units[j] * net[bias + UNITS + j]
    return 1 / (1 + np.exp(-total))


@compiled
def result(s: Record, seat: int) -> float:
    """A seat's share of the win at the end of the game: the lowest marks share it (Y-31)."""
    alike = 0
    for other in range(s.seats):
        if s.mark[other] < s.mark[seat]:
            return 0.0
        alike += s.mark[other] == s.mark[seat]
    return 1 / alike


@compiled
def chance_of(s: Record, seat: int, net: Any) -> float:
    """A seat's expected share of the win, as far as it can know."""
    if s.phase == OVER:
        return result(s, seat)
    x = np.empty(NUMBERS, np.float32)
    describe(s, seat, x)
    return output(x, net)


@compiled
def chances(s: Record, net: Any, wins: Any) -> None:
    """Write every seat's expected share of the win; together they win once."""
    total = 0.0
    for seat in range(s.seats):
        wins[seat] = chance_of(s, seat, net)
        total += wins[seat]
    for seat in range(s.seats):
        wins[seat] /= total
