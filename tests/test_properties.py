"""What holds at every move of whole games, in every game, seat count and option.

Random play never reaches the rarest rules, so policies that do play as well, and every event of
tests/events.py must have happened.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

import tablee
from tablee import IllegalMove, Match
from tablee.rules import GAMES as RULES
from tests.events import EVENTS, events, final_events
from tests.whole_games import GAMES, Table, lineups, play_on, policies, tables

SAMPLED = 0.01  # of the moves, for checks that take long
ROUNDS = {"yucata": 5, "hornochsen": 1, "yellowstone": 1}  # of which a table plays every other


def state(match: Match) -> bytes:
    return match._state.tobytes()


def viewers(match: Match) -> list[int | None]:
    return [None, *range(match.seats)]


def snapshot(match: Match) -> tuple[Any, ...]:
    return (
        state(match),
        match.actor,
        match.record(),
        [match.history(seat) for seat in viewers(match)],
    )


def observed(match: Match, history: bool = True) -> list[tuple[Any, bytes]]:
    seen = [match.observe(seat) for seat in viewers(match)]
    plain = [each.to_dict() for each in seen]
    for each in plain:
        if not history:
            del each["history"], each["movers"]
    return list(zip(plain, (each.view.tobytes() for each in seen), strict=True))


# -- at every move


def check_moves(match: Match, random: Random) -> None:
    texts = match.moves()
    assert texts == sorted(set(texts))
    assert texts
    odds = match.odds()
    if match.actor == tablee.CHANCE:
        assert sorted(odds) == texts
        assert sum(odds.values()) == pytest.approx(1)
        assert min(odds.values()) > 0
    else:
        assert odds == {}
    for viewer in (match.actor, random.choice(viewers(match))):
        if viewer == tablee.CHANCE:
            continue
        shown = [each.move for each in match.observe(viewer).moves]
        assert shown == (texts if viewer == match.actor else [])


def check_conserved(match: Match) -> None:
    s = match._state[0]
    if match.game == "yucata":
        lead, seats = int(s["lead"]), match.seats
        track = match.options["layout"][lead + 1 :]
        assert track.count("o") + s["won"][:seats].sum() == 25
        assert track.count("x") + s["lost"][:seats].sum() == 9
        assert track.count("*") + (s["keeper"] >= 0) == 1
    elif match.game == "hornochsen":
        hands = [low | high << 50 for low, high in s["hand"].tolist()]
        low, high = s["seen"].tolist()
        places = [*hands, low | high << 50]
        assert not overlap(places)
        dealt = int(s["dealt"])
        assert sum(cards.bit_count() for cards in places) == dealt <= 98
    else:
        places = [*s["hand"].tolist(), *s["stack"].tolist(), int(s["board"])]
        assert not overlap(places)
        seen: Any = match.observe(None)
        assert sum(cards.bit_count() for cards in places) + seen.pile == 56
        if match.actor == tablee.CHANCE and s["phase"] != RULES["yellowstone"].TAKING:
            assert max(match.odds().values()) <= 2 / seen.pile + 1e-9


def overlap(sets: list[int]) -> bool:
    together = 0
    for cards in sets:
        if together & cards:
            return True
        together |= cards
    return False


def check_foretold(before: Any, entry: Any, after: Any) -> None:
    """What the observation said about a move is what its seat then sees."""
    seat = before.seat
    if before.game == "yucata":
        assert after.spaces[seat] == entry.space
        assert after.good[seat] - before.good[seat] == entry.good
        assert after.bad[seat] - before.bad[seat] == entry.bad
        assert entry.final == (after.keeper == seat)
    elif before.game == "hornochsen":
        gone = [row for row in before.rows if row not in after.rows]
        assert entry.collects == (len(after.rows) < len(before.rows))
        assert [row.cards[-1] for row in gone] == ([] if entry.row is None else [entry.row])
        for name, gain in (("points", entry.points), ("doubles", entry.doubles)):
            gained = after.memory[name][seat] - before.memory[name][seat]
            assert gained == gain
    else:
        assert before.marks[seat] - after.marks[seat] == min(entry.bonus, before.marks[seat])
        assert after.stacks[seat] - before.stacks[seat] == len(entry.collected)
        laid = [entry.move[:-1]] if entry.move[:-1] in before.hand else []
        assert cards_on(before) + Counter(laid) == cards_on(after) + Counter(entry.collected)


def cards_on(seen: Any) -> Counter[str]:
    return Counter({space.card: space.cards for space in seen.board})


# -- at some moves, on another copy of the match


def check_every_move(match: Match) -> None:
    """Every legal move plays and does as foretold; every other text of the game is refused."""
    before: Any = match.observe(match.actor)
    for entry in before.moves:
        copy = tablee.replay(match.record())
        copy.play(entry.move)
        check_foretold(before, entry, copy.observe(before.seat))
    untouched = snapshot(match)
    rules = RULES[match.game]
    for text in {*rules.MOVES, *rules.CHANCES} - set(match.moves()):
        with pytest.raises(IllegalMove, match=r"^[^\n]+\.$"):
            match.play(text)
    assert snapshot(match) == untouched


def check_undo(match: Match, before: tuple[bytes, Any], may: bool) -> None:
    """Undo gives back what was before one's own move, and nothing else can be taken back."""
    assert match.undoable == may
    after = snapshot(match)
    if not may:
        with pytest.raises(
            IllegalMove, match=r"^Only a move of one's own turn can be taken back\.$"
        ):
            match.play("undo")
        assert snapshot(match) == after
        return
    move = match.played[-1]
    match.play("undo")
    assert (state(match), observed(match, history=False)) == before
    assert all(match.history(seat)[-2:] == (move, "undo") for seat in viewers(match))
    match.play(move)
    assert state(match) == after[0]
    assert match.played[-3:] == (move, "undo", move)


