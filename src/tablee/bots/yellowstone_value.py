"""Yellowstone Park: what a position is worth to each seat, by a small network fitted on self-play.

Every seat is described by the same numbers, the network gives each a strength, and the chance to
win goes by these (softmax). The weights are data; `yellowstone_fit.py` made them.
"""

from typing import Any

import numpy as np

from tablee.rules.bits import ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import Record, Rng
from tablee.rules.yellowstone import (
    CHOOSING,
    DRAWING,
    EDGE,
    HAND,
    OVER,
    REFILLING,
    TAKING,
    chance,
    columns_of,
    fits,
    kinds_of,
    pile,
    rows_of,
)

MOST_SEATS = 5
FEATURES = 27
UNITS = 24
WEIGHTS = FEATURES * UNITS + 2 * UNITS + FEATURES


@compiled
def fitting(s: Record) -> int:
    """The kinds that can be laid now without collecting anything."""
    rows, columns = rows_of(kinds_of(s.board)), columns_of(s)
    numbers = 0
    for row in range(7):
        if fits(s, rows | 1 << row, columns):
            numbers |= 1 << row
    loose = False
    for column in range(7):
        if not columns >> column & 1 and fits(s, rows, columns | 1 << column):
            loose = True
    kinds = 0
    for colour in range(4):
        if s.column[colour] or loose:
            kinds |= numbers << 7 * colour
    return kinds


@compiled
def resolve(s: Record, rng: Rng) -> None:
    """Let chance play where a scoring follows from it; else the draw is better left open."""
    if s.phase == DRAWING and ones(pile(s)) <= HAND - ones(s.hand[s.turn]):
        chance(s, rng)


@compiled
def describe(s: Record, numbers: Any) -> None:
    """Write a row of numbers for each seat."""
    n = int(s.seats)
    board, left = kinds_of(s.board), ones(pile(s))
    kinds = fitting(s)
    spaces, room, cards = ones(board), ones(kinds & ~board), ones(s.board)
    furthest = load = 0
    hands = stacks = 0
    for seat in range(n):
        furthest = max(furthest, int(s.mark[seat]))
        load = max(load, s.mark[seat] + ones(s.stack[seat]))
        hands += ones(s.hand[seat])
        stacks += ones(s.stack[seat])
    for seat in range(n):
        x = numbers[seat]
        hand, stack, mark = ones(s.hand[seat]), ones(s.stack[seat]), int(s.mark[seat])
        turns = int(seat - s.turn)
        if turns < 0:
            turns += n
        at_turn = turns == 0
        drawn = 0
        if at_turn and s.phase == DRAWING:
            drawn = min(HAND - hand, left)
        elif at_turn and s.phase == TAKING:
            drawn = HAND - hand
            stack -= drawn
        own = kinds_of(s.hand[seat])
        others = 99
        most = -99
        for q in range(n):
            if q != seat:
                others = min(others, s.mark[q] + ones(s.stack[q]))
                most = max(most, s.mark[q] + ones(s.stack[q]))
        x[0] = 1
        x[1] = mark / 10
        x[2] = stack / 10
        x[3] = hand / 6
        x[4] = drawn / 6
        x[5] = ones(own & kinds & ~board) / 6
        x[6] = ones(own & board) / 6
        x[7] = 1 if at_turn else 0
        x[8] = turns / n
        x[9] = 1 if at_turn and s.laid > 0 else 0
        x[10] = 1 if at_turn and s.phase == REFILLING else 0
        x[11] = 1 if at_turn and s.phase == CHOOSING else 0
        x[12] = left / 40
        x[13] = s.neutral / 7
        x[14] = spaces / 9
        x[15] = room / 9
        x[16] = cards / 12
        x[17] = (mark + stack - others) / 10
        x[18] = (mark + stack - most) / 10
        x[19] = furthest / 20
        x[20] = load / 20
        x[21] = (hands - hand) / (6 * (n - 1))
        x[22] = (stacks - stack) / (10 * (n - 1))
        x[23] = 1 if stack >= HAND else 0
        x[24] = 1 if hand <= 2 else 0
        x[25] = min(stack, HAND) * (HAND - hand) / 36
        x[26] = 1 if s.options & EDGE else 0


@compiled
def strengths(numbers: Any, seats: int, net: Any, out: Any) -> None:
    """One hidden layer of rectified units, and a direct way past it."""
    units = np.empty(UNITS, np.float32)
    bias = FEATURES * UNITS
    for seat in range(seats):
        for j in range(UNITS):
            units[j] = net[bias + j]
        total = np.float32(0)
        for i in range(FEATURES):
            number = numbers[seat, i]
            total += net[bias + 2 * UNITS + i] * number
            for j in range(UNITS):
                units[j] += net[i * UNITS + j] * number
        for j in range(UNITS):
            if units[j] > 0:
                total += units[j] * net[bias + UNITS + j]
        out[seat] = total


@compiled
def settled(s: Record, wins: Any) -> None:
    """The same at the end of the game: the lowest marks share it (Y-31)."""
    lowest, shared = 1000, 0
    for seat in range(s.seats):
        mark = int(s.mark[seat])
        if mark < lowest:
            lowest, shared = mark, 1
        elif mark == lowest:
            shared += 1
    for seat in range(s.seats):
        wins[seat] = 1 / shared if s.mark[seat] == lowest else 0.0


@compiled
def chances(s: Record, net: Any, wins: Any) -> None:
    """Write each seat's expected share of the win."""
    n = int(s.seats)
    if s.phase == OVER:
        settled(s, wins)
        return
    numbers = np.empty((MOST_SEATS, FEATURES), np.float32)
    describe(s, numbers)
    strengths(numbers, n, net, wins)
    top = wins[0]
    for seat in range(1, n):
        top = max(top, wins[seat])
    total = 0.0
    for seat in range(n):
        wins[seat] = np.exp(wins[seat] - top)
        total += wins[seat]
    for seat in range(n):
        wins[seat] /= total
