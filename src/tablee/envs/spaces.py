"""What Gymnasium and PettingZoo are told about observations, and randomness from their seeds."""

from operator import index
from typing import Any

import numpy as np
from gymnasium.spaces import Box

from tablee.envs.features import PLANES

NOTHING = -1


def observations_of(game: str) -> Box:
    low = np.concatenate([np.full(plane.size, plane.low, np.int8) for plane in PLANES[game]])
    # The two may not be the same, not even where there is always 0.
    high = np.concatenate(
        [np.full(plane.size, max(plane.high, 1), np.int8) for plane in PLANES[game]]
    )
    return Box(low, high, dtype=np.int8)


def fresh_word(seed: int | None) -> int:
    """Where a generator of random numbers starts; without a seed, by the system's entropy."""
    return max(1, int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]))


def code_of(action: Any) -> int:
    """An action as a number; a negative one for what is none."""
    try:
        return index(action)
    except TypeError:
        return NOTHING
