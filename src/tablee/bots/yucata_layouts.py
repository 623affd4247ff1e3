"""What perfect play makes of many layouts of Yucata' with two seats; where the fair ones are."""

import csv
import io
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import combinations
from random import Random
from typing import NamedTuple

import numpy as np

from tablee.bots.yucata_search import Flag
from tablee.bots.yucata_solver import MOST_DESKS, SEATS, value
from tablee.rules.yucata import BAD_STONES, GOAL, begin, random_layout

FREE = range(4, GOAL - 1)  # where a bad stone may lie: 33 spaces
BEATS = 3  # BEATS bars of eleven spaces fill them

Valued = tuple[str, int]  # a layout, and the first player's margin under perfect play


class Summary(NamedTuple):
    layouts: int
    won: int  # by the first player
    drawn: int
    lost: int
    margins: dict[int, int]  # how many layouts have each margin


def with_bad(spaces: Iterable[int]) -> str:
    bad = set(spaces)
    return "...." + "".join("x" if space in bad else "o" for space in range(4, GOAL)) + "*"


def random_layouts(count: int, seed: int) -> Iterator[str]:
    below = Random(seed).randrange
    return (random_layout(below) for _ in range(count))


def mirrored_layouts() -> Iterator[str]:
    """Every layout that reads the same from both ends of the spaces where bad stones may lie."""
    first, last = FREE[0], FREE[-1]
    middle = (first + last) // 2
    for half in combinations(range(first, middle), BAD_STONES // 2):
        yield with_bad([*half, middle, *(first + last - space for space in half)])


def rhythmic_layouts() -> Iterator[str]:
    """Every layout that repeats the same eleven spaces three times."""
    bar = len(FREE) // BEATS
    for beats in combinations(FREE[:bar], BAD_STONES // BEATS):
        yield with_bad(beat + bar * repeat for repeat in range(BEATS) for beat in beats)


def first_value(layout: str, stop: Flag | None = None) -> int:
    return value(begin(SEATS, 0, {"layout": layout}), stop=stop)


def first_values(layouts: Iterable[str], workers: int = 2) -> Generator[Valued, None, None]:
    """Each layout with its value, in order; closing the generator stops the solves at once."""
    stop = np.zeros(1, np.int8)
    waiting: deque[tuple[str, Future[int]]] = deque()
    with ThreadPoolExecutor(min(workers, MOST_DESKS)) as pool:
        try:
            for layout in layouts:
                waiting.append((layout, pool.submit(first_value, layout, stop)))
                if len(waiting) > 2 * workers:
                    done, result = waiting.popleft()
                    yield done, result.result()
            while waiting:
                done, result = waiting.popleft()
                yield done, result.result()
        finally:
            stop[0] = 1


def summarize(values: Iterable[int]) -> Summary:
    margins = Counter(values)
    return Summary(
        layouts=margins.total(),
        won=sum(count for margin, count in margins.items() if margin > 0),
        drawn=margins[0],
        lost=sum(count for margin, count in margins.items() if margin < 0),
        margins={margin: margins[margin] for margin in sorted(margins) if margins[margin]},
    )


def csv_text(valued: Iterable[Valued]) -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["layout", "first_player_margin"])
    table.writerows(valued)
    return text.getvalue()


def histogram(margins: dict[int, int]) -> str:
    """A picture of the distribution, as SVG in the colours of the page around it."""
    if not margins:
        raise ValueError("There is nothing to draw: no layout was solved.")
    columns = range(min(margins), max(margins) + 1)
    width, height, scale = 44 * len(columns) + 20, 240, 180 / max(margins.values())
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        "<title>How many layouts give the first player each margin under perfect play</title>",
        '<g font-family="sans-serif" font-size="13" text-anchor="middle" fill="currentColor">',
    ]
    for column, margin in enumerate(columns):
        count = margins.get(margin, 0)
        tall = count * scale
        left, top = 14 + 44 * column, 210 - tall
        parts += [
            f'<rect x="{left}" y="{top:.1f}" width="36" height="{tall:.1f}" opacity="0.6"/>',
            f'<text x="{left + 18}" y="{top - 5:.1f}">{count}</text>',
            f'<text x="{left + 18}" y="228">{margin:+d}</text>',
        ]
    return "\n".join([*parts, "</g>", "</svg>", ""])
