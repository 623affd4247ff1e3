"""The portable record of a game: read, write, check, replay."""

import json
from pathlib import Path
from typing import Any

from tablee.match import FORMAT, Match, is_whole, new
from tablee.rules import GAMES
from tablee.rules.contract import BadOption, IllegalMove, Refusal

FIELDS = ("format", "game", "rules", "seats", "first", "options", "moves")
OPTIONS = {name for game in GAMES.values() for name in game.OPTIONS}


class RecordError(Refusal):
    """The record can't be replayed; the sentence says what is wrong, with the first bad move."""


def replay(record: Any) -> Match:
    """Play a record again, checking every move."""
    match = begin(record)
    for number, move in enumerate(record["moves"], 1):
        try:
            match.play(move)
        except IllegalMove as wrong:
            raise RecordError("Move %(number)d: %(why)s", number=number, why=wrong) from None
    return match


def begin(record: Any) -> Match:
    """The match of a record before its first move."""
    if not isinstance(record, dict):
        raise RecordError("A record is a JSON object.")
    if missing := [name for name in FIELDS if name not in record]:
        raise RecordError("The record has no field '%(field)s'.", field=missing[0])
    if record["format"] != FORMAT:
        raise RecordError("The record's format is not '%(format)s'.", format=FORMAT)
    if not isinstance(record["moves"], list):
        raise RecordError("The moves of a record are a list.")
    options = record["options"]
    if not isinstance(options, dict) or not all(name in OPTIONS for name in options):
        raise RecordError("The options of a record are an object of option names and values.")
    try:
        match = new(record["game"], record["seats"], first=record["first"], **options)
    except BadOption as wrong:
        raise RecordError(wrong.template, **wrong.values) from None
    if match.options != options:
        raise RecordError("The options of a record are written out in full.")
    if not is_whole(record["rules"]) or record["rules"] != GAMES[match.game].RULES:
        raise RecordError("The record was made under rules that this version does not know.")
    return match


def read(path: Path) -> Any:
    """The JSON of a record's file; what is wrong with the file is a RecordError too."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise RecordError("The file can't be read: %(why)s.", why=wrong.strerror) from None
    except (ValueError, RecursionError):
        raise RecordError("The file is not JSON.") from None


def write(match: Match, path: Path) -> None:
    """Write the record of a game, whole or not at all."""
    beside = path.with_name(path.name + ".part")
    beside.write_text(json.dumps(match.record(), indent=1) + "\n", encoding="utf-8")
    beside.replace(path)
