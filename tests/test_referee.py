"""A program in any language plays by lines of JSON; nothing that it sends breaks the talk."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablee
from tablee.referee import LONGEST, Referee, converse


def talk(*lines: bytes) -> list[Any]:
    """The answers to these lines."""
    answers = io.BytesIO()
    converse(io.BytesIO(b"\n".join(lines)), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


DEAL = {"deal": {"game": "yellowstone", "seats": 3, "seed": 7}}


def ask(*requests: Any) -> list[Any]:
    return talk(*(json.dumps(request).encode() for request in requests))


def test_a_whole_game_is_played_through_the_lines() -> None:
    referee = Referee()

    def say(request: Any) -> Any:
        return referee.answer(json.dumps(request).encode())

    answer = say({"deal": {"game": "hornochsen", "seats": 2, "first": 1, "seed": 5}})
    assert answer["actor"] == 1
    while answer["moves"]:
        answer = say({"play": answer["moves"][0]})
        assert "error" not in answer
    assert answer == {"actor": None, "moves": []}
    scores = say({"scores": True})
    record = say({"record": True})["record"]
    match = tablee.replay(record)
    assert (scores["scores"], scores["winners"]) == (match.scores(), match.winners())
    assert len(scores["winners"]) >= 1
    assert say({"replay": record}) == answer


def test_chance_is_played_by_hand_in_a_new_game() -> None:
    begun, odds, played = ask(
        {"new": {"game": "hornochsen", "seats": 2}}, {"odds": True}, {"play": "~37"}
    )
    assert begun["actor"] == "chance"
    assert odds["odds"]["~37"] == pytest.approx(1 / 98)
    assert "~37" not in played["moves"]


def test_options_stand_flat_or_as_in_a_record() -> None:
    flat = {"game": "yellowstone", "seats": 2, "edge": True, "neutral": "reach"}
    apart = {
        "game": "yellowstone",
        "seats": 2,
        "first": 0,
        "options": {"edge": True, "neutral": "reach"},
    }
    _, one, _, other = ask({"new": flat}, {"record": True}, {"new": apart}, {"record": True})
    assert one == other
    assert one["record"]["options"] == {"edge": True, "neutral": "reach"}


def test_a_seat_and_a_spectator_observe_what_they_may_know() -> None:
    _, own, public = ask(DEAL, {"observe": 0}, {"observe": None})
    match = tablee.deal("yellowstone", 3, seed=7)
    assert own["observation"] == json.loads(json.dumps(match.observe(0).to_dict()))
    assert public["observation"]["hand"] == []


def test_every_answer_has_the_actor_and_the_moves() -> None:
    for answer in ask(DEAL, {"moves": True}, {"play": "nonsense"}, {"observe": 0}, {"odds": True}):
        assert answer["actor"] == 0
        assert "done" not in answer["moves"]
        assert len(answer["moves"]) > 1


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"", "The line is not JSON."),
        (b"\xff", "The line is not JSON."),
        (b'{"seats": ' + b"1" * 5000 + b"}", "The line is not JSON."),
        (b"[" * 100_000, "The line is nested too deeply."),
        (b"[]", "A request is a JSON object with one name, such as play, and its value."),
        (b'{"moves": true, "odds": true}', "A request is a JSON object with one name"),
        (b'{"fly": true}', "There is no request 'fly'; there are new, deal, replay, play"),
        (b'{"moves": 1}', "The value of moves is true."),
        (b'{"observe": 3}', "There is no seat 3"),
        (b'{"observe": 0.0}', "The value of observe is a seat's number, or null"),
        (b'{"observe": [0]}', "The value of observe is a seat's number, or null"),
        (b'{"play": 3}', "A move is written as text."),
        (b'{"new": 3}', "A new game is described by an object with game and seats."),
        (b'{"new": {"seats": 3}}', "A new game needs game."),
        (b'{"new": {"game": "yucata"}}', "A new game needs seats."),
        (b'{"new": {"game": "chess", "seats": 2}}', "There is no game 'chess'"),
        (b'{"new": {"game": "yucata", "seats": 2, "seed": 1}}', "Yucata' has no option 'seed'"),
        (b'{"deal": {"game": "yucata", "seats": 2, "seed": NaN}}', "A seed is a whole number."),
        (b'{"deal": {"game": "yucata", "seats": 2, "options": 1}}', "The options are an object"),
        (b'{"deal": {"options": {"seats": 2, "game": "yucata"}}}', "The options are an object"),
        (b'{"replay": {"format": "tablee/1"}}', "The record has no field 'game'."),
    ],
)
def test_a_mistake_is_answered_by_a_sentence_and_changes_nothing(line: bytes, error: str) -> None:
    before, wrong, after = talk(json.dumps(DEAL).encode(), line, b'{"moves": true}')
    assert wrong["error"].startswith(error)
    assert wrong == {**before, "error": wrong["error"]}
    assert after == before


def test_nothing_can_be_asked_before_a_game_has_begun() -> None:
    for request in ({"play": "3"}, {"observe": 0}, {"moves": True}, {"record": True}):
        [answer] = ask(request)
        assert answer == {
            "error": "No game has begun yet: new, deal or replay begins one.",
            "actor": None,
            "moves": [],
        }


@pytest.mark.parametrize("length", [LONGEST - 1, LONGEST, LONGEST + 1, 3 * LONGEST])
def test_a_line_that_is_too_long_gets_one_answer(length: int) -> None:
    """The newline counts, so that the longest line has one byte less of its own."""
    long, moves = talk(b" " * length, b'{"moves": true}')
    expected = (
        "The line is not JSON." if length < LONGEST else "A line has at most 1,048,576 bytes."
    )
    assert long["error"] == expected
    assert moves["error"].startswith("No game has begun yet")


NAMES = ["new", "deal", "replay", "play", "observe", "moves", "odds", "scores", "record"]
FIELDS = [
    "game",
    "seats",
    "first",
    "seed",
    "options",
    "layout",
    "edge",
    "neutral",
    "rules",
    "moves",
]
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["yucata", "hornochsen", "yellowstone", "random", "~37", "done", "tablee/1"])
    | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(FIELDS) | st.text(), inner, max_size=6)
    ),
    max_leaves=12,
)
BEGIN = st.fixed_dictionaries(
    {"game": st.sampled_from(["yucata", "hornochsen", "yellowstone"]), "seats": st.integers(1, 7)},
    optional=dict.fromkeys(FIELDS[2:], ANYTHING),
)
REQUESTS = st.dictionaries(
    st.sampled_from(NAMES), ANYTHING | BEGIN | st.just(True), min_size=1, max_size=1
)
LINES = st.one_of(
    st.binary(),
    REQUESTS.map(lambda request: json.dumps(request).encode()),
    st.fixed_dictionaries({"deal": BEGIN}).map(lambda request: json.dumps(request).encode()),
).map(lambda line: line.replace(b"\n", b" "))


@given(st.lists(LINES, min_size=1, max_size=12))
def test_any_bytes_get_one_answer_a_line(lines: list[bytes]) -> None:
    answers = talk(*lines, b"{}")
    assert len(answers) == len(lines) + 1
    for answer in answers:
        assert answer["actor"] in (None, "chance", *range(6))
        assert isinstance(answer["moves"], list)
        assert answer.get("error", "?").strip().endswith((".", "?"))
        assert "\n" not in answer.get("error", "")
