"""The catalogues: complete, up to date, and true to the English."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog

from tablee.web.translations import LANGUAGES, SOURCE, catalogue, messages
from tools import texts

TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")


def pairs(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Each English text with its translation; every plural form beside the English plural."""
    for message in catalog:
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[-1]
            yield from ((english, text) for text in texts.translations(message) if text)


@pytest.fixture(scope="module")
def source() -> Catalog:
    return texts.gathered()


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_missing(language: str) -> None:
    assert [message.id for message in texts.untranslated(messages(language))] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogue_has_the_texts_of_the_sources(language: str, source: Catalog) -> None:
    there = {(message.id, message.context) for message in messages(language)}
    assert there == {(message.id, message.context) for message in source}, "run ./dev texts"


@pytest.mark.parametrize("language", TRANSLATED)
def test_values_keep_their_names(language: str) -> None:
    for english, translated in pairs(messages(language)):
        wanted = set(PLACEHOLDER.findall(english))
        assert set(PLACEHOLDER.findall(translated)) == wanted, (english, translated)
        values = dict.fromkeys(wanted, 7)
        if "%" in english:
            assert translated % values, translated  # no stray percent sign


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_end_like_the_english(language: str) -> None:
    for english, translated in pairs(messages(language)):
        for mark in ".!?:":
            assert english.endswith(mark) == translated.endswith(mark), (english, translated)
        assert english.strip() == english
        assert translated.strip() == translated


def test_high_marks_stay_with_their_word_in_french() -> None:
    loose = re.compile(r"[^\u00a0\u202f](?:[;!?»]|:(?= |$))|«[^\u00a0\u202f]")
    for _, translated in pairs(messages("fr")):
        text = re.sub(r"Hornochsen!|<[^>]*>|https?:\S+", "", translated)
        assert not loose.search(text), translated


@pytest.mark.parametrize("language", TRANSLATED)
def test_plurals_are_those_of_the_language(language: str) -> None:
    assert messages(language).plural_forms == Catalog(locale=language).plural_forms


def test_english_is_its_own_translation() -> None:
    assert catalogue("en").gettext("Any text at all.") == "Any text at all."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_compiled_once(language: str) -> None:
    assert catalogue(language) is catalogue(language)


def test_an_update_keeps_what_fits_and_shows_what_is_missing() -> None:
    source = Catalog()
    source.add("A text that nobody has translated yet.")
    fresh = texts.updated("fr", source)
    assert [message.id for message in fresh if message.id] == [
        "A text that nobody has translated yet."
    ]
    assert [message.id for message in texts.untranslated(fresh)] == [
        "A text that nobody has translated yet."
    ]


def test_a_plural_is_missing_when_one_form_is() -> None:
    catalog = Catalog(locale="fr")
    catalog.add(("one card", "cards"), ("une carte", "cartes"))
    catalog.add(("one row", "rows"), ("une rangée", ""))
    assert [message.id for message in texts.untranslated(catalog)] == [("one row", "rows")]
