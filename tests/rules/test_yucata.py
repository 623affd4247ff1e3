"""The rules of Yucata', ruling by ruling."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

import tablee
from tablee import BadOption, IllegalMove, Match
from tablee.observation.yucata import YucataObservation
from tablee.rules import yucata as rules
from tablee.rules.bits import generator
from tests.rules.by_hand import YucataByHand
from tests.rules.positions import edit, play
from tests.rules.rulings import check_coverage

pytestmark = [pytest.mark.nojit, pytest.mark.bounds]

NOT_OBSERVABLE = {
    "U-1": "only the colours' names differ",
    "U-2": "only the card's name differs",
}

# Bad stones lie on 6, 9, 12, 15, 18, 21, 24, 27 and 36.
LAYOUT = "....ooxooxooxooxooxooxooxooxooooooooxo*"


def new(seats: int = 2, **options: Any) -> Match:
    return tablee.new("yucata", seats, **{"layout": LAYOUT, **options})


def look(match: Match, seat: int | None = None) -> YucataObservation:
    seen = match.observe(seat)
    assert isinstance(seen, YucataObservation)
    return seen


def bits(cards: str) -> int:
    return sum(1 << rules.MOVES.index(card) for card in cards)


def position(spaces: list[int], hands: list[str], previous: str = "1", effect: str = "1") -> Match:
    """Seat 0 to play; of the stones only those beyond the leader are left, and nobody has any."""
    return edit(
        new(len(spaces)),
        space=spaces,
        lead=max(spaces),
        hand=[bits(cards) for cards in hands],
        card=rules.MOVES.index(previous),
        effect=rules.MOVES.index(effect),
    )


FIRST_CYCLE = "1 2 3 1 2 3 4 S 5 4 S C C 5"


def test_every_ruling_is_tested_or_cannot_be_seen() -> None:
    check_coverage("U", globals(), NOT_OBSERVABLE)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_go_as_by_hand(seats: int) -> None:
    random = Random(seats)
    for seed in range(12):
        first = random.randrange(seats)
        match = tablee.deal("yucata", seats, seed=seed, first=first, layout="random")
        table = YucataByHand(seats, first, match.options["layout"])
        while (actor := match.actor) is not None:
            seen = look(match, actor)
            assert (actor, match.moves()) == (table.actor, table.moves())
            assert list(seen.spaces) == table.spaces
            assert seen.track == "".join(table.stones)
            assert match.scores() == table.scores()
            move = random.choice(seen.moves)
            match.play(move.move)
            table.play(move.move)
            after = look(match)
            assert after.spaces[actor] == move.space
            assert sum(after.good) - sum(seen.good) == move.good
            assert sum(after.bad) - sum(seen.bad) == move.bad
            assert (after.keeper is not None) == move.final
        assert table.actor is None
        assert match.scores() == table.scores()
        assert (sum(after.good), sum(after.bad)) == (rules.GOOD_STONES, rules.BAD_STONES)


# -- set-up


def test_u3_two_to_four_play() -> None:
    for seats in (2, 3, 4):
        assert look(new(seats)).cards == (7,) * seats
    for seats in (1, 5):
        with pytest.raises(BadOption, match="Yucata' has 2 to 4 seats"):
            new(seats)


def test_u26_the_first_player_is_an_input() -> None:
    match = new(3, first=2)
    assert match.actor == 2
    match.play("1")
    assert match.actor == 0


def test_u21_a_layout_has_a_name_or_is_drawn() -> None:
    named = {tablee.new("yucata", 2, layout=name).options["layout"] for name in rules.LAYOUTS}
    assert tablee.new("yucata", 2).options["layout"] == rules.LAYOUTS[rules.DEFAULT_LAYOUT]
    drawn = [tablee.deal("yucata", 2, seed=s, layout="random").options["layout"] for s in range(9)]
    assert len(set(drawn)) == 9
    assert drawn[4] == tablee.deal("yucata", 2, seed=4, layout="random").options["layout"]
    assert not [
        rules.why_illegal(layout) for layout in [*named, *drawn] if rules.why_illegal(layout)
    ]
    assert new(layout=drawn[0]).options["layout"] == drawn[0]


def test_u21_every_space_is_bad_as_often_as_another() -> None:
    draws, random = 2000, Random(7)
    bad: Counter[int] = Counter()
    for _ in range(draws):
        layout = rules.random_layout(random.randrange)
        bad.update(space for space, stone in enumerate(layout) if stone == "x")
    expected = draws * 9 / 33
    assert set(bad) == set(range(4, 37))
    assert sum((count - expected) ** 2 / expected for count in bad.values()) < 33 + 5 * 66**0.5


@pytest.mark.parametrize(
    ("layout", "sentence"),
    [
        ("", "has 39 characters, one a space; this one has 0"),
        (LAYOUT + "o", "has 39 characters, one a space; this one has 40"),
        (LAYOUT.replace("x", "X", 1), "only; this one has 'X'"),
        ("o" + LAYOUT[1:], r"first four spaces \(0 to 3\) must be empty"),
        (LAYOUT[:-1] + "o", r"final stone must lie on the last space \(38\)"),
        (LAYOUT[:4] + "*" + LAYOUT[5:], r"final stone must lie on the last space \(38\), and only"),
        (LAYOUT[:20] + "." + LAYOUT[21:], "space 20 is empty"),
        (LAYOUT[:4] + "x" + LAYOUT[5:], "this layout has 24 and 10"),
        (LAYOUT[:-4] + "oox*", "good stone must lie between the final stone and any bad one"),
        ("uxmal", "There is no layout 'uxmal'; there are ceiba, agave"),
        (39, "A layout is a name, 'random', or 39 characters"),
        (None, "A layout is a name, 'random', or 39 characters"),
        ([LAYOUT], "A layout is a name, 'random', or 39 characters"),
    ],
)
def test_u22_u23_an_illegal_layout_is_refused_with_what_is_wrong(
    layout: object, sentence: str
) -> None:
    with pytest.raises(BadOption, match=sentence):
        new(layout=layout)


# -- which cards may be laid


def test_u4_the_first_card_of_the_game_is_no_chameleon() -> None:
    match = new()
    assert match.moves() == ["1", "2", "3", "4", "5", "S"]
    with pytest.raises(IllegalMove, match="very first card of the game can't be the chameleon"):
        match.play("C")
    assert "C" in play(match, "1").moves()


def test_u7_the_ban_looks_at_the_print() -> None:
    match = play(new(), "3")
    assert match.moves() == ["1", "2", "4", "5", "C", "S"]
    assert look(match, 1).effect == "3"
    match = play(new(3), "3 C")
    assert look(match, 2).previous == "C"
    assert match.moves() == ["1", "2", "3", "4", "5", "S"]
    assert look(play(match, "3")).spaces == (3, 3, 3)


def test_u8_only_the_turn_before_counts() -> None:
    match = play(new(3), "1 2")
    assert match.moves() == ["1", "3", "4", "5", "C", "S"]
    assert look(play(match, "C")).spaces == (1, 2, 2)


def test_u9_the_ban_and_the_chameleon_reach_into_the_new_cycle() -> None:
    match = play(new(), FIRST_CYCLE)
    assert look(match).cards == (7, 7)
    assert match.moves() == ["1", "2", "3", "4", "C", "S"]
    start = look(match).spaces[0]
    assert look(play(match, "C")).spaces[0] == start + 5


def test_u10_only_the_last_card_may_repeat() -> None:
    match = position([10, 12], ["34", "34"], previous="3", effect="3")
    assert match.moves() == ["4"]
    with pytest.raises(IllegalMove, match="previous player laid 3, and it is not the last card"):
        match.play("3")
    match = position([10, 12], ["3", "3"], previous="3", effect="3")
    assert match.moves() == ["3"]
    assert look(play(match, "3")).spaces == (13, 12)


def test_u20_u25_all_cards_come_back_after_seven_rounds() -> None:
    match = play(new(), FIRST_CYCLE[:-2])
    assert len(match.played) == 13
    assert look(match).cards == (0, 1)
    assert look(match).tops == ("C", "C")
    match.play("5")
    assert look(match).cards == (7, 7)
    assert look(match).tops == (None, None)
    assert match.actor == 0


# -- where the amulet goes


def test_u5_a_chameleon_after_a_sword_jumps_ahead_of_the_leader() -> None:
    match = play(new(), "5 S")
    assert look(match).spaces == (5, 6)
    assert look(play(match, "C")).spaces == (7, 6)
    match = play(new(3), "5 S C")
    assert look(match).spaces == (5, 6, 7)


def test_u6_chameleons_in_a_chain_copy_its_start() -> None:
    match = position([10, 12], ["C", "C"], previous="3", effect="3")
    assert look(play(match, "C")).spaces == (13, 12)
    assert match.moves() == ["C"]
    assert look(play(match, "C")).spaces == (13, 15)
    match = position([4, 20, 9, 9], ["C", "C", "C", "C"], previous="S", effect="S")
    assert look(play(match, "C C C C")).spaces == (21, 22, 23, 24)


def test_u11_a_move_beyond_the_end_stops_there() -> None:
    match = play(position([36, 20], ["5", "1"]), "5")
    assert look(match).spaces == (38, 20)
    assert look(match).good == (1, 0)
    assert look(match).keeper == 0
    assert match.actor is None


def test_u12_the_game_ends_the_moment_somebody_arrives() -> None:
    match = play(position([20, 35, 30], ["12", "23", "12"]), "2 3")
    assert match.actor is None
    assert match.moves() == []
    assert look(match).cards == (1, 1, 2)
    with pytest.raises(IllegalMove, match=r"The game is over\."):
        match.play("1")


def test_u13_a_sword_leads_to_the_end_at_most() -> None:
    match = play(position([3, 37], ["S", "1"]), "S")
    assert look(match).spaces == (38, 37)
    assert look(match).keeper == 0


def test_u14_a_sword_is_one_space_for_whoever_leads() -> None:
    assert look(play(new(), "S")).spaces == (1, 0)
    assert look(play(position([9, 9], ["S", "1"]), "S")).spaces == (10, 9)
    assert look(play(position([9, 5], ["S", "1"]), "S")).spaces == (10, 5)
    assert look(play(position([5, 9], ["S", "1"]), "S")).spaces == (10, 9)


# -- stones and scores


def test_u15_stones_are_taken_after_the_start_up_to_the_arrival_if_still_there() -> None:
    match = play(new(), "3")
    assert look(match).good == (0, 0)
    match.play("5")
    assert look(match).good == (0, 2)
    assert look(match).track == "." * 6 + LAYOUT[6:]
    match.play("4")
    assert (look(match).good, look(match).bad) == ((1, 2), (1, 0))
    match = play(position([7, 4], ["3", "3"]), "3")
    assert (look(match).good, look(match).bad) == ((2, 0), (1, 0)), "three spaces, three stones"


def test_an_amulet_behind_the_leader_takes_nothing_on_its_way_up() -> None:
    match = play(position([10, 20], ["5", "1"]), "5")
    assert (look(match).good, look(match).bad) == ((0, 0), (0, 0))
    assert look(match).track == "." * 21 + LAYOUT[21:]


PENALTIES = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45]


@pytest.mark.parametrize(("bad", "penalty"), list(enumerate(PENALTIES)))
def test_u16_bad_stones_cost_good_ones_down_to_none(bad: int, penalty: int) -> None:
    assert edit(new(), won=[25], lost=[bad]).scores() == [max(0, 25 - penalty), 0]


@pytest.mark.parametrize("bad", range(10))
def test_u18_u19_the_final_stone_removes_one_bad_stone_first_and_counts_nothing(bad: int) -> None:
    match = edit(new(), won=[25, 0], lost=[bad, 0], keeper=0)
    assert match.scores() == [max(0, 25 - PENALTIES[max(0, bad - 1)]), 0]


def test_u17_equal_scores_share_the_win() -> None:
    match = position([37, 20, 10], ["1", "1", "1"])
    edit(match, won=[8, 9, 3], lost=[1, 1, 0])
    assert match.winners() == []
    play(match, "1")
    assert match.scores() == [8, 8, 3]
    assert match.winners() == [0, 1]
    assert look(match).scores == (8, 8, 3)
    assert play(edit(position([37, 5], ["1", "1"]), lost=[3, 1]), "1").winners() == [0, 1]


def test_u27_every_move_goes_forward_and_the_third_cycle_is_the_last() -> None:
    """Both keep back as long as they can: still at least 17 spaces a cycle."""
    match = new()
    while match.actor is not None:
        seat, before = match.actor, look(match).spaces
        slowest = min(look(match, seat).moves, key=lambda move: move.space)
        assert slowest.space > before[seat]
        match.play(slowest.move)
    assert 2 * 14 < len(match.played) <= 3 * 14


# -- what is known


def test_u24_nothing_is_hidden_from_whoever_remembers() -> None:
    match = play(new(3), "1 2 3 4")
    seen = look(match, 0)
    assert seen.history == match.played
    assert seen.hand == ("2", "3", "5", "S", "C")
    assert seen.tops == ("4", "2", "3")
    assert look(match).hand == ()
    assert seen.memory == {
        "hands": [list("235SC"), list("1345SC"), list("1245SC")],
    }


def test_nothing_is_left_to_chance() -> None:
    match = play(new(), "4")
    state, rng = match._state[0], generator(1)
    imagined = np.zeros(1, rules.STATE)
    rules.imagine(state, 0, rng, imagined[0])
    rules.chance(state, rng)
    assert imagined[0] == state
    assert (rules.pool(state), rules.pick(state, 0), rules.receiver(state)) == (0, -1, -1)
    assert match.odds() == {}


def test_what_is_no_move_now_is_refused_with_the_reason() -> None:
    match = play(new(), "3")
    for move, sentence in {
        "3": "The previous player laid 3",
        "6": "'6' is not a move of Yucata'",
        "~3": "'~3' is not a move of Yucata'",
        "": "'' is not a move of Yucata'",
        3: "A move is written as text",
        None: "A move is written as text",
    }.items():
        with pytest.raises(IllegalMove, match=sentence):
            match.play(move)  # type: ignore[arg-type]
    play(match, "4")
    with pytest.raises(IllegalMove, match="The card 3 is not in hand"):
        match.play("3")
    assert match.played == ("3", "4")
