"""Yellowstone Park: a position as numbers, as a seat sees it, from which its worth is judged.

They tell of what is public, of what could be remembered, and of the seat's own cards. Counts are
divided by what is large, so that most numbers lie between 0 and 1.
"""

from typing import Any

import numpy as np

from tablee.rules.bits import lowest, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import Record
from tablee.rules.yellowstone import (
    CHOOSING,
    DRAWING,
    EDGE,
    EDGE_ROWS,
    FINISH,
    FIRST,
    HAND,
    IN_COLOUR,
    IN_ROW_1,
    KINDS,
    LAYING,
    REFILLING,
    TAKING,
    columns_of,
    kinds_of,
    pile,
    pushed_off,
    rows_of,
)

MOST_SEATS = 5
LOOSE = 7  # beside the columns: the best one that no colour has
EDGE_TOP = 5  # beside the places of a matrix from the top: both edges
TABLE, STANDING, TURN, CARDS, OTHERS = 0, 19, 28, 43, 60  # where the numbers of each kind begin
OF_EACH = 9  # numbers about each other seat
NUMBERS = OTHERS + (MOST_SEATS - 1) * OF_EACH


@compiled
def keeping(s: Record, kept: Any) -> None:
    """How many cards stay on the board when one is laid in each row and column, and LOOSE."""
    board, used = s.board, columns_of(s)
    tops = EDGE_TOP + 1 if s.options & EDGE else EDGE_TOP
    covered = np.zeros((EDGE_TOP + 1, 5), np.int64)
    for left in range(5):
        across = 0
        for colour in range(4):
            if int(s.column[colour]) & 0b111 << left:
                across |= IN_COLOUR << 7 * colour
        across &= kinds_of(board)
        for top in range(tops):
            rows = EDGE_ROWS if top == EDGE_TOP else 0b111 << top
            inside = across & rows * IN_ROW_1
            covered[top, left] = ones(board & (inside | inside << KINDS))
    around = np.zeros(5, np.int64)  # in the matrices that cover the row, from each left column
    for row in range(7):
        for left in range(5):
            around[left] = covered[EDGE_TOP, left] if 1 << row & EDGE_ROWS else 0
            for top in range(max(0, row - 2), min(4, row) + 1):
                around[left] = max(around[left], covered[top, left])
        kept[row, LOOSE] = 0
        for column in range(7):
            most = 0
            for left in range(max(0, column - 2), min(4, column) + 1):
                most = max(most, around[left])
            kept[row, column] = most
            if not used >> column & 1:
                kept[row, LOOSE] = max(kept[row, LOOSE], most)


@compiled
def place_of(s: Record, colour: int) -> int:
    return lowest(int(s.column[colour])) if s.column[colour] else LOOSE


@compiled
def fitting(s: Record, kept: Any) -> int:
    """The kinds that can be laid now without collecting anything."""
    cards, kinds = ones(s.board), 0
    for colour in range(4):
        place = place_of(s, colour)
        for row in range(7):
            if kept[row, place] == cards:
                kinds |= 1 << 7 * colour + row
    return kinds


@compiled
def longest_chain(s: Record, hand: int) -> int:
    """How many cards of a hand could be laid one after the other with nothing collected."""
    rows, longest = rows_of(kinds_of(s.board)), 0
    for top in range(EDGE_TOP + 1 if s.options & EDGE else EDGE_TOP):
        inside = EDGE_ROWS if top == EDGE_TOP else 0b111 << top
        if rows & ~inside:
            continue
        inside *= IN_ROW_1
        cards = hand & (inside | inside << KINDS)
        count, least = 0, HAND + 1
        for colour in range(4):
            mine = ones(kinds_of(cards) & IN_COLOUR << 7 * colour)
            mine += ones(cards & cards >> KINDS & IN_COLOUR << 7 * colour)
            count += mine
            if not s.column[colour]:
                least = min(least, mine)
        longest = max(longest, count - least)  # three columns hold three of the four colours
    return longest


