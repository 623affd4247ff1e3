"""Whole games beside the plain reference: every step must agree, and what is rare must happen."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

import tablee
from tablee import Match
from tests.rules import park
from tests.rules.park_reference import Park
from tests.whole_games import Table, lineups, play_on, policies, tables

MOST_DECISIONS = 200
TABLES = tables("yellowstone")


def compare(match: Match, reference: Park) -> None:
    assert match.actor == reference.actor
    assert set(match.moves()) == reference.moves()
    assert match.scores() == reference.marks
    assert park.hands(match) == reference.hands
    assert park.stacks(match) == reference.stacks
    seen = park.look(match, None if match.actor == tablee.CHANCE else match.actor)
    spaces = {
        (int(space.card[1]), space.column): [space.card] * space.cards for space in seen.board
    }
    assert spaces == reference.board
    assert seen.cards == tuple(hand.total() for hand in reference.hands)
    assert seen.stacks == tuple(stack.total() for stack in reference.stacks)
    assert seen.pile == reference.pile.total()
    assert seen.laid == reference.laid
    assert seen.neutral == (reference.neutral if match.seats == 2 else None)
    if match.actor == tablee.CHANCE:
        assert match.odds() == reference.odds()
        return
    for move in seen.moves:
        if len(move.move) == 3:
            assert (Counter(move.collected), move.bonus) == reference.outcome(move.move)


def play_beside(
    table: Table, lineup: Sequence[str], seed: int, most: int = MOST_DECISIONS
) -> Counter[str]:
    """Play both to the end, or for some decisions; what happened."""
    random = Random(f"{table} {lineup} {seed}")
    match = table.begin(random.randrange(table.seats))
    reference = Park(match.seats, match.first, **match.options)
    for move in play_on(match, policies(table, lineup), random, most):
        compare(match, reference)
        reference.play(move)
    compare(match, reference)
    if match.actor is None:
        assert match.winners() == reference.winners()
        reference.happened["over"] += 1
    return reference.happened


def play_all(table: Table, seeds: Sequence[int]) -> Counter[str]:
    happened: Counter[str] = Counter()
    for seed in seeds:
        for lineup in lineups(table):
            happened += play_beside(table, lineup, seed)
    return happened


ALWAYS = {
    "over", "block bonus 1", "a pair collected", "short of six", "pile and hand end together",
    "goes on after a scoring",
}  # fmt: skip
RARE = {
    "block bonus 3", "four points in a turn", "marker stopped at 0", "edge bonus 1", "edge bonus 3",
    "collecting and a bonus", "6 penalty cards to take from", "several markers at 35",
    "a shared win",
}  # fmt: skip


def tables_for(seats: int) -> list[Table]:
    return [table for table in TABLES if table.seats == seats]


@pytest.mark.bounds
@pytest.mark.parametrize("seats", [2, 3])
def test_every_step_of_games_of_two_or_three_is_as_in_the_reference(seats: int) -> None:
    expected = ALWAYS | ({"scoring by the neutral marker"} if seats == 2 else set())
    all_happened: Counter[str] = Counter()
    for table in tables_for(seats):
        happened = play_all(table, [1, 2])
        assert set(happened) >= expected, f"never in {table}: {expected - set(happened)}"
        all_happened += happened
    assert set(all_happened) >= RARE, f"never: {RARE - set(all_happened)}"


@pytest.mark.bounds
@pytest.mark.parametrize("seats", [4, 5])
def test_every_step_of_games_of_four_or_five_is_as_in_the_reference(seats: int) -> None:
    expected = ALWAYS | {"keep", "refill"}
    for table in tables_for(seats):
        happened = play_all(table, [1])
        assert set(happened) >= expected, f"never in {table}: {expected - set(happened)}"


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_step_of_many_more_games(table: Table) -> None:
    assert play_all(table, range(3, 23))["over"]


@pytest.mark.nojit
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_some_steps_without_the_compiler(table: Table) -> None:
    for name in ("anything", "hoard_fast"):
        assert play_beside(table, [name] * table.seats, 1, most=40)
