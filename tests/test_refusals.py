"""Refusals: one English sentence, and the same in another language."""

import pickle

import pytest

import tablee
from tablee.rules.contract import Refusal
from tablee.web.translations import catalogue


def refusal(move: str) -> tablee.IllegalMove:
    match = tablee.new("yucata", 2)
    with pytest.raises(tablee.IllegalMove) as caught:
        match.play(move)
    return caught.value


def test_a_refusal_is_an_english_sentence() -> None:
    assert str(refusal("9")) == "'9' is not a move of Yucata'."
    assert str(Refusal("Nothing here, not even 100 %.")) == "Nothing here, not even 100 %."


def test_it_can_be_said_in_another_language() -> None:
    assert refusal("C").sentence(catalogue("de").gettext).startswith("Die allererste Karte")
    assert refusal("9").sentence(catalogue("fr").gettext) == "'9' n’est pas un coup de Yucata'."


def test_what_is_said_inside_of_it_is_translated_too() -> None:
    record = tablee.new("yucata", 2).record() | {"moves": ["C"]}
    with pytest.raises(tablee.RecordError) as caught:
        tablee.replay(record)
    german = caught.value.sentence(catalogue("de").gettext)
    assert str(caught.value).startswith("Move 1: The very first card")
    assert german.startswith("Zug 1: Die allererste Karte")


def test_it_survives_a_way_between_processes() -> None:
    again = pickle.loads(pickle.dumps(refusal("9")))  # noqa: S301
    assert (str(again), again.values) == ("'9' is not a move of Yucata'.", refusal("9").values)
