"""Hornochsen! as it is drawn: everything in its place, and keys that follow each card."""

from itertools import pairwise

import pytest

import tablee
from tablee import Match
from tablee.observation.hornochsen import HornochsenObservation
from tablee.rules.hornochsen import HAND_SIZE, ROWS
from tablee.web.games.hornochsen_scene import Corral, Place, Row, scene
from tablee.web.words import words
from tests.web import views

ENGLISH = words("en")
SPECIAL = {"double": "x2", "plus": "+5"}


def look(match: Match, seat: int | None, memory: bool = False) -> Corral:
    return scene(seen_by(match, seat), memory, ENGLISH)


def seen_by(match: Match, seat: int | None) -> HornochsenObservation:
    seen = match.observe(seat)
    assert isinstance(seen, HornochsenObservation)
    return seen


def for_two(hands: list[str], rows: str) -> Match:
    """A game of two in which these cards are dealt; hands are filled up with high cards."""
    match = tablee.new("hornochsen", 2)
    spare = [card for card in range(98, 0, -1) if str(card) not in " ".join([*hands, rows]).split()]
    for hand in hands:
        named = hand.split()
        more = [str(spare.pop(0)) for _ in range(int(HAND_SIZE[2]) - len(named))]
        for card in named + more:
            match.play(f"~{card}")
    for card in rows.split():
        match.play(f"~{card}")
    return match


def small() -> Match:
    return for_two(["2 11 12 13 14 15", "21 22 23"], "1 10 20 30 40 50 60")


def row(shown: Corral, starter: int) -> Row:
    return next(each for each in shown.rows if each.id == f"row-{starter}")


def offered(shown: Corral) -> dict[str, Place]:
    return {place.move: place for each in shown.rows for place in each.places}


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_move_has_its_place_or_its_button(seats: int) -> None:
    for seed in range(8):
        match = views.played("hornochsen", seats, 1 + 6 * seed, seed)
        seat = match.actor
        if seat is None:
            continue
        shown, seen = look(match, seat), seen_by(match, seat)
        places = offered(shown)
        assert sorted([*places, *(each.move for each in shown.actions)]) == match.moves()
        slots = {str(slot.number): SPECIAL.get(slot.value, slot.value) for slot in shown.hand}
        for each in shown.rows:
            for place in each.places:
                assert slots[place.slots] == place.move.partition("@")[0]
                ahead = next(move for move in seen.moves if move.move == place.move)
                assert ahead.row == each.end
                assert place.marks == (each.id if ahead.collects else "")


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_list_ascends_and_so_does_the_circle(seats: int) -> None:
    match = views.played("hornochsen", seats, 30, seats)
    shown = look(match, None)
    ends = [each.end for each in shown.rows]
    assert ends == sorted(ends)
    around = [each.end for each in sorted(shown.rows, key=lambda each: each.place)]
    assert sum(after < before for before, after in pairwise(around)) <= 1
    assert {each.place for each in shown.rows} <= set(range(shown.circle))
    assert shown.circle == ROWS[seats]


def test_a_row_keeps_its_place_when_others_are_taken() -> None:
    match = small()
    place = row(look(match, 0), 20).place
    for move in ("11", "12", "13"):
        match.play(move)
    match.play("21")
    match.play("done")
    match.play("14")
    shown = look(match, 0)
    assert row(shown, 20).place == place
    assert len(shown.rows) == 6
    assert shown.seats[0].taken == 1
    assert shown.sink == "taken-0"


def test_a_place_tells_how_full_the_row_gets_or_what_comes_with_it() -> None:
    match = small()
    for move in ("11", "+5@11", "x2@11", "21", "done"):
        match.play(move)
    place = offered(look(match, 0))["12"]
    assert (place.tag, place.looks) == ("3/5", "next")
    assert place.says == "It goes on the row that ends in 11."
    match.play("12")
    assert "next card there takes" in offered(look(match, 0))["13"].says
    match.play("13")
    taking = offered(look(match, 0))["14"]
    assert (taking.tag, taking.looks, taking.marks) == ("+1 ×2", "next gain", "row-10")
    assert taking.says.startswith("You take the row that ends in 13: +1 point, then all")


