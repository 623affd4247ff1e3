"""An observation as numbers: what a row of them holds, and how sets of cards get into it."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.envs.features.spreading import Words
from tablee.rules.compiling import compiled
from tablee.rules.contract import Record, States, by_game

Row = Any  # a record of row_type
Rows = npt.NDArray[Any]


class Plane(NamedTuple):
    """Some neighbouring numbers of a row, all of one kind."""

    name: str
    size: int
    low: int
    high: int
    about: str


def row_type(planes: tuple[Plane, ...]) -> Any:
    """A record in which the same bytes are the planes by name, all numbers, and all words."""
    size = sum(plane.size for plane in planes)
    offsets = np.cumsum([0, *(plane.size for plane in planes)])[:-1].tolist()
    layout = {
        "names": ["words", "numbers", *(plane.name for plane in planes)],
        "formats": [(np.int64, size // 8), (np.int8, size)]
        + [(np.int8, plane.size) for plane in planes],
        "offsets": [0, 0, *offsets],
        "itemsize": size,
    }
    return np.dtype((np.record, np.dtype(layout)))  # type: ignore[call-overload]


@by_game
def features(s: Record, seat: int, row: Row) -> None:
    """Write what `seat` (or EVERYONE: a spectator) may know, of a state or of a view alike."""
    raise NotImplementedError


@by_game
def legal_bits(s: Record, bits: Words) -> None:
    """Write the legal moves of the seat to act as bits: move m is bit m % 64 of bits[m // 64]."""
    raise NotImplementedError


@compiled
def shown_from(seat: int) -> int:
    """The seat that comes first in a row: the one that looks, else seat 0."""
    return max(seat, 0)


@compiled
def turned(seat: int, first: int, seats: int) -> int:
    """Where a row shows a seat: the one that looks is 0, then clockwise."""
    place = seat - first
    return place if place >= 0 else place + seats


@compiled
def write_row(states: States, seat: int, rows: Rows) -> None:
    """The features of states[0] into rows[0], for Python."""
    features(states[0], seat, rows[0])
