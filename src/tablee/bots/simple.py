"""Bots that do not think ahead: the policies of the simulations, and a beginner."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np

from tablee.bots.policies import choose, worth
from tablee.bots.protocol import Bot
from tablee.observation import Observation
from tablee.rules import GAMES
from tablee.rules.bits import generator
from tablee.rules.compiling import compiled
from tablee.rules.contract import MOST_MOVES, Codes, Rng, States, foresee, legal
from tablee.simulate import POLICIES


@compiled
def choose_from(views: States, policy: int, rng: Rng) -> int:
    return choose(policy, views[0], rng)


@compiled
def weigh(views: States, moves: Codes, worths: Codes) -> int:
    """List the moves with what each is worth at this very moment; how many."""
    view = views[0]
    ahead = np.zeros(4, np.int64)
    count = legal(view, moves)
    for k in range(count):
        foresee(view, moves[k], ahead)
        worths[k] = worth(view, moves[k], ahead)
    return count


class Simple:
    """A policy of the simulations, playing by what its seat knows."""

    def __init__(self, policy: int, seed: int) -> None:
        self._policy = policy
        self._rng = generator(seed)

    def choose(self, seen: Observation) -> str:
        code = choose_from(seen.view, self._policy, self._rng)
        return str(GAMES[seen.game].MOVES[code])


# By name: from a seed, the bot.
SIMPLE: dict[str, Callable[[int], Bot]] = {
    name: partial(Simple, policy) for name, policy in POLICIES.items()
}


class Novice:
    """Looks at the next card only, overlooks some moves, and hesitates between near ones.

    A move is overlooked with the chance `blindness`; what a move is worth is misjudged by about as
    much as `doubt`, in the unit of the game's worths.
    """

    def __init__(self, blindness: float, doubt: float, seed: int) -> None:
        self._blindness, self._doubt = blindness, doubt
        self._random = Random(seed)
        self._moves, self._worths = np.empty((2, MOST_MOVES), np.int64)

    def choose(self, seen: Observation) -> str:
        count = weigh(seen.view, self._moves, self._worths)
        codes = self._moves[:count].tolist()
        noticed = [k for k in range(count) if self._random.random() >= self._blindness]
        best = max(noticed or range(count), key=self._impression)
        return str(GAMES[seen.game].MOVES[codes[best]])

    def _impression(self, k: int) -> Any:
        """Gumbel's noise: the move is chosen by a softmax of the worths."""
        misjudged: float = np.log(self._random.expovariate(1))
        return self._worths[k] - self._doubt * misjudged
