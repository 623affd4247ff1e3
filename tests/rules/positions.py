"""Positions of a game: reached by moves, or written into its record where the way there is long."""

from typing import Any

from tablee import Match


def play(match: Match, moves: str) -> Match:
    for move in moves.split():
        match.play(move)
    return match


def edit(match: Match, **fields: Any) -> Match:
    """Set fields of the record; a list may be shorter than its field. The game starts from here."""
    for name, value in fields.items():
        field = match._state[name]
        if field.ndim == 1:
            field[0] = value
        else:
            field[0, : len(value)] = value
    match._start = match._state.copy()
    match._line.clear()
    match._by.clear()
    match._replay()
    return match
