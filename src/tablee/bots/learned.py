"""What was learned by self-play, as numbers in a file."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).with_name("learned.npz")


def key(game: str, seats: int) -> str:
    return f"{game}-{seats}"


def load(file: Path = FILE) -> dict[str, Any]:
    if not file.exists():
        return {}
    with np.load(file) as stored:
        return dict(stored)


@cache
def weights(game: str, seats: int) -> Any:
    """The weights for a game with so many seats; None where nothing was learned."""
    return load().get(key(game, seats))


def store(file: Path, name: str, numbers: Any) -> None:
    np.savez(file, **{**load(file), name: numbers})
