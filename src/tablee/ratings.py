"""What results say about strength: shares with their errors, and ratings.

Games of one deal are not independent, so every error is found by comparing deals, not games. To
what was played one deal is added in which all are alike: everybody gets an equal share and each
pair draws. So nothing is infinite, and nothing certain, after a few games.
"""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.simulate import NORMAL_95

Numbers = npt.NDArray[Any]
ELO = 400 / math.log(10)  # of rating for each unit of log odds: 400 for 10 to 1
CLOSE = 1e-9
MOST_STEPS = 50


class Measured(NamedTuple):
    """A number and its standard error."""

    value: float
    error: float

    @property
    def margin(self) -> float:
        """The true number is within this of ours, with a confidence of 95 %."""
        return NORMAL_95 * self.error

    def to_dict(self) -> dict[str, Any]:
        interval = [self.value - self.margin, self.value + self.margin]
        return {"value": self.value, "error": self.error, "interval": interval}


def share(won: Numbers, played: Numbers, equal: float) -> Measured:
    """A share of what was played, from both sums by deal; `equal` is the share among equals."""
    rate = float(won.sum() / played.sum())
    all_played = np.append(played, played.mean())
    off = np.append(won, equal * played.mean()) - rate * all_played
    deals = len(off)
    error = math.sqrt(float(off @ off) * deals / (deals - 1)) / float(all_played.sum())
    return Measured(rate, error)


def ratings(wins: Numbers) -> list[Measured]:
    """The most likely strengths of bots, with mean 0, in points of 400 for odds of 10 to 1.

    wins[d, a, b] says how often a was better than b in deal d, a draw counting half for each. The
    chance that a is better than b is 1 / (1 + exp(b's strength - a's)), as Bradley and Terry have
    it; Newton's method finds the strengths under which the results are most likely.
    """
    count = wins.shape[1]
    draw = np.full((count, count), 0.5) - 0.5 * np.eye(count)
    wins = np.concatenate([wins, draw[np.newaxis]])
    games = wins + wins.transpose(0, 2, 1)
    strengths = np.zeros(count)
    for _ in range(MOST_STEPS):
        chance = 1 / (1 + np.exp(strengths - strengths[:, np.newaxis]))
        surprise = (wins - games * chance).sum(axis=2)  # by deal and bot
        known = games.sum(axis=0) * chance * chance.T
        # Only differences matter, so one direction is free: the inverse leaves it alone.
        inverse = np.linalg.pinv(np.diag(known.sum(axis=1)) - known)
        step = inverse @ surprise.sum(axis=0)
        strengths += step
        if np.abs(step).max() < CLOSE:
            break
    deals = len(wins)
    spread = inverse @ (surprise.T @ surprise) @ inverse * deals / (deals - 1)
    errors = np.sqrt(np.maximum(0, np.diag(spread)))
    return [
        Measured(ELO * strength, ELO * error)
        for strength, error in zip(strengths.tolist(), errors.tolist(), strict=True)
    ]