@compiled
def describe(s: Record, seat: int, x: Any) -> None:
    """Write the numbers of a seat's view."""
    kept = np.empty((7, LOOSE + 1), np.int64)
    keeping(s, kept)
    kinds, left = fitting(s, kept), ones(pile(s))
    describe_table(s, kinds, left, x)
    describe_standing(s, seat, x)
    describe_turn(s, seat, left, x)
    describe_cards(s, seat, kinds, kept, x)
    describe_others(s, seat, kinds, left, x)


@compiled
def describe_table(s: Record, kinds: int, left: int, x: Any) -> None:
    """What lies open for all: pile, board, marks, the neutral marker."""
    board = kinds_of(s.board)
    spaces = ones(board)
    furthest = load = 0
    for seat in range(s.seats):
        furthest = max(furthest, int(s.mark[seat]))
        load = max(load, s.mark[seat] + ones(s.stack[seat]))
    draws = s.neutral - pushed_off(s) if s.seats == 2 else 0
    x[0] = 1
    x[1] = left / 40
    x[2] = 1 if left <= HAND else 0
    x[3] = 1 if left <= 2 * HAND else 0
    x[4] = spaces / 9
    x[5] = ones(kinds & ~board) / 9
    x[6] = ones(s.board) / 12
    x[7] = ones(columns_of(s)) / 3
    x[8] = 1 if spaces == 7 else 0
    x[9] = 1 if spaces == 8 else 0
    x[10] = 1 if spaces <= 3 else 0
    x[11] = 1 if s.options & EDGE else 0
    x[12] = furthest / 20
    x[13] = load / 20
    x[14] = 1 if furthest + HAND >= FINISH else 0
    x[15] = draws / 7
    x[16] = 1 if draws == 1 else 0
    x[17] = 1 if 0 < draws <= 2 else 0
    x[18] = 1 if 0 < draws <= 3 else 0


@compiled
def penalties(s: Record, seat: int) -> int:
    """The size of a penalty stack, without the cards that are just being taken from it."""
    taken = HAND - ones(s.hand[seat]) if s.phase == TAKING and seat == s.turn else 0
    return ones(s.stack[seat]) - taken


@compiled
def drawing(s: Record, seat: int, left: int) -> int:
    """How many cards a seat is about to get."""
    if seat != s.turn or s.phase not in (DRAWING, TAKING):
        return 0
    missing = HAND - ones(s.hand[seat])
    return min(missing, left) if s.phase == DRAWING else missing


@compiled
def describe_standing(s: Record, seat: int, x: Any) -> None:
    """Mark and penalty cards, also beside those of the others."""
    mark, stack = int(s.mark[seat]), penalties(s, seat)
    least, most = 99, 0
    for other in range(s.seats):
        if other != seat:
            burden = s.mark[other] + penalties(s, other)
            least, most = min(least, burden), max(most, burden)
    x[STANDING] = mark / 10
    x[STANDING + 1] = stack / 10
    x[STANDING + 2] = (mark + stack - least) / 10
    x[STANDING + 3] = (mark + stack - most) / 10
    x[STANDING + 4] = 1 if stack >= HAND else 0
    x[STANDING + 5] = max(0, stack - HAND) / 10
    x[STANDING + 6] = 1 if HAND - 2 <= stack < HAND else 0
    x[STANDING + 7] = 1 if mark + stack >= FINISH else 0
    x[STANDING + 8] = 1 if mark == 0 else 0


