"""What every bot is: something that chooses a move from what its seat may know."""

from typing import Protocol

from tablee.observation import Observation


class Bot(Protocol):
    """A bot gets an observation, never the match: it can't cheat."""

    def choose(self, seen: Observation) -> str:
        """One of the legal moves of the seat that sees this."""
