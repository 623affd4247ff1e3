"""What an episode pays, by hand."""

import numpy as np
import pytest

from tablee.envs.episodes import MARGIN, WIN, pay

THIRD = 1 / 3


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("scores", "kind", "lowest_wins", "expected"),
    [
        ([3, 1], WIN, False, [1, -1]),
        ([3, 1], WIN, True, [-1, 1]),
        ([2, 2], WIN, False, [0, 0]),
        ([-5, -9, -7, -8], WIN, False, [1, -THIRD, -THIRD, -THIRD]),
        ([4, 4, 0, 1], WIN, False, [THIRD, THIRD, -THIRD, -THIRD]),
        ([10, 4, 7], MARGIN, False, [4.5, -4.5, 0]),
        ([10, 4, 7], MARGIN, True, [-4.5, 4.5, 0]),
    ],
)
def test_rewards(scores: list[int], kind: int, lowest_wins: bool, expected: list[float]) -> None:
    rewards = np.zeros(len(scores), np.float32)
    pay(np.array(scores), kind, lowest_wins, rewards)
    assert rewards == pytest.approx(expected)
