"""The rules of Yellowstone Park, ruling by ruling."""

from collections import Counter
from random import Random

import pytest

import tablee
from tablee import CHANCE, BadOption, IllegalMove, Match
from tests.rules import test_yellowstone_scorings, test_yellowstone_windows
from tests.rules.park import board, draw, foretold, hands, look, pile, position, stacks
from tests.rules.positions import play
from tests.rules.rulings import check_coverage
from tests.whole_games import Table, play_on, policies

pytestmark = [pytest.mark.nojit, pytest.mark.bounds]

NOT_OBSERVABLE = {
    "Y-30": "where the neutral marker stands has no effect",
    "Y-39": "markers have no colours here",
    "Y-43": "whether a player may look at the own stack changes nothing; sizes are always shown",
}

EIGHT = "B3c B4c B5c R3d R4d R5d Y3e Y5e"  # only Y4e is missing
RIM = "B1c B7c R1d R7d Y1e Y7e"  # a full edge matrix


def collected(match: Match, move: str) -> list[str]:
    return list(foretold(match, move).collected)


def cards_to_lay(match: Match) -> set[str]:
    return {move[:2] for move in match.moves() if move != "done"}


def columns(match: Match, card: str) -> str:
    return "".join(sorted(move[2] for move in match.moves() if move[:2] == card))


def test_every_ruling_is_tested_or_cannot_be_seen() -> None:
    elsewhere = vars(test_yellowstone_scorings) | vars(test_yellowstone_windows)
    check_coverage("Y", elsewhere | globals(), NOT_OBSERVABLE)


# -- set-up and options


def test_y40_every_colour_and_number_is_there_twice() -> None:
    match = tablee.new("yellowstone", 3)
    assert match.odds() == {f"~{c}{n}": 1 / 28 for c in "BGRY" for n in range(1, 8)}
    assert pile(match) == Counter({f"{c}{n}": 2 for c in "BGRY" for n in range(1, 8)})


@pytest.mark.parametrize("seats", range(2, 6))
def test_y38_y44_six_cards_each_then_the_first_player_with_an_opened_board(seats: int) -> None:
    match = tablee.new("yellowstone", seats, first=seats - 1)
    for seat in range(seats):
        for _ in range(6):
            assert hands(match)[seat].total() < 6
            match.play(match.moves()[-1])
        assert hands(match)[seat].total() == 6
    match.play("~G2")
    assert board(match) == ["G2d"]
    assert match.actor == seats - 1
    assert look(match).marks == (5,) * seats
    assert look(match).neutral == (7 if seats == 2 else None)
    assert look(match).pile == 56 - 6 * seats - 1


def test_the_first_card_is_a_2_and_has_six_matrices() -> None:
    """The French set-up example: in the middle column, row 2 has six matrices, not nine (Y-5)."""
    match = position("G2d", ["B1 B2 B3 B4 B5 Y2", "R1"])
    fitting = {move.move for move in look(match, 0).moves if not move.collected}
    assert fitting == {
        *(f"B{row}{column}" for row in range(1, 5) for column in "bcef"),
        *(f"Y2{column}" for column in "bcef"),
    }


@pytest.mark.parametrize("value", ["on", 1, None])
def test_y24_an_unknown_value_of_an_option_is_refused(value: object) -> None:
    with pytest.raises(BadOption, match=r"^The option neutral is 'off' or 'reach'\.$"):
        tablee.new("yellowstone", 2, neutral=value)
    with pytest.raises(BadOption, match=r"^The option edge is true or false\.$"):
        tablee.new("yellowstone", 2, edge=value)
    with pytest.raises(BadOption, match="is for two seats only"):
        tablee.new("yellowstone", 3, neutral="off")


# -- laying a card


def test_y2_a_card_that_fits_collects_nothing() -> None:
    match = position("B3c R4d", ["Y5e G7a B1", "G1"])
    assert collected(match, "Y5e") == []
    match.play("Y5e")
    assert board(match) == ["B3c", "R4d", "Y5e"]
    assert not stacks(match)[0]


