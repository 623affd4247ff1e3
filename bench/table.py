"""Results as a table to read, and as JSON to compare."""

import os
import platform
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numba
import numpy as np

from bench.measure import Result

HEADINGS = ("", "median", "quartiles", "unit", "target", "best peer", "asked", "")
VERDICT = {True: "reached", False: "MISSED", None: ""}


def number(value: float) -> str:
    """Three digits that count; large whole numbers in full."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:#.3g}"


def cells(result: Result) -> tuple[str, ...]:
    low, high = result.quartiles
    return (
        result.name,
        number(result.median),
        f"{number(low)} - {number(high)}" if low < high else "",
        result.unit,
        "" if result.target is None else f"{result.target:g}",
        "" if result.ratio is None else f"{number(result.ratio)} x",
        "" if result.times is None else f"{result.times:g} x",
        VERDICT[result.reached],
    )


def table(title: str, results: Sequence[Result]) -> str:
    rows = [HEADINGS, *(cells(result) for result in results)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [title]
    for first, *rest in rows:
        name = first.ljust(widths[0])
        others = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        lines.append("  ".join([name, *others]).rstrip())
    return "\n".join(lines) + "\n"


def load() -> str:
    """How many programs wanted a processor in the last minute, this one included."""
    return f"{os.getloadavg()[0]:.2f}"


def machine() -> dict[str, Any]:
    return {
        "date": datetime.now().astimezone().isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "system": platform.platform(),
        "processors": os.cpu_count(),
    }
