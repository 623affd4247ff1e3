"""The scorings of Yellowstone Park, and what is different with two seats."""

from collections import Counter
from random import Random

import pytest

from tablee import CHANCE, Match
from tests.rules.park import board, draw, hands, left_over, look, pile, position, stacks
from tests.rules.positions import play
from tests.whole_games import play_on, policies, tables

pytestmark = [pytest.mark.nojit, pytest.mark.bounds]


def parts(cards: list[str], *sizes: int) -> list[str]:
    """The cards dealt into parts of these sizes, which must use them up."""
    assert len(cards) == sum(sizes)
    rest = iter(cards)
    return [" ".join(next(rest) for _ in range(size)) for size in sizes]


FULL = "B3c B4c B5c R3d R4d R5d Y3e Y4e Y5e"


def test_y21_y22_uwe_christa_gesa_and_holger() -> None:
    """The scoring example: the pile ends with the second of three cards."""
    doubled = "B3c B4c B5c R3d R4d"
    rest = left_over(FULL, doubled, "Y5 R5")
    three, *others, uwe, christa, gesa, last = parts(rest, 3, 6, 6, 6, 5, 9, 3, 2)
    match = position(
        f"{FULL} {doubled}",
        [f"Y5 R5 {three}", *others],
        [uwe, christa, gesa, ""],
        marks=[8, 7, 20, 6],
    )
    assert pile(match) == Counter(last.split())
    play(match, "Y5e R5d refill")
    assert draw(match) == Counter(last.split())
    assert match.scores() == [8 + 5, 7 + 9, 20 + 3, 6]
    assert pile(match) == Counter(f"{uwe} {christa} {gesa}".split())
    assert look(match).stacks == (0, 0, 0, 0)
    assert hands(match)[0] == Counter(f"{three} {last}".split())
    assert [hand.total() for hand in hands(match)] == [5, 6, 6, 6]
    assert len(board(match)) == 16
    assert match.actor == 1


def before_scoring(
    pile_size: int, *, hand_size: int = 3, marks: tuple[int, ...] = (5, 5, 5), turn: int = 0
) -> Match:
    """Three seats; whoever's turn it is has Y5 and other cards, and the last stack most cards."""
    rest = left_over(FULL, "Y5 Y5")
    sizes = [hand_size - 1, 6, 6, 7, 7]
    mine, *cards = parts(rest, *sizes, len(rest) - sum(sizes) - pile_size, pile_size)
    held = cards[:2]
    held.insert(turn, f"Y5 {mine}")
    return position(FULL, held, cards[2:5], marks=marks, turn=turn)


def test_y19_a_short_pile_is_not_made_up_for_by_the_penalties() -> None:
    match = before_scoring(3, hand_size=1)
    penalties = stacks(match)[0].total()
    play(match, "Y5e pile")
    assert draw(match).total() == 3
    assert hands(match)[0].total() == 3
    assert match.scores()[0] == 5 + penalties


@pytest.mark.parametrize("size", [5, 6, 7])
def test_y20_the_last_card_brings_a_scoring_even_if_it_completes_the_hand(size: int) -> None:
    match = before_scoring(size, hand_size=1)
    play(match, "Y5e pile")
    draw(match)
    assert hands(match)[0].total() == min(size, 6)
    assert (match.scores() > [5, 5, 5]) == (size < 7)


def test_the_next_seat_goes_on_after_a_scoring() -> None:
    match = before_scoring(2, hand_size=1, turn=2, marks=(0, 0, 0))
    play(match, "Y5e pile")
    draw(match)
    assert match.actor == 0


@pytest.mark.parametrize(("start", "over"), [(27, False), (28, True)])
def test_y31_the_game_is_over_at_35_after_a_scoring(start: int, over: bool) -> None:
    match = before_scoring(4, hand_size=1, marks=(start, 1, 2))
    assert stacks(match)[0].total() == 7
    play(match, "Y5e pile")
    draw(match)
    assert match.scores()[:2] == [start + 7, 8]
    assert (match.actor is None) == over
    assert match.winners() == ([1] if over else [])
    if over:
        assert look(match).stacks[0] == 7


