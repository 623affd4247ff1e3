"""Learn what positions of Yellowstone Park are worth, by self-play: the makers of `learned.npz`.

    python -m tablee.bots.yellowstone_fit --seats 2 --minutes 10

Self-play with the net as it is, a step of learning, and again. It goes on from what is there.
"""

from pathlib import Path
from time import perf_counter
from typing import Any

import click
import numpy as np
import numpy.typing as npt

from tablee.bots.learned import FILE, key, load, store
from tablee.bots.yellowstone_selfplay import ONE_CARD, TWO_CARDS, VALUE, examples, won
from tablee.bots.yellowstone_value import FEATURES, MOST_SEATS, UNITS, WEIGHTS
from tablee.rules import GAMES
from tablee.rules.bits import generator

Numbers = npt.NDArray[Any]
EXAMPLES = 150_000  # of each step
REMEMBERED = 4  # steps whose examples are learned from
BATCH = 2048
SPEED = 0.001
SPLITS = np.cumsum([FEATURES * UNITS, UNITS, UNITS])


def begin(seats: int, edge: bool) -> Any:
    game = GAMES["yellowstone"]
    return game.begin(seats, 0, game.settle(seats, {"edge": edge}, lambda _: 0))


def fresh(seed: int) -> Numbers:
    """A net that knows only that marks, penalty cards and cards in hand are a burden."""
    net = np.zeros(WEIGHTS, np.float32)
    first, _, second, direct = np.split(net, SPLITS)
    random = np.random.default_rng(seed)
    first[:] = random.normal(0, 0.3, len(first))
    second[:] = random.normal(0, 0.02, len(second))
    direct[1:4] = -2.0, -2.0, -0.84
    return net


def forward(net: Numbers, numbers: Numbers) -> tuple[Numbers, Numbers]:
    """The hidden units, and each seat's chance to win."""
    first, bias, second, direct = np.split(net, SPLITS)
    units = np.maximum(numbers @ first.reshape(FEATURES, UNITS) + bias, 0)
    strengths = units @ second + numbers @ direct
    odds = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return units, odds / odds.sum(axis=1, keepdims=True)


def slope(net: Numbers, numbers: Numbers, targets: Numbers) -> Numbers:
    """How the surprise at the targets (cross entropy) grows with each weight."""
    units, chance = forward(net, numbers)
    second = np.split(net, SPLITS)[2]
    off = (chance - targets) / len(numbers)
    back = (off[..., np.newaxis] * second * (units > 0)).reshape(-1, UNITS)
    flat, flat_off = numbers.reshape(-1, FEATURES), off.ravel()
    parts = (flat.T @ back).ravel(), back.sum(axis=0), units.reshape(-1, UNITS).T @ flat_off
    return np.concatenate([*parts, flat.T @ flat_off]).astype(np.float32)


def surprise(net: Numbers, numbers: Numbers, targets: Numbers) -> float:
    chance = forward(net, numbers)[1]
    return float(-(targets * np.log(chance)).sum(axis=1).mean())


def learn(net: Numbers, numbers: Numbers, targets: Numbers, speed: float, seed: int) -> None:
    """Go through the examples once, in batches (Adam)."""
    mean, square = np.zeros(WEIGHTS), np.zeros(WEIGHTS)
    order = np.random.default_rng(seed).permutation(len(numbers))
    batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    for step, batch in enumerate(batches, 1):
        change = slope(net, numbers[batch], targets[batch])
        mean = 0.9 * mean + 0.1 * change
        square = 0.999 * square + 0.001 * change**2
        pace = speed * (1 - 0.9 * step / len(batches))
        sure = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        net -= (pace * mean / (1 - 0.9**step) / sure).astype(np.float32)


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


def fit(seats: int, steps: int, seconds: float, file: Path, size: int) -> Numbers:
    """Learn for so many steps, or so long; the net is stored after each."""
    rng = generator(seats)
    name = key("yellowstone", seats)
    known = load(file)
    net = known[name].copy() if name in known else fresh(seats)
    seen: list[tuple[Numbers, Numbers]] = []
    until = perf_counter() + seconds
    for step in range(steps):
        start = begin(seats, edge=step % 4 == 3)
        numbers = np.zeros((size, MOST_SEATS, FEATURES), np.float32)
        targets = np.zeros((size, MOST_SEATS), np.float32)
        examples(start, line_up(seats, step), net, rng, numbers, targets)
        before = surprise(net, numbers[:, :seats], targets[:, :seats])
        seen = [*seen, (numbers[:, :seats], targets[:, :seats])][-REMEMBERED:]
        everything = [np.concatenate(each) for each in zip(*seen, strict=True)]
        learn(net, everything[0], everything[1], SPEED, step)
        store(file, name, net)
        click.echo(f"{step + 1}: surprise {before:.4f}")
        if perf_counter() > until:
            break
    return net


def report(seats: int, net: Numbers, games: int) -> str:
    start, rng = begin(seats, edge=False), generator(99)
    shares = [won(start, rival, net, games, rng) for rival in (ONE_CARD, TWO_CARDS)]
    return "wins {:.3f} against greedy-one, {:.3f} against greedy-two".format(*shares)


@click.command(help=__doc__)
@click.option("--seats", type=click.IntRange(2, 5), required=True)
@click.option("--minutes", type=float, default=10.0, show_default=True)
@click.option("--steps", type=click.IntRange(1), default=1000, help="At most.")
@click.option(
    "--examples", "size", type=click.IntRange(100), default=EXAMPLES, help="Of each step."
)
@click.option("--file", type=click.Path(path_type=Path), default=FILE, help="Of the weights.")
def main(seats: int, minutes: float, steps: int, size: int, file: Path) -> None:
    net = fit(seats, steps, 60 * minutes, file, size)
    click.echo(report(seats, net, 1000))


if __name__ == "__main__":
    main()