def test_y3_no_duty_to_lay_a_card_that_fits() -> None:
    match = position("B3c R4d", ["R3 G7 Y1", "G1"])
    assert collected(match, "R3d") == []
    assert cards_to_lay(match) == {"R3", "G7", "Y1"}
    assert collected(match, "G7e") == ["B3", "R4"]


def test_y4_nobody_passes() -> None:
    match = position("B3c", ["B4 G7", "G1"])
    assert "done" not in match.moves()
    with pytest.raises(IllegalMove, match=r"^At least one card must be laid"):
        match.play("done")
    match.play("B4c")
    assert "done" in match.moves()
    match.play("done")
    assert match.actor == 1


def test_y6_a_new_matrix_is_not_pinned_down() -> None:
    match = position("R2d", ["G7 Y5 B6 B1", "G1"])
    match.play("G7e")
    assert stacks(match)[0] == Counter(["R2"])
    assert collected(match, "Y5c") == collected(match, "Y5g") == []
    match.play("Y5c")
    assert board(match) == ["G7e", "Y5c"]


def test_a_matrix_is_fixed_by_the_third_card_or_only_by_the_fifth() -> None:
    """The French pictures (Y-6): what still fits shows which matrices are possible."""
    fixed_by_three = position("R4c B6e G5d", ["Y1 Y2 Y3 Y4 Y5 Y6", "G1"])
    assert not any(collected(fixed_by_three, move) == [] for move in fixed_by_three.moves())
    fixed_by_three = position("R4c B6e", ["R3 R4 R5 R6 R7 G1", "G1"])
    fits = [row for row in range(3, 8) if not collected(fixed_by_three, f"R{row}c")]
    assert fits == [4, 5, 6]
    not_yet = position("R4c R5c B4d B5d", ["R3 R6 B3 B6 Y4 Y5", "G1"])
    assert all(not collected(not_yet, move) for move in ("R3c", "R6c", "Y4b", "Y4e"))
    not_yet.play("R6c")
    assert collected(not_yet, "B3d") == ["R6"]


def test_y7_columns_are_judged_before_collecting_and_free_after_it() -> None:
    match = position("G3b G4b R4c", ["G7 Y6 R1 B5", "G1"])
    assert columns(match, "G7") == "b"
    assert columns(match, "Y6") == columns(match, "B5") == "adefg"
    assert columns(match, "R1") == "c"
    with pytest.raises(IllegalMove, match=r"^Cards of the colour G go to column b\.$"):
        match.play("G7c")
    with pytest.raises(IllegalMove, match=r"^Column c already belongs to another colour\.$"):
        match.play("Y6c")
    match.play("G7b")
    assert stacks(match)[0] == Counter(["G3", "G4", "R4"])
    assert columns(match, "Y6") == columns(match, "R1") == "acdefg"


def test_y8_the_twin_goes_on_top_and_never_collects() -> None:
    """Also the example of the green 6 in both texts."""
    match = position("G6c R4d", ["G6 B1", "G1"])
    assert columns(match, "G6") == "c"
    assert foretold(match, "G6c")[1:] == ((), 0)
    match.play("G6c")
    assert board(match) == ["G6c", "G6c", "R4d"]


def test_y9_y46_christa_lays_both_yellow_fours() -> None:
    """The bonus example: 3 points for the ninth space, nothing for its twin on top."""
    match = position(EIGHT, ["Y4 Y4 G1 G2", "G1"], marks=[10, 5])
    assert foretold(match, "Y4e").bonus == 3
    match.play("Y4e")
    assert match.scores() == [7, 5]
    assert foretold(match, "Y4e").bonus == 0
    match.play("Y4e")
    assert match.scores() == [7, 5]
    assert board(match).count("Y4e") == 2


@pytest.mark.parametrize("doubled", ["", " B3c R5d"])
def test_y9_spaces_count_and_not_cards(doubled: str) -> None:
    seven = "B3c B4c B5c R3d R4d R5d Y5e" + doubled
    match = position(seven, ["Y3 Y4 Y6 G1", "G1"], marks=[20, 5])
    assert foretold(match, "Y3e").bonus == 1
    six = position("B3c B4c B5c R3d R4d R5d" + doubled, ["Y3", "G1"])
    assert foretold(six, "Y3e").bonus == 0


