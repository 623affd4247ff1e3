"""Bots that try moves out: by search in a tree, or flatly."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Any, NamedTuple

import numpy as np

from tablee.bots.flat import try_all
from tablee.bots.playout import TO_THE_END
from tablee.bots.search import KNOBS, MOST_WEIGHTS, NODE, WORK, clear, search
from tablee.observation import Observation
from tablee.rules import GAMES
from tablee.rules.bits import generator

AT_A_TIME = 64  # rounds between two looks at the clock
Stop = Callable[[], bool]


def never() -> bool:
    return False


class Ranked(NamedTuple):
    """A move with what it is expected to bring, and how sure that is (standard errors)."""

    move: str
    win: float
    win_error: float
    margin: float
    margin_error: float
    visits: int


@dataclass(frozen=True)
class Budget:
    """How long to think: so many rounds, or so many seconds, or until somebody says stop."""

    rounds: int = 1 << 40
    seconds: float = 1e9
    busy: bool = False  # whether these are seconds of a processor, not of the clock
    stop: Stop = never

    def used_up(self) -> Callable[[], bool]:
        """From now on: whether the time is over."""
        clock = thread_time if self.busy else perf_counter
        until = clock() + self.seconds
        return lambda: clock() >= until or self.stop()


def knobs_of(
    curiosity: float = 0.7,
    greed: float = 0.1,
    scale: float = 10.0,
    style: int = 0,
    chaos: float = 0.0,
    horizon: int = TO_THE_END,
    ahead: int = 1000,
    weights: Any = None,
) -> Any:
    row = np.zeros(MOST_WEIGHTS, np.float32)
    learned = weights is not None
    if learned:
        row[: len(weights)] = weights
    knobs = (curiosity, greed, scale, style, chaos, horizon, ahead, learned, row)
    return np.array([knobs], KNOBS)


def acting(seen: Observation) -> int:
    """The seat that is to choose; only that one can be asked what it would play."""
    if seen.seat is None or seen.seat != seen.actor:
        raise ValueError("Only the seat whose turn it is can choose.")
    return seen.seat


class Searcher:
    """Chooses by information-set search; with a budget of rounds it repeats itself from a seed."""

    def __init__(self, knobs: Any, budget: Budget, seed: int, nodes: int = 400_000) -> None:
        self._knobs, self._budget = knobs, budget
        self._rng = generator(seed)
        self._tree = np.zeros(nodes, NODE)
        self._work = np.zeros(1, WORK)

    def choose(self, seen: Observation) -> str:
        if len(seen.moves) == 1:
            return str(seen.moves[0].move)
        return self.rank(seen)[0].move

    def rank(self, seen: Observation) -> list[Ranked]:
        """The moves, best first, after thinking as long as the budget says."""
        seat = acting(seen)
        state = seen.view.copy()
        clear(self._tree, self._work)
        used_up, done = self._budget.used_up(), 0
        while done < self._budget.rounds and not (done and used_up()):
            now = min(AT_A_TIME, self._budget.rounds - done)
            search(seen.view, seat, now, state, self._tree, self._work, self._knobs, self._rng)
            done += now
        return sorted(self._results(seen), key=lambda each: -each.visits)

    def _results(self, seen: Observation) -> list[Ranked]:
        texts = GAMES[seen.game].MOVES
        results = []
        root = self._tree[0]
        for node in self._tree[root["first"] : root["first"] + root["count"]]:
            visits = int(node["visits"])
            win, margin = float(node["wins"]) / visits, float(node["margin"]) / visits
            spread = max(0.0, float(node["spread"]) / visits - margin * margin)
            win_error = (max(win * (1 - win), 1e-9) / visits) ** 0.5
            error = (spread / visits) ** 0.5
            results.append(Ranked(texts[node["move"]], win, win_error, margin, error, visits))
        return results


class Flat:
    """Flat Monte Carlo with so many playouts for each move, or as many as the time allows."""

    def __init__(self, knobs: Any, budget: Budget, seed: int) -> None:
        self._knobs, self._budget = knobs, budget
        self._rng = generator(seed)

    def choose(self, seen: Observation) -> str:
        seat = acting(seen)
        texts = [each.move for each in seen.moves]
        codes = np.array([GAMES[seen.game].MOVES.index(text) for text in texts], np.int64)
        count = len(codes)
        wins, margins = np.zeros(count), np.zeros(count)
        states = np.concatenate([seen.view, seen.view])
        used_up, done = self._budget.used_up(), 0
        while done < self._budget.rounds and not used_up():
            try_all(seen.view, seat, 1, codes, count, states, self._knobs, self._rng, wins, margins)
            done += 1
        return texts[int(np.lexsort((margins, wins))[-1])]