@compiled
def describe_turn(s: Record, seat: int, left: int, x: Any) -> None:
    """Who comes next, what the seat at turn is about to do, and how full the hand is."""
    turns = (seat - s.turn + s.seats) % s.seats
    hand, drawn = ones(s.hand[seat]), drawing(s, seat, left)
    x[TURN] = 1 if turns == 0 else 0
    x[TURN + 1] = turns / s.seats
    x[TURN + 2] = 1 if turns == 1 else 0
    x[TURN + 3] = 1 if turns == 0 and s.phase == LAYING and s.laid else 0
    x[TURN + 4] = 1 if turns == 0 and s.phase == REFILLING else 0
    x[TURN + 5] = 1 if turns == 0 and s.phase == CHOOSING else 0
    x[TURN + 6] = drawn / HAND
    x[TURN + 7] = drawn * hand / (HAND * HAND)
    x[TURN + 8] = hand / HAND
    x[TURN + 9] = 1 if hand == 0 else 0
    x[TURN + 10] = 1 if hand <= 1 else 0
    x[TURN + 11] = 1 if hand <= 2 else 0
    x[TURN + 12] = 1 if hand >= 5 else 0
    x[TURN + 13] = 1 if hand == HAND else 0
    x[TURN + 14] = min(penalties(s, seat), HAND) * (HAND - hand) / (HAND * HAND)


@compiled
def describe_cards(s: Record, seat: int, kinds: int, kept: Any, x: Any) -> None:
    """What the hand can do on this board: fit, stack, or cost so many cards."""
    hand, board = s.hand[seat], kinds_of(s.board)
    own, cards, spaces = kinds_of(hand), ones(s.board), ones(board)
    fit = ones(own & kinds & ~board)
    again = ones(hand & (board | board << KINDS))
    chain = longest_chain(s, hand)
    misfits = own & ~kinds & ~board
    count, cheap, total = ones(misfits), 0, 0
    least = second = 2 * HAND
    while misfits:
        kind = lowest(misfits)
        misfits &= misfits - 1
        lost = cards - kept[kind % 7, place_of(s, kind // 7)]
        total += lost
        cheap += lost <= 2
        if lost < least:
            least, second = lost, least
        elif lost < second:
            second = lost
    x[CARDS] = fit / HAND
    x[CARDS + 1] = again / HAND
    x[CARDS + 2] = chain / HAND
    x[CARDS + 3] = (ones(hand) - chain) / HAND
    x[CARDS + 4] = least / HAND if count else 0
    x[CARDS + 5] = second / HAND if count > 1 else 0
    x[CARDS + 6] = total / 20
    x[CARDS + 7] = count / HAND
    x[CARDS + 8] = cheap / HAND
    x[CARDS + 9] = 1 if fit + again == 0 else 0
    x[CARDS + 10] = 1 if fit + again == ones(hand) else 0
    x[CARDS + 11] = ones(hand & hand >> KINDS & FIRST) / 3
    x[CARDS + 12] = 1 if spaces == 7 and fit else 0
    x[CARDS + 13] = 1 if spaces == 8 and fit else 0
    x[CARDS + 14] = 1 if spaces == 6 and fit > 1 else 0
    x[CARDS + 15] = fit / HAND if seat == s.turn else 0
    x[CARDS + 16] = ones(s.stack[seat] & (kinds | kinds << KINDS)) / 10


@compiled
def describe_others(s: Record, seat: int, kinds: int, left: int, x: Any) -> None:
    """The others, as they follow in turn; of their hands, what may be in them."""
    x[OTHERS:] = 0
    known = s.board | s.hand[seat] | s.stack[seat]
    fit = kinds | kinds << KINDS
    for k in range(1, s.seats):
        other = (seat + k) % s.seats
        first = OTHERS + (k - 1) * OF_EACH
        hand, stack = ones(s.hand[other]), penalties(s, other)
        may = s.may_hand[other] & ~known
        share = ones(may & fit) / max(1, ones(may))
        x[first] = s.mark[other] / 10
        x[first + 1] = stack / 10
        x[first + 2] = 1 if stack >= HAND else 0
        x[first + 3] = hand / HAND
        x[first + 4] = 1 if hand <= 1 else 0
        x[first + 5] = share
        x[first + 6] = (1 - share) ** hand  # about the chance that nothing fits
        x[first + 7] = 1 if other == s.turn else 0
        x[first + 8] = drawing(s, other, left) / HAND
