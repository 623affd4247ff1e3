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
    scores,
    swept,
)

DEEPEST = 80  # a move goes forward by one space at least, and two amulets have 37 before the last
BUCKET = 8  # entries of eight bytes: one line of the processor's cache
LEAST, MOST = -32, 31  # beyond any margin, and six bits each in the table
POSITIONS = 2  # the tally: two scores, then how many positions were opened

NODE = record_of(
    ("key", np.int64),
    ("bucket", np.int64),
    ("target", np.int64),  # the question: is the margin at least this much?
    ("best", np.int64),
    ("left", np.int64),  # moves not yet tried, the best one last
    ("moves", np.int64, 7),  # worth * 8 + code
)

Flag = npt.NDArray[np.int8]  # one number: not zero stops the search


@compiled
def key_of(s: Record) -> int:
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
    key = int(s.space[me]) << 6 | s.space[other]
    key = key << 14 | hand << 7 | theirs
    key = key << 6 | ban << 3 | effect
    return key << 9 | int(s.lost[me]) << 5 | int(s.won[me])


@compiled
def bucket_of(key: int, table: Codes) -> int:
    """Where the key's bucket begins; no product exceeds 63 bits, so that no JIT is needed."""
    mixed = (key ^ key >> 19) * 2654435
    mixed = (mixed ^ mixed >> 23) & 0xFFFFFFFFFF
    return (mixed * 5308871 >> 20) & (table.shape[0] - BUCKET)


@compiled
def points(good: int, bad: int) -> int:
    return max(0, good - bad * (bad + 1) // 2)


@compiled
def most(s: Record, seat: int, good: int, bad: int) -> int:
    """No better margin for a seat: it gets all good stones to come, the other all bad ones."""
    mine = points(s.won[seat] + good, max(0, s.lost[seat] - 1))
    return mine - points(int(s.won[1 - seat]), s.lost[1 - seat] + bad)


@compiled
def enter(s: Record, target: int, node: Record, table: Codes) -> bool:
    """Whether the question needs no search; the answer, a bound of the margin, is node.best."""
    me = int(s.turn)
    ahead = -(2 << int(s.lead))
    good, bad = ones(s.good & ahead), ones(s.bad & ahead)
    node.best = most(s, me, good, bad)
    if node.best < target:
        return True
    node.best = -most(s, 1 - me, good, bad)
    if node.best >= target:
        return True
    node.key = key = key_of(s)
    node.bucket = bucket = bucket_of(key, table)
    for place in range(bucket, bucket + BUCKET):
        entry = table[place]
        if entry >> 12 == key:
            node.best = (entry >> 6 & 63) + LEAST
            if node.best >= target:
                return True
            node.best = (entry & 63) + LEAST
            if node.best < target:
                return True
            break
    node.target = target
    node.best = LEAST
    list_moves(s, node)
    return False


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
            worth = 16 * gain - 6 * max(0, target - s.lead)
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
    low, high = LEAST, MOST
    place = node.bucket
    for place in range(node.bucket, node.bucket + BUCKET):
        entry = table[place]
        if entry >> 12 == node.key:
            low, high = (entry >> 6 & 63) + LEAST, (entry & 63) + LEAST
            break
        if entry == 0:
            break
    if node.best >= node.target:
        low = max(low, node.best)
    else:
        high = min(high, node.best)
    table[place] = node.key << 12 | (low - LEAST) << 6 | high - LEAST


@compiled
def margin(s: Record, seat: int, tally: Codes) -> int:
    scores(s, tally)
    return tally[seat] - tally[1 - seat]


@compiled
def ask(line: States, nodes: Any, target: int, table: Codes) -> int:
    """Put the question of line[0]: depth 0 for `search`, or -1 with the answer in nodes[0].best."""
    return -1 if enter(line[0], target, nodes[0], table) else 0


@compiled
def search(
    line: States, nodes: Any, depth: int, table: Codes, tally: Codes, stop: Flag, steps: int
) -> int:
    """Go on from `depth` for at most so many moves; the new depth, or -1 with the answer."""
    for _ in range(steps):
        node = nodes[depth]
        while node.left == 0 or node.best >= node.target:
            remember(node, table)
            depth -= 1
            if depth < 0:
                return depth
            nodes[depth].best = max(nodes[depth].best, -node.best)
            node = nodes[depth]
        if stop[0]:
            break
        node.left -= 1
        line[depth + 1] = line[depth]
        s = line[depth + 1]
        apply(s, node.moves[node.left] & 7)
        if s.turn == NOBODY:
            node.best = max(node.best, margin(s, line[depth].turn, tally))
        elif enter(s, 1 - node.target, nodes[depth + 1], table):
            node.best = max(node.best, -nodes[depth + 1].best)
        else:
            depth += 1
            tally[POSITIONS] += 1
    return depth


@compiled
def final_margin(states: States, seat: int, tally: Codes) -> int:
    return margin(states[0], seat, tally)


@compiled
def play(states: States, move: int) -> None:
    apply(states[0], move)
