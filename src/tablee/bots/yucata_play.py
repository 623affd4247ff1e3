"""Yucata': how it is played on from a state, and what that is worth."""

from typing import Any

from tablee.bots.playout import CHANCES, LONGEST, RANDOM, judge_by_scores
from tablee.rules import yucata
from tablee.rules.bits import below, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import NOBODY, Record, Rng, register
from tablee.rules.yucata import GOAL, apply, landing, playable, random_move, swept

FINE = 4  # bits of a random number, which decide between moves that are worth the same


@compiled
def fit_move(s: Record, rng: Rng) -> int:
    """As the policy `fit`: the card that gives most at once."""
    cards = playable(s)
    luck = below(rng, 1 << 7 * FINE)
    best, most = 0, -(1 << 30)
    lost = int(s.lost[s.turn])
    for card in range(7):
        if cards >> card & 1:
            stones = swept(s, landing(s, card))
            bad = lost + ones(s.bad & stones) - (stones >> GOAL & 1)
            worth = ones(s.good & stones) - bad * (bad + 1) // 2
            worth = (worth << FINE) + (luck >> FINE * card & (1 << FINE) - 1)
            if worth > most:
                best, most = card, worth
    return best


@compiled
def play_on(s: Record, seat: int, knobs: Any, rng: Rng) -> None:
    chaos = CHANCES if knobs.style == RANDOM else int(CHANCES * knobs.chaos)
    for _ in range(LONGEST):
        if s.turn == NOBODY:
            return
        if chaos == CHANCES or below(rng, CHANCES) < chaos:
            apply(s, random_move(s, rng))
        else:
            apply(s, fit_move(s, rng))


register(yucata.STATE, {"playout": play_on, "judge": judge_by_scores})
