"""Yucata' as it is drawn: everything in its place, and keys that follow each card."""

import pytest

import tablee
from tablee import Match
from tablee.observation.yucata import YucataObservation
from tablee.web.games.yucata_scene import Track, scene
from tablee.web.words import words
from tests.web import views

ENGLISH = words("en")


def look(match: Match, seat: int | None, memory: bool = False) -> Track:
    return scene(seen_by(match, seat), memory, ENGLISH)


def seen_by(match: Match, seat: int | None) -> YucataObservation:
    seen = match.observe(seat)
    assert isinstance(seen, YucataObservation)
    return seen


def played(moves: str, seats: int = 2) -> Match:
    match = tablee.new("yucata", seats)
    for move in moves.split():
        match.play(move)
    return match


def test_stones_lie_ahead_and_amulets_behind() -> None:
    shown = look(played("4 5"), None)
    assert shown.spaces[0].amulets == ()
    assert (shown.spaces[4].amulets, shown.spaces[4].stone) == ((0,), "")
    assert (shown.spaces[5].amulets, shown.spaces[5].stone) == ((1,), "")
    assert [space.stone for space in shown.spaces[6:9]] == ["bad"] * 3  # ceiba: ....ooxxx
    assert shown.spaces[9].stone == "good"
    assert shown.spaces[38].stone == "final"
    assert look(played(""), None).spaces[0].amulets == (0, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_has_its_place(seats: int) -> None:
    for seed in range(12):
        match = views.played("yucata", seats, seed, seed, layout="random")
        seat = match.actor
        assert seat is not None
        shown, seen = look(match, seat), seen_by(match, seat)
        assert [place.move for place in shown.places] == match.moves()
        for place, ahead in zip(shown.places, seen.moves, strict=True):
            assert shown.hand[place.slot].value == place.move
            assert shown.hand[place.slot].playable
            assert (place.space, place.good, place.bad) == (ahead.space, ahead.good, ahead.bad)
            passed = [int(name.removeprefix("space-")) for name in place.marks.split()]
            assert passed == list(range(seen.spaces[seat] + 1, ahead.space + 1))
            stones = [shown.spaces[space].stone for space in passed]
            assert (stones.count("good"), stones.count("bad")) == (ahead.good, ahead.bad)


def test_who_is_not_to_move_can_do_nothing() -> None:
    match = played("3")
    for viewer in (0, None):
        shown = look(match, viewer)
        assert shown.places == ()
        assert not any(slot.playable or slot.barred for slot in shown.hand)
    assert look(match, None).me == -1


def test_a_card_that_cannot_be_laid_says_why() -> None:
    [first] = [slot for slot in look(played(""), 0).hand if slot.barred]
    assert first.name == "chameleon: there is nothing to copy yet"
    [second] = [slot for slot in look(played("3"), 1).hand if slot.barred]
    assert (second.value, second.name) == ("3", "3: not now, it was laid just before")
    barred = [slot for slot in look(played("3 C 4 3"), 0).hand if slot.barred]
    assert barred == []  # the 3 has been laid


def test_a_chameleon_shows_what_it_copies() -> None:
    chameleon = look(played("S"), 1).hand[-1]
    assert (chameleon.card.copies, chameleon.name) == ("S", "chameleon, now like the sword")
    chameleon = look(played("2 5"), 0).hand[-1]
    assert (chameleon.card.copies, chameleon.name) == ("5", "chameleon, now like the 5")


def test_a_card_keeps_its_key_from_the_hand_to_the_pile_and_back() -> None:
    match = played("3", seats=3)
    held = {slot.value: slot.card.key for slot in look(match, 1).hand}
    match.play("5")
    top = look(match, 1).seats[1].top
    assert top is not None
    assert top.key == held["5"]
    assert [seat.newest for seat in look(match, None).seats] == [False, True, False]
    for seats in (2, 3, 4):
        match = views.played("yucata", seats, 9)
        for viewer in range(seats):
            shown = look(match, viewer)
            keys = [slot.card.key for slot in shown.hand]
            keys += [seat.top.key for seat in shown.seats if seat.top]
            assert len(keys) == len(set(keys))


def test_stones_go_to_who_took_them_and_cards_come_from_the_own_pile() -> None:
    match = played("3 5")
    assert (look(match, 0).source, look(match, 0).sink) == ("pile-0", "stones-1")
    assert look(played(""), 1).sink == "stones-0"


def test_a_hand_is_recalled_where_it_is_asked_for() -> None:
    match = played("3 5")
    assert [seat.recalled for seat in look(match, 0).seats] == ["", ""]
    shown = look(match, 0, memory=True)
    assert [seat.recalled for seat in shown.seats] == ["", "1, 2, 3, 4, sword, chameleon"]


def test_what_one_has_is_counted_as_at_the_end() -> None:
    for seed in range(12):
        match = views.played("yucata", 3, 200, seed)
        assert [seat.worth for seat in look(match, None).seats] == match.scores()
        assert [seat.keeper for seat in look(match, None).seats].count(True) == 1
