"""Plays the recorded games of tests/games anew, for which only a change of the rules is a reason.

    python -m tests.make_games

Each line holds the record of a whole game and what came of it, see `result`. They must replay to
the same for ever. The same rules make the same files, byte for byte.
"""

import hashlib
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import tablee
from tablee import Match
from tablee.rules import yucata
from tests.whole_games import GAMES, Table, lineups, next_move, policies, tables

FOLDER = Path(__file__).parent / "games"
UNDONE = 0.04  # of the moves that can be taken back


def result(match: Match, choices: str) -> dict[str, Any]:
    return {"scores": match.scores(), "winners": match.winners(), "choices": choices}


class Choices:
    """A digest of all that could be chosen, by seats and by chance, move by move."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def note(self, match: Match) -> None:
        self._digest.update(json.dumps([match.actor, match.moves()]).encode())

    def __str__(self) -> str:
        return self._digest.hexdigest()[:16]


def replayed(record: dict[str, Any]) -> dict[str, Any]:
    """What comes of a record today."""
    match, choices = tablee.replay(record | {"moves": []}), Choices()
    for move in record["moves"]:
        choices.note(match)
        match.play(move)
    choices.note(match)
    return result(match, str(choices))


def play(table: Table, lineup: tuple[str, ...], turn: int) -> Match:
    """A game at this table; at the second turn Yucata' has a layout drawn by lot."""
    random = Random(f"recorded {table} {lineup} {turn}")
    if turn and table.game == "yucata":
        table = table._replace(options={"layout": yucata.random_layout(random.randrange)})
    match = table.begin(random.randrange(table.seats))
    players = policies(table, lineup)
    for _ in range(2000):  # some never end (Y-37) and are left out
        if match.actor is None:
            break
        undo = match.undoable and random.random() < UNDONE
        match.play("undo" if undo else next_move(match, players, random))
    return match


def games(game: str) -> Iterator[Match]:
    for table in tables(game):
        for lineup, turn in product(lineups(table), range(2)):
            match = play(table, lineup, turn)
            if match.actor is None:
                yield match


def lines(game: str) -> Iterator[str]:
    for match in games(game):
        record = match.record()
        yield json.dumps({"record": record, "result": replayed(record)}, separators=(",", ":"))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        text = "".join(f"{line}\n" for line in lines(game))
        (FOLDER / f"{game}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
