"""Recorded games stay what they were: a fix of a rule that changes one must count `rules` up.

tests/make_games.py made them.
"""

import json
from itertools import islice
from typing import Any

import pytest

from tests.make_games import FOLDER, lines, replayed
from tests.whole_games import GAMES, tables


def recorded(game: str) -> list[dict[str, Any]]:
    text = (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.bounds
@pytest.mark.parametrize("game", GAMES)
def test_recorded_games_come_out_as_they_did(game: str) -> None:
    for number, line in enumerate(recorded(game), 1):
        assert replayed(line["record"]) == line["result"], f"line {number} of {game}.jsonl"


@pytest.mark.nojit
@pytest.mark.parametrize("game", GAMES)
def test_some_recorded_games_come_out_the_same_without_the_compiler(game: str) -> None:
    for line in recorded(game)[::16]:
        assert replayed(line["record"]) == line["result"]


@pytest.mark.parametrize("game", GAMES)
def test_the_recorded_games_are_of_every_kind(game: str) -> None:
    records = [line["record"] for line in recorded(game)]
    kinds = [(each["seats"], each["options"]) for each in records]
    for table in tables(game):
        assert (table.seats, table.begin().options) in kinds or game == "yucata"
    assert {each["seats"] for each in records} == {table.seats for table in tables(game)}
    assert {each["first"] for each in records} == set(range(max(each["seats"] for each in records)))
    assert game == "yucata" or any("undo" in each["moves"] for each in records)


@pytest.mark.parametrize("game", GAMES)
def test_making_games_is_no_game_of_chance(game: str) -> None:
    assert list(islice(lines(game), 3)) == list(islice(lines(game), 3))
