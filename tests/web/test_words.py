"""The texts of a language, and names that keep to themselves."""

from unicodedata import bidirectional

import pytest

from tablee import IllegalMove
from tablee.web.words import isolated, words


def test_values_stand_in_the_sentence_of_the_language() -> None:
    told = words("fr")._("The card %(card)s is not in hand.", card="37")
    assert told == "La carte 37 n’est pas en main."


def test_a_refusal_is_translated_by_the_words() -> None:
    refusal = IllegalMove("The card %(card)s is not in hand.", card="37")
    assert refusal.sentence(words("fr")._) == "La carte 37 n’est pas en main."


@pytest.mark.parametrize(("number", "text"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves")])
def test_a_number_takes_its_plural(number: int, text: str) -> None:
    assert words("en").ngettext("%(num)s move", "%(num)s moves", number) == text


@pytest.mark.parametrize(("language", "text"), [("en", "1.3"), ("fr", "1,3"), ("de", "1,3")])
def test_a_fraction_is_written_as_the_language_does(language: str, text: str) -> None:
    assert words(language).decimal(1.3125) == text
    assert words(language).decimal(2.0) == "2"


def test_a_plain_name_stays_as_it_is() -> None:
    assert isolated('<b>&"Zoë') == '<b>&"Zoë'


@pytest.mark.parametrize("name", ["שרה", "ليلى 7", "a\u202eb", "x\u2067y\u2069\u2069z"])
def test_a_name_that_turns_the_line_is_closed_in(name: str) -> None:
    inside = isolated(name)
    assert inside[0] == "\u2068"
    assert inside[-1] == "\u2069"
    assert [bidirectional(each) for each in inside].count("PDI") == 1
