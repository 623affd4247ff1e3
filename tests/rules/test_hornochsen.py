"""The rules of Hornochsen!, ruling by ruling."""

import re
from collections import Counter
from itertools import pairwise
from random import Random

import numpy as np
import pytest

import tablee
from tablee import CHANCE, BadOption, IllegalMove, Match
from tablee.observation.hornochsen import HornochsenMove, HornochsenObservation, Row
from tablee.rules import hornochsen as rules
from tablee.rules.bits import generator
from tests.rules.by_hand import HornochsenByHand
from tests.rules.positions import edit, play
from tests.rules.rulings import check_coverage

pytestmark = [pytest.mark.nojit, pytest.mark.bounds]

NOT_OBSERVABLE = {
    "H-24": "in a line or in a circle, the rows are the same",
    "H-25": "the side on which the next row lies has no effect (H-6)",
    "H-27": "a slip of the print",
}

NO_SPECIALS = [0] * 6
DOUBLE, PLUS, BOTH = 1, 2, 3
FACE_DOWN = ("points", "doubles")


def look(match: Match, seat: int | None = None) -> HornochsenObservation:
    seen = match.observe(seat)
    assert isinstance(seen, HornochsenObservation)
    return seen


def rows(match: Match) -> list[list[int]]:
    return [list(row.cards) for row in look(match).rows]


def words(cards: list[int]) -> list[int]:
    mask = sum(1 << card for card in cards)
    return [mask & (1 << rules.HALF) - 1, mask >> rules.HALF]


def position(
    table: list[list[int]],
    hands: list[list[int]],
    *,
    special: list[int] = NO_SPECIALS,
    double: list[int] | None = None,
    plus: list[int] | None = None,
    **options: bool,
) -> Match:
    """Seat 0 to play; rows from the starter to the end; `double` and `plus` by end numbers."""
    below = [0] * (rules.OX_CARDS + 1)
    counts = rules.HEADS.tolist()
    for row in table:
        for lower, card in pairwise(row):
            below[card] = lower
            counts[card] += counts[lower]
    return edit(
        tablee.deal("hornochsen", len(hands), seed=0, **options),
        hand=[words(hand) for hand in hands],
        special=special[: len(hands)],
        ends=words([row[-1] for row in table]),
        double=words(double or []),
        plus=words(plus or []),
        seen=words([card for row in table for card in row]),
        full=words([row[-1] for row in table if len(row) == rules.ROW_FULL - 1]),
        below=below,
        counts=counts,
    )


def collected(match: Match, seat: int = 0) -> tuple[int, int]:
    """Points and "x2" of the rows that a seat has taken."""
    memory = look(match).memory
    return memory["points"][seat], memory["doubles"][seat]


def test_every_ruling_is_tested_or_cannot_be_seen() -> None:
    check_coverage("H", globals(), NOT_OBSERVABLE)


@pytest.mark.parametrize("ends_turn", [False, True])
@pytest.mark.parametrize("seats", range(2, 7))
def test_h6_h8_h14_whole_games_go_as_by_hand_around_the_circle(seats: int, ends_turn: bool) -> None:
    random = Random(seats)
    for seed in range(2):
        first = random.randrange(seats)
        match = tablee.deal(
            "hornochsen", seats, seed=seed, first=first, collecting_ends_turn=ends_turn
        )
        hands = [list(look(match, seat).hand) for seat in range(seats)]
        starters = [row.cards[0] for row in look(match).rows]
        table = HornochsenByHand(hands, starters, first, ends_turn)
        while (actor := match.actor) is not None:
            seen = look(match, actor)
            on_table = sorted((row.cards for row in table.circle), key=lambda cards: cards[-1])
            assert (actor, match.moves()) == (table.actor, table.moves())
            assert [list(row.cards) for row in seen.rows] == on_table
            assert table.ascends()
            move = random.choice(seen.moves)
            match.play(move.move)
            table.play(move.move)
            after = look(match)
            gained = [after.memory[what][actor] - seen.memory[what][actor] for what in FACE_DOWN]
            assert gained == [move.points, move.doubles]
            assert move.collects == (len(after.rows) < len(seen.rows))
            assert match.scores() == table.scores()
        assert table.actor is None
        assert (after.rows, after.cards) == ((), (0,) * seats)


