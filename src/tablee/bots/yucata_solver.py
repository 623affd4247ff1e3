"""Yucata' with two seats, solved: the exact margin of every move, from any position of any layout.

A margin is the own score minus the opponent's, with perfect play on both sides.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from tablee.bots.yucata_search import (
    BUCKET,
    DEEPEST,
    LEAST,
    MOST,
    NODE,
    Flag,
    ask,
    found,
    play,
    result,
    search,
)
from tablee.rules import contract
from tablee.rules.bits import ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import NOBODY, States
from tablee.rules.yucata import STATE

SEATS = 2
TABLE_SIZE = 1 << 22  # entries of eight bytes: 32 MiB
MOST_DESKS = 2  # solves at once: 64 MiB
STEPS = 1 << 18  # moves between two looks at the clock, some 20 ms
PATIENCE = 0.5  # seconds from one telling of progress to the next
USUAL = -3  # a common margin from the first move: a good first guess

Progress = Callable[[int, int, int], None]  # moves settled, moves in all, positions looked at


class Stopped(Exception):
    """The stop flag was raised before the answer was known."""


class Solution(NamedTuple):
    margins: dict[int, int]  # of each legal move, by its code
    shares: dict[int, float]  # of the replies to each best move, if several: how many lose margin
    best: int

    @property
    def margin(self) -> int:
        return self.margins[self.best]


class Desk:
    """What one solve works with. What it learns of a layout serves the next solve of it."""

    def __init__(self, size: int = TABLE_SIZE) -> None:
        words = np.zeros(size + BUCKET, np.int64)
        unaligned = words.ctypes.data // words.itemsize % BUCKET
        start = (BUCKET - unaligned) % BUCKET
        self.table = words[start : start + size]
        self.line = np.zeros(DEEPEST, STATE)
        self.nodes = np.zeros(DEEPEST, NODE)
        self.opened = np.zeros(1, np.int64)
        self.layout = (0, 0)

    def prepare(self, layout: tuple[int, int]) -> None:
        self.opened[0] = 0
        if layout != self.layout:
            self.table[:] = 0
            self.layout = layout


class Desks:
    """The desks of this process: so many solves at once, and no more memory than they need."""

    def __init__(self, most: int) -> None:
        self._unmade = most
        self._free: list[Desk] = []
        self._change = threading.Condition()

    @contextmanager
    def borrow(self, layout: tuple[int, int], stop: Flag) -> Iterator[Desk]:
        desk = self._take(layout, stop)
        try:
            desk.prepare(layout)
            yield desk
        finally:
            with self._change:
                self._free.append(desk)
                self._change.notify()

    def _take(self, layout: tuple[int, int], stop: Flag) -> Desk:
        with self._change:
            while not self._free and not self._unmade:
                self._change.wait(0.05)
                if stop[0]:
                    raise Stopped
            for desk in self._free:
                if desk.layout == layout:
                    self._free.remove(desk)
                    return desk
            if self._unmade:
                desk = Desk()
                self._unmade -= 1
                return desk
            return self._free.pop(0)


DESKS = Desks(MOST_DESKS)


class Solve:
    """One call's work: questions at a desk, told to `progress` and ended by `stop`."""

    def __init__(self, desk: Desk, progress: Progress | None, stop: Flag) -> None:
        self._desk, self._progress, self._stop = desk, progress, stop
        self._told = time.monotonic()
        self.settled, self.moves = 0, 1

    def bound(self, states: States, target: int) -> int:
        """A number from `target` up that the margin reaches, or one below that it can't exceed."""
        desk = self._desk
        desk.line[0] = states[0]
        depth = ask(desk.line, desk.nodes, target, desk.table)
        while depth >= 0:
            depth = search(desk.line, desk.nodes, depth, desk.table, desk.opened, self._stop, STEPS)
            self._breathe()
        return int(found(desk.line, desk.nodes))

    def exact(self, states: States, guess: int) -> int:
        """The margin of the seat to act; the nearer the guess, the fewer questions."""
        low, high = LEAST, MOST
        while low < high:
            target = max(guess, low + 1)
            guess = self.bound(states, target)
            if guess >= target:
                low = guess
            else:
                high = guess
        return guess

    def after(self, states: States, move: int, guess: int) -> int:
        """The margin, for the seat to act, of one of its moves."""
        child = followed(states, move)
        if child["turn"][0] == NOBODY:
            return int(result(child))
        return -self.exact(child, -guess)

    def margins(self, states: States) -> dict[int, int]:
        moves = moves_of(states)
        self.moves = len(moves)
        guess, margins = USUAL, {}
        for move in moves:
            guess = margins[move] = self.after(states, move, guess)
            self.settled += 1
        return margins

    def share(self, states: States, move: int, margin: int) -> float:
        """How many of the replies to a best move give the opponent less than is possible."""
        child = followed(states, move)
        replies = moves_of(child)
        losing = sum(self._loses(child, reply, margin) for reply in replies)
        return losing / len(replies) if replies else 0.0

    def _loses(self, states: States, reply: int, margin: int) -> bool:
        """Whether the player of the best move gets more than `margin` after this reply."""
        child = followed(states, reply)
        if child["turn"][0] == NOBODY:
            return int(result(child)) < -margin
        return self.bound(child, margin + 1) > margin

    def loss(self, states: States, move: int, margin: int) -> float:
        """What the replies to a best move cost the opponent on average."""
        child = followed(states, move)
        replies = moves_of(child)
        costs = [-margin - self.after(child, reply, -margin) for reply in replies]
        return sum(costs) / len(costs) if costs else 0.0

    def _breathe(self) -> None:
        if self._stop[0]:
            raise Stopped
        now = time.monotonic()
        if self._progress and now - self._told > PATIENCE:
            self._told = now
            self._progress(self.settled, self.moves, int(self._desk.opened[0]))


