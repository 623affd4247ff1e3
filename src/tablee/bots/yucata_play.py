"""Yucata': how it is played on from a state, and what that is worth."""

from tablee.bots.playout import judge_by_scores, playout_to_the_end
from tablee.rules import yucata
from tablee.rules.bits import below, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import Record, Rng, register
from tablee.rules.yucata import GOAL, landing, playable, swept

FINE = 4  # bits of a random number, which decide between moves that are worth the same


@compiled
def natural_move(s: Record, style: int, rng: Rng) -> int:
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


register(
    yucata.STATE,
    {"playout": playout_to_the_end, "natural_move": natural_move, "judge": judge_by_scores},
)
