"""Other games that a player can't tell from the one being played.

What comes out is a whole list of moves, dealt cards and draws included, that can be played again
from the start: what it shows to the other players is as consistent as the true game.
"""

import numpy as np

from tablee.envs.openspiel.position import Position, start_of
from tablee.rules.bits import below, generator, nth, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import EVERYONE, Codes, Record, Rng, States, apply, hide, imagine
from tablee.rules.hornochsen import HALF, bit_of, half_of
from tablee.rules.yellowstone import DEALING, KINDS, PLACES, pick, pool, source

SWEEPS = 32  # changes tried for each hidden move of Yellowstone Park
FINE = 1 << 30  # steps of a random number between 0 and 1


def resampled(position: Position, viewer: int, seed: int) -> list[int]:
    """The moves of the other game."""
    table = position.table
    line = np.array(position.played(), np.int64)
    witness = np.array(position.witness, np.int64)
    if table.game == "hornochsen":
        room = np.zeros(2, position.state.dtype)
        deal_anew(position.state, viewer, line, witness, generator(seed), room)
    elif table.game == "yellowstone":
        hidden = np.flatnonzero((witness != EVERYONE) & (witness != viewer))
        path, tried = np.zeros((2, len(line) + 1), position.state.dtype)
        path[0] = start_of(table)[0]
        walk(path, tried, line, hidden, generator(seed))
    return line.tolist()


# -- Hornochsen!: nothing but the deal is hidden, and every way it may have been is as likely


@compiled
def deal_anew(
    states: States, viewer: int, line: Codes, witness: Codes, rng: Rng, room: States
) -> None:
    """Each other seat was dealt what it has laid and what it is imagined to hold, in any order."""
    view, guess = room[0], room[1]
    hide(states[0], viewer, view)
    imagine(view, viewer, rng, guess)
    for seat in range(guess.seats):
        if seat == viewer:
            continue
        places = np.flatnonzero(witness == seat)
        cards, count = np.empty(len(places), np.int64), 0
        for place in places:
            card = line[place]
            if view.seen[half_of(card)] & bit_of(card):
                cards[count] = card
                count += 1
        for half in range(2):
            hand = guess.hand[seat, half]
            for k in range(ones(hand)):
                cards[count] = HALF * half + nth(hand, k)
                count += 1
        for place in places:
            k = below(rng, count)
            count -= 1
            line[place] = cards[k]
            cards[k] = cards[count]


# -- Yellowstone Park: a random walk over the games that look the same (Metropolis and others, 1953)


@compiled
def ways(s: Record, move: int) -> int:
    """Among how many cards the move may be about: 0, if there is none."""
    if s.phase >= DEALING:
        cards, kind = source(s), move
    elif move < PLACES:
        cards, kind = s.hand[s.turn], move // 7
    else:
        return 1
    return (cards >> kind & 1) + (cards >> kind + KINDS & 1)


@compiled
def same_places(one: Record, other: Record) -> bool:
    for seat in range(5):
        if one.hand[seat] != other.hand[seat] or one.stack[seat] != other.stack[seat]:
            return False
    return True


@compiled
def change(
    path: States, line: Codes, many: Codes, hidden: Codes, rng: Rng
) -> tuple[int, int, float]:
    """Change hidden moves: the first and last place, and how many times as likely is the way back.

    Two change places; one becomes what else could have been drawn; or, from there on and for a
    while, the two kinds of cards stand for each other.
    """
    way = below(rng, 3)
    i, j = below(rng, len(hidden)), below(rng, len(hidden))
    first, last = hidden[min(i, j)], hidden[max(i, j)]
    if way == 0:
        line[first], line[last] = line[last], line[first]
        return first, last, 1.0
    one, other = line[first], pick(path[first], below(rng, pool(path[first])))
    back = many[first] / ways(path[first], other)
    if way == 1:
        line[first] = other
        return first, first, back
    for k in range(min(i, j), max(i, j) + 1):
        place = hidden[k]
        if line[place] == one:
            line[place] = other
        elif line[place] == other:
            line[place] = one
    return first, last, back


@compiled
def retrace(
    path: States, tried: States, line: Codes, many: Codes, first: int, last: int
) -> tuple[int, float]:
    """Play a changed line from the first change on until it is as before again: the place after
    that, and how many times as likely it is; 0 if it can't have been."""
    tried[first] = path[first]
    likely = 1.0
    for k in range(first, len(line)):
        found = ways(tried[k], line[k])
        if found == 0:
            return k, 0.0
        likely *= found / many[k]
        tried[k + 1] = tried[k]
        apply(tried[k + 1], line[k])
        if k >= last and same_places(tried[k + 1], path[k + 1]):
            return k + 1, likely
    return len(line), likely


@compiled
def walk(path: States, tried: States, line: Codes, hidden: Codes, rng: Rng) -> None:
    many = np.empty(len(line), np.int64)
    for k in range(len(line)):
        many[k] = ways(path[k], line[k])
        path[k + 1] = path[k]
        apply(path[k + 1], line[k])
    trial = line.copy()
    for _ in range(SWEEPS * len(hidden)):
        first, last, back = change(path, trial, many, hidden, rng)
        until, likely = retrace(path, tried, trial, many, first, last)
        if below(rng, FINE) < likely * back * FINE:
            for k in range(first, until):
                line[k] = trial[k]
                many[k] = ways(tried[k], line[k])
                path[k + 1] = tried[k + 1]
        else:
            trial[first : last + 1] = line[first : last + 1]