def test_y14_four_points_with_two_cards() -> None:
    match = position("B3c B4c B5c R3d R4d R5d Y5e", ["Y3 Y4 G1", "G1"], marks=[20, 5])
    play(match, "Y3e Y4e")
    assert match.scores() == [16, 5]


@pytest.mark.parametrize(("mark", "after"), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 1)])
def test_y13_a_marker_stops_at_0(mark: int, after: int) -> None:
    match = position(EIGHT, ["Y4 G1", "G1"], marks=[mark, 5])
    match.play("Y4e")
    assert match.scores() == [after, 5]


def test_y12_a_matrix_completed_again_earns_again() -> None:
    match = position(EIGHT, ["Y4 Y6 G1", "B6 R6 G1 G2"], marks=[20, 20])
    play(match, "Y4e done B6c")
    assert stacks(match)[1] == Counter(["B3", "R3", "Y3"])
    match.play("R6d")
    assert match.scores() == [17, 19]
    draw(match)
    match.play("Y6e")
    assert match.scores() == [14, 19]


def test_y41_the_first_card_is_done_with_before_the_second_is_chosen() -> None:
    match = position(EIGHT, ["Y4 B6 R6 Y6", "G1"], marks=[20, 5])
    match.play("Y4e")
    assert (match.actor, look(match).laid) == (0, 1)
    assert look(match, 0).marks[0] == 17
    assert foretold(match, "R6d") == ("R6d", ("B3", "R3", "Y3"), 0)


def test_y47_both_cards_of_a_space_are_collected() -> None:
    match = position("B3c B3c R4d R4d Y4e", ["R6 G1", "G1"])
    match.play("R6d")
    assert stacks(match)[0] == Counter({"B3": 2})
    assert look(match).stacks == (2, 0)


# -- the edge matrix


def test_y33_y36_either_kind_of_matrix_will_do_and_need_not_be_full() -> None:
    base = position("B1c", ["R7 Y2 R5", "G1"])
    assert collected(base, "R7d") == ["B1"]
    edge = position("B1c", ["R7 Y2 R5", "G1"], edge=True)
    assert collected(edge, "R7d") == collected(edge, "R7e") == []
    assert collected(edge, "R7f") == ["B1"]
    assert collected(edge, "Y2d") == []
    edge.play("R7d")
    assert collected(edge, "Y2e") == ["R7"]
    assert collected(edge, "R5d") == ["B1"]


def test_y34_cards_in_one_border_row_belong_to_both_kinds() -> None:
    match = position("B7c R7d", ["Y1 Y5 G2", "G1"], edge=True)
    assert collected(match, "Y1e") == collected(match, "Y5e") == []
    assert collected(match, "G2e") == ["B7", "R7"]


def test_the_fifth_and_sixth_space_of_an_edge_matrix_earn() -> None:
    match = position("B1c B7c R1d R7d", ["Y1 Y7 G2", "G1"], marks=[20, 5], edge=True)
    match.play("Y1e")
    assert match.scores() == [19, 5]
    match.play("Y7e")
    assert match.scores() == [16, 5]


def test_y11_an_edge_matrix_that_slides_collects_and_earns() -> None:
    match = position(RIM, ["G1 G7 B2", "R2"], marks=[20, 5], edge=True)
    assert foretold(match, "G1f") == ("G1f", ("B1", "B7"), 1)
    match.play("G1f")
    assert board(match) == ["G1f", "R1d", "R7d", "Y1e", "Y7e"]
    assert match.scores() == [19, 5]
    match.play("G7f")
    assert match.scores() == [16, 5]


# -- after laying


def test_one_card_and_done_draws_nothing() -> None:
    match = position("B3c", ["B4 R1 R2", "G1", "G2", "G3"])
    play(match, "B4c done")
    assert hands(match)[0].total() == 2
    assert match.actor == 1


@pytest.mark.parametrize("seats", [2, 3])
def test_two_cards_are_followed_by_filling_up_with_two_or_three_seats(seats: int) -> None:
    match = position("B3c", ["B4 B5 R1 R2 R3", *["G1"] * (seats - 1)])
    play(match, "B4c B5c")
    assert match.actor == CHANCE
    assert draw(match).total() == 3
    assert hands(match)[0].total() == 6
    assert match.actor == 1


