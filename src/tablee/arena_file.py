"""The file of an arena: a line of JSON that says what is played, then one for each game."""

import json
from pathlib import Path
from typing import Any, TextIO

from tablee.arena import Arena, Played


class WrongFile(ValueError):
    """The file can't be gone on with; the message says why in one sentence."""


def begin(file: Path, arena: Arena) -> TextIO:
    """Open a new file for the games of this arena."""
    opened = file.open("w", encoding="utf-8")
    opened.write(json.dumps({"arena": arena.about()}) + "\n")
    return opened


def keep(opened: TextIO, game: Played) -> None:
    opened.write(json.dumps(game._asdict()) + "\n")
    opened.flush()


def described(file: Path) -> dict[str, Any]:
    """What is played, as the first line says."""
    with file.open(encoding="utf-8", errors="replace") as opened:
        about = parsed(opened.readline())
    if not about or not isinstance(about.get("arena"), dict):
        raise WrongFile("The file is not one of an arena.")
    arena: dict[str, Any] = about["arena"]
    return arena


def resume(file: Path, arena: Arena) -> tuple[list[Played], TextIO]:
    """The games so far, and the file opened for more. A last line that was cut off is dropped."""
    told = described(file)
    for name, value in arena.about().items():
        if told.get(name) != value:
            was, now = json.dumps(told.get(name)), json.dumps(value)
            raise WrongFile(f"The file's games have {name} {was}, not {now}.")
    with file.open("rb+") as opened:
        text = opened.read()
        whole = text[: text.rfind(b"\n") + 1]
        opened.truncate(len(whole))
    games = [
        game_of(parsed(line), number, arena)
        for number, line in enumerate(whole.decode(errors="replace").splitlines()[1:], 2)
    ]
    return games, file.open("a", encoding="utf-8")


def parsed(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def game_of(told: dict[str, Any] | None, line: int, arena: Arena) -> Played:
    if told and told.keys() == set(Played._fields):
        game = Played(**told)
        by_seat = game.scores, game.shares, game.ranks, game.decisions, game.seconds
        whole = all(isinstance(each, list) and len(each) == arena.seats for each in by_seat)
        known = whole and isinstance(game.number, int)
        if known and (game.deal, game.bots) == arena.seating(game.number):
            return game
    raise WrongFile(f"Line {line} of the file is not a game of this arena.")
