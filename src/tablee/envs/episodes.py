"""How an episode begins, and what it pays when it ends."""

from typing import Any

from tablee.rules import hornochsen, yellowstone, yucata
from tablee.rules.bits import below, nth
from tablee.rules.compiling import compiled
from tablee.rules.contract import Codes, Record, Rng, by_game, register
from tablee.rules.yellowstone_memory import size

WIN, MARGIN = range(2)
REWARDS = {"win": WIN, "margin": MARGIN}

Numbers = Any  # float32, one a seat


@by_game
def vary(s: Record, rng: Rng) -> None:
    """Draw anew what the options leave to chance when a game is created."""
    raise NotImplementedError


@by_game
def stop(s: Record, out: Codes) -> None:
    """Write the scores of a game that ends now, whatever is going on."""
    raise NotImplementedError


@compiled
def another_layout(s: Record, rng: Rng) -> None:
    """Nine of the spaces 4 to 36 are bad, all ways as likely (U-21)."""
    spaces = (1 << yucata.GOAL - 1) - 16
    s.good, s.bad = spaces | 1 << yucata.GOAL - 1, 0
    for k in range(yucata.BAD_STONES):
        stone = 1 << nth(spaces, below(rng, 33 - k))
        spaces ^= stone
        s.good ^= stone
        s.bad |= stone


@compiled
def nothing_to_vary(s: Record, rng: Rng) -> None:
    return


@compiled
def stop_with_scoring(s: Record, out: Codes) -> None:
    """As if a scoring had just ended the game (Y-37)."""
    for seat in range(s.seats):
        out[seat] = s.mark[seat] + size(s.stack[seat])


@compiled
def pay(scores: Codes, kind: int, lowest_wins: bool, rewards: Numbers) -> None:
    """Write what each seat gets, by the final scores of all; the sum is 0.

    WIN: a win alone is 1, shared among w of n seats (n - w) / (w (n - 1)); all others pay that.
    MARGIN: how much better one's score is than the mean of the others'.
    """
    seats = scores.shape[0]
    sign = -1 if lowest_wins else 1
    best, winners, total = sign * scores[0], 0, 0
    for seat in range(seats):
        best = max(best, sign * scores[seat])
        total += sign * scores[seat]
    for seat in range(seats):
        winners += sign * scores[seat] == best
    for seat in range(seats):
        own = sign * scores[seat]
        if kind == MARGIN:
            rewards[seat] = own - (total - own) / (seats - 1)
        elif own == best:
            rewards[seat] = (seats - winners) / (winners * (seats - 1))
        else:
            rewards[seat] = -1 / (seats - 1)


register(yucata.STATE, {"vary": another_layout, "stop": yucata.scores})
register(hornochsen.STATE, {"vary": nothing_to_vary, "stop": hornochsen.scores})
register(yellowstone.STATE, {"vary": nothing_to_vary, "stop": stop_with_scoring})
