"""Information-set Monte Carlo tree search, for every game.

Each round imagines a complete state that agrees with what the seat knows, walks down a tree of
moves by upper confidence bounds, adds one node, and lets the game's own quick player finish. The
nodes are moves, not states: chance is sampled anew in every round, and a move that is not possible
in an imagined state is left out of the comparison (its availability is counted, not its visits).
"""

import math
from typing import Any

import numpy as np

from tablee.bots.playout import judge, playout
from tablee.rules.bits import below
from tablee.rules.compiling import compiled
from tablee.rules.contract import (
    CHANCE,
    MOST_MOVES,
    NOBODY,
    Record,
    Rng,
    States,
    actor,
    apply,
    chance,
    imagine,
    legal,
    record_of,
)

MOST_SEATS = 6
MOST_WEIGHTS = 3456
MOST_CODES = 512
DEEPEST = 256
MOST_COUNTED = 1 << 15
ROOT_LOG = np.sqrt(np.log(np.maximum(1, np.arange(MOST_COUNTED)))).astype(np.float32)

# The moves that can follow a node stand side by side, since comparing them is what takes the time.
NODE = np.dtype(
    [
        ("move", np.int16),
        ("seat", np.int16),  # who makes the move
        ("first", np.int32),  # where the moves that can follow begin
        ("count", np.int16),  # how many there are
        ("room", np.int16),  # how many there is room for
        ("visits", np.int32),
        ("chances", np.int32),  # how often the move was possible
        ("value", np.float32),  # the mean over the visits, for the seat that makes the move
        ("doubt", np.float32),  # one by the root of the visits
        ("wins", np.float32),  # sums over the visits
        ("margin", np.float32),
        ("spread", np.float32),  # of the squares of the margins
    ]
)

KNOBS = record_of(
    ("curiosity", np.float64),  # how much less tried moves are preferred
    ("greed", np.float64),  # how much the margin counts beside winning
    ("scale", np.float64),  # the margin that counts as large
    ("style", np.int64),  # how playouts are played; each game says
    ("chaos", np.float64),  # the share of random moves in playouts
    ("horizon", np.int64),  # where playouts stop and are judged; each game says
    ("ahead", np.int64),  # how many turns after one's own the tree reaches
    ("learned", np.int64),  # whether positions are judged by the weights
    ("weights", np.float32, MOST_WEIGHTS),  # what was learned by self-play; each game says how
)

WORK = np.dtype(
    [
        ("moves", np.int64, MOST_MOVES),
        ("possible", np.int64, MOST_CODES),  # the visit in which a move was last possible
        ("path", np.int32, DEEPEST),
        ("wins", np.float64, MOST_SEATS),
        ("margins", np.float64, MOST_SEATS),
        ("stamp", np.int64),
        ("nodes", np.int64),
    ],
    align=True,
)


@compiled
def clear(tree: Any, work: Any) -> None:
    tree[0].first = tree[0].count = tree[0].room = tree[0].visits = 0
    work[0].nodes = 1


@compiled
def search(
    views: States,
    seat: int,
    rounds: int,
    states: States,
    tree: Any,
    work: Any,
    knobs: Any,
    rng: Rng,
) -> None:
    """So many more rounds of search for `seat`, which is to act in views[0]."""
    s, w, k = states[0], work[0], knobs[0]
    for _ in range(rounds):
        imagine(views[0], seat, rng, s)
        depth = descend(s, tree, w, k, rng)
        playout(s, seat, k, rng)
        judge(s, k, w.wins, w.margins)
        tree[0].visits += 1
        for i in range(depth):
            learn(tree[w.path[i]], w, k)


@compiled
def learn(node: Record, w: Any, k: Any) -> None:
    """Add the result of a round to a move on its path."""
    win, margin = w.wins[node.seat], w.margins[node.seat]
    value = (1 - k.greed) * win + k.greed * (0.5 + 0.5 * margin / (k.scale + abs(margin)))
    node.visits += 1
    node.wins += win
    node.margin += margin
    node.spread += margin * margin
    node.value += (value - node.value) / node.visits
    node.doubt = 1 / math.sqrt(node.visits)


@compiled
def descend(s: Record, tree: Any, w: Any, k: Any, rng: Rng) -> int:
    """Play `s` down the tree until a new move is added; the moves are on the path."""
    at = depth = turns = 0
    seat = actor(s)
    curiosity = np.float32(k.curiosity)
    while depth < DEEPEST:
        if actor(s) == CHANCE:
            chance(s, rng)
        if actor(s) == NOBODY:
            return depth
        if actor(s) != seat:
            seat = actor(s)
            turns += 1
            if turns > k.ahead:
                return depth
        count = legal(s, w.moves)
        w.stamp += 1
        for i in range(count):
            w.possible[w.moves[i]] = w.stamp
        best, highest, tried = 0, np.float32(-1.0), 0
        first = tree[at].first
        for child in range(first, first + tree[at].count):
            node = tree[child]
            if w.possible[node.move] == w.stamp:
                w.possible[node.move] = 0
                tried += 1
                node.chances += 1
                log = ROOT_LOG[min(node.chances, MOST_COUNTED - 1)]
                bound = node.value + curiosity * log * node.doubt
                if bound > highest:
                    best, highest = child, bound
        if tried < count and make_room(tree, w, at, count):
            at = grow(tree, at, untried(w, count, below(rng, count - tried)), seat)
            w.path[depth] = at
            apply(s, tree[at].move)
            return depth + 1
        if best == 0:
            return depth
        w.path[depth] = best
        depth += 1
        at = best
        apply(s, tree[best].move)
    return depth


@compiled
def make_room(tree: Any, w: Any, at: int, count: int) -> bool:
    """See that one more move can follow a node; False when the tree is full."""
    node = tree[at]
    if node.count < node.room:
        return True
    room = max(count, 2 * node.room)
    if w.nodes + room > tree.shape[0]:
        return False
    for i in range(node.count):
        tree[w.nodes + i] = tree[node.first + i]
    node.first, node.room = w.nodes, room
    w.nodes += room
    return True


@compiled
def untried(w: Any, count: int, k: int) -> int:
    """The possible move number k among those that have no node yet."""
    for i in range(count):
        if w.possible[w.moves[i]] == w.stamp:
            if k == 0:
                return w.moves[i]
            k -= 1
    return w.moves[0]


@compiled
def grow(tree: Any, at: int, move: int, seat: int) -> int:
    new = tree[at].first + tree[at].count
    tree[at].count += 1
    node = tree[new]
    node.move, node.seat = move, seat
    node.first = node.count = node.room = node.visits = 0
    node.chances = 1
    node.value = node.doubt = node.wins = node.margin = node.spread = 0
    return new