def test_y31_equal_markers_share_the_win_even_beyond_35() -> None:
    match = before_scoring(4, hand_size=1, marks=(30, 30, 30))
    play(match, "Y5e pile")
    draw(match)
    assert match.scores()[:2] == [37, 37]
    assert match.scores()[2] > 37
    assert match.winners() == [0, 1]


def test_y32_the_track_has_no_end() -> None:
    rest = left_over("Y1d Y2d", "G1")
    many, last = parts(rest, len(rest) - 1, 1)
    match = position("Y1d", ["Y2", "G1"], [many], marks=[34, 0])
    play(match, "Y2d pile")
    draw(match)
    assert last.split() == list(hands(match)[0])
    assert match.scores() == [34 + 52, 0]


@pytest.mark.parametrize("name", ["anything", "hoard_fast"])
@pytest.mark.parametrize("seats", range(2, 6))
def test_y23_y29_y45_there_is_always_a_card_to_lay_and_one_to_draw(seats: int, name: str) -> None:
    """Y-29: and never two scorings at once."""
    table = next(table for table in tables("yellowstone") if table.seats == seats)
    match = table.begin()
    scorings = turns = 0
    for move in play_on(match, policies(table, [name] * seats), Random(1), most=150):
        seen = look(match)
        before, scorings = scorings, int(seen.view["scorings"][0])
        assert scorings - before in (0, 1)
        if (match.actor != CHANCE and seen.laid == 0) or move == "refill":
            turns += 1
            assert min(seen.cards) > 0
            assert seen.pile > 0
    assert scorings
    assert turns > 20


# -- two seats


def about_to_take(neutral_on: int, rule: str, penalties: str = "R1 R2 R3 R5 R6 R7 Y6 Y7") -> Match:
    """Seat 0 has chosen to take six of its penalty cards; seat 1 has three penalty cards."""
    match = position(
        "B3c", ["B4", "B5"], [penalties, "G5 G6 G7"], neutral_on=neutral_on, neutral=rule
    )
    return play(match, "B4c penalties")


@pytest.mark.parametrize(("rule", "last"), [("off", 1), ("reach", 2)])
def test_y24_the_neutral_marker_brings_a_scoring_when_pushed_off_or_on_reaching_1(
    rule: str, last: int
) -> None:
    for number in range(7, last, -1):
        match = about_to_take(number, rule)
        draw(match)
        assert (look(match).neutral, match.scores(), match.actor) == (number - 1, [5, 5], 1)
    match = about_to_take(last, rule)
    draw(match)
    assert match.scores() == [5 + 2, 5 + 3]
    assert (look(match).neutral, match.actor) == (7, 1)


def test_y26_y28_penalties_join_the_rest_of_the_pile_but_not_the_cards_just_drawn() -> None:
    match = about_to_take(1, "off")
    rest = pile(match)
    before = stacks(match)
    drawn = draw(match)
    assert hands(match)[0] == drawn
    assert look(match).stacks == (0, 0)
    assert pile(match) == rest + before[1] + (before[0] - drawn)


def test_y27_two_draws_in_one_round_move_the_marker_twice() -> None:
    penalties = "R1 R2 R3 R5 R6 R7"
    match = position("B3c", ["B4", "B5"], [penalties, "G1 G2 G3 G5 G6 G7"])
    play(match, "B4c penalties")
    draw(match)
    play(match, "B5c penalties")
    draw(match)
    assert look(match).neutral == 5


def test_y25_any_scoring_puts_the_neutral_marker_back() -> None:
    rest = left_over(FULL, "Y5", "G1")
    mine, others, last = parts(rest, 22, 22, 1)
    match = position(FULL, ["Y5", "G1"], [mine, others], marks=[0, 0], neutral_on=3)
    play(match, "Y5e pile")
    assert draw(match) == Counter([last])
    assert match.scores() == [22, 22]
    assert look(match).neutral == 7


def test_the_neutral_marker_rests_with_more_than_two_seats() -> None:
    """Y-24: it is for two."""
    match = position("B3c", ["B4", "B5", "B6"], ["R1 R2 R3 R5 R6 R7"], neutral_on=1)
    play(match, "B4c penalties")
    draw(match)
    assert match.scores() == [5, 5, 5]
    assert look(match).neutral is None
