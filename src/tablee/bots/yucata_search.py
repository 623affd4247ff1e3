"""The search behind yucata_solver: null windows, a table of bounds, a stack instead of recursion.

Why every shortcut is exact stands in docs/solver.md.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.rules.bits import ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import NOBODY, Codes, Record, States, record_of
from tablee.rules.yucata import (
    CHAMELEON,
    NONE,
    SWORD,
    apply,
    landing,
    playable,
    swept,
)

DEEPEST = 80  # a move goes forward by one space at least, and two amulets have 37 before the last
BUCKET = 8  # entries of eight bytes: one line of the processor's cache
LEAST, MOST = -128, 127  # beyond any margin, floor or not; eight bits each in the table
ANY_GOODS = 31  # in a key: the margin to come does not depend on the good stones collected

NODE = record_of(
    ("key", np.int64),
    ("bucket", np.int64),
    ("target", np.int64),  # the question: is the margin at least this much?
    ("floored", np.int64),  # whether a score's floor at zero (U-16) can change the answer
    ("lead", np.int64),  # what the seat to act is ahead by in the table's terms
    ("best", np.int64),
    ("left", np.int64),  # moves not yet tried, the best one last
    ("moves", np.int64, 7),  # worth * 8 + code
)

Flag = npt.NDArray[np.int8]  # one number: not zero stops the search


@compiled
def key_of(s: Record, floored: int) -> int:
    """All that the rest of the game depends on, in 41 bits, seen from the seat to act."""
    me, other = int(s.turn), 1 - int(s.turn)
    hand, theirs = int(s.hand[me]), int(s.hand[other])
    ban, effect = 7, 7
    if s.card != NONE:
        if hand >> s.card & 1 and hand != 1 << s.card:
            ban = int(s.card)
        if hand >> CHAMELEON & 1 and ban != CHAMELEON:
            effect = int(s.effect)
            if theirs != 1 << CHAMELEON and landing(s, CHAMELEON) == s.lead + 1:
                effect = int(SWORD)
    key = int(s.space[me]) << 6 | int(s.space[other])
    key = key << 14 | hand << 7 | theirs
    key = key << 6 | ban << 3 | effect
    return key << 9 | int(s.lost[me]) << 5 | (int(s.won[me]) if floored else ANY_GOODS)


@compiled
def bucket_of(key: int, table: Codes) -> int:
    """Where the key's bucket begins; no product exceeds 63 bits, so that no JIT is needed."""
    mixed = (key ^ key >> 19) * 2654435
    mixed = (mixed ^ mixed >> 23) & 0xFFFFFFFFFF
    return (mixed * 5308871 >> 20) & (table.shape[0] - BUCKET)


@compiled
def cost(bad: int) -> int:
    return bad * (bad + 1) // 2


@compiled
def points(good: int, bad: int, floored: int) -> int:
    return max(0, good - cost(bad)) if floored else good - cost(bad)


@compiled
def most(s: Record, seat: int, good: int, bad: int, floored: int) -> int:
    """No better margin for a seat: it gets the good stones to come and the final one, the other the
    bad ones. When nothing is to come, that is the margin of who has the final stone (U-16, U-19).
    """
    other = 1 - seat
    mine = points(s.won[seat] + good, max(0, s.lost[seat] - 1), floored)
    return mine - points(int(s.won[other]), s.lost[other] + bad, floored)


@compiled
def floor_matters(s: Record, target: int) -> bool:
    """Whether U-16 can still change the answer: does the seat to act reach the target?

    The question is whether one seat wins by a margin above zero. That can only differ where the
    loser ends below zero and the winner below the margin, which takes a certain share of the good
    stones; so each split of the bad ones is looked at.
    """
    ahead = -(2 << int(s.lead))
    good, bad = ones(s.good & ahead), ones(s.bad & ahead)
    winner, by = int(s.turn), target
    if target <= 0:
        winner, by = 1 - winner, 1 - target
    loser = 1 - winner
    total = s.won[winner] + s.won[loser] + good
    for more in range(bad + 1):
        loses, wins = int(s.lost[loser]) + more, int(s.lost[winner]) + bad - more
        for spared in range(2):  # who has the final stone
            theirs, mine = cost(max(0, loses - 1 + spared)), cost(max(0, wins - spared))
            fewest = max(int(s.won[loser]), total + 1 - by - mine)
            if fewest <= min(s.won[loser] + good, theirs - 1):
                return True
    return False


