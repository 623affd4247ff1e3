"""Three fine table games, exact and fast: Yellowstone Park, Hornochsen! and Yucata'."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablee.match import Match, deal, new
    from tablee.observation import Observation
    from tablee.record import RecordError, replay
    from tablee.rules.contract import CHANCE, BadOption, IllegalMove

__version__ = "0.1.0"

# Loaded when first used: importing the package alone is quick, Numba comes with the first game.
_HOMES = {
    "BadOption": "tablee.rules.contract",
    "CHANCE": "tablee.rules.contract",
    "IllegalMove": "tablee.rules.contract",
    "Match": "tablee.match",
    "Observation": "tablee.observation",
    "RecordError": "tablee.record",
    "deal": "tablee.match",
    "new": "tablee.match",
    "replay": "tablee.record",
}

__all__ = [
    "CHANCE",
    "BadOption",
    "IllegalMove",
    "Match",
    "Observation",
    "RecordError",
    "deal",
    "new",
    "replay",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tablee' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
