"""Players to measure a bot by."""

from random import Random
from typing import Any

from tablee.observation import Observation

TAKES_CARDS = ("penalties", "refill")


class Greedy:
    """Yellowstone Park: a bonus, else a card that fits, else as few penalty cards as possible.

    Lays so many cards a turn, and takes cards wherever it has the choice.
    """

    def __init__(self, cards_a_turn: int, seed: int) -> None:
        self._cards = cards_a_turn
        self._random = Random(seed)

    def choose(self, seen: Observation) -> str:
        table: Any = seen  # the class of this game's observations, whose fields are used
        names = [each.move for each in table.moves]
        for name in TAKES_CARDS:
            if name in names:
                return name
        if table.laid >= self._cards and "done" in names:
            return "done"
        worths = [self._worth(each) for each in table.moves]
        most = max(worths)
        return self._random.choice([n for n, w in zip(names, worths, strict=True) if w == most])

    @staticmethod
    def _worth(move: Any) -> tuple[int, int, bool]:
        """Between a card that costs nothing and one that does comes the end of the turn."""
        return (move.bonus, -len(move.collected), move.move != "done")
