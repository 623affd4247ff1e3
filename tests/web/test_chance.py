"""Fair chance: what the secret settles, and that a record which says otherwise is found out."""

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import tablee
from tablee import Match, RecordError
from tablee.cli import main
from tablee.match import TITLES
from tablee.web.chance import FIELDS, Chance, commitment, new_secret, verify
from tests.anything import ANYTHING, nothing_but, refused

SECRET = bytes(range(32))
CHANCE = Chance(SECRET, ["mine", "", "\N{HEDGEHOG}"])


def game(name: str, chance: Chance = CHANCE, seed: int = 1, most: int = 60) -> Match:
    """A game as a table plays it, with moves taken back on the way."""
    match = tablee.new(name, 3, first=chance.first(3), **layout_of(name, chance))
    random = Random(seed)
    chance.play(match)
    while match.actor is not None and len(match.played) < most:
        match.play(random.choice(match.moves()))
        if match.undoable and random.random() < 0.2:
            match.play("undo")
        chance.play(match)
    return match


def layout_of(name: str, chance: Chance) -> dict[str, str]:
    return {"layout": chance.layout()} if name == "yucata" else {}


def told(name: str, **changes: Any) -> dict[str, Any]:
    """The record of a game, with what it tells of its chance."""
    lots = ["first", "layout"] if name == "yucata" else ["first"]
    return {**game(name).record(), "chance": {**CHANCE.told(lots), **changes}}


def refusal(record: Any) -> str:
    return refused(RecordError, lambda: verify(record))


def test_a_secret_has_256_bits_and_comes_once() -> None:
    assert len(new_secret()) == 32
    assert new_secret() != new_secret()


def test_the_commitment_is_the_sha_256_of_the_secret() -> None:
    assert commitment(b"abc").startswith("ba7816bf8f01cfea")
    assert len(commitment(SECRET)) == 64


def test_numbers_are_what_the_documentation_says() -> None:
    """Written a second time as docs/fair-chance.md describes it."""
    hashes = [hashlib.sha256(text.encode()).digest() for text in CHANCE.contributions]
    key = hmac.new(SECRET, b"".join(hashes), "sha256").digest()
    number = int(hmac.new(key, b"chance 17 0", "sha256").hexdigest(), 16)
    assert CHANCE.below(56, 17) == number % 56
    assert CHANCE.first(3) == int(hmac.new(key, b"first 0 0", "sha256").hexdigest(), 16) % 3


def test_every_number_is_as_likely() -> None:
    counts = Counter(CHANCE.below(10, index) for index in range(10_000))
    assert sorted(counts) == list(range(10))
    assert max(abs(count - 1000) for count in counts.values()) < 120  # four standard deviations


def test_numbers_that_would_favour_the_small_ones_are_drawn_again() -> None:
    n = (1 << 255) + 1  # about half of all digests lie beyond it
    numbers = [CHANCE.below(n, index) for index in range(50)]
    assert max(numbers) < n
    assert len(set(numbers)) == 50


def test_each_part_of_the_input_changes_the_numbers() -> None:
    others = [
        Chance(bytes(32), CHANCE.contributions),
        Chance(SECRET, ["mine", "", "\N{HEDGEHOG} "]),
        Chance(SECRET, ["", "mine", "\N{HEDGEHOG}"]),
        Chance(SECRET, ["min", "e", "\N{HEDGEHOG}"]),
        Chance(SECRET, []),
    ]
    lines = {tuple(each.below(1 << 60, index) for index in range(3)) for each in (CHANCE, *others)}
    assert len(lines) == len(others) + 1


@pytest.mark.parametrize("name", TITLES)
def test_a_game_goes_on_the_same_after_a_restart(name: str) -> None:
    whole = game(name)
    for kept in range(0, len(whole.played), 7):
        woken = tablee.replay({**whole.record(), "moves": list(whole.played[:kept])})
        again = Chance(SECRET, CHANCE.contributions)
        again.play(woken)
        for move in whole.played[len(woken.played) :]:
            if not move.startswith("~"):
                woken.play(move)
                again.play(woken)
        assert woken.played == whole.played


def test_taking_back_gives_no_other_card() -> None:
    """However often a seat hesitates before it draws, the same card comes."""

    def drawn(hesitations: int) -> str:
        match = tablee.new("yellowstone", 3)
        CHANCE.play(match)
        for _ in range(hesitations):
            match.play(match.moves()[0])
            match.play("undo")
        match.play(match.moves()[0])
        while not match.played[-1].startswith("~"):
            match.play(match.moves()[0])
            CHANCE.play(match)
        return match.played[-1]

    assert len({drawn(hesitations) for hesitations in range(5)}) == 1


