"""Many games at full speed, and what they say about a game."""

import math
import secrets
from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.bots.policies import FIT, RANDOM, play_policy
from tablee.match import deal
from tablee.rules import GAMES
from tablee.rules.bits import generator
from tablee.rules.compiling import compiled
from tablee.rules.contract import NOBODY, Codes, Rng, States, actor

POLICIES = {"random": RANDOM, "fit": FIT}
MOST = 3_000  # decisions: a game of Yellowstone Park may never end by itself (Y-37)
QUANTILES = (5, 25, 50, 75, 95)
NORMAL_95 = 1.96
CHUNK_SECONDS = 0.1  # after each chunk the progress is shown, and Ctrl-C is heard

Numbers = npt.NDArray[Any]


@compiled
def play_chunk(
    states: States,
    start: States,
    policy: int,
    most: int,
    rng: Rng,
    lengths: Codes,
    results: Numbers,
    stopped: Numbers,
) -> None:
    """Play a game in each of `states`: its decisions, its scores, whether it had to be stopped."""
    for i in range(states.shape[0]):
        states[i] = start[0]
        lengths[i] = play_policy(states[i : i + 1], policy, most, rng, results[i])
        stopped[i] = actor(states[i]) != NOBODY


class Estimate(NamedTuple):
    """What a number is on average, how far games spread, and how sure the average is."""

    mean: float
    spread: float  # the standard deviation of a single game
    error: float  # the standard error of the mean

    @property
    def margin(self) -> float:
        """The true mean is within this of ours, with a confidence of 95 %."""
        return NORMAL_95 * self.error

    def to_dict(self) -> dict[str, Any]:
        interval = [self.mean - self.margin, self.mean + self.margin]
        return {**self._asdict(), "interval": interval}


def estimate(count: int, total: float, squares: float) -> Estimate:
    """From the sum over all games, of which there are two or more, and the sum of the squares."""
    mean = total / count
    variance = max(0.0, squares - total * mean) / (count - 1)
    return Estimate(mean, math.sqrt(variance), math.sqrt(variance / count))


def shares_of(game: str, results: Numbers) -> Numbers:
    """Each seat's share of the win, from a row of final scores for each game."""
    best = results.min(axis=1) if GAMES[game].LOWEST_WINS else results.max(axis=1)
    wins = results == best[:, np.newaxis]
    shares: Numbers = wins / wins.sum(axis=1, keepdims=True)
    return shares


class Simulation:
    """Games of one kind; sums are kept, not games, so that any number of them fits."""

    def __init__(
        self,
        game: str,
        seats: int,
        *,
        policy: str,
        seed: int | None = None,
        first: int = 0,
        most: int = MOST,
        options: Mapping[str, Any],
    ) -> None:
        self.seed = secrets.randbelow(1 << 32) if seed is None else seed
        match = deal(game, seats, first=first, seed=self.seed, **options)
        self.game, self.seats, self.first = game, seats, first
        self.options, self.policy, self.most = dict(match.options), policy, most
        self.games = self.stopped = 0
        self._start = GAMES[game].begin(seats, first, match.options)
        self._rng = generator(self.seed)
        self._lengths = np.zeros(most + 1, np.int64)  # how many games took so many decisions
        self._scores = np.zeros((2, seats))  # sums, and sums of squares
        self._wins = np.zeros((2, seats))

    def run(self, games: int) -> Iterator[int]:
        """Play two games or more, in chunks; how many games each chunk had."""
        chunk = 2
        while games:
            begun = perf_counter()
            self._play(chunk)
            yield chunk
            games -= chunk
            faster = 2 if perf_counter() - begun < CHUNK_SECONDS else 1
            chunk = min(games, faster * chunk)

    def _play(self, games: int) -> None:
        states = np.zeros(games, self._start.dtype)
        lengths = np.zeros(games, np.int64)
        results = np.zeros((games, self.seats), np.int64)
        stopped = np.zeros(games, np.bool_)
        code = POLICIES[self.policy]
        play_chunk(states, self._start, code, self.most, self._rng, lengths, results, stopped)
        if self.game == "yellowstone":  # as if a scoring had just ended the game
            penalties = np.bitwise_count(states["stack"][:, : self.seats])
            results += penalties * stopped[:, np.newaxis]
        shares = shares_of(self.game, results)
        self.games += games
        self.stopped += int(stopped.sum())
        self._lengths += np.bincount(lengths, minlength=self.most + 1)
        self._scores += results.sum(axis=0), (results * results).sum(axis=0)
        self._wins += shares.sum(axis=0), (shares * shares).sum(axis=0)

    @property
    def length(self) -> Estimate:
        decisions = np.arange(self.most + 1)
        total = int(self._lengths @ decisions)
        return estimate(self.games, total, int(self._lengths @ (decisions * decisions)))

    @property
    def quantiles(self) -> dict[int, int]:
        """For each per cent: the length that so many games do not exceed."""
        reached = self._lengths.cumsum()
        return {
            percent: int(reached.searchsorted(math.ceil(self.games * percent / 100)))
            for percent in QUANTILES
        }

    @property
    def shortest_and_longest(self) -> tuple[int, int]:
        found = self._lengths.nonzero()[0]
        return int(found[0]), int(found[-1])

    @property
    def scores(self) -> list[Estimate]:
        return [estimate(self.games, *sums) for sums in self._scores.T.tolist()]

    @property
    def wins(self) -> list[Estimate]:
        """Each seat's share of the wins; a win of several seats counts for each in part."""
        return [estimate(self.games, *sums) for sums in self._wins.T.tolist()]

    def to_dict(self) -> dict[str, Any]:
        shortest, longest = self.shortest_and_longest
        return {
            "game": self.game,
            "seats": self.seats,
            "first": self.first,
            "options": self.options,
            "policy": self.policy,
            "seed": self.seed,
            "games": self.games,
            "most": self.most,
            "stopped": self.stopped / self.games,
            "length": {
                **self.length.to_dict(),
                "shortest": shortest,
                "longest": longest,
                "quantiles": {str(percent): length for percent, length in self.quantiles.items()},
            },
            "scores": [score.to_dict() for score in self.scores],
            "wins": [win.to_dict() for win in self.wins],
            "advantages": [win.mean - 1 / self.seats for win in self.wins],
        }
