"""An observation as numbers, the same in every environment.

A row of int8 holds the planes of PLANES one after the other; `features` writes it.
"""

from tablee.envs.features import hornochsen, yellowstone, yucata
from tablee.envs.features.base import Plane, features, legal_bits, write_row
from tablee.rules import GAMES

PLANES: dict[str, tuple[Plane, ...]] = {
    "yucata": yucata.PLANES,
    "hornochsen": hornochsen.PLANES,
    "yellowstone": yellowstone.PLANES,
}
# A row as a record; its field `numbers` is all of it.
ROWS = {"yucata": yucata.ROW, "hornochsen": hornochsen.ROW, "yellowstone": yellowstone.ROW}
ACTIONS = {game: len(rules.MOVES) for game, rules in GAMES.items()}  # a move's code is its action

__all__ = ["ACTIONS", "PLANES", "ROWS", "Plane", "features", "legal_bits", "write_row"]
