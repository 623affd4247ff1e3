"""How each game is quickly played on from a state, and what the state it comes to is worth."""

from typing import Any

from tablee.bots.policies import fit_move
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
    scores,
)

RANDOM, FIT, KEEN = 0, 1, 2  # styles; KEEN in Hornochsen! only
CHANCES = 1024  # chaos is a share of these
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
    if knobs.style == RANDOM or (knobs.chaos > 0 and below(rng, CHANCES) < CHANCES * knobs.chaos):
        return random_move(s, rng)
    return fit_move(s, rng)


@by_game
def natural_move(s: Record, style: int, rng: Rng) -> int:
    """What a playout to the end plays wherever it does not play at random."""
    raise NotImplementedError


@compiled
def playout_to_the_end(s: Record, seat: int, knobs: Any, rng: Rng) -> None:
    chaos = CHANCES if knobs.style == RANDOM else int(CHANCES * knobs.chaos)
    for _ in range(LONGEST):
        if actor(s) == CHANCE:
            chance(s, rng)
        if actor(s) == NOBODY:
            return
        if chaos == CHANCES or below(rng, CHANCES) < chaos:
            apply(s, random_move(s, rng))
        else:
            apply(s, natural_move(s, knobs.style, rng))


@compiled
def compare(results: Any, seats: int, wins: Any, margins: Any) -> None:
    """Shared wins and margins (which may overwrite the results, of which the highest is best)."""
    best, second, shared = -1e9, -1e9, 0
    for seat in range(seats):
        if results[seat] > best:
            best, second, shared = results[seat], best, 1
        elif results[seat] == best:
            second = best
            shared += 1
        elif results[seat] > second:
            second = results[seat]
    for seat in range(seats):
        result = results[seat]
        wins[seat] = 1.0 / shared if result == best else 0.0
        margins[seat] = result - (second if result == best else best)


@compiled
def judge_by_scores(s: Record, knobs: Any, wins: Any, margins: Any) -> None:
    scores(s, margins)
    compare(margins, s.seats, wins, margins)