@pytest.mark.parametrize("seats", [4, 5])
def test_y17_four_and_five_seats_fill_up_to_six_or_not_at_all(seats: int) -> None:
    moves = "B4c B5c"
    others = ["G1", "G1", *["G2"] * (seats - 3)]
    match = play(position("B3c", ["B4 B5 R1 R2 R3", *others]), moves)
    assert match.moves() == ["keep", "refill"]
    with pytest.raises(IllegalMove, match=r"^Now choose between keep and refill\.$"):
        match.play("R1d")
    match.play("refill")
    assert draw(match).total() == 3
    assert (hands(match)[0].total(), match.actor) == (6, 1)
    match = play(position("B3c", ["B4 B5 R1 R2 R3", *others]), moves + " keep")
    assert (hands(match)[0].total(), match.actor) == (3, 1)


def test_y15_the_drawing_ends_the_turn_also_after_one_card() -> None:
    match = position("B3c", ["B4", "G1", "G2"])
    match.play("B4c")
    assert draw(match).total() == 6
    assert (match.actor, look(match).laid) == (1, 0)


@pytest.mark.parametrize("seats", range(2, 6))
def test_y16_an_empty_hand_after_two_cards_may_choose_the_source(seats: int) -> None:
    stack = "R1 R2 R3 R5 R6 R7 Y7"
    match = position("B3c", ["B4 B5", *["G1", "G1", "G2", "G2"][: seats - 1]], [stack])
    play(match, "B4c B5c")
    assert match.moves() == ["penalties", "pile"]
    before = pile(match)
    match.play("penalties")
    drawn = draw(match)
    assert drawn.total() == 6
    assert hands(match)[0] == drawn
    assert stacks(match)[0] + drawn == Counter(stack.split())
    assert (pile(match), match.actor) == (before, 1)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_y18_six_penalty_cards_are_enough(size: int) -> None:
    stack = "R1 R2 R3 R5 R6 R7 Y7"[: 3 * size].strip()
    match = position("B3c", ["B4", "G1", "G2"], [stack])
    match.play("B4c")
    if size < 6:
        assert match.actor == CHANCE
        assert "~R1" in match.moves()  # its twin, from the pile
        draw(match)
        assert stacks(match)[0].total() == size
        return
    assert match.moves() == ["penalties", "pile"]
    match.play("penalties")
    draw(match)
    assert stacks(match)[0].total() == size - 6


def test_y42_the_source_is_chosen_before_anything_is_seen() -> None:
    match = position("B3c", ["B4", "G1", "G2"], ["R1 R2 R3 R5 R6 R7 Y7"])
    match.play("B4c")
    with pytest.raises(IllegalMove, match="Now choose between penalties and pile"):
        match.play("B5c")
    assert (match.actor, match.played[-1]) == (0, "B4c")
    match.play("pile")
    assert match.actor == CHANCE
    with pytest.raises(IllegalMove, match="turn of chance"):
        match.play("penalties")


def test_y48_every_card_of_a_penalty_stack_is_as_likely() -> None:
    match = position("B3c", ["B4", "G1", "G2"], ["R1 R1 R2 R3 R5 R6 R7 R7"])
    play(match, "B4c penalties")
    assert match.odds() == {
        "~R1": 2 / 8, "~R2": 1 / 8, "~R3": 1 / 8, "~R5": 1 / 8, "~R6": 1 / 8, "~R7": 2 / 8,
    }  # fmt: skip
    match.play("~R7")
    assert match.odds()["~R7"] == match.odds()["~R1"] / 2 == 1 / 7


# -- the whole game


def test_y37_hoarders_may_play_for_ever() -> None:
    """Random games end within some 340 decisions; here nothing has been scored after 500."""
    match = Table("yellowstone", 4, {"edge": False}).begin()
    hoarders = policies(Table("yellowstone", 4, {}), ["hoard"] * 4)
    decisions = sum(move[0] != "~" for move in play_on(match, hoarders, Random(1), most=500))
    assert decisions == 500
    assert look(match).view["scorings"][0] == 0
    assert match.moves()