@compiled
def enter(s: Record, target: int, floored: int, node: Record, table: Codes) -> bool:
    """Whether the question needs no search; the answer, a bound of the margin, is node.best."""
    me = int(s.turn)
    ahead = -(2 << int(s.lead))
    good, bad = ones(s.good & ahead), ones(s.bad & ahead)
    node.target, node.floored = target, floored
    node.best = most(s, me, good, bad, floored)
    if node.best < target:
        return True
    node.best = -most(s, 1 - me, good, bad, floored)
    if node.best >= target:
        return True
    node.lead = 0
    if not (floored and floor_matters(s, target)):
        node.floored = 0
        node.lead = s.won[me] - s.won[1 - me]
    node.key = key = key_of(s, node.floored)
    node.bucket = bucket = bucket_of(key, table)
    for place in range(bucket, bucket + BUCKET):
        entry = table[place]
        if entry >> 16 == key:
            node.best = (entry >> 8 & 255) + LEAST + node.lead
            if node.best >= target:
                return True
            node.best = (entry & 255) + LEAST + node.lead
            if node.best < target:
                return True
            break
    node.best = LEAST
    list_moves(s, node)
    return False


@compiled
def answer(s: Record, floored: int, node: Record) -> int:
    """The bound that was found, weakened to what still holds if only the asker minds the floor."""
    best, target = int(node.best), int(node.target)
    if floored == node.floored:
        return best
    if best >= target:
        return target if floor_matters(s, best) else best
    return target - 1 if floor_matters(s, best + 1) else best


@compiled
def list_moves(s: Record, node: Record) -> None:
    """The legal moves, those last that sweep the most points with the fewest spaces."""
    cards, lost = playable(s), int(s.lost[s.turn])
    count = 0
    for card in range(7):
        if cards >> card & 1:
            target = landing(s, card)
            stones = swept(s, target)
            bad = ones(s.bad & stones)
            gain = ones(s.good & stones) - (bad * (2 * lost + bad + 1) >> 1)
            worth = 16 * gain - 6 * max(0, target - int(s.lead))
            move = worth * 8 + card
            place = count
            while place > 0 and node.moves[place - 1] > move:
                node.moves[place] = node.moves[place - 1]
                place -= 1
            node.moves[place] = move
            count += 1
    node.left = count


@compiled
def remember(node: Record, table: Codes) -> None:
    """Keep the bound that was found; in a full bucket it takes the place of the last entry."""
    low, high, best = LEAST, MOST, node.best - node.lead
    place = node.bucket
    for place in range(node.bucket, node.bucket + BUCKET):
        entry = table[place]
        if entry >> 16 == node.key:
            low, high = (entry >> 8 & 255) + LEAST, (entry & 255) + LEAST
            break
        if entry == 0:
            break
    if node.best >= node.target:
        low = max(low, best)
    else:
        high = min(high, best)
    table[place] = node.key << 16 | (low - LEAST) << 8 | high - LEAST


@compiled
def ask(line: States, nodes: Any, target: int, table: Codes) -> int:
    """Put the question of line[0]: the depth for `search` to begin at, or -1 if it is answered."""
    return -1 if enter(line[0], target, 1, nodes[0], table) else 0


@compiled
def found(line: States, nodes: Any) -> int:
    return answer(line[0], 1, nodes[0])


@compiled
def search(
    line: States, nodes: Any, depth: int, table: Codes, opened: Codes, stop: Flag, steps: int
) -> int:
    """Go on from `depth` for at most so many moves; the new depth, or -1 when it is answered."""
    for _ in range(steps):
        node = nodes[depth]
        while node.left == 0 or node.best >= node.target:
            remember(node, table)
            depth -= 1
            if depth < 0:
                return depth
            above = nodes[depth]
            above.best = max(above.best, -answer(line[depth + 1], above.floored, node))
            node = above
        if stop[0]:
            break
        node.left -= 1
        line[depth + 1] = line[depth]
        s, child = line[depth + 1], nodes[depth + 1]
        apply(s, node.moves[node.left] & 7)
        if s.turn == NOBODY:
            node.best = max(node.best, most(s, int(s.keeper), 0, 0, node.floored))
        elif enter(s, 1 - node.target, node.floored, child, table):
            node.best = max(node.best, -answer(s, node.floored, child))
        else:
            depth += 1
            opened[0] += 1
    return depth


@compiled
def play(states: States, move: int) -> None:
    apply(states[0], move)


@compiled
def result(states: States) -> int:
    """The margin, at the end of the game, of who made the last move."""
    return most(states[0], int(states[0].keeper), 0, 0, 1)
