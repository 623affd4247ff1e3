"""Preferences: one cookie of plain words."""

from hypothesis import given
from hypothesis import strategies as st

from tablee.web.prefs import WORDS, Prefs

PREFS = st.builds(Prefs, **{name: st.sampled_from(words) for name, words in WORDS.items()})


@given(PREFS)
def test_a_cookie_brings_back_what_was_chosen(prefs: Prefs) -> None:
    assert Prefs.of(prefs.cookie) == prefs


def test_who_chose_nothing_has_an_empty_cookie_and_silence() -> None:
    assert Prefs().cookie == ""
    assert (Prefs().sound, Prefs().vibration, Prefs().notices) == ("silent", "steady", "unasked")


@given(st.none() | st.text())
def test_any_cookie_is_understood(cookie: str | None) -> None:
    prefs = Prefs.of(cookie)
    assert all(getattr(prefs, name) in words for name, words in WORDS.items())


def test_a_form_changes_what_it_names_and_nothing_else() -> None:
    prefs = Prefs(sound="sound").changed({"theme": "dark", "motion": "purple", "other": "still"})
    assert prefs == Prefs(theme="dark", sound="sound")
    assert prefs.cookie == "dark.sound"


def test_no_word_stands_for_two_preferences() -> None:
    words = [word for each in WORDS.values() for word in each]
    assert len(words) == len(set(words))
