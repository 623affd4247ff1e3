"""The curve of a game: each seat's chance to win, as the bots judge it at each of its moves."""

from collections.abc import Sequence
from typing import NamedTuple

from tablee.analysis import Decision

WIDTH, HEIGHT = 600.0, 200.0


class Point(NamedTuple):
    x: float
    y: float
    decision: Decision


class Curve(NamedTuple):
    seat: int
    path: str  # what SVG's polyline takes
    points: tuple[Point, ...]


class Chart(NamedTuple):
    width: float
    height: float
    curves: tuple[Curve, ...]


def chart(decisions: Sequence[Decision], moves: int, seats: int) -> Chart:
    """From left to right the moves from the first decision on, from below the chance to win."""
    first = decisions[0].number if decisions else 0
    curves = []
    for seat in range(seats):
        points = tuple(
            Point(
                round(WIDTH * (each.number - first) / max(moves - first, 1), 1),
                round(HEIGHT * (1 - each.played.win), 1),
                each,
            )
            for each in decisions
            if each.seat == seat
        )
        path = " ".join(f"{point.x:g},{point.y:g}" for point in points)
        curves.append(Curve(seat, path, points))
    return Chart(WIDTH, HEIGHT, tuple(curves))