# -- cards and the deal


def test_h21_heads_on_the_cards() -> None:
    heads = {card: rules.heads(card) for card in range(1, 99)}
    assert {card for card, count in heads.items() if count == -7} == {55}
    assert {card for card, count in heads.items() if count == -5} == {11, 22, 33, 44, 66, 77, 88}
    assert {card for card, count in heads.items() if count == -3} == set(range(10, 99, 10))
    assert {card for card, count in heads.items() if count == -2} == set(range(5, 99, 10)) - {55}
    assert {card for card, count in heads.items() if count == 2} == set(range(2, 99, 10)) - {22}
    assert Counter(heads.values())[1] == 63
    assert rules.HEADS.tolist() == [0, *heads.values()]


@pytest.mark.parametrize(
    ("seats", "hand", "table"), [(2, 14, 7), (3, 12, 9), (4, 12, 12), (5, 12, 15), (6, 10, 15)]
)
def test_h23_each_seat_gets_its_ox_cards_and_two_specials(
    seats: int, hand: int, table: int
) -> None:
    seen = look(tablee.deal("hornochsen", seats, seed=1))
    assert seen.cards == (hand,) * seats
    assert seen.specials == (("x2", "+5"),) * seats
    assert len(seen.rows) == table
    assert [row.cards[0] for row in seen.rows] == sorted(row.cards[0] for row in seen.rows)
    assert seats * hand + table == 5 * table


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_play(seats: int) -> None:
    with pytest.raises(BadOption, match="Hornochsen! has 2 to 6 seats"):
        tablee.new("hornochsen", seats)


def test_h22_chance_deals_card_by_card_then_the_first_player_begins() -> None:
    match = tablee.new("hornochsen", 2, first=1)
    for card in range(1, 36):
        assert match.actor == CHANCE
        assert len(match.moves()) == len(match.odds()) == 99 - card
        assert set(match.odds().values()) == {1 / (99 - card)}
        match.play(f"~{card}")
    assert match.actor == 1
    assert match.odds() == {}
    assert look(match, 0).hand == tuple(range(1, 15))
    assert look(match, 1).hand == tuple(range(15, 29))
    assert rows(match) == [[card] for card in range(29, 36)]
    assert look(match, 0).history[13:15] == ("~14", "~?")
    assert look(match).history[26:29] == ("~?", "~?", "~29")


# -- where a card goes


def test_h5_example_1_each_card_has_one_place() -> None:
    match = position([[23], [43], [49], [55], [71]], [[35, 50, 60], [90]])
    assert rows(play(match, "35 50 60")) == [[23, 35], [43], [49, 50], [55, 60], [71]]


def test_h4_h5_h29_example_2_ends_are_read_afresh() -> None:
    match = position([[12], [31], [71], [94]], [[4, 5, 87], [90]])
    assert look(match, 0).moves[0] == HornochsenMove("4", 94, False, 0, 0)
    play(match, "5")
    assert rows(match) == [[94, 5], [12], [31], [71]]
    play(match, "87")
    assert rows(match) == [[94, 5], [12], [31], [71, 87]]
    play(match, "4")
    assert rows(match) == [[71, 87, 4], [94, 5], [12], [31]]
    match = position([[12], [31], [71], [94]], [[4, 5, 87], [90]])
    assert rows(play(match, "4 87 5")) == [[94, 4, 5], [12], [31], [71, 87]]


def test_h4_a_card_above_or_below_all_ends_goes_to_the_highest_row() -> None:
    assert rows(play(position([[60], [70]], [[98, 1], [2]]), "98")) == [[60], [70, 98]]
    assert rows(play(position([[60], [70]], [[59, 1], [2]]), "59")) == [[70, 59], [60]]
    assert rows(play(position([[20], [30]], [[19, 1], [2]]), "19")) == [[30, 19], [20]]
    assert rows(play(position([[20], [30]], [[49, 1], [2]]), "49")) == [[20], [30, 49]]
    assert rows(play(position([[20], [30]], [[50, 1], [2]]), "50")) == [[20], [30, 50]]
    assert rows(play(position([[20], [49]], [[51, 1], [2]]), "51")) == [[20], [49, 51]]


