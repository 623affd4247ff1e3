"""The simplest sensible player of each game: takes what is best at this very moment.

It needs a state or a view: nothing but the public and the own cards is looked at.
"""

import numpy as np

from tablee.rules import hornochsen, yellowstone, yucata
from tablee.rules.bits import below, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import (
    CHANCE,
    MOST_MOVES,
    NOBODY,
    Codes,
    Record,
    Rng,
    States,
    actor,
    apply,
    by_game,
    chance,
    foresee,
    legal,
    random_move,
    register,
    scores,
)

RANDOM, FIT = 0, 1


@by_game
def worth(s: Record, move: int, ahead: Codes) -> int:
    """How good a move looks, given what it will bring about."""
    raise NotImplementedError


@compiled
def worth_in_yucata(s: Record, move: int, ahead: Codes) -> int:
    """Good stones, less what the bad ones will cost on top of those one has."""
    bad = s.lost[s.turn] + ahead[2] - ahead[3]
    return ahead[1] - (bad * (bad + 1) - s.lost[s.turn] * (s.lost[s.turn] + 1)) // 2


@compiled
def worth_in_hornochsen(s: Record, move: int, ahead: Codes) -> int:
    """Rows that pay are taken, others avoided; otherwise a card is laid only when one must be."""
    if move == hornochsen.DONE:
        return 0
    if move >= hornochsen.DOUBLE:
        return -1
    return 2 * ahead[2] if ahead[1] else -2


@compiled
def worth_in_yellowstone(s: Record, move: int, ahead: Codes) -> int:
    """A bonus, then a card that fits, then the end of the turn, then the fewest cards collected."""
    if move == yellowstone.FROM_STACK or move == yellowstone.REFILL:
        return 1
    if move == yellowstone.DONE:
        return 0
    if move >= yellowstone.PLACES:
        return -1
    collected = ones(ahead[0])
    return 3 * ahead[1] - collected if ahead[1] or collected else 1


register(yucata.STATE, {"worth": worth_in_yucata})
register(hornochsen.STATE, {"worth": worth_in_hornochsen})
register(yellowstone.STATE, {"worth": worth_in_yellowstone})


@compiled
def fit_move(s: Record, rng: Rng) -> int:
    """The legal move that is worth most; any of the best."""
    moves = np.empty(MOST_MOVES, np.int64)
    ahead = np.zeros(4, np.int64)
    best, most, alike = moves[0], -(1 << 30), 0
    for k in range(legal(s, moves)):
        foresee(s, moves[k], ahead)
        value = worth(s, moves[k], ahead)
        if value > most:
            best, most, alike = moves[k], value, 1
        elif value == most:
            alike += 1
            if below(rng, alike) == 0:
                best = moves[k]
    return best


@compiled
def choose(policy: int, s: Record, rng: Rng) -> int:
    return fit_move(s, rng) if policy == FIT else random_move(s, rng)


@compiled
def play_policy(states: States, policy: int, most: int, rng: Rng, out: Codes) -> int:
    """Play states[0] out, or for `most` decisions; writes the scores, gives the decisions made."""
    s = states[0]
    made = 0
    while made < most:
        if actor(s) == CHANCE:
            chance(s, rng)
        if actor(s) == NOBODY:
            break
        apply(s, choose(policy, s, rng))
        made += 1
    scores(s, out)
    return made
