"""Who plays the other seats. A bot gets an observation, never the match: it can't cheat."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from tablee.bots.policies import choose
from tablee.observation import Observation
from tablee.rules import GAMES
from tablee.rules.bits import generator
from tablee.rules.compiling import compiled
from tablee.rules.contract import Rng, States
from tablee.simulate import POLICIES


class Bot(Protocol):
    def choose(self, seen: Observation) -> str:
        """One of the legal moves of the seat that sees this."""


@compiled
def choose_from(views: States, policy: int, rng: Rng) -> int:
    return choose(policy, views[0], rng)


class Simple:
    """A policy of the simulations, playing by what its seat knows."""

    def __init__(self, policy: int, seed: int) -> None:
        self._policy = policy
        self._rng = generator(seed)

    def choose(self, seen: Observation) -> str:
        code = choose_from(seen.view, self._policy, self._rng)
        return str(GAMES[seen.game].MOVES[code])


# By kind: from a seed, the bot.
BOTS: dict[str, Callable[[int], Bot]] = {
    name: partial(Simple, policy) for name, policy in POLICIES.items()
}
