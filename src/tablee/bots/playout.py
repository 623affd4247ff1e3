"""How each game is quickly played on from a state, and what the state it comes to is worth."""

from typing import Any

import numpy as np

from tablee.bots.policies import fit_move
from tablee.rules import yucata
from tablee.rules.bits import below
from tablee.rules.compiling import compiled
from tablee.rules.contract import (
    CHANCE,
    NOBODY,
    Record,
    Rng,
    actor,
    apply,
    by_game,
    chance,
    random_move,
    register,
    scores,
)

RANDOM, FIT = 0, 1  # styles
TO_THE_END, TO_A_SCORING, TO_MY_TURN, NOWHERE = 0, 1, 2, 3  # horizons
LONGEST = 3000


@by_game
def playout(s: Record, seat: int, knobs: Any, rng: Rng) -> None:
    """Play on until the state is to be judged, on behalf of the seat that searches."""
    raise NotImplementedError


@by_game
def judge(s: Record, knobs: Any, wins: Any, margins: Any) -> None:
    """Write each seat's share of the win, expected or sure, and its margin over the best other."""
    raise NotImplementedError


@compiled
def quick_move(s: Record, knobs: Any, rng: Rng) -> int:
    if knobs.style == RANDOM or (knobs.chaos > 0 and below(rng, 1024) < 1024 * knobs.chaos):
        return random_move(s, rng)
    return fit_move(s, rng)


@compiled
def playout_to_the_end(s: Record, seat: int, knobs: Any, rng: Rng) -> None:
    for _ in range(LONGEST):
        if actor(s) == CHANCE:
            chance(s, rng)
        if actor(s) == NOBODY:
            return
        apply(s, quick_move(s, knobs, rng))


@compiled
def compare(results: Any, seats: int, wins: Any, margins: Any) -> None:
    """Shared wins and margins from results of which the highest is best."""
    best, second, shared = -(1 << 30), -(1 << 30), 0
    for seat in range(seats):
        if results[seat] > best:
            best, second, shared = results[seat], best, 1
        elif results[seat] == best:
            second = best
            shared += 1
        elif results[seat] > second:
            second = results[seat]
    for seat in range(seats):
        won = results[seat] == best
        wins[seat] = 1.0 / shared if won else 0.0
        margins[seat] = results[seat] - (second if won else best)


@compiled
def judge_by_scores(s: Record, knobs: Any, wins: Any, margins: Any) -> None:
    results = np.zeros(6, np.int64)
    scores(s, results)
    compare(results, s.seats, wins, margins)


register(yucata.STATE, {"playout": playout_to_the_end, "judge": judge_by_scores})
