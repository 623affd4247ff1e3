"""Blocks of lines, coloured or not, side by side and in columns."""

from collections.abc import Sequence

import click

Block = list[str]


def bold(text: str) -> str:
    return click.style(text, bold=True)


def faint(text: str) -> str:
    return click.style(text, dim=True)


def width(text: str) -> int:
    return len(click.unstyle(text))


def left(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    return " " * (columns - width(text)) + text


def centred(text: str, columns: int) -> str:
    return left(" " * ((columns - width(text)) // 2) + text, columns)


def signed(number: int) -> str:
    return f"{number:+}" if number else "0"


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def table(rows: Sequence[Sequence[str]], numbers: Sequence[int] = (), gap: int = 2) -> Block:
    """Rows in columns as wide as they must be; the columns in `numbers` keep to the right."""
    widths = [max(width(row[k]) for row in rows) for k in range(len(rows[0]))]
    return [
        (" " * gap)
        .join(
            right(text, wide) if k in numbers else left(text, wide)
            for k, (text, wide) in enumerate(zip(row, widths, strict=True))
        )
        .rstrip()
        for row in rows
    ]


def beside(one: Block, other: Block, gap: int = 3) -> Block:
    """Two blocks next to each other, from the top."""
    wide = max(map(width, one)) + gap
    count = max(len(one), len(other))
    padded = [block + [""] * (count - len(block)) for block in (one, other)]
    return [(left(a, wide) + b).rstrip() for a, b in zip(*padded, strict=True)]
