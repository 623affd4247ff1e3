"""Yellowstone Park played for learning: every move by the value of what it leads to.

What a seat looks at is what it may know, so the players are honest; but they are handed complete
states, which is quicker. They are not bots.
"""

from typing import Any

import numpy as np

from tablee.bots.playout import compare
from tablee.bots.yellowstone_numbers import MOST_SEATS, NUMBERS, describe
from tablee.bots.yellowstone_value import chance_of, output, resolve
from tablee.rules.bits import below, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import (
    MOST_MOVES,
    Codes,
    Record,
    Rng,
    States,
    foresee,
    legal,
    random_move,
)
from tablee.rules.yellowstone import (
    CHOOSING,
    DEALING,
    DONE,
    FROM_STACK,
    LAYING,
    OVER,
    REFILL,
    apply,
    chance,
)

VALUE, ONE_CARD, TWO_CARDS = 0, 1, 2  # who plays a seat: the value, or greedily so many cards
LONGEST = 1500  # decisions; then a game counts as if a scoring had just ended it (Y-37)
NOISE = 0.004  # values are misjudged by up to so much, to see other positions, too
SLIPS = 0.004  # the share of random moves
TRACE = 0.9  # how much of what came later counts, from one decision to the one before
KEPT = 4  # one decision of so many is learned from


@compiled
def by_value(states: States, net: Any, noise: float, rng: Rng) -> int:
    """The move of states[0] that leads to the most; states[1] is for trying."""
    moves = np.empty(MOST_MOVES, np.int64)
    seat = states[0].turn
    best, most = 0, -1.0
    for k in range(legal(states[0], moves)):
        states[1] = states[0]
        apply(states[1], moves[k])
        resolve(states[1], rng)
        value = chance_of(states[1], seat, net) + noise * below(rng, 1024) / 1024
        if value > most:
            best, most = moves[k], value
    return best


@compiled
def greedily(s: Record, cards: int, rng: Rng) -> int:
    """A bonus, else a card that fits, else the end of the turn, else the fewest cards lost."""
    if s.phase != LAYING:
        return FROM_STACK if s.phase == CHOOSING else REFILL
    if s.laid >= cards:
        return DONE
    moves = np.empty(MOST_MOVES, np.int64)
    ahead = np.zeros(4, np.int64)
    best, most, alike = 0, -1000, 0
    for k in range(legal(s, moves)):
        foresee(s, moves[k], ahead)
        value = 1000 * ahead[1] - 2 * ones(ahead[0]) + (0 if moves[k] == DONE else 1)
        if value > most:
            best, most, alike = moves[k], value, 1
        elif value == most:
            alike += 1
            if below(rng, alike) == 0:
                best = moves[k]
    return best


@compiled
def result(s: Record, out: Any) -> None:
    """Each seat's share of the win; if the game was stopped, as after a scoring."""
    marks = np.zeros(6, np.int64)
    for seat in range(s.seats):
        marks[seat] = -s.mark[seat]
        if s.phase != OVER:
            marks[seat] -= ones(s.stack[seat])
    compare(marks, s.seats, out, np.zeros(6))


@compiled
def play(
    states: States,
    start: States,
    players: Codes,
    net: Any,
    noise: float,
    slips: float,
    rng: Rng,
    numbers: Any,
    values: Any,
) -> int:
    """A game in states[0], with numbers and values after each decision; how many there were.

    That is when moves are judged: before chance plays, unless a scoring follows from it.
    """
    states[0] = start[0]
    s = states[0]
    for made in range(LONGEST):
        if s.phase >= DEALING and s.phase < OVER:
            chance(s, rng)
        if s.phase == OVER:
            return made
        player = players[s.turn]
        if slips > 0 and below(rng, 4096) < slips * 4096:
            apply(s, random_move(s, rng))
        elif player == VALUE:
            apply(s, by_value(states, net, noise, rng))
        else:
            apply(s, greedily(s, player, rng))
        resolve(s, rng)
        if values.shape[0] > made and s.phase != OVER:
            for seat in range(s.seats):
                describe(s, seat, numbers[made, seat])
                values[made, seat] = output(numbers[made, seat], net)
    return LONGEST


@compiled
def examples(start: States, players: Codes, net: Any, rng: Rng, numbers: Any, targets: Any) -> None:
    """Fill `numbers` with decisions from games, and `targets` with what came of them (TD(lambda)).

    A target blends the result of the game with how the decisions in between were judged.
    """
    states = np.empty(2, start.dtype)
    seen = np.zeros((LONGEST, MOST_SEATS, NUMBERS), np.float32)
    values = np.zeros((LONGEST, MOST_SEATS))
    blend = np.zeros(6)
    filled = 0
    while filled < numbers.shape[0]:
        made = play(states, start, players, net, NOISE, SLIPS, rng, seen, values)
        result(states[0], blend)
        for i in range(made - 2, -1, -1):  # the last one led to the end
            if filled < numbers.shape[0] and below(rng, KEPT) == 0:
                for seat in range(start[0].seats):
                    numbers[filled, seat] = seen[i, seat]
                    targets[filled, seat] = blend[seat]
                filled += 1
            for seat in range(start[0].seats):
                blend[seat] = TRACE * blend[seat] + (1 - TRACE) * values[i, seat]


@compiled
def won(start: States, rival: int, net: Any, games: int, rng: Rng) -> float:
    """The share that the value wins, alone at a table of rivals, from each seat in turn."""
    states = np.empty(2, start.dtype)
    nothing = np.zeros((0, MOST_SEATS, NUMBERS), np.float32)
    no_values = np.zeros((0, MOST_SEATS))
    share = np.zeros(6)
    total = 0.0
    for game in range(games):
        players = np.full(start[0].seats, rival)
        seat = game % start[0].seats
        players[seat] = VALUE
        play(states, start, players, net, 0.0, 0.0, rng, nothing, no_values)
        result(states[0], share)
        total += share[seat]
    return total / games
