"""A fixed loop: by it, runs of different days and machines can be compared.

It shuffles a deck of cards. Its steps hardly wait for each other, so that it feels a neighbour on
the same core as much as the engine does.
"""

from collections.abc import Callable

import numba
import numpy as np
import numpy.typing as npt

from bench.measure import Measure, rate

CARDS = 98
SHUFFLES = 100_000


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def shuffle(deck: npt.NDArray[np.int8], times: int) -> None:
    x = np.uint64(1)
    for _ in range(times):
        for k in range(deck.shape[0] - 1, 0, -1):
            x += np.uint64(0x9E3779B97F4A7C15)
            y = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
            other = np.int64((y >> np.uint64(32)) * np.uint64(k + 1) >> np.uint64(32))
            deck[k], deck[other] = deck[other], deck[k]


def shuffling() -> Callable[[], None]:
    deck = np.arange(CARDS, dtype=np.int8)
    return lambda: shuffle(deck, SHUFFLES)


def calibration() -> Measure:
    return rate("calibration: cards shuffled", "M/s", shuffling(), CARDS * SHUFFLES)