def test_a_card_below_all_ends_may_be_the_fifth() -> None:
    match = position([[40], [60, 61, 62, 63]], [[7, 8], [9]])
    assert HornochsenMove("7", 63, True, 2, 0) in look(match, 0).moves
    play(match, "7")
    assert rows(match) == [[40]]
    assert collected(match) == (2, 0)


def test_h10_example_3_the_fifth_ox_card_takes_the_row() -> None:
    match = position([[28, 35], [70]], [[37, 39, 42, 1], [90]], double=[35], plus=[35])
    play(match, "37 39")
    assert look(match).rows == (Row((28, 35, 37, 39), True, True), Row((70,), False, False))
    play(match, "42")
    assert rows(match) == [[70]]
    assert collected(match) == (1 - 2 + 1 + 1 + 2 + 5, 1)


def test_h7_h8_a_taken_row_is_not_replaced_and_its_numbers_fall_to_the_neighbours() -> None:
    match = position([[10], [20, 21, 22, 23], [30]], [[24, 25, 26], [28]])
    play(match, "24 25 26")
    assert rows(match) == [[10, 25, 26], [30]]


# -- the turn


def test_h1_collecting_does_not_end_the_turn_unless_asked_for() -> None:
    table = [[1, 2, 3, 4], [11, 12, 13, 14], [21, 22, 23, 24], [40]]
    match = position(table, [[5, 15, 25, 9], [90]])
    play(match, "5 15")
    assert match.actor == 0
    play(match, "25")
    assert rows(match) == [[40]]
    assert match.actor == 1
    match = position(table, [[5, 15, 25, 9], [90]], collecting_ends_turn=True)
    play(match, "9")
    assert (rows(match)[0], match.actor) == ([11, 12, 13, 14], 1), "9 is the fifth card of its row"
    match = position(table, [[41, 15, 25, 9], [90]], collecting_ends_turn=True)
    play(match, "41")
    assert match.actor == 0
    play(match, "15")
    assert match.actor == 1


@pytest.mark.parametrize("value", [1, "yes", None])
def test_h1_the_option_is_true_or_false(value: object) -> None:
    with pytest.raises(BadOption, match="The option collecting_ends_turn is true or false"):
        tablee.new("hornochsen", 2, collecting_ends_turn=value)


def test_h2_specials_count_to_the_three_cards() -> None:
    match = position([[10], [40]], [[11, 12, 13], [50]], special=[BOTH, BOTH])
    play(match, "x2@10 11 +5@11")
    assert match.actor == 1


def test_h3_h15_one_card_is_enough_and_a_special_is_a_card() -> None:
    match = position([[10], [40]], [[11, 12], [50, 51]], special=[BOTH, BOTH])
    assert "done" not in match.moves()
    with pytest.raises(IllegalMove, match="At least one card must be laid"):
        match.play("done")
    play(match, "x2@40 done")
    assert match.actor == 1
    assert "done" not in match.moves()
    play(match, "50 done")
    assert match.actor == 0


def test_h15_the_turn_ends_by_itself_when_nothing_is_left_to_lay() -> None:
    match = position([[10], [40]], [[11], [50, 51]])
    assert play(match, "11").actor == 1
    match = position([[10], [40]], [[11], [50]], special=[DOUBLE, 0], double=[10, 40])
    assert play(match, "11").actor == 1, "its special fits nowhere"
    match = position([[10], [40]], [[11], [50]], special=[DOUBLE, 0], double=[10])
    assert play(match, "11").actor == 0, "its special fits on a row"
    assert match.moves() == ["done", "x2@40"]


def test_h9_a_row_takes_one_special_of_each_kind_from_anybody() -> None:
    match = position([[10], [20, 40, 41, 43]], [[44, 50], [60, 61]], special=[BOTH, BOTH])
    play(match, "x2@43 +5@43")
    assert look(match).rows[1] == Row((20, 40, 41, 43), True, True)
    play(match, "done")
    assert [move for move in match.moves() if "@" in move] == ["+5@10", "x2@10"]
    for special in ("x2", "+5"):
        sentence = f"The row that ends in 43 already has an {special}."
        with pytest.raises(IllegalMove, match=re.escape(sentence)):
            match.play(f"{special}@43")


