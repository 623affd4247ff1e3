"""The interface of a match: moves, odds, play, undo, scores, and what it says to wrong input."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablee
from tablee import CHANCE, BadOption, IllegalMove, Match
from tests.anything import ANYTHING, HUGE, nothing_but, refused
from tests.whole_games import GAMES, TABLES, Table, some_game

LAYOUT = "....oooxoooxooxooxoooxooxoooxooxooxooo*"


def refusal(match: Match, move: Any) -> str:
    return refused(IllegalMove, lambda: match.play(move))


@cache
def begun(game: str) -> Match:
    """A game after a few moves, for looking only."""
    return some_game(Table(game, 2, {}), 1, most=9)


def dealt(match: Match, *hands: str) -> Match:
    """Deals by hand: cards as text, a space between them."""
    for cards in hands:
        for card in cards.split():
            match.play(f"~{card}")
    return match


def small_hornochsen(**options: bool) -> Match:
    """Two seats; rows 40 to 46; seat 0 holds 1 to 14, seat 1 holds 51 to 64."""
    numbers = [*range(1, 15), *range(51, 65), *range(40, 47)]
    return dealt(tablee.new("hornochsen", 2, **options), " ".join(map(str, numbers)))


@pytest.mark.nojit
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_outcome_of_a_move_is_the_one_that_the_seat_is_told_before(table: Table) -> None:
    game = some_game(table, 5, most=60)
    match = table.begin(game.first)
    for number, move in enumerate(game.played):
        actor = match.actor
        assert actor is not None
        if actor != CHANCE:
            listed = match.observe(actor).moves
            assert tuple(match.outcome(each.move) for each in listed) == listed
        match.play(move)
        seen = [viewer for viewer in range(match.seats) if match.history(viewer)[number] == move]
        witness = match.witness(number)
        assert seen == (list(range(match.seats)) if witness is None else [witness])
    assert refused(IllegalMove, lambda: match.outcome("nonsense"))


# -- a game from the first move to the last


@pytest.mark.nojit
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_new_game_waits_for_its_first_move(table: Table) -> None:
    last = table.seats - 1
    match = table.begin(first=last)
    assert (match.game, match.seats, match.first) == (table.game, table.seats, last)
    assert match.options.keys() >= table.options.keys()
    assert match.played == ()
    assert match.winners() == []
    assert not match.undoable
    if table.game == "yucata":
        assert match.actor == last
        assert match.moves() == ["1", "2", "3", "4", "5", "S"]  # U-4: no chameleon
        assert match.odds() == {}
    else:
        assert match.actor == CHANCE
        assert set(match.odds().values()) == {1 / len(match.moves())}


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_deal_lets_chance_play_by_itself(table: Table) -> None:
    match = tablee.deal(table.game, table.seats, seed=7, first=1, **table.options)
    assert match.actor == 1
    random = Random(7)
    while match.actor is not None:
        assert match.actor != CHANCE
        match.play(random.choice(match.moves()))
    assert match.winners()


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_repeats_a_game_and_another_seed_does_not(game: str) -> None:
    def first_deal(seed: int | None) -> tuple[Any, ...]:
        options: dict[str, Any] = {"layout": "random"} if game == "yucata" else {}
        match = tablee.deal(game, 2, seed=seed, **options)
        return match.options, match.played

    assert first_deal(3) == first_deal(3)
    different = [first_deal(3), first_deal(4), first_deal(None), first_deal(None)]
    assert all(different.count(each) == 1 for each in different)


@pytest.mark.nojit
def test_a_game_of_yucata_move_by_move() -> None:
    match = tablee.new("yucata", 2, first=1, layout=LAYOUT)
    assert refusal(match, "C") == (
        "The very first card of the game can't be the chameleon: there is nothing to copy."
    )
    match.play("4")
    assert match.actor == 0
    assert refusal(match, "4") == "The previous player laid 4, and it is not the last card in hand."
    match.play("S")
    match.play("C")
    assert match.observe(None).to_dict()["spaces"] == [5, 6]
    assert refusal(match, "S") == "The card S is not in hand."
    assert match.scores() == [1, 2]
    assert match.played == match.history(None) == ("4", "S", "C")


@pytest.mark.nojit
def test_a_turn_of_hornochsen() -> None:
    match = small_hornochsen()
    assert match.actor == 0
    assert refusal(match, "done") == "At least one card must be laid before the turn can end."
    assert refusal(match, "51") == "The card 51 is not in hand."
    assert refusal(match, "x2@39") == "No row ends in 39."
    match.play("x2@46")
    match.play("14")
    assert refusal(match, "x2@45") == "The special card x2 is not in hand."
    match.play("done")
    assert match.actor == 1
    assert refusal(match, "x2@14") == "The row that ends in 14 already has an x2."
    assert refusal(match, "~51") == "It is the turn of seat 1, not of chance."


@pytest.mark.nojit
def test_a_turn_of_yellowstone_park() -> None:
    match = tablee.new("yellowstone", 3)
    dealt(match, "B1 B2 B3 G1 G2 R7", "Y1 Y2 Y3 Y4 Y5 Y6", "R1 R2 R3 R4 R5 R6", "B4")
    assert match.observe(0).to_dict()["board"] == [{"card": "B4", "column": "d", "cards": 1}]
    assert refusal(match, "B3e") == "Cards of the colour B go to column d."
    assert refusal(match, "G1d") == "Column d already belongs to another colour."
    assert refusal(match, "Y1e") == "The card Y1 is not in hand."
    assert refusal(match, "done") == "At least one card must be laid before the turn can end."
    assert refusal(match, "keep") == (
        "Refilling is chosen after two cards, by four or five players."
    )
    assert refusal(match, "penalties") == (
        "Where new cards come from is chosen with an empty hand and at least six penalty cards."
    )
    match.play("B3d")
    match.play("G2e")
    assert match.actor == CHANCE  # Y-17: two and three players must fill up
    assert match.odds()["~B5"] == 2 / 37
    dealt(match, "B5 G7")
    assert match.actor == 1


def test_the_choice_to_refill_is_for_four_and_five_players() -> None:
    match = tablee.deal("yellowstone", 4, seed=1)
    match.play(match.moves()[0])
    match.play(next(move for move in match.moves() if move != "done"))
    assert match.moves() == ["keep", "refill"]
    assert refusal(match, "done") == "Now choose between keep and refill."
    match.play("refill")
    assert match.actor == 1


# -- odds


def test_odds_count_like_cards_together() -> None:
    match = dealt(tablee.new("yellowstone", 2), "B1 B2 B2")
    odds = match.odds()
    assert odds["~B1"] == 1 / 53
    assert odds["~B3"] == 2 / 53
    assert "~B2" not in odds
    assert refusal(match, "~B2").startswith("It is the turn of chance, which plays moves such as ~")


# -- undo


@pytest.mark.nojit
def test_undo_goes_back_within_the_own_turn_only() -> None:
    match = small_hornochsen()
    assert refusal(match, "undo") == "Only a move of one's own turn can be taken back."
    start = match.observe(0).view.tobytes()
    match.play("14")
    match.play("13")
    match.play("undo")
    match.play("undo")
    assert match.observe(0).view.tobytes() == start
    assert not match.undoable
    assert match.played[-4:] == match.history(1)[-4:] == ("14", "13", "undo", "undo")
    match.play("14")
    match.play("done")
    assert refusal(match, "undo") == "Only a move of one's own turn can be taken back."


def test_undo_never_brings_a_card_back_into_the_pile() -> None:
    match = tablee.deal("yellowstone", 3, seed=2)
    match.play(match.moves()[0])
    match.play("undo")
    match.play(match.moves()[0])
    match.play(next(move for move in match.moves() if move != "done"))
    assert match.actor == 1
    assert not match.undoable


# -- wrong input


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: tablee.new("chess", 2), "no game 'chess'"),
        (lambda: tablee.new("", 2), "yucata, hornochsen, yellowstone"),
        (lambda: tablee.new("yucata", 5), "Yucata' has 2 to 4 seats"),
        (lambda: tablee.new("hornochsen", 1), "Hornochsen! has 2 to 6 seats"),
        (lambda: tablee.new("yellowstone", 6), "Yellowstone Park has 2 to 5 seats"),
        (lambda: tablee.new("yellowstone", True), "not True"),
        (lambda: tablee.new("yellowstone", 2.0), "not 2.0"),  # type: ignore[arg-type]
        (lambda: tablee.new("yucata", 2, first=2), "from 0 to 1, not 2"),
        (lambda: tablee.new("yucata", 2, first=-1), "from 0 to 1, not -1"),
        (lambda: tablee.new("yucata", 2, first="0"), "from 0 to 1, not '0'"),  # type: ignore[arg-type]
        (lambda: tablee.new("yucata", 2, edge=True), "Yucata' has no option 'edge', only layout"),
        (lambda: tablee.new("yucata", 2, layout="lake"), "no layout 'lake'"),
        (lambda: tablee.new("yucata", 2, layout="...."), "39 characters"),
        (lambda: tablee.new("yucata", 2, layout=None), "a name, 'random', or 39 characters"),
        (lambda: tablee.new("hornochsen", 2, collecting_ends_turn=1), "true or false"),
        (lambda: tablee.new("yellowstone", 2, edge="yes"), "true or false"),
        (lambda: tablee.new("yellowstone", 2, neutral="on"), "'off' or 'reach'"),
        (lambda: tablee.new("yellowstone", 3, neutral="off"), "two seats only"),
        (lambda: tablee.new("yucata", 2, seed=1), "no option 'seed'"),
        (lambda: tablee.deal("yucata", 2, seed="x"), "A seed is a whole number"),  # type: ignore[arg-type]
        (lambda: tablee.deal("yucata", 2, seed=True), "A seed is a whole number"),
        (lambda: tablee.new("yucata", HUGE), "Yucata' has 2 to 4 seats"),
        (lambda: tablee.new("yucata", 2, first=HUGE), "from 0 to 1"),
        (lambda: tablee.new("x" * 10**6, 2), "There is no game"),
        (lambda: tablee.new("yucata", 2, **{"x" * 10**6: 1}), "has no option"),
    ],
)
def test_a_game_that_does_not_exist_is_refused_in_a_sentence(make: Any, said: str) -> None:
    assert said in refused(BadOption, make)


@pytest.mark.parametrize(
    "seat", [3, -1, True, "0", "a\nb", 1.0, [], {}, float("nan"), pytest.param(HUGE, id="huge")]
)
def test_a_seat_that_does_not_exist_is_refused_in_a_sentence(seat: Any) -> None:
    match = tablee.new("yucata", 3)
    assert "there are 0 to 2" in refused(BadOption, lambda: match.observe(seat))
    assert "there are 0 to 2" in refused(BadOption, lambda: match.history(seat))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "move",
    ["", " ", "37 ", "B3D", "~", "~?", "\ud800", "\n", "٣", pytest.param("1" * 10**6, id="long")],
)
def test_what_is_no_move_of_the_game_is_refused_in_a_sentence(game: str, move: str) -> None:
    match = tablee.deal(game, 2, seed=1)
    assert "is not a move of" in refusal(match, move)


@given(game=st.sampled_from(GAMES) | ANYTHING, seats=ANYTHING, first=ANYTHING, seed=ANYTHING)
def test_new_and_deal_raise_nothing_else(game: Any, seats: Any, first: Any, seed: Any) -> None:
    makers: list[Callable[[], Match]] = [
        lambda: tablee.new(game, seats, first=first),
        lambda: tablee.deal(game, seats, first=first, seed=seed),
        lambda: tablee.new(game, 2, first=first),
        lambda: tablee.deal(game, 2, seed=seed),
    ]
    for make in makers:
        with nothing_but(BadOption):
            assert make().actor is not None


@given(
    game=st.sampled_from(GAMES),
    options=st.dictionaries(
        st.sampled_from(["layout", "edge", "neutral", "collecting_ends_turn"])
        | st.text().filter(lambda name: name not in ("game", "seats", "first")),
        ANYTHING | st.text("ox.*", min_size=39, max_size=39),
        max_size=3,
    ),
)
def test_options_raise_nothing_else(game: str, options: dict[str, Any]) -> None:
    with nothing_but(BadOption):
        tablee.new(game, 2, **options)


@given(game=st.sampled_from(GAMES), move=ANYTHING, seat=ANYTHING)
def test_play_and_observe_raise_nothing_else_and_change_nothing(
    game: str, move: Any, seat: Any
) -> None:
    match = begun(game)
    before = match.record(), match.actor, match._state.tobytes(), match.history(None)
    if not (isinstance(move, str) and (move in match.moves() or move == "undo")):
        refusal(match, move)
    for look in (match.observe, match.history):
        with nothing_but(BadOption):
            look(seat)
    assert (match.record(), match.actor, match._state.tobytes(), match.history(None)) == before


def test_what_a_match_gives_away_cannot_change_it() -> None:
    match = tablee.deal("yellowstone", 2, seed=1)
    before = match._state.tobytes(), match.record()
    match.record()["moves"].append("done")
    match.record()["options"]["edge"] = True
    seen = match.observe(0)
    seen.options["edge"] = True
    with pytest.raises(TypeError):
        match.options["edge"] = True  # type: ignore[index]
    seen.view["mark"] = 0
    assert (match._state.tobytes(), match.record()) == before
    assert match.observe(0).options == {"edge": False, "neutral": "off"}
