"""Hornochsen!: how it is played on from a state, and what that is worth."""

from tablee.bots.playout import KEEN, judge_by_scores, playout_to_the_end
from tablee.rules import hornochsen
from tablee.rules.bits import below, lowest, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import Record, Rng, register
from tablee.rules.hornochsen import (
    DONE,
    DOUBLE,
    HALF,
    HEADS,
    PLUS,
    bit_of,
    half_of,
    nth_of,
    open_for,
    row_for,
)

NEVER = -(1 << 30)
LOW = (1 << HALF) - 1
HIGH = (1 << hornochsen.OX_CARDS + 1 - HALF) - 1


@compiled
def lowest_bit(mask: int) -> int:
    return mask & -mask


@compiled
def reach(s: Record, bit: int, half: int) -> tuple[int, int]:
    """The cards that must be laid on the row that ends in this bit, as two words."""
    low, high = s.ends[0], s.ends[1]
    above = (low if half == 0 else high) & -(bit << 1)
    until = lowest_bit(above) - (bit << 1)
    if half == 0:
        if above:
            return until, 0
        if high:
            return (1 << HALF) - (bit << 1), lowest_bit(high) - 1
        return (1 << HALF) - (bit << 1) + lowest_bit(low) - 1, HIGH
    if above:
        return 0, until
    rest = HIGH + 1 - (bit << 1)
    if low:
        return lowest_bit(low) - 1, rest
    return LOW, rest + lowest_bit(high) - 1


@compiled
def either(low: int, high: int, rng: Rng) -> int:
    """Any card of a set that is not empty."""
    few = ones(low)
    return nth_of(low, high, few, below(rng, few + ones(high)))


@compiled
def aside(s: Record, low: int, high: int) -> tuple[int, int]:
    """Those of the rows that the next card does not collect; all of them, if it collects each."""
    some, more = low & ~s.full[0], high & ~s.full[1]
    return (some, more) if some | more else (low, high)


@compiled
def place(s: Record, rng: Rng) -> int:
    """Any special card in hand, under a row that nobody collects soon; 0 if no row takes one."""
    special = s.special[s.turn]
    double, more_double = aside(s, open_for(s, special, 0, 0), open_for(s, special, 0, 1))
    plus, more_plus = aside(s, open_for(s, special, 1, 0), open_for(s, special, 1, 1))
    doubles = ones(double) + ones(more_double)
    both = doubles + ones(plus) + ones(more_plus)
    if both == 0:
        return 0
    if below(rng, both) < doubles:
        return DOUBLE + either(double, more_double, rng)
    return PLUS + either(plus, more_plus, rng)


@compiled
def takes(s: Record, whole: bool) -> tuple[int, int, int, int, int]:
    """The best card that collects a row (0: none), what it gains, the end of the row, and all the
    cards that collect one, as two words.

    The gain is in points, or `whole`: in all that the seat will have, each "x2" counted.
    """
    low, high = s.hand[s.turn, 0], s.hand[s.turn, 1]
    points, doubles = int(s.points[s.turn]), int(s.doubles[s.turn])
    best, most, where, taking, more_taking = 0, -(1 << 30), 0, 0, 0
    for half in range(2):
        full = s.full[half]
        while full:
            bit = lowest_bit(full)
            full ^= bit
            here, there = reach(s, bit, half)
            here &= low
            there &= high
            taking |= here
            more_taking |= there
            if here | there:
                end = HALF * half + lowest(bit)
                row = int(s.counts[end]) + (5 if s.plus[half] & bit else 0)
                twice = 1 if s.double[half] & bit else 0
                while here | there:
                    if here:
                        card = lowest(here)
                        here &= here - 1
                    else:
                        card = HALF + lowest(there)
                        there &= there - 1
                    gain = row + int(HEADS[card])
                    if whole:
                        gain = ((points + gain) << (doubles + twice)) - (points << doubles)
                    if gain > most:
                        best, most, where = card, gain, end
    return best, most, where, taking, more_taking


@compiled
def fit_move(s: Record, rng: Rng) -> int:
    """As the policy `fit`: a row that pays, else the end of the turn, else a special card."""
    card, gain, _, taking, more_taking = takes(s, False)
    if gain > 0:
        return card
    if s.laid:
        return DONE
    if gain == 0:
        return card
    special = place(s, rng)
    if special:
        return special
    low, high = s.hand[s.turn, 0] & ~taking, s.hand[s.turn, 1] & ~more_taking
    return either(low, high, rng) if low | high else card


@compiled
def keen_move(s: Record, rng: Rng) -> int:
    """Takes rows that pay, special cards first, and otherwise lays what it likes least to keep.

    The numbers were found by letting it play against itself: docs/bots.md.
    """
    card, gain, end, taking, more_taking = takes(s, True)
    special = s.special[s.turn]
    if gain > 1:
        bit, half = bit_of(end), half_of(end)
        if special & 2 and s.laid < 2 and not s.plus[half] & bit:
            return PLUS + end
        if special & 1 and s.laid < 2 and not s.double[half] & bit:
            return DOUBLE + end
        return card
    low, high = s.hand[s.turn, 0], s.hand[s.turn, 1]
    best, most = DONE, 0
    if not s.laid:
        best, most = card, -100 + 19 * gain if card else NEVER
        luck = below(rng, 1 << 32)
        for half in range(2):
            rest = high & ~more_taking if half else low & ~taking
            while rest:
                bit = lowest_bit(rest)
                rest ^= bit
                safe = HALF * half + lowest(bit)
                value = -50 - 6 * int(HEADS[safe]) + (luck >> (safe & 15) & 7)
                row = row_for(s, safe)
                if s.below[s.below[row]]:
                    here, there = reach(s, bit, half)
                    mine = ones(here & low) + ones(there & high)
                    value += (int(s.counts[row]) + int(HEADS[safe])) * (7 * mine - 5)
                if value > most:
                    best, most = safe, value
    if special and 111 - 58 * (ones(low) + ones(high)) > most:
        move = place(s, rng)
        if move:
            return move
    return best


@compiled
def natural_move(s: Record, style: int, rng: Rng) -> int:
    return keen_move(s, rng) if style == KEEN else fit_move(s, rng)


register(
    hornochsen.STATE,
    {"playout": playout_to_the_end, "natural_move": natural_move, "judge": judge_by_scores},
)
