"""Hornochsen!, by the rulings H-1 to H-29.

A row is known by its end number, so the rows on the table are a set of ox cards. Sets of ox cards
take two words: 0 to 49 in the first, 50 to 98 in the second.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tablee.rules.bits import below, highest, lowest, nth, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import (
    CHANCE,
    EVERYONE,
    NOBODY,
    Codes,
    Record,
    Rng,
    States,
    flag,
    record_of,
    register,
)

NAME = "hornochsen"
RULES = 1
SEATS = range(2, 7)
OPTIONS = ("collecting_ends_turn",)
LOWEST_WINS = False
OX_CARDS = 98
MOST_ON_TURN = 3  # H-2
ROW_FULL = 5
HALF = 50
HAND_SIZE = np.array([0, 0, 14, 12, 12, 12, 10])
ROWS = np.array([0, 0, 7, 9, 12, 15, 15])

DONE, DOUBLE, PLUS = 0, 100, 200  # DOUBLE + e: "x2" under the row that ends in e
MOVES = (
    "done",
    *(str(card) if card <= OX_CARDS else "" for card in range(1, DOUBLE)),
    *(f"x2@{end}" if 1 <= end <= OX_CARDS else "" for end in range(100)),
    *(f"+5@{end}" if 1 <= end <= OX_CARDS else "" for end in range(100)),
)
CHANCES = ("", *(f"~{card}" for card in range(1, OX_CARDS + 1)))


def heads(card: int) -> int:
    """What an ox card counts (H-21)."""
    if card == 55:
        return -7
    if card % 11 == 0:
        return -5
    if card % 10 == 0:
        return -3
    if card % 5 == 0:
        return -2
    return 2 if card % 10 == 2 else 1


HEADS = np.array([0] + [heads(card) for card in range(1, OX_CARDS + 1)], np.int8)

STATE = record_of(
    ("hand", np.int64, (6, 2)),
    ("ends", np.int64, 2),  # the end numbers of the rows
    ("double", np.int64, 2),  # the rows that have an "x2", by end number
    ("plus", np.int64, 2),  # the rows that have a "+5"
    ("seen", np.int64, 2),  # ox cards that lie or lay on the table
    ("points", np.int16, 6),  # heads and "+5" collected (H-26: face down, so memory)
    ("doubles", np.int8, 6),  # "x2" collected
    ("special", np.int8, 6),  # in hand: 1 for "x2", 2 for "+5"
    ("hidden", np.int8, 6),  # in a view: how many ox cards each hidden hand holds
    ("full", np.int64, 2),  # the rows of four cards, by end number: the next card collects them
    ("below", np.int8, OX_CARDS + 1),  # the card under each laid one in its row, 0 for a starter
    ("counts", np.int8, OX_CARDS + 1),  # the heads of a card and of all those under it
    ("seats", np.int8),
    ("first", np.int8),
    ("turn", np.int8),  # a seat, CHANCE or NOBODY
    ("laid", np.int8),  # cards laid on this turn
    ("dealt", np.int8),
    ("collecting_ends_turn", np.int8),  # H-1
)


def settle(seats: int, options: Mapping[str, Any], below: Callable[[int], int]) -> dict[str, Any]:
    return {"collecting_ends_turn": flag(options, "collecting_ends_turn")}


def begin(seats: int, first: int, options: Mapping[str, Any]) -> States:
    state = np.zeros(1, STATE)
    state["seats"], state["first"], state["turn"] = seats, first, CHANCE
    state["special"][0, :seats] = 3
    state["counts"] = HEADS
    state["collecting_ends_turn"] = options["collecting_ends_turn"]
    return state


@compiled
def actor(s: Record) -> int:
    return s.turn


# -- the deal: seat by seat, then the table


@compiled
def receiver(s: Record) -> int:
    seat = s.dealt // HAND_SIZE[s.seats]
    return seat if seat < s.seats else EVERYONE


@compiled
def undealt(s: Record, half: int) -> int:
    rest = (1 << HALF) - 2 if half == 0 else (1 << (OX_CARDS + 1 - HALF)) - 1
    for seat in range(s.seats):
        rest &= ~s.hand[seat, half]
    return rest & ~s.ends[half]


@compiled
def pool(s: Record) -> int:
    return OX_CARDS - s.dealt


@compiled
def pick(s: Record, k: int) -> int:
    low = undealt(s, 0)
    count = ones(low)
    return nth(low, k) if k < count else HALF + nth(undealt(s, 1), k - count)


@compiled
def half_of(card: int) -> int:
    return 1 if card >= HALF else 0


@compiled
def bit_of(card: int) -> int:
    """The card as a bit of its word."""
    return 1 << (card - HALF if card >= HALF else card)


@compiled
def receive(s: Record, card: int) -> None:
    seat = receiver(s)
    if seat == EVERYONE:
        s.ends[half_of(card)] |= bit_of(card)
        s.seen[half_of(card)] |= bit_of(card)
    else:
        s.hand[seat, half_of(card)] |= bit_of(card)
    s.dealt += 1
    if s.dealt == s.seats * HAND_SIZE[s.seats] + ROWS[s.seats]:
        s.turn = s.first  # H-22


@compiled
def chance(s: Record, rng: Rng) -> None:
    """The rest of the deal at once: a part of a shuffle, on the still unused list of links."""
    count = list_undealt(s)
    size = HAND_SIZE[s.seats]
    for seat in range(s.seats + 1):
        until = seat * size + (size if seat < s.seats else ROWS[s.seats])
        while s.dealt < until:
            k = below(rng, count)
            count -= 1
            card = int(s.below[k])
            s.below[k] = s.below[count]
            s.dealt += 1
            if seat < s.seats:
                s.hand[seat, half_of(card)] |= bit_of(card)
            else:
                s.ends[half_of(card)] |= bit_of(card)
    for half in range(2):
        s.seen[half] = s.ends[half]
    for k in range(OX_CARDS + 1):
        s.below[k] = 0
    s.turn = s.first


@compiled
def list_undealt(s: Record) -> int:
    if s.dealt == 0:
        for k in range(OX_CARDS):
            s.below[k] = k + 1
        return OX_CARDS
    count = 0
    for half in range(2):
        rest = undealt(s, half)
        while rest:
            s.below[count] = HALF * half + lowest(rest)
            count += 1
            rest &= rest - 1
    return count


# -- laying cards


@compiled
def row_for(s: Record, card: int) -> int:
    """The end number of the row on which an ox card must be laid (H-4, H-5, H-8)."""
    half = half_of(card)
    same, other = s.ends[half], s.ends[1 - half]
    lower = same & (bit_of(card) - 1)
    if lower == 0 and other != 0:
        return HALF * (1 - half) + highest(other)
    return HALF * half + highest(lower or same)


@compiled
def open_rows(s: Record, kind: int, half: int) -> int:
    """The rows that can still take an "x2" (kind 0) or a "+5" (kind 1), by end number (H-9)."""
    return s.ends[half] & ~(s.plus[half] if kind else s.double[half])


@compiled
def open_for(s: Record, special: int, kind: int, half: int) -> int:
    """The same, if this kind is among the special cards in hand."""
    return open_rows(s, kind, half) if special >> kind & 1 else 0


@compiled
def can_lay(s: Record, seat: int) -> bool:
    """Whether a seat can lay an ox card (always: H-14), or a special that some row takes (H-11)."""
    if s.hand[seat, 0] | s.hand[seat, 1]:
        return True
    special = s.special[seat]
    rows = open_for(s, special, 0, 0) | open_for(s, special, 0, 1)
    return bool(rows | open_for(s, special, 1, 0) | open_for(s, special, 1, 1))


@compiled
def legal(s: Record, moves: Codes) -> int:
    count = 0
    if s.turn == CHANCE:
        for half in range(2):
            rest = undealt(s, half)
            while rest:
                moves[count] = HALF * half + lowest(rest)
                count += 1
                rest &= rest - 1
        return count
    if s.laid:  # H-3, H-12
        moves[0] = DONE
        count = 1
    for half in range(2):
        cards = s.hand[s.turn, half]
        while cards:
            moves[count] = HALF * half + lowest(cards)
            count += 1
            cards &= cards - 1
    for kind in range(2):
        for half in range(2):
            rows = open_for(s, s.special[s.turn], kind, half)
            while rows:
                moves[count] = DOUBLE + 100 * kind + HALF * half + lowest(rows)
                count += 1
                rows &= rows - 1
    return count


@compiled
def random_move(s: Record, rng: Rng) -> int:
    cards, more_cards = s.hand[s.turn, 0], s.hand[s.turn, 1]
    few, many = ones(cards), ones(cards) + ones(more_cards)
    special = s.special[s.turn]
    done = 1 if s.laid else 0
    if special == 0:
        k = below(rng, many + done)
        if k >= many:
            return DONE
        return nth_of(cards, more_cards, few, k)
    double, more_double = open_for(s, special, 0, 0), open_for(s, special, 0, 1)
    plus, more_plus = open_for(s, special, 1, 0), open_for(s, special, 1, 1)
    doubles = many + ones(double)
    all_doubles = doubles + ones(more_double)
    pluses = all_doubles + ones(plus)
    all_pluses = pluses + ones(more_plus)
    k = below(rng, all_pluses + done)
    if k < many:
        return nth_of(cards, more_cards, few, k)
    if k < doubles:
        return DOUBLE + nth(double, k - many)
    if k < all_doubles:
        return DOUBLE + HALF + nth(more_double, k - doubles)
    if k < pluses:
        return PLUS + nth(plus, k - all_doubles)
    return PLUS + HALF + nth(more_plus, k - pluses) if k < all_pluses else DONE


@compiled
def nth_of(low: int, high: int, few: int, k: int) -> int:
    """Number k of a set in two words, of which `few` are in the first; without a branch."""
    half = 1 if k >= few else 0
    return HALF * half + nth(high if half else low, k - few * half)


@compiled
def apply(s: Record, move: int) -> None:
    if s.turn == CHANCE:
        receive(s, move)
        return
    if move == DONE:
        pass_on(s)
        return
    seat = s.turn
    collected = False
    if move < DOUBLE:
        collected = lay(s, seat, move)
    else:
        kind = 0 if move < PLUS else 1
        end = move - DOUBLE - 100 * kind
        if kind:
            s.plus[half_of(end)] |= bit_of(end)
        else:
            s.double[half_of(end)] |= bit_of(end)
        s.special[seat] ^= 1 << kind
    s.laid += 1
    if s.laid == MOST_ON_TURN or (collected and s.collecting_ends_turn) or not can_lay(s, seat):
        pass_on(s)  # H-15


@compiled
def lay(s: Record, seat: int, card: int) -> bool:
    """Lay an ox card on its row; whether that collects the row (H-10: specials do not count)."""
    end = row_for(s, card)
    old_half, new_half = half_of(end), half_of(card)
    old, new = bit_of(end), bit_of(card)
    s.hand[seat, new_half] ^= new
    s.seen[new_half] |= new
    s.ends[old_half] ^= old
    double, plus = s.double[old_half] & old, s.plus[old_half] & old
    s.double[old_half] ^= double
    s.plus[old_half] ^= plus
    s.below[card] = end
    s.counts[card] += s.counts[end]
    if s.full[old_half] & old:
        s.full[old_half] ^= old
        s.points[seat] += s.counts[card] + (5 if plus else 0)
        if double:
            s.doubles[seat] += 1
        return True
    if s.below[s.below[end]]:
        s.full[new_half] |= new
    s.ends[new_half] |= new
    if double:
        s.double[new_half] |= new
    if plus:
        s.plus[new_half] |= new
    return False


@compiled
def pass_on(s: Record) -> None:
    """On to the next seat that can lay; the game ends when none can (H-7, H-13, H-16)."""
    s.laid = 0
    seat = int(s.turn)
    for _ in range(s.seats):
        seat += 1
        if seat == s.seats:
            seat = 0
        if can_lay(s, seat):
            s.turn = seat
            return
    s.turn = NOBODY


@compiled
def scores(s: Record, out: Codes) -> None:
    """Heads and "+5", doubled by each "x2", then 10 off for each special in hand (H-17 to H-19)."""
    for seat in range(s.seats):
        special = int(s.special[seat])
        out[seat] = int(s.points[seat]) * (1 << int(s.doubles[seat])) - 10 * (
            (special & 1) + (special >> 1)
        )


# -- what a seat knows


@compiled
def hide(s: Record, seat: int, view: Record) -> None:
    """All but the ox cards in other hands; every card laid and row collected was seen (H-26)."""
    for half in range(2):
        view.ends[half], view.seen[half] = s.ends[half], s.seen[half]
        view.double[half], view.plus[half] = s.double[half], s.plus[half]
        view.full[half] = s.full[half]
    for q in range(6):
        view.points[q], view.doubles[q], view.special[q] = s.points[q], s.doubles[q], s.special[q]
        own = q == seat
        for half in range(2):
            view.hand[q, half] = s.hand[q, half] if own else 0
        hand = ones(s.hand[q, 0]) + ones(s.hand[q, 1])
        view.hidden[q] = 0 if own else max(hand, int(s.hidden[q]))
    for card in range(OX_CARDS + 1):
        view.below[card] = s.below[card]
        view.counts[card] = s.counts[card]
    view.seats, view.first, view.turn, view.laid = s.seats, s.first, s.turn, s.laid
    view.dealt, view.collecting_ends_turn = s.dealt, s.collecting_ends_turn


@compiled
def imagine(view: Record, seat: int, rng: Rng, s: Record) -> None:
    """Deal the unseen ox cards to the hidden hands, every way as likely."""
    hide(view, seat, s)
    unseen = np.empty(OX_CARDS, np.int8)
    count = 0
    for half in range(2):
        rest = undealt(s, half) & ~s.seen[half]
        while rest:
            unseen[count] = HALF * half + lowest(rest)
            count += 1
            rest &= rest - 1
    for q in range(s.seats):
        for _ in range(s.hidden[q]):
            k = below(rng, count)
            count -= 1
            card = int(unseen[k])
            unseen[k] = unseen[count]
            s.hand[q, half_of(card)] |= bit_of(card)
        s.hidden[q] = 0


@compiled
def foresee(view: Record, move: int, out: Codes) -> None:
    """The end number of the row; whether it is collected; the points and "x2" that come with it."""
    out[:4] = 0
    if move == DONE:
        return
    if move >= DOUBLE:
        out[0] = (move - DOUBLE) % 100
        return
    end = row_for(view, move)
    half, bit = half_of(end), bit_of(end)
    out[0] = end
    if view.full[half] & bit:
        out[1] = 1
        out[2] = view.counts[end] + view.counts[move] + (5 if view.plus[half] & bit else 0)
        out[3] = 1 if view.double[half] & bit else 0


register(STATE, globals())
