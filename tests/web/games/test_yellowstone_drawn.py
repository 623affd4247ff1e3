"""Yellowstone Park as its template draws it."""

import pytest

from tablee.web.games.yellowstone_words import card_names
from tablee.web.render import Renderer
from tablee.web.translations import LANGUAGES
from tablee.web.words import words
from tests.web import views
from tests.web.test_render import checked


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_of_a_game_can_be_drawn(renderer: Renderer, language: str) -> None:
    for moves in (0, 1, 2, 40, 3000):
        match = views.played("yellowstone", 4, moves)
        seat = match.actor or 0
        drawn = renderer.fragment(views.view(match, seat, version=f"e.{moves}"), language)
        ids = checked(drawn).ids
        held = match.observe(seat).to_dict()["hand"]
        assert [each for each in ids if each.startswith("pick-")] == [
            f"pick-{number}" for number in range(len(held))
        ]
        assert {f"stack-{each}" for each in range(4)} <= set(ids)


def test_what_one_may_remember_lies_on_slips(renderer: Renderer) -> None:
    match = views.played("yellowstone", 2, 30)
    plain = renderer.fragment(views.view(match, 0), "en")
    assert 'class="recall"' not in plain
    drawn = renderer.fragment(views.view(match, 0, memory=True, version="e.8"), "en")
    checked(drawn)
    assert drawn.count("What may be in the draw pile") == 2
    assert drawn.count('<details class="recall">') == drawn.count("<dl>")
    hands = drawn.count("What is in the hand") + drawn.count("What may be in the hand")
    assert hands == 2  # a slip says it twice; one's own hand has none
    assert '<span class="unseen">red</span>' in drawn


def test_cards_are_said_by_colour() -> None:
    cards = ("G2", "G2", "G3", "R2", "Y4", "Y4")
    assert card_names(cards, words("en")) == "green 2 2 3, red 2, yellow 4 4"
    assert card_names(cards, words("fr")) == "2 2 3 vert, 2 rouge, 4 4 jaune"
