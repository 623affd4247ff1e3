"""What a player of OpenSpiel may know, as numbers and as text."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.envs.features import PLANES, ROWS, write_row
from tablee.envs.openspiel.position import TEXTS, Position, Table
from tablee.match import UNSEEN
from tablee.rules.contract import EVERYONE

# The planes of a row that nobody else knows.
PRIVATE = {"yucata": (), "hornochsen": ("mine",), "yellowstone": ("hand", "stack")}
NOT_SEEN, SEEN = 1, 2  # a move as a number: SEEN + its own; 0 for those that are still to come


class Scope(NamedTuple):
    """What is asked for: what all may know, what only the player does, all moves so far."""

    public: bool
    private: bool
    recall: bool


class Observer:
    """Has what OpenSpiel asks of one: `tensor`, its pieces in `dict`, and two methods."""

    def __init__(self, table: Table, scope: Scope) -> None:
        self._table, self._scope = table, scope
        self._rows = np.zeros(1, ROWS[table.game])
        self._row = self._rows["numbers"][0]
        self._planes = tuple(
            plane
            for plane in PLANES[table.game]
            if scope.public or plane.name in PRIVATE[table.game]
        )
        sizes = {"player": table.seats} if scope.private else {}
        sizes |= {plane.name: plane.size for plane in self._planes}
        if scope.recall:
            sizes["moves"] = table.length
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        at = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[at : at + size]
            at += size
        first = table.seats if scope.private else 0
        self._whole_row = self.tensor[first : first + len(self._row)] if scope.public else None

    def set_from(self, state: Any, player: int) -> None:
        """Write into the tensor what `player` may know."""
        position: Position = state.position
        self._look(position, player)
        if self._scope.private:
            self.dict["player"][:] = 0
            self.dict["player"][player] = 1
        if self._whole_row is not None:
            self._whole_row[:] = self._row
        else:
            for plane in self._planes:
                self.dict[plane.name][:] = self._rows[plane.name][0]
        if self._scope.recall:
            moves, made = self.dict["moves"], len(position.line)
            numbers = np.array(position.line, np.int16) + SEEN
            moves[:made] = np.where(self._seen(position, player), numbers, NOT_SEEN)
            moves[made:] = 0

    def string_from(self, state: Any, player: int) -> str:
        """The same in words: empty, if there is nothing to know."""
        position: Position = state.position
        said = [f"seat {player}:"] if self._scope.public and self._scope.private else []
        if self._scope.recall:
            texts, seen = TEXTS[self._table.game], self._seen(position, player).tolist()
            secret = [UNSEEN] if self._scope.public else []
            for number, known in zip(position.line, seen, strict=True):
                said += [texts[number]] if known else secret
        else:
            self._look(position, player)
            for plane in self._planes:
                said += self._words(plane.name)
        return " ".join(said)

    def _look(self, position: Position, player: int) -> None:
        write_row(position.state, player if self._scope.private else EVERYONE, self._rows)

    def _words(self, name: str) -> list[str]:
        """A plane's places that are not 0, and what they hold unless that is 1."""
        numbers = self._rows[name][0].tolist()
        places = [str(k) if n == 1 else f"{k}={n}" for k, n in enumerate(numbers) if n]
        return [f"{name}:", *places] if places else []

    def _seen(self, position: Position, player: int) -> npt.NDArray[np.bool_]:
        """Which moves are shown; those that all saw are not, where only the private is asked."""
        witness = np.array(position.witness, np.int8)
        public, private = witness == EVERYONE, witness == player
        if not self._scope.public:
            return private
        return public | private if self._scope.private else public


@lru_cache(maxsize=64)
def observer_of(table: Table, scope: Scope) -> Observer:
    """One for all positions of a game, as OpenSpiel has it."""
    return Observer(table, scope)