def test_h9_a_special_may_go_on_a_row_that_its_owner_is_about_to_take() -> None:
    match = position([[10], [40, 41, 43, 44]], [[45, 1], [60]], special=[BOTH, BOTH])
    play(match, "x2@44 +5@44 45")
    assert collected(match) == (1 + 1 - 5 - 2 - 3 + 5, 1)
    assert rows(match) == [[10]]


def test_h10_h16_four_ox_cards_and_two_specials_stay_and_a_row_left_over_is_not_scored() -> None:
    match = position([[10], [49]], [[50, 61], [60]], special=[BOTH, 0])
    play(match, "x2@49 +5@49 50 60 61")
    assert look(match).rows == (Row((10,), False, False), Row((49, 50, 60, 61), True, True))
    assert match.actor is None
    assert match.scores() == [0, 0]


# -- leaving and the end


def test_whoever_has_no_cards_is_out_and_the_others_go_on() -> None:
    match = position([[10], [20, 21]], [[30], [31, 32, 33], []])
    assert play(match, "30").actor == 1
    play(match, "31 done")
    assert match.actor == 1, "alone, seat 1 takes turn after turn"
    assert match.moves() == ["32", "33"]


def test_h11_a_seat_whose_specials_fit_nowhere_is_skipped() -> None:
    """Each row has an x2; that a +5 would fit does not help."""
    match = position(
        [[1, 2, 3], [40, 41, 42]], [[4, 5], [], [43, 44]], special=[0, DOUBLE, 0], double=[3, 42]
    )
    assert play(match, "4 done").actor == 2
    assert play(match, "43 44").actor == 0
    play(match, "5")
    assert match.actor is None
    assert match.scores() == [2 * (1 + 2 + 1 + 1 - 2), -10, 2 * (-3 + 1 + 2 + 1 - 5)]
    assert match.winners() == [0]


def test_h11_h17_both_specials_are_stuck_when_every_row_has_both() -> None:
    match = position([[1, 2, 3]], [[4], [], [6]], special=[0, BOTH, 0], double=[3], plus=[3])
    assert play(match, "4").actor == 2
    play(match, "6")
    assert match.actor is None
    assert match.scores() == [0, -20, (1 + 2 + 1 + 1 + 1 + 5) * 2]


def test_h12_whoever_has_only_specials_that_fit_must_lay_one() -> None:
    match = position([[10, 11], [40]], [[], [50, 51]], special=[BOTH, 0])
    assert match.moves() == ["+5@11", "+5@40", "x2@11", "x2@40"]
    assert play(match, "x2@40").moves() == ["+5@11", "+5@40", "done"]
    assert play(match, "done 50 done").moves() == ["+5@11", "+5@50"]
    assert play(match, "+5@50").actor == 1
    match = position([[10, 11], [40]], [[], [50, 51]], special=[BOTH, 0])
    assert play(match, "x2@40 +5@40").actor == 1


def test_h13_h17_specials_left_after_the_last_row_cost_ten_each() -> None:
    match = position([[1, 2, 3, 4]], [[5], [], []], special=[PLUS, BOTH, 0])
    play(match, "5")
    assert match.actor is None
    assert match.scores() == [3 - 10, -20, 0]
    assert match.winners() == [2]


def test_h28_one_deal_is_one_game() -> None:
    match = play(position([[1, 2, 3, 4]], [[5], []]), "5")
    assert (match.actor, match.moves(), match.winners()) == (None, [], [0])
    with pytest.raises(IllegalMove, match=r"The game is over\."):
        match.play("done")


# -- scores


def test_h18_example_4() -> None:
    match = position([[12, 13, 14, 16]], [[20], []], special=[PLUS, 0], double=[16], plus=[16])
    play(match, "20")
    assert collected(match) == (5 - 3 + 5, 1)
    assert match.scores() == [4, 0]


def test_h19_losses_are_doubled_too() -> None:
    row = [11, 22, 33, 44]
    assert play(position([row], [[55], []], double=[44]), "55").scores() == [-27 * 2, 0]
    match = position([row], [[55], []], double=[44], plus=[44])
    assert play(match, "55").scores() == [(-27 + 5) * 2, 0]