def test_a_row_that_costs_says_so() -> None:
    match = small()
    for move in ("11", "12", "13", "22", "done"):
        match.play(move)
    taking = offered(look(match, 0))["14"]
    assert (taking.tag, taking.looks) == ("−4", "next cost")
    assert taking.says == "You take the row that ends in 13: −4 points."
    shown = row(look(match, 0), 10)
    assert (shown.worth, shown.good) == ("−5", False)
    assert shown.says == "Row of 10, 11, 12, 13: 4 cards of 5, −5 so far."


def test_specials_show_on_their_row_and_keep_their_key() -> None:
    match = small()
    held = {slot.value: slot.special for slot in look(match, 0).hand if slot.special}
    before = {special.key for special in look(match, 1).seats[0].specials}
    match.play("x2@10")
    match.play("11")
    for viewer in (0, 1, None):
        shown = row(look(match, viewer), 10)
        assert shown.specials == (held["double"],)
        assert "It has “x2”." in shown.says
    assert held["double"] is not None
    assert held["double"].key in before
    assert [special.name for special in look(match, 1).seats[0].specials] == ["+5"]


def keys(shown: Corral) -> list[str]:
    lying = [card.key for each in shown.rows for card in each.cards]
    laid = [special.key for each in shown.rows for special in each.specials]
    held = [each.key for slot in shown.hand for each in (slot.card, slot.special) if each]
    chairs = [special.key for seat in shown.seats for special in seat.specials]
    return [key for key in (*lying, *laid, *held, *chairs) if key]


@pytest.mark.parametrize("seats", range(2, 7))
def test_no_key_stands_for_two_cards(seats: int) -> None:
    for seed in range(6):
        match = views.played("hornochsen", seats, 12 * seed, seed)
        for viewer in (None, *range(seats)):
            found = keys(look(match, viewer, memory=True))
            assert len(found) == len(set(found))


def test_a_card_comes_from_who_laid_it_and_is_fresh_on_that_turn() -> None:
    match = small()
    before = look(match, 0)
    key = next(slot.card.key for slot in before.hand if slot.card and slot.value == "11")
    match.play("11")
    laid = row(look(match, 0), 10).cards[-1]
    assert (laid.key, laid.source, laid.fresh) == (key, "", True)
    assert row(look(match, 1), 10).cards[-1].source == "seat-0"
    assert row(look(match, 1), 10).cards[0].source == ""
    match.play("undo")
    assert look(match, 0) == before
    match.play("12")
    match.play("done")
    assert not row(look(match, 1), 10).cards[-1].fresh


def test_who_is_not_to_move_can_do_nothing() -> None:
    match = small()
    for viewer in (1, None):
        shown = look(match, viewer)
        assert (offered(shown), shown.actions) == ({}, ())
        assert not any(slot.playable for slot in shown.hand)
    assert look(match, None).hand == ()


def test_memory_is_shown_where_it_is_asked_for() -> None:
    match = small()
    for move in ("x2@10", "11", "12", "22", "done", "13", "14"):
        match.play(move)
    plain, remembering = look(match, 1), look(match, 1, memory=True)
    assert (plain.seats[0].points, plain.seats[0].factor, plain.unseen) == ("", 1, ())
    assert (remembering.seats[0].points, remembering.seats[0].factor) == ("−4", 2)
    hidden = {slot.value for slot in remembering.hand} | {"10", "14", "20"}
    assert not hidden & set(map(str, remembering.unseen))
    assert 2 in remembering.unseen


def test_while_cards_are_dealt_there_is_a_scene() -> None:
    match = tablee.new("hornochsen", 3)
    assert look(match, 0).rows == ()
    while match.actor == -1:
        match.play(match.moves()[0])
        look(match, 1, memory=True)
