"""Yellowstone Park: how it is played on from a state, and what that is worth."""

from typing import Any

import numpy as np

from tablee.bots.playout import LONGEST, NOWHERE, TO_MY_TURN, TO_THE_END, compare, quick_move
from tablee.bots.yellowstone_value import chances, resolve
from tablee.rules import yellowstone
from tablee.rules.bits import ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import CHANCE, NOBODY, Record, Rng, actor, apply, chance, register


@compiled
def playout_in_yellowstone(s: Record, seat: int, knobs: Any, rng: Rng) -> None:
    """To the end, to a scoring, to one's own next turn if that comes first, or not at all."""
    if knobs.horizon == NOWHERE:
        resolve(s, rng)
        return
    scorings = s.scorings
    away = False
    for _ in range(LONGEST):
        if actor(s) == CHANCE:
            chance(s, rng)
        if actor(s) == NOBODY or (knobs.horizon != TO_THE_END and s.scorings != scorings):
            return
        if knobs.horizon == TO_MY_TURN:
            if s.turn != seat:
                away = True
            elif away:
                return
        apply(s, quick_move(s, knobs, rng))


@compiled
def judge_in_yellowstone(s: Record, knobs: Any, wins: Any, margins: Any) -> None:
    """At the end by the marks; before, by marks, penalty cards and cards in hand."""
    results = np.zeros(6, np.int64)
    if actor(s) == NOBODY:
        for seat in range(s.seats):
            results[seat] = -s.mark[seat]
        compare(results, s.seats, wins, margins)
        return
    burden = np.zeros(6)
    for seat in range(s.seats):
        burden[seat] = s.mark[seat] + ones(s.stack[seat]) + 0.7 * ones(s.hand[seat])
    if knobs.learned:
        chances(s, knobs.weights, wins)
    else:
        chances_by_burden(burden, s.seats, wins)
    for seat in range(s.seats):
        least = 1e9
        for other in range(s.seats):
            if other != seat:
                least = min(least, burden[other])
        margins[seat] = least - burden[seat]


@compiled
def chances_by_burden(burden: Any, seats: int, wins: Any) -> None:
    total = 0.0
    for seat in range(seats):
        wins[seat] = np.exp((burden[0] - burden[seat]) / 5.0)
        total += wins[seat]
    for seat in range(seats):
        wins[seat] /= total


register(yellowstone.STATE, {"playout": playout_in_yellowstone, "judge": judge_in_yellowstone})
