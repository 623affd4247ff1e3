"""The catalogues: complete, up to date, and true to the English."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog

from tablee.web.translations import LANGUAGES, SOURCE, catalogue, messages
from tools import texts

TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%")
# Names, and texts of the game with marks of their own.
PROPER = re.compile(r"Yucata'|Hornochsen!")
# Numbers of two digits and more; smaller ones may be written out.
NUMBER = re.compile(r"\d(?:[.,\u202f]?\d)+")

# What a printer would mark, each with a slip of its kind.
EVERYWHERE = {
    r"[ ]{2}|[ ][.,]": "two  spaces",
    r"\.\.\.": "and so on...",
    r"(?<!\w)-\d": "-2 points",
    '"': 'the "x2"',
}
SLIPS = {
    "en": EVERYWHERE | {r" %%": "%(win)d %%"},
    "fr": EVERYWHERE
    | {
        "'": "l'ours",
        r"(?<!\u202f)[;!?]": "Attendez\u00a0!",
        r"(?<!\u00a0)(?:»|:(?= |$))": "Mieux :",
        r"«(?!\u00a0)": "«non\u00a0»",
        r"(?<!\u202f)%%": "%(win)d %%",
        r"[„“”]": "“x2”",
        r"\b[Tt](?:u|oi|on|es)\b": "C’est ton tour.",
        r"\b[Bb]ots?\b": "contre des bots",
        r"\b[Pp]ierres? (?:bonne|mauvaise)": "une pierre bonne",
    },
    "de": EVERYWHERE
    | {
        "'": "nicht '%(name)s'",
        r"\s[;:!?]": "Komm !",
        r"(?<!\u00a0)%%": "%(win)d%%",
        r"[«»”]": "«x2»",
        r"„[^“]*(?:$|„)|(?:^|“)[^„]*“": "ein „x2",
        r"(?<=[a-zäöüß,] )(?:Sie|Ihnen|Ihre?[nmrs]?)\b": "Nehmen Sie Platz.",
        r"\b[Rr]oboter": "gegen Roboter",
        r"[Ll]etzte[nmr]? Stein": "der letzte Stein",
    },
}
# What is the same word in both languages.
SAME = {
    "fr": {"Ceiba", "Agave", "Jaguar", "Quetzal", "Tikal", "Score", "Points", "Code", "expert"},
    "de": {"Ceiba", "Agave", "Jaguar", "Quetzal", "Tikal", "Name", "Code"},
}


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
        wanted = PLACEHOLDER.findall(english)
        assert sorted(PLACEHOLDER.findall(translated)) == sorted(wanted), (english, translated)
        values = {each[2:-2]: 7 for each in wanted if each != "%%"}
        if "%" in english:
            assert translated % values, translated  # no stray percent sign


@pytest.mark.parametrize("language", TRANSLATED)
def test_numbers_are_the_same(language: str) -> None:
    def numbers(text: str) -> list[str]:
        return sorted(re.sub(r"\D", "", number) for number in NUMBER.findall(text))

    for english, translated in pairs(messages(language)):
        assert numbers(translated) == numbers(english), (english, translated)


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_begin_and_end_like_the_english(language: str) -> None:
    for english, translated in pairs(messages(language)):
        for mark in ".!?:":
            assert english.endswith(mark) == translated.endswith(mark), (english, translated)
        assert english.strip() == english
        assert translated.strip() == translated
        if english[0].isupper() and translated[0].isalpha():
            assert translated[0].isupper(), (english, translated)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_is_left_in_english(language: str) -> None:
    same = {english for english, translated in pairs(messages(language)) if english == translated}
    worded = {text for text in same if re.search(r"[^\W\d]", PLACEHOLDER.sub("", text))}
    assert worded == SAME[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_printer_finds_nothing_to_mark(language: str) -> None:
    texts_of = {
        "en": [english for english, _ in pairs(messages("fr"))],
        **{each: [text for _, text in pairs(messages(each))] for each in TRANSLATED},
    }
    for slip, sample in SLIPS[language].items():
        assert re.search(slip, sample), slip
        for text in texts_of[language]:
            assert not re.search(slip, PROPER.sub("X", text)), (slip, text)


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
