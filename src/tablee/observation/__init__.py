"""What a table shows: one small frozen dataclass a game."""

from tablee.observation import hornochsen, yellowstone, yucata
from tablee.observation.base import Observation

__all__ = ["OBSERVERS", "Observation"]

OBSERVERS = {
    "yucata": yucata,
    "hornochsen": hornochsen,
    "yellowstone": yellowstone,
}
