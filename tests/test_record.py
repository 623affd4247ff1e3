"""The portable record: what it holds, and that a wrong one is refused in a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablee
from tablee import Match, RecordError, record
from tests.anything import ANYTHING, HUGE, nothing_but, refused
from tests.test_match import begun
from tests.whole_games import GAMES, TABLES, Table, some_game


def refusal(wrong: Any) -> str:
    return refused(RecordError, lambda: tablee.replay(wrong))


def played(**changes: Any) -> dict[str, Any]:
    return begun("hornochsen").record() | changes


def same(one: Match, other: Match) -> bool:
    return one.record() == other.record() and one._state.tobytes() == other._state.tobytes()


@pytest.mark.nojit
def test_a_record_is_the_list_of_moves_and_how_it_began() -> None:
    match = tablee.new("yellowstone", 2, first=1, edge=True)
    match.play("~B3")
    assert match.record() == {
        "format": "tablee/1",
        "game": "yellowstone",
        "rules": 1,
        "seats": 2,
        "first": 1,
        "options": {"edge": True, "neutral": "off"},
        "moves": ["~B3"],
    }


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_replayed_game_goes_on_where_it_was(table: Table) -> None:
    match = some_game(table, 2, most=5)
    copy = tablee.replay(json.loads(json.dumps(match.record())))
    assert same(copy, match)
    assert copy.actor == match.actor
    for each in (copy, match):
        each.play(each.moves()[0])
    assert same(copy, match)


def test_a_random_layout_is_written_out() -> None:
    match = tablee.deal("yucata", 2, seed=1, layout="random")
    layout = match.record()["options"]["layout"]
    assert len(layout) == 39
    assert tablee.replay(match.record()).options == {"layout": layout}


def test_moves_taken_back_stay_in_the_record() -> None:
    match = tablee.deal("yellowstone", 4, seed=1)
    first = match.moves()[0]
    for move in (first, "undo", first):
        match.play(move)
    assert match.record()["moves"][-3:] == [first, "undo", first]
    assert same(tablee.replay(match.record()), match)


@pytest.mark.parametrize("field", ["format", "game", "rules", "seats", "first", "options", "moves"])
def test_every_field_is_needed_and_anything_else_in_it_is_refused(field: str) -> None:
    wrong = played()
    del wrong[field]
    assert refusal(wrong) == f"The record has no field {field!r}."
    values: list[Any] = [None, 7, "", [[]], {"moves": 1}, 1.5, HUGE]
    for value in values:
        refusal(played(**{field: value}))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "tablee/2"}, "The record's format is not 'tablee/1'."),
        ({"rules": 2}, "The record was made under rules that this version does not know."),
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"seats": 7}, "Hornochsen! has 2 to 6 seats, not 7."),
        ({"first": 2}, "The first player is a seat from 0 to 1, not 2."),
        ({"options": []}, "The options of a record are an object"),
        ({"options": {"seats": 2}}, "an object of option names and values"),
        ({"options": {"collecting_ends_turn": 1}}, "true or false"),
        ({"options": {}}, "The options of a record are written out in full."),
        ({"moves": "12"}, "The moves of a record are a list."),
        ({"moves": ["~5", "~5"]}, "Move 2: "),
        ({"moves": [["~5"]]}, "Move 1: A move is written as text."),
        ({"moves": ["undo"]}, "Move 1: Only a move of one's own turn can be taken back."),
        ({"moves": ["~1", "~?"]}, "Move 2: '~?' is not a move of Hornochsen!."),
    ],
)
def test_what_is_wrong_is_said(changes: dict[str, Any], said: str) -> None:
    assert said in refusal(played(**changes))


def test_the_first_bad_move_is_named() -> None:
    moves = list(begun("hornochsen").played)
    bad = [*moves[:30], moves[29], "nonsense", *moves[30:]]
    assert refusal(played(moves=bad)).startswith("Move 31: ")


def test_a_record_goes_on_after_the_end_only_wrongly() -> None:
    over = some_game(Table("yucata", 2, {}), 1).record()
    over["moves"].append("1")
    assert refusal(over) == f"Move {len(over['moves'])}: The game is over."


def test_a_layout_must_be_written_out() -> None:
    """A name could mean another layout one day, and "random" would on every replay."""
    for layout in ("random", "ceiba"):
        assert "in full" in refusal(begun("yucata").record() | {"options": {"layout": layout}})


@given(
    wrong=ANYTHING
    | st.builds(
        lambda game, changes: begun(game).record() | changes,
        st.sampled_from(GAMES),
        st.dictionaries(st.sampled_from(record.FIELDS), ANYTHING),
    )
    | st.builds(
        lambda game, moves: begun(game).record() | {"moves": moves},
        st.sampled_from(GAMES),
        st.lists(st.sampled_from(["~B3", "~37", "B3d", "1", "S", "undo", "done"]) | ANYTHING),
    )
    | st.builds(
        lambda name, value: played(options={name: value}), st.integers() | st.text(), ANYTHING
    )
)
def test_replay_raises_nothing_else(wrong: Any) -> None:
    with nothing_but(RecordError):
        tablee.replay(wrong)


# -- files


@pytest.mark.parametrize("game", GAMES)
def test_a_file_is_read_as_it_was_written(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    record.write(begun(game), file)
    assert file.read_bytes().endswith(b"}\n")
    assert same(tablee.replay(record.read(file)), begun(game))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\xff\xfe", id="not UTF-8"),
        pytest.param(b'{"format": ', id="cut off"),
        pytest.param(b"[" * 100_000, id="deep"),
        pytest.param(b"1" * 5_000, id="long number"),
    ],
)
def test_a_file_that_is_not_json_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    assert refused(RecordError, lambda: record.read(file)) == "The file is not JSON."


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    said = refused(RecordError, lambda: record.read(tmp_path / "none.json"))
    assert said == "The file can't be read: No such file or directory."
