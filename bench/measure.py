"""A measure gives one number a round; all of a group take turns, so that noise hits them alike."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

MORE_IS_BETTER = {"M/s", "k/s", "frames/s", "moves/s", "times"}
SCALE = {"M/s": 1e6, "k/s": 1e3, "s": 1, "ms": 1e-3, "µs": 1e-6}


@dataclass(frozen=True)
class Measure:
    name: str
    unit: str
    sample: Callable[[], float]  # does the work of one round, says how that went, in the unit
    target: float | None = None
    peers: tuple[str, ...] = ()  # measures of the same group, of which the best counts
    times: float | None = None  # how much better than the peers it has to be
    once: bool = False  # in the first round only: it takes long, or is always the same


@dataclass(frozen=True)
class Result:
    name: str
    unit: str
    values: tuple[float, ...]  # by round
    target: float | None
    ratios: tuple[float, ...]  # how many times better than the best peer, by round
    times: float | None

    @property
    def median(self) -> float:
        return median(self.values)

    @property
    def quartiles(self) -> tuple[float, float]:
        return spread(self.values)

    @property
    def ratio(self) -> float | None:
        return median(self.ratios) if self.ratios else None

    @property
    def reached(self) -> bool | None:
        """Whether the target and the ratio are; None where nothing is asked for."""
        asked = []
        if self.target is not None:
            asked.append(is_better(self.unit, self.median, self.target))
        if self.times is not None and self.ratio is not None:
            asked.append(self.ratio >= self.times)
        return all(asked) if asked else None

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "unit": self.unit,
            "median": self.median,
            "quartiles": self.quartiles,
            "target": self.target,
            "ratio": self.ratio,
            "times": self.times,
            "reached": self.reached,
            "values": self.values,
        }


def spread(values: Sequence[float]) -> tuple[float, float]:
    """The quartiles, between which half of the values lie."""
    if len(values) == 1:
        return values[0], values[0]
    low, _, high = quantiles(values, n=4, method="inclusive")
    return low, high


def is_better(unit: str, value: float, than: float) -> bool:
    """Or just as good."""
    return value >= than if unit in MORE_IS_BETTER else value <= than


def advantage(unit: str, ours: float, peers: Iterable[float]) -> float:
    """How many times better than the best of the peers."""
    return ours / max(peers) if unit in MORE_IS_BETTER else min(peers) / ours


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.thread_time) -> float:
    """How long the work keeps a processor busy, which is all that a crowded machine tells truly."""
    start = clock()
    work()
    return clock() - start


def rate(name: str, unit: str, work: Callable[[], object], amount: float, **more: Any) -> Measure:
    """So much is done by the work: how much a second."""
    return Measure(name, unit, lambda: amount / seconds(work) / SCALE[unit], **more)


def duration(
    name: str, unit: str, work: Callable[[], object], amount: float, **more: Any
) -> Measure:
    """So much is done by the work: how long one piece takes."""
    return Measure(name, unit, lambda: seconds(work) / amount / SCALE[unit], **more)


def run(measures: Sequence[Measure], rounds: int) -> list[Result]:
    """Take the measures in turn, round after round; the first round is for warming up."""
    values: dict[str, list[float]] = {each.name: [] for each in measures}
    for number in range(1 + rounds):
        for each in measures:
            if number == 0 or not each.once:
                value = each.sample()
                if number > 0 or each.once:
                    values[each.name].append(value)
    return [result(each, values) for each in measures]


def result(of: Measure, values: Mapping[str, Sequence[float]]) -> Result:
    rounds = zip(*(values[name] for name in (of.name, *of.peers)), strict=True)
    ratios = [advantage(of.unit, ours, peers) for ours, *peers in rounds if peers]
    return Result(of.name, of.unit, tuple(values[of.name]), of.target, tuple(ratios), of.times)