def test_h19_three_x2_multiply_by_eight_and_six_by_sixty_four() -> None:
    table = [[1, 2, 3, 4], [11, 12, 13, 14], [21, 22, 23, 24]]
    match = position(table, [[5, 15, 25], []], double=[4, 14, 24])
    assert play(match, "5 15 25").scores() == [(3 - 3 - 4) * 8, 0]
    assert edit(match, points=[90], doubles=[6]).scores()[0] == 90 * 64


def test_h20_equal_scores_share_the_win() -> None:
    match = edit(position([[1, 2, 3, 4]], [[5], [], []]), points=[0, 3, 2])
    assert match.winners() == []
    assert play(match, "5").scores() == [3, 3, 2]
    assert match.winners() == [0, 1]
    assert look(match).winners == (0, 1)


# -- what is known


def test_h26_collected_rows_are_memory_and_other_hands_unknown() -> None:
    match = play(position([[1, 2, 3, 4], [50]], [[5, 60], [70, 71]], special=[BOTH, PLUS]), "5")
    seen = look(match, 1)
    assert (seen.hand, seen.cards, seen.laid) == ((70, 71), (1, 2), 1)
    assert seen.specials == (("x2", "+5"), ("+5",))
    assert seen.memory["points"] == [3, 0]
    assert seen.memory["collected"] == [1, 2, 3, 4, 5]
    assert 60 in seen.memory["unseen"]
    assert {5, 50, 70}.isdisjoint(seen.memory["unseen"])
    assert "memory" not in seen.to_dict(memory=False)
    assert look(match).hand == ()


def test_what_is_hidden_leaves_no_trace_in_a_view() -> None:
    views = np.zeros(2, rules.STATE)
    for view, hidden in zip(views, ([60, 61], [80, 98]), strict=True):
        match = position([[10], [40]], [[11, 12], hidden])
        rules.hide(match._state[0], 0, view)
    assert views[0].tobytes() == views[1].tobytes()


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
def test_an_imagined_deal_agrees_with_all_that_a_seat_knows(seat: int) -> None:
    match = tablee.deal("hornochsen", 3, seed=5)
    random = Random(5)
    for _ in range(14):
        match.play(random.choice(match.moves()))
    view, again, state = np.zeros((3, 1), rules.STATE)
    rules.hide(match._state[0], seat, view[0])
    rng, imagined = generator(3), set()
    for _ in range(5):
        rules.imagine(view[0], seat, rng, state[0])
        rules.hide(state[0], seat, again[0])
        assert again.tobytes() == view.tobytes()
        hands = [low | high << rules.HALF for low, high in state["hand"][0, :3].tolist()]
        seen = state["seen"][0].tolist()
        imagined.add(tuple(hands))
        together = [*hands, seen[0] | seen[1] << rules.HALF]
        assert sum(cards.bit_count() for cards in together) == union(together).bit_count()
        assert [hand.bit_count() for hand in hands] == list(look(match).cards)
    assert len(imagined) == 5


def union(sets: list[int]) -> int:
    return sum(1 << card for card in range(99) if any(cards >> card & 1 for cards in sets))


def test_what_is_no_move_now_is_refused_with_the_reason() -> None:
    match = position([[10], [40]], [[11, 12], [50]], special=[PLUS, 0])
    for move, sentence in {
        "50": "The card 50 is not in hand.",
        "40": "The card 40 is not in hand.",
        "x2@40": "The special card x2 is not in hand.",
        "+5@50": "No row ends in 50.",
        "done": "At least one card must be laid before the turn can end.",
        "~50": "It is the turn of seat 0, not of chance.",
        "99": "'99' is not a move of Hornochsen!.",
        "x2@0": "'x2@0' is not a move of Hornochsen!.",
        "x2": "'x2' is not a move of Hornochsen!.",
        11: "A move is written as text.",
    }.items():
        with pytest.raises(IllegalMove) as refused:
            match.play(move)  # type: ignore[arg-type]
        assert str(refused.value) == sentence


def test_while_chance_deals_a_refusal_names_always_the_same_move() -> None:
    """Cards that are dealt would otherwise show in the sentence."""
    for dealt in ("~7", "~1", "~98"):
        match = play(tablee.new("hornochsen", 2), dealt)
        for move in (dealt, "7", "done"):
            with pytest.raises(IllegalMove) as refused:
                match.play(move)
            assert str(refused.value) == "It is the turn of chance, which plays moves such as ~98."