# -- at the end


def check_ended(match: Match) -> None:
    assert match.moves() == []
    assert match.odds() == {}
    scores = match.scores()
    best = min(scores) if match.game == "yellowstone" else max(scores)
    assert match.winners() == [seat for seat, score in enumerate(scores) if score == best]
    with pytest.raises(IllegalMove, match=r"^The game is over\.$"):
        match.play(match.played[-1])
    seen: Any = match.observe(None)
    assert (list(seen.scores), list(seen.winners)) == (scores, match.winners())
    if match.game == "hornochsen":
        assert seen.rows == ()
        assert not any(seen.cards)
        points, doubles = seen.memory["points"], seen.memory["doubles"]
        left = [10 * len(each) for each in seen.specials]
        assert scores == [p * 2**d - off for p, d, off in zip(points, doubles, left, strict=True)]
    elif match.game == "yellowstone":
        assert scores == list(seen.marks)
        assert max(scores) >= 35
    else:
        assert max(seen.spaces) == 38
        assert sum(seen.good) + sum(seen.bad) == 34


def check_replay(match: Match) -> None:
    written = json.dumps(match.record())
    copy = tablee.replay(json.loads(written))
    assert json.dumps(copy.record()) == written
    assert snapshot(copy) == snapshot(match)
    assert observed(copy) == observed(match)


def watch(table: Table, lineup: tuple[str, ...], seed: int) -> Iterator[str]:
    """Plays a game, checking all the above; yields the events."""
    random = Random(f"{table} {lineup} {seed}")
    match = table.begin(random.randrange(table.seats))
    last: tuple[Any, str] | None = None
    taken_back: tuple[bytes, Any] | None = None
    for move in play_on(match, policies(table, lineup), random):
        if last:
            yield from check_last(match, last)
        if taken_back:
            assert last
            check_undo(match, taken_back, may=last[0].actor == match.actor != tablee.CHANCE)
            taken_back = None
        check_moves(match, random)
        check_conserved(match)
        chance = match.actor == tablee.CHANCE
        if random.random() < SAMPLED and not chance:
            check_every_move(match)
        if random.random() < SAMPLED:
            taken_back = state(match), observed(match, history=False)
        last = match.observe(None if chance else match.actor), move
    assert last
    yield from check_last(match, last)
    check_conserved(match)
    check_replay(match)
    if match.actor is None:
        check_ended(match)
        yield from final_events(match)


def check_last(match: Match, last: tuple[Any, str]) -> Iterator[str]:
    before, move = last
    after = match.observe(before.seat)
    if before.seat is not None:
        check_foretold(before, next(each for each in before.moves if each.move == move), after)
    return events(before, move, after)


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_keep_all_promises_and_reach_every_rule(game: str) -> None:
    reached: Counter[str] = Counter()
    for place, table in enumerate(tables(game)):
        rounds = list(product(lineups(table), range(ROUNDS[game])))
        for lineup, seed in rounds[place // 2 % 2 :: 2]:
            reached.update(watch(table, lineup, seed))
    assert set(reached) >= EVENTS[game], f"never reached: {EVENTS[game] - set(reached)}"
