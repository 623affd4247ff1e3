"""Learn what positions of Yellowstone Park are worth, by self-play: the makers of `learned.npz`.

    python -m tablee.bots.yellowstone_fit --seats 2 --steps 60

Self-play with the net as it is, a step of learning, and again. It goes on from what is there.
"""

from pathlib import Path
from typing import Any

import click
import numpy as np
import numpy.typing as npt

from tablee.bots.learned import FILE, key, load, store
from tablee.bots.yellowstone_numbers import MOST_SEATS, NUMBERS, OF_EACH, OTHERS, STANDING, TURN
from tablee.bots.yellowstone_selfplay import ONE_CARD, TWO_CARDS, VALUE, examples, won
from tablee.bots.yellowstone_value import UNITS, WEIGHTS
from tablee.rules import GAMES
from tablee.rules.bits import generator

Numbers = npt.NDArray[Any]
EXAMPLES = 150_000  # of each step
BATCH = 1024
PACES = 0.001, 0.0001  # of learning, in the first step and in the last
LOOK = 10  # steps between two reports
SPLITS = np.cumsum([NUMBERS * UNITS, UNITS, UNITS])


def begin(seats: int, edge: bool) -> Any:
    game = GAMES["yellowstone"]
    return game.begin(seats, 0, game.settle(seats, {"edge": edge}, lambda _: 0))


def fresh(seats: int) -> Numbers:
    """A net that knows only that marks, penalty cards and cards in hand are a burden."""
    net = np.zeros(WEIGHTS, np.float32)
    hidden, _, second, direct = np.split(net, SPLITS)
    random = np.random.default_rng(seats)
    hidden[:] = random.normal(0, 0.2, len(hidden))
    second[:] = random.normal(0, 0.02, len(second))
    direct[[STANDING, STANDING + 1, TURN + 8]] = -2.0, -2.0, -0.84
    for first in range(OTHERS, NUMBERS, OF_EACH):
        direct[[first, first + 1, first + 3]] = np.array([2.0, 2.0, 0.84]) / (seats - 1)
    return net


def forward(net: Numbers, numbers: Numbers) -> tuple[Numbers, Numbers]:
    """The hidden units, and the chance to win, for each row of numbers."""
    first, bias, second, direct = np.split(net, SPLITS)
    units = np.maximum(numbers @ first.reshape(NUMBERS, UNITS) + bias, 0)
    return units, 1 / (1 + np.exp(-(units @ second + numbers @ direct)))


def slope(net: Numbers, numbers: Numbers, targets: Numbers) -> Numbers:
    """How the surprise at the targets grows with each weight."""
    units, chance = forward(net, numbers)
    second = np.split(net, SPLITS)[2]
    off = (chance - targets) / len(numbers)
    back = off[:, np.newaxis] * second * (units > 0)
    parts = (numbers.T @ back).ravel(), back.sum(axis=0), units.T @ off, numbers.T @ off
    return np.concatenate(parts).astype(np.float32)


def surprise(net: Numbers, numbers: Numbers, targets: Numbers) -> float:
    """Cross entropy."""
    chance = np.clip(forward(net, numbers)[1], 1e-6, 1 - 1e-6)
    return float(-(targets * np.log(chance) + (1 - targets) * np.log(1 - chance)).mean())


class Learner:
    """Adam's memory of how the net was changed before."""

    def __init__(self, net: Numbers, seed: int) -> None:
        self.net = net
        self._mean, self._square = np.zeros(WEIGHTS), np.zeros(WEIGHTS)
        self._steps = 0
        self._random = np.random.default_rng(seed)

    def learn(self, numbers: Numbers, targets: Numbers, pace: float) -> None:
        """Go through the examples once, in batches."""
        order = self._random.permutation(len(numbers))
        for batch in np.array_split(order, max(1, len(order) // BATCH)):
            change = slope(self.net, numbers[batch], targets[batch])
            self._steps += 1
            self._mean += 0.1 * (change - self._mean)
            self._square += 0.001 * (change**2 - self._square)
            mean = self._mean / (1 - 0.9**self._steps)
            sure = np.sqrt(self._square / (1 - 0.999**self._steps)) + 1e-8
            self.net -= (pace * mean / sure).astype(np.float32)


def line_up(seats: int, step: int) -> npt.NDArray[np.int64]:
    """Who plays: mostly the value alone; with a greedy player; alone among them."""
    greedy = (ONE_CARD, TWO_CARDS)[step % 2]
    players = np.full(seats, VALUE)
    place = step // 3 % seats
    if step % 3 == 1:
        players[place] = greedy
    elif step % 3 == 2 and seats > 2:
        players[:] = greedy
        players[place] = VALUE
    return players


def fit(seats: int, steps: int, file: Path, size: int) -> Numbers:
    """Learn for so many steps; the net is stored after each."""
    rng = generator(seats)
    name = key("yellowstone", seats)
    known = load(file)
    net = known[name].copy() if name in known else fresh(seats)
    learner = Learner(net, seats)
    for step in range(steps):
        start = begin(seats, edge=step % 8 == 7)
        numbers = np.zeros((size, MOST_SEATS, NUMBERS), np.float32)
        targets = np.zeros((size, MOST_SEATS), np.float32)
        examples(start, line_up(seats, step), net, rng, numbers, targets)
        rows, shares = numbers[:, :seats].reshape(-1, NUMBERS), targets[:, :seats].ravel()
        before = surprise(net, rows, shares)
        pace = PACES[0] * (PACES[1] / PACES[0]) ** (step / max(1, steps - 1))
        learner.learn(rows, shares, pace)
        store(file, name, net)
        if step % LOOK == 0:
            click.echo(f"{step + 1}: surprise {before:.4f}; {report(seats, net, 100)}")
    return net


def report(seats: int, net: Numbers, games: int) -> str:
    start, rng = begin(seats, edge=False), generator(99)
    shares = [won(start, rival, net, games, rng) for rival in (ONE_CARD, TWO_CARDS)]
    return "wins {:.3f} against greedy-one, {:.3f} against greedy-two".format(*shares)


@click.command(help=__doc__)
@click.option("--seats", type=click.IntRange(2, 5), required=True)
@click.option("--steps", type=click.IntRange(1), default=60, show_default=True)
@click.option(
    "--examples", "size", type=click.IntRange(100), default=EXAMPLES, help="Of each step."
)
@click.option("--file", type=click.Path(path_type=Path), default=FILE, help="Of the weights.")
def main(seats: int, steps: int, size: int, file: Path) -> None:
    net = fit(seats, steps, file, size)
    click.echo(report(seats, net, 400))


if __name__ == "__main__":
    main()
