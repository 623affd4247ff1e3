"""Yucata' in words: what happened, what a move brings about, how the score came about."""

from typing import Any

import tablee
from tablee import Match
from tablee.observation.yucata import YucataMove, YucataObservation
from tablee.web.games import yucata
from tablee.web.games.yucata_words import effect, label
from tablee.web.translations import LANGUAGES
from tablee.web.words import words
from tests.web import views

ENGLISH = words("en")
NAMES = ("Ada", "Zoë", "Björn")


def told(match: Match) -> list[str]:
    return [yucata.tell(each, NAMES.__getitem__, ENGLISH) for each in views.events(match, None)]


def match_of(moves: str, **options: Any) -> Match:
    match = tablee.new("yucata", 2, **options)
    for move in moves.split():
        match.play(move)
    return match


def test_what_happened_in_sentences() -> None:
    assert told(match_of("3 5 S C")) == [
        "Ada lays the 3 and goes to space 3.",
        "Zoë lays the 5, goes to space 5 and takes 2 good stones.",
        "Ada lays the sword, goes to space 6 and takes 1 bad stone.",
        "Zoë lays the chameleon, goes to space 7 and takes 1 bad stone.",
    ]


def test_the_last_move_reaches_the_temple() -> None:
    for seed in range(5):
        said = told(views.played("yucata", 2, 200, seed))[-1]
        assert "reaches the temple and takes" in said
        assert said.endswith("the final stone.")


def test_what_a_move_brings_about() -> None:
    assert effect(YucataMove("2", 3, 0, 0, False), ENGLISH) == (
        "To space 3: there is no stone on the way."
    )
    assert effect(YucataMove("5", 9, 2, 1, False), ENGLISH) == (
        "To space 9: you take 2 good stones and 1 bad stone."
    )
    assert effect(YucataMove("5", 38, 2, 1, True), ENGLISH) == (
        "To the temple: you take 2 good stones, 1 bad stone and the final stone. The game is over."
    )
    assert [label(move, ENGLISH) for move in "1SC"] == ["1", "sword", "chameleon"]


def test_the_result_adds_up() -> None:
    helped = 0
    for seed in range(20):
        match = views.played("yucata", 3, 200, seed)
        seen = match.observe(None)
        assert isinstance(seen, YucataObservation)
        for language in LANGUAGES:
            good, bad, excused, given, score = yucata.result(seen, words(language)).rows
            assert score.sum
            assert list(score.numbers) == match.scores()
            for seat in range(3):
                left, back = good.numbers[seat], given.numbers[seat]
                assert left is not None
                assert back is not None
                assert left + back == score.numbers[seat]
                remaining = (bad.numbers[seat] or 0) + (excused.numbers[seat] or 0)
                assert -back == min(left, remaining * (remaining + 1) // 2)
        helped += any(excused.numbers)
    assert helped
