"""Yellowstone Park as it is drawn: everything in its place, and keys that follow each card."""

from itertools import product
from random import Random

import pytest

import tablee
from tablee import Match
from tablee.observation.yellowstone import YellowstoneObservation
from tablee.rules.yellowstone import COLUMNS
from tablee.web.games.yellowstone_scene import Area, Park, scene
from tablee.web.words import words
from tests.web import views

ENGLISH = words("en")
TABLES = [(2, {}), (2, {"edge": True}), (3, {"edge": True}), (5, {})]


def look(match: Match, seat: int | None, memory: bool = False) -> Park:
    return scene(seen_by(match, seat), memory, ENGLISH)


def seen_by(match: Match, seat: int | None) -> YellowstoneObservation:
    seen = match.observe(seat)
    assert isinstance(seen, YellowstoneObservation)
    return seen


def with_cards(hands: list[str], opening: str, **options: bool) -> Match:
    """A game in which these cards are dealt; each hand is written as its six cards."""
    match = tablee.new("yellowstone", len(hands), **options)
    for card in (*" ".join(hands).split(), opening):
        match.play(f"~{card}")
    return match


def two_by_two() -> Match:
    """Both hold red cards around a red 4, and one twin each."""
    return with_cards(["R3 R4 R5 R6 B1 B1", "R3 R5 R6 G4 Y5 B7"], "R4")


def blocks(edge: bool) -> list[set[tuple[int, int]]]:
    """Every matrix there is, as its spaces in columns and rows."""
    plain = [set(product(range(x, x + 3), range(y, y + 3))) for x in range(5) for y in range(5)]
    return plain + [set(product(range(x, x + 3), (0, 6))) for x in range(5) if edge]


def covered(areas: tuple[Area, ...]) -> set[tuple[int, int]]:
    return {
        (x, y)
        for area in areas
        for x in range(area.x, area.x + area.width)
        for y in range(area.y, area.y + area.height)
    }


@pytest.mark.parametrize("edge", [False, True])
def test_the_matrices_are_those_that_cover_all_cards(edge: bool) -> None:
    counts = set()
    for seed in range(30):
        match = views.played("yellowstone", 3, 4 + 3 * seed, seed, edge=edge)
        seen = seen_by(match, None)
        lie = {(COLUMNS.index(space.column), int(space.card[1]) - 1) for space in seen.board}
        fitting = [block for block in blocks(edge) if lie <= block]
        shown = look(match, None)
        assert covered(shown.possible) == set().union(*fitting)
        assert covered(shown.fixed) == (fitting[0] if len(fitting) == 1 else set())
        counts.add(min(3, len(fitting)))
    assert counts >= {1, 2, 3}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_move_has_its_place_or_its_button(seats: int, options: dict[str, bool]) -> None:
    for seed in range(12):
        match = views.played("yellowstone", seats, 1 + 5 * seed, seed, **options)
        seat = match.actor
        if seat is None:
            continue
        shown, seen = look(match, seat), seen_by(match, seat)
        offered = [place.move for place in shown.places] + [each.move for each in shown.actions]
        assert sorted(offered) == match.moves()
        ids = {space.id: space for space in shown.lying} | {f"mark-{seat}": None}
        for place in shown.places:
            assert place.place == f"r{place.move[1]} c{place.move[2]}"
            slots = {int(slot) for slot in place.slots.split()}
            held = {slot.number for slot in shown.hand if slot.value == place.move[:2]}
            assert slots == held
            ahead = next(each for each in seen.moves if each.move == place.move)
            assert set(place.marks.split()) <= set(ids)
            taken = [space for space in map(ids.get, place.marks.split()) if space]
            assert sum(len(space.cards) for space in taken) == len(ahead.collected)
            assert (f"mark-{seat}" in place.marks) == bool(ahead.bonus)


def test_who_is_not_to_move_can_do_nothing() -> None:
    match = two_by_two()
    for viewer in (1, None):
        shown = look(match, viewer)
        assert (shown.places, shown.actions) == ((), ())
        assert not any(slot.playable for slot in shown.hand)


def keys(shown: Park) -> list[str]:
    lying = [card.key for space in shown.lying for card in space.cards]
    return lying + [slot.card.key for slot in shown.hand]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_no_key_stands_for_two_cards(seats: int, options: dict[str, bool]) -> None:
    for seed in range(10):
        match = views.played("yellowstone", seats, 9 * seed, seed, **options)
        for viewer in (None, *range(seats)):
            found = keys(look(match, viewer))
            assert len(found) == len(set(found))


def test_a_card_keeps_its_key_when_it_is_laid_and_taken_back() -> None:
    match = two_by_two()
    before = look(match, 0)
    key = next(slot.card.key for slot in before.hand if slot.value == "R5")
    match.play("R5d")
    [red_5] = [space for space in look(match, 0).lying if space.id == "cell-5-d"]
    assert [card.key for card in red_5.cards] == [key]
    assert red_5.fresh
    match.play("undo")
    assert look(match, 0) == before


def test_laying_a_twin_leaves_the_own_one_where_it_is() -> None:
    match = two_by_two()
    match.play("R5d")
    match.play("R6d")
    for card in ("~G1", "~G2"):
        match.play(card)
    before = {slot.value: slot.card for slot in look(match, 1).hand}
    match.play("R5d")
    shown = look(match, 0)
    [stack] = [space for space in shown.lying if space.id == "cell-5-d"]
    assert [card.source for card in stack.cards] == ["", "seat-1"]
    assert stack.says == "red 5 twice in column d"
    [stack] = [space for space in look(match, 1).lying if space.id == "cell-5-d"]
    assert stack.cards[1] == before["R5"]
    assert stack.cards[0].key != before["R5"].key
    assert stack.cards[0].source == "seat-0"


def test_only_this_turns_cards_are_fresh() -> None:
    match = two_by_two()
    match.play("R5d")
    match.play("R6d")
    for card in ("~G1", "~G2"):
        match.play(card)
    match.play("G4c")
    assert [space.id for space in look(match, 0).lying if space.fresh] == ["cell-4-c"]


def test_vanished_cards_go_to_who_moved_and_new_ones_come_from_where_they_were() -> None:
    match = two_by_two()
    assert (look(match, 0).source, look(match, 0).sink) == ("pile", "stack-0")
    match.play("B1a")
    assert look(match, 1).sink == "stack-0"
    match.play("done")
    match.play("R6d")
    assert look(match, None).sink == "stack-1"


def test_markers_on_one_space_stand_beside_each_other() -> None:
    shown = look(views.played("yellowstone", 5, 0), None)
    assert [(seat.space, seat.beside) for seat in shown.seats] == [(5, k) for k in range(5)]


def test_memory_is_shown_where_it_is_asked_for() -> None:
    match = two_by_two()
    match.play("B1a")
    assert look(match, 1).unseen is None
    shown = look(match, 1, memory=True)
    assert shown.stacks[0] is not None
    assert shown.stacks[0].sure
    assert shown.stacks[0].rows == (("R", "bison", "4"),)
    assert shown.stacks[1] is None
    assert shown.hands[0] is not None
    assert shown.hands[1] is None
    assert shown.unseen is not None
    assert not shown.unseen.sure


def test_a_scene_of_random_positions_never_fails() -> None:
    random = Random(3)
    for _ in range(20):
        match = views.played("yellowstone", 4, random.randrange(200), random.randrange(100))
        for viewer in (None, 0, 3):
            look(match, viewer, memory=True)
