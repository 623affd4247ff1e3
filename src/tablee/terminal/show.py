"""A record, move by move."""

from collections.abc import Callable
from typing import Any

from tablee.record import begin
from tablee.rules.contract import CHANCE
from tablee.terminal.faces import draw, events, hands, names_of, result
from tablee.terminal.paint import faint

WIDE = 79

Say = Callable[[str], None]


def show(record: Any, say: Say, *, seat: int | None, everything: bool, start: int) -> None:
    """Draw the table after each move from number `start` on; chance follows a move at once.

    The record is one that `tablee.replay` accepts.
    """
    match = begin(record)
    names = names_of(match.seats, None)
    hidden = [] if seat is None else [seat]
    moves = record["moves"]
    made = 0
    while made < len(moves):
        number = made + 1
        viewer = match.actor if everything and match.actor != CHANCE else seat
        before = match.observe(viewer)
        match.play(moves[made])
        made += 1
        while made < len(moves) and match.actor == CHANCE:
            match.play(moves[made])
            made += 1
        if made >= start:
            told = "\n".join(events(before, match.observe(viewer), names))
            say(f"{rule(f'Move {number} of {len(moves)}')}\n{told}\n")
            say(draw(match.observe(seat), names))
            shown = range(match.seats) if everything else hidden
            say("".join(f"\n{hands(match.observe(k), names[k])}" for k in shown))
    say(f"\n{result(match, names)}")


def rule(title: str) -> str:
    return faint(f"── {title} ".ljust(WIDE, "─"))