# -- records


@pytest.mark.parametrize("name", TITLES)
def test_a_fair_record_holds_and_can_be_replayed(name: str) -> None:
    record = told(name)
    match = verify(record)
    assert list(match.played) == record["moves"]
    assert tablee.replay(record).scores() == match.scores()


def test_a_first_seat_or_layout_that_was_chosen_is_no_lot() -> None:
    match = tablee.new("yucata", 3, first=(CHANCE.first(3) + 1) % 3)
    assert verify({**match.record(), "chance": CHANCE.told([])})
    assert "began, but the secret's lot gives seat" in refusal(
        {**match.record(), "chance": CHANCE.told(["first"])}
    )
    said = refusal({**match.record(), "chance": CHANCE.told(["layout"])})
    assert said == "The layout is not the one that the secret gives."


def test_the_first_card_that_somebody_chose_is_named() -> None:
    match = tablee.new("hornochsen", 3)
    for index in range(5):
        match.play(CHANCE.card(match, index))
    given = CHANCE.card(match, 5)
    chosen = next(card for card in match.moves() if card != given)
    match.play(chosen)
    said = refusal({**match.record(), "chance": CHANCE.told([])})
    assert said == f"Move 6 is {chosen}, but the secret gives {given}."


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"secret": bytes(32).hex()}, "The secret is not the one that was promised"),
        ({"secret": "00"}, "The secret is 64 hexadecimal digits."),
        ({"secret": 7}, "The secret is 64 hexadecimal digits."),
        ({"commitment": None}, "The secret is not the one that was promised"),
        ({"contributions": ["mine"]}, "The contributions are a list of texts, one for each seat."),
        ({"contributions": ["mine", "", 3]}, "The contributions are a list of texts"),
        ({"contributions": ["yours", "", "\N{HEDGEHOG}"]}, "the secret"),
        ({"lots": ["dice"]}, "The lots are a list of first, layout."),
        ({"lots": "first"}, "The lots are a list of first, layout."),
        ({"more": 1}, "The chance of a record is an object of commitment, secret,"),
    ],
)
def test_what_is_wrong_is_said(changes: dict[str, Any], said: str) -> None:
    assert said in refusal(told("yellowstone", **changes))


def test_a_record_without_chance_can_not_be_verified() -> None:
    assert "has no field 'chance'" in refusal(game("yucata").record())


def test_a_record_that_breaks_the_rules_is_refused_first() -> None:
    assert refusal({**told("yucata"), "moves": ["~B3"]}).startswith("Move 1: ")


@given(
    st.dictionaries(st.sampled_from(FIELDS), ANYTHING | st.just([]))
    | ANYTHING
    | st.lists(ANYTHING, min_size=3, max_size=3).map(lambda three: {"contributions": three})
)
def test_verify_raises_nothing_else(wrong: Any) -> None:
    record = told("hornochsen")
    chance = {**record["chance"], **wrong} if isinstance(wrong, dict) else wrong
    with nothing_but(RecordError):
        verify({**record, "chance": chance})


# -- the command


def test_tablee_verify_says_a_line_a_file(tmp_path: Path) -> None:
    fair, unfair = tmp_path / "fair.json", tmp_path / "unfair.json"
    fair.write_text(json.dumps(told("yucata")))
    unfair.write_text(json.dumps(told("yucata", secret="00")))
    promised = commitment(SECRET)

    def run(*words: str | Path) -> Result:
        return CliRunner().invoke(main, ["verify", *map(str, words)])

    result = run(fair, "--commitment", promised, "--contribution", "mine")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{fair}: fair, yucata, 3 seats, ")
    assert result.stdout.endswith(f", commitment {promised}\n")
    result = run(unfair, fair)
    assert result.exit_code == 2
    assert result.stdout.startswith(f"{unfair}: The secret is 64 hexadecimal digits.\n{fair}: fair")
    result = run(fair, "--commitment", "0")
    assert (result.exit_code, result.stdout) == (2, f"{fair}: The table promised another one.\n")
    result = run(fair, "--contribution", "yours")
    assert result.exit_code == 2
    assert "not among those of the players" in result.stdout
