"""What a seat is shown: the JSON form, field by field as documented, and some positions by hand."""

import json
import re
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee.rules import yucata
from tests.test_match import LAYOUT, dealt, small_hornochsen
from tests.whole_games import TABLES, Table, some_game

DOCUMENT = (Path(__file__).parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
TITLES = {"yucata": "Yucata'", "hornochsen": "Hornochsen!", "yellowstone": "Yellowstone Park"}


def documented(game: str) -> dict[str, str]:
    """Each field's path with the JSON that the document says it has."""
    _, *sections = re.split(r"^### (.*)\n", DOCUMENT, flags=re.MULTILINE)
    by_title = dict(zip(sections[::2], sections[1::2], strict=True))
    rows = by_title["Every game"] + by_title[TITLES[game]]
    found = dict(re.findall(r"^\| `(\S+)` \| ([^|]+) \|", rows, flags=re.MULTILINE))
    return {path: kind for path, kind in found.items() if path not in ("moves", "rows", "board")}


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value with its path; the objects of a list share theirs."""
    if isinstance(value, dict) and path != "options":
        for name, item in value.items():
            yield from leaves(item, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for item in value:
            yield from leaves(item, f"{path}[]")
    else:
        yield path, value


def is_a(kind: str, value: Any) -> bool:
    if value is None:
        return "null" in kind
    if isinstance(value, list):
        inner = kind.partition("of ")[2]
        return kind.startswith("list") and all(is_a(inner or "number", item) for item in value)
    kinds = {bool: "boolean", int: "number", str: "text", dict: "object"}
    return kinds[type(value)] in kind


@pytest.mark.nojit
@pytest.mark.parametrize("game", TITLES)
def test_the_json_form_is_as_documented(game: str) -> None:
    fields = documented(game)
    seen: set[str] = set()
    seats = 2
    for most in (0, 3, 8, 400):
        match = some_game(Table(game, seats, {}), 2, most)
        for seat in (None, *range(seats)):
            shown = match.observe(seat).to_dict()
            assert json.loads(json.dumps(shown)) == shown
            for path, value in leaves(shown):
                if path in fields:
                    kind = fields[path].replace("lists", "list of texts")
                    assert is_a(kind, value), f"{path}: {value!r} is no {kind}"
                    seen.add(path)
                else:
                    assert value == []  # a list of objects, without any
    parents = {path for path in fields if any(each.startswith(path + "[") for each in fields)}
    parents |= {path for path in fields if any(each.startswith(path + ".") for each in fields)}
    assert seen >= set(fields) - parents


def test_the_program_in_the_document_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [program] = re.findall(r"^```python\n(.*?)^```$", DOCUMENT, flags=re.MULTILINE | re.DOTALL)
    exec(program, {})  # noqa: S102
    assert re.search(r"The markers are on \[\d+, .*\nWon by \[", capsys.readouterr().out)


def test_the_record_in_the_document_is_one() -> None:
    [record] = re.findall(r"^```json\n(.*?)^```$", DOCUMENT, flags=re.MULTILINE | re.DOTALL)
    assert tablee.replay(json.loads(record)).record() == json.loads(record)


def test_the_options_in_the_document_are_all() -> None:
    listed = re.findall(r"^\| `(\w+)` \| \d(?:-\d)? \| `(\w+)` \|", DOCUMENT, flags=re.MULTILINE)
    assert [(game, name) for game in TITLES for name in tablee.new(game, 2).options] == listed
    named = ", ".join(f'`"{name}"`' for name in yucata.LAYOUTS)
    assert f"| `layout` | {named} (" in DOCUMENT


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_spectator_has_no_cards_and_no_moves(table: Table) -> None:
    match = some_game(table, 4, most=6)
    seen: Any = match.observe(None)
    assert (seen.seat, seen.hand, seen.moves) == (None, (), ())


@pytest.mark.parametrize("game", TITLES)
def test_before_the_deal_there_are_no_moves_and_no_cards(game: str) -> None:
    match = tablee.new(game, 2)
    for seat in (None, 0, 1):
        seen: Any = match.observe(seat)
        moves = match.moves() if match.actor == seat else []
        assert [each.move for each in seen.moves] == moves
        assert game == "yucata" or seen.cards == (0, 0)


def test_an_observation_cannot_be_changed_and_shows_no_numbers_of_its_record() -> None:
    seen = tablee.deal("hornochsen", 2, seed=1).observe(0)
    with pytest.raises(FrozenInstanceError):
        seen.actor = 1  # type: ignore[misc]
    assert "view" not in repr(seen)
    assert "view" not in seen.to_dict()
    assert seen == tablee.deal("hornochsen", 2, seed=1).observe(0)
    assert "memory" not in seen.to_dict(memory=False)


def test_an_observation_stays_as_it_was() -> None:
    match = tablee.deal("yellowstone", 3, seed=1)
    seen = match.observe(0)
    before = json.dumps(seen.to_dict()), seen.view.tobytes()
    for _ in range(6):
        match.play(match.moves()[0])
    assert (json.dumps(seen.to_dict()), seen.view.tobytes()) == before


def test_scores_and_winners_are_shown_at_the_end_only() -> None:
    table = Table("yucata", 3, {})
    assert some_game(table, 1, most=5).observe(0).scores is None
    match = some_game(table, 1)
    seen = match.observe(0)
    assert (list(seen.scores or ()), list(seen.winners)) == (match.scores(), match.winners())
    assert seen.actor is None


# -- positions by hand


@pytest.mark.nojit
def test_yucata_shows_track_piles_and_what_a_card_does() -> None:
    match = tablee.new("yucata", 2, layout=LAYOUT)
    for move in ("5", "S"):
        match.play(move)
    seen = match.observe(0).to_dict()
    assert seen["spaces"] == [5, 6]
    assert seen["track"] == "......." + LAYOUT[7:]
    assert (seen["good"], seen["bad"], seen["keeper"]) == ([2, 1], [0, 0], None)
    assert seen["hand"] == ["1", "2", "3", "4", "S", "C"]
    assert (seen["tops"], seen["previous"], seen["effect"]) == (["5", "S"], "S", "S")
    assert seen["moves"][-1] == {"move": "C", "space": 7, "good": 0, "bad": 1, "final": False}
    assert match.observe(1).memory == {"hands": [seen["hand"], ["1", "2", "3", "4", "5", "C"]]}


@pytest.mark.nojit
def test_hornochsen_shows_rows_and_what_a_card_does() -> None:
    match = small_hornochsen()
    for move in ("14", "done", "51", "52", "53", "x2@53", "+5@53"):
        match.play(move)
    seen: Any = match.observe(0)
    assert seen.rows[0] == ((46, 14), False, False)
    assert seen.rows[-1] == ((45, 51, 52, 53), True, True)
    assert ("9", 53, True, 8, 1) in seen.moves  # -2 + 1 + 2 + 1 + 1, and the +5
    assert (seen.hand, seen.laid) == (tuple(range(1, 14)), 2)
    match.play("9")
    match.play("54")
    match.play("undo")
    seen = match.observe(None)
    assert seen.starters == tuple(range(40, 47))
    assert seen.taken == ((((45, 51, 52, 53, 9), True, True),), ())
    assert seen.movers[-3:] == (0, 1, 1)
    shown = match.observe(1).to_dict()
    assert [row["cards"] for row in shown["rows"]] == [[46, 14], [40], [41], [42], [43], [44]]
    assert (shown["cards"], shown["laid"]) == ([12, 11], 0)
    assert shown["specials"] == [[], ["x2", "+5"]]
    assert shown["memory"]["collected"] == [9, 45, 51, 52, 53]
    assert (shown["memory"]["points"], shown["memory"]["doubles"]) == ([8, 0], [1, 0])
    assert shown["hand"] == list(range(54, 65))
    unseen = set(shown["memory"]["unseen"])
    assert unseen == {*range(1, 99)} - {9, 14, *range(40, 47), *range(51, 65)}


@pytest.mark.nojit
def test_yellowstone_shows_what_a_card_collects() -> None:
    match = tablee.new("yellowstone", 3)
    dealt(match, "B1 B2 B7 G1 G2 R7", "Y1 Y2 Y3 Y4 Y5 Y6", "R1 R2 R3 R4 R5 R6", "B3")
    match.play("G1e")
    moves = {each.move: each for each in match.observe(0).moves}
    assert moves["B7d"].collected == ("B3", "G1")
    assert moves["B1d"].collected == ()
    assert moves["R7a"].collected == ("B3", "G1")
    match.play("B7d")
    seen = match.observe(1).to_dict()
    assert seen["board"] == [{"card": "B7", "column": "d", "cards": 1}]
    assert seen["stacks"] == [2, 0, 0]
    assert seen["memory"]["stacks"][0] == {"sure": ["B3", "G1"], "possible": []}
    assert seen["hand"] == ["Y1", "Y2", "Y3", "Y4", "Y5", "Y6"]
    assert seen["memory"]["hands"][1]["sure"] == seen["hand"]
    assert "Y1" in seen["memory"]["pile"]["possible"]
