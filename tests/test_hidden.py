"""Nobody learns what is hidden: in all games that a viewer cannot tell apart, outputs are the same.

`tests/indistinguishable.py` makes such games and lists the outputs.
"""

from collections.abc import Iterator
from random import Random

import pytest

from tablee import Match
from tablee.match import UNSEEN
from tests.indistinguishable import OUTPUTS, Viewer, variations, with_moves, worlds
from tests.whole_games import TABLES, Table, some_game

HIDING = [table for table in TABLES if table.game != "yucata"]
MOMENTS = 10  # in each game
TRIES = 10  # for each viewer at each moment; about every third gives another game


def viewers(match: Match) -> list[Viewer]:
    return [None, *range(match.seats)]


def moments(table: Table, random: Random) -> Iterator[Match]:
    """A game at some moments: in the deal, later, and while penalty cards are drawn."""
    game = some_game(table, random.randrange(10**6), most=80)
    played = game.played
    dealt = next(k for k, move in enumerate(played) if not move.startswith("~"))
    drawn = [k for k, move in enumerate(played) if move == "penalties"]
    cuts = [random.randrange(dealt), dealt]
    cuts += [k + random.randint(1, 8) for k in random.sample(drawn, min(3, len(drawn)))]
    while len(cuts) < MOMENTS:
        cuts.append(random.randint(dealt, len(played)))
    for cut in cuts:
        yield with_moves(game, played[:cut])


def outputs(match: Match, viewer: Viewer) -> list[tuple[str, bytes]]:
    return [(output.__name__, output(match, viewer)) for output in OUTPUTS]


@pytest.mark.bounds
@pytest.mark.parametrize("table", HIDING, ids=str)
def test_no_output_depends_on_what_is_hidden(table: Table) -> None:
    random = Random(f"{table}")
    different = 0
    for match in moments(table, random):
        for viewer in viewers(match):
            shown = outputs(match, viewer)
            for other in worlds(match, viewer, random, TRIES):
                assert outputs(other, viewer) == shown, f"seat {viewer} can tell:\n{other.record()}"
                different += other._state.tobytes() != match._state.tobytes()
    assert different > 50


@pytest.mark.parametrize("table", HIDING, ids=str)
def test_who_saw_a_card_is_shown_it(table: Table) -> None:
    """The converse: a seat's own cards, and what lies open, do change what it is shown."""
    random = Random(f"converse {table}")
    different = 0
    for match in moments(table, random):
        for viewer in viewers(match):
            history = match.history(viewer)
            open_cards = [k for k, move in enumerate(history) if move[0] == "~" and move != UNSEEN]
            for other in variations(match, open_cards, random, TRIES):
                before, after = match.observe(viewer), other.observe(viewer)
                assert before.to_dict() != after.to_dict()
                same_cards = getattr(before, "hand", ()) == getattr(after, "hand", ())
                assert same_cards or before.view.tobytes() != after.view.tobytes()
                different += 1
    assert different > 50


@pytest.mark.parametrize("table", HIDING, ids=str)
def test_a_card_is_seen_by_its_receiver_alone_or_by_all(table: Table) -> None:
    game = some_game(table, 1)
    shown = zip(*(game.history(viewer) for viewer in viewers(game)), strict=True)
    for move, seen in zip(game.played, shown, strict=True):
        assert set(seen) <= {move, UNSEEN}
        knowing = seen.count(move)
        assert knowing == game.seats + 1 or (move[0] == "~" and knowing == 1 and seen[0] == UNSEEN)


def test_in_yucata_everything_can_be_remembered_and_only_the_own_hand_is_shown() -> None:
    game = some_game(Table("yucata", 3, {}), 1, most=10)
    shown = [game.observe(seat).to_dict() for seat in viewers(game)]
    assert all(each["memory"] == shown[0]["memory"] for each in shown)
    assert [each["hand"] for each in shown] == [[], *shown[0]["memory"]["hands"]]
    assert all(game.history(seat) == game.played for seat in viewers(game))