def followed(states: States, move: int) -> States:
    child = states.copy()
    play(child, move)
    return child


def moves_of(states: States) -> list[int]:
    if states["turn"][0] == NOBODY:
        return []
    moves = np.empty(7, np.int64)
    return moves[: contract.list_moves(states, 0, moves)].tolist()


@compiled
def counts(states: States) -> bool:
    """Whether the seats hold the stones behind the leader; the table relies on it."""
    s = states[0]
    behind = (2 << int(s.lead)) - 1
    good, bad = int(s.won[0]) + int(s.won[1]), int(s.lost[0]) + int(s.lost[1])
    return ones(s.good & behind) == good and ones(s.bad & behind) == bad


@contextmanager
def at_desk(view: States, progress: Progress | None, stop: Flag | None) -> Iterator[Solve]:
    if (seats := int(view["seats"][0])) != SEATS:
        raise ValueError(f"Yucata' is solved for two seats; this game has {seats}.")
    if view["turn"][0] == NOBODY:
        raise ValueError("The game is over.")
    if not counts(view):
        raise ValueError("The stones collected are not those behind the leader: no such position.")
    stop = np.zeros(1, np.int8) if stop is None else stop
    with DESKS.borrow((int(view["good"][0]), int(view["bad"][0])), stop) as desk:
        yield Solve(desk, progress, stop)


def value(view: States, progress: Progress | None = None, stop: Flag | None = None) -> int:
    """The margin of the seat to act under perfect play; `view` is a state or what any seat sees."""
    with at_desk(view, progress, stop) as work:
        return work.exact(view, USUAL)


def solve(view: States, progress: Progress | None = None, stop: Flag | None = None) -> Solution:
    """The margin of every move, and the one to play.

    Among the best moves that is the one after which the largest share of the replies loses margin,
    then the one whose replies lose the most on average, then the first by code.
    """
    with at_desk(view, progress, stop) as work:
        margins = work.margins(view)
        margin = max(margins.values())
        best = [move for move in margins if margins[move] == margin]
        shares: dict[int, float] = {}
        if len(best) > 1:
            shares = {move: work.share(view, move, margin) for move in best}
            best = [move for move in best if shares[move] == max(shares.values())]
        if len(best) > 1:
            best.sort(key=lambda move: -work.loss(view, move, margin))
        return Solution(margins, shares, best[0])


def best_move(view: States, progress: Progress | None = None, stop: Flag | None = None) -> int:
    """The move of the level `perfect`, by its code."""
    return solve(view, progress, stop).best
