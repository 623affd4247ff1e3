"""Observations as numbers: what they say, that they say no more, and the legal moves as bits."""

from random import Random
from typing import Any

import numpy as np
import pytest

import tablee
from tablee import Match
from tablee.envs.features import ACTIONS, PLANES, ROWS, legal_bits, write_row
from tablee.envs.features.spreading import add_32, put_8, put_32, put_64
from tablee.rules import GAMES, yellowstone
from tablee.rules.compiling import compiled
from tablee.rules.contract import EVERYONE, States
from tests.whole_games import TABLES, Table, some_game

STEPS = 12  # between two moments of a game that are looked at


@compiled
def write_bits(states: States, bits: Any) -> None:
    legal_bits(states[0], bits)


@compiled
def put_all(words: Any, bits: int) -> None:
    put_8(words, 0, bits)
    put_32(words, 1, bits)
    put_64(words, 5, bits)
    put_32(words, 13, bits)
    add_32(words, 13, bits >> 4)


def rows_of(states: States, seat: int | None, game: str) -> Any:
    rows = np.zeros(1, ROWS[game])
    rows["numbers"] = 99  # whatever was there before must not stay
    write_row(states, EVERYONE if seat is None else seat, rows)
    return rows


def planes_of(match: Match, seat: int | None) -> dict[str, list[int]]:
    rows = rows_of(match._state, seat, match.game)
    return {plane.name: rows[plane.name][0].tolist() for plane in PLANES[match.game]}


def moments(table: Table, most: int = 150) -> list[Match]:
    random = Random(f"{table}")
    game = some_game(table, random.randrange(10**6), most=most)
    found = []
    match = table.begin(game.first)
    for k, move in enumerate(game.played):
        if k % STEPS == 0:
            found.append(tablee.replay(match.record()))
        match.play(move)
    return [*found, match]


@pytest.mark.nojit
@pytest.mark.parametrize("bits", [0, 1, 0b10110101, 0xF0F0F7A35, (1 << 62) + 5, -1, -77])
def test_bits_become_numbers(bits: int) -> None:
    words = np.full(18, -1, np.int64)
    put_all(words, bits)
    single = [bits >> k & 1 for k in range(64)]
    twice = [bits >> k & 1 for k in range(4, 36)]
    sums = [one + other for one, other in zip(single, twice, strict=False)]
    shown = words.view(np.int8).tolist()
    assert shown == [*single[:8], *single[:32], *single, *sums, *[-1] * 8]


def test_rows_are_whole_words() -> None:
    sizes = {game: row.itemsize for game, row in ROWS.items()}
    assert sizes == {"yucata": 192, "hornochsen": 1000, "yellowstone": 448}
    assert ACTIONS == {"yucata": 7, "hornochsen": 300, "yellowstone": 201}


@pytest.mark.bounds
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_row_is_the_same_from_the_whole_state_and_from_what_the_seat_may_know(
    table: Table,
) -> None:
    for match in moments(table):
        for seat in (None, *range(match.seats)):
            rows = rows_of(match._state, seat, match.game)
            assert (rows == rows_of(match.observe(seat).view, seat, match.game)).all()


@pytest.mark.bounds
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_number_is_within_its_bounds(table: Table) -> None:
    for match in moments(table, most=400):
        for seat in range(match.seats):
            shown = planes_of(match, seat)
            for plane in PLANES[match.game]:
                assert plane.low <= min(shown[plane.name]), plane
                assert max(shown[plane.name]) <= plane.high, plane


@pytest.mark.bounds
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_legal_moves_as_bits(table: Table) -> None:
    words = -(-ACTIONS[table.game] // 64)
    for match in moments(table):
        if match.actor is None or match.actor < 0:
            continue
        bits = np.full(words, -1, np.int64)
        write_bits(match._state, bits)
        shown = np.unpackbits(bits.view(np.uint8), bitorder="little").nonzero()[0]
        assert shown.tolist() == sorted(match._legal())


def places(numbers: list[int]) -> list[int]:
    return [k for k, number in enumerate(numbers) if number]


@pytest.mark.nojit
def test_hornochsen_plane_by_plane() -> None:
    for match in moments(Table("hornochsen", 3, {"collecting_ends_turn": True})):
        if match.actor is None or match.actor < 0:
            continue
        seat = match.actor
        shown, seen = planes_of(match, seat), match.observe(seat)
        table: Any = seen
        rows = {row.cards[-1]: row for row in table.rows}
        assert places(shown["mine"]) == list(table.hand)
        assert places(shown["unseen"]) == seen.to_dict()["memory"]["unseen"]
        assert places(shown["ends"]) == sorted(rows)
        going = {int(each.move): each for each in table.moves if each.move.isdigit()}
        for end, row in rows.items():
            cards = [end] + [card for card, move in going.items() if move.row == end]
            for card in cards:
                assert shown["on_two"][card] == (len(row.cards) >= 2)
                assert shown["on_three"][card] == (len(row.cards) >= 3)
                assert shown["on_four"][card] == (len(row.cards) >= 4)
                assert shown["on_double"][card] == row.double
                assert shown["on_plus"][card] == row.plus
        for card, move in going.items():
            assert shown["points"][card] == (move.points if move.collects else 0)
        order = [(seat + k) % match.seats for k in range(match.seats)]
        assert shown["there"] == [1] * 3 + [0] * 5
        assert places(shown["acts"]) == [0]
        assert shown["cards"][:3] == [table.cards[q] for q in order]
        assert shown["collected"][:3] == [seen.to_dict()["memory"]["points"][q] for q in order]
        assert shown["doubles"][:3] == [seen.to_dict()["memory"]["doubles"][q] for q in order]
        assert shown["has_double"][:3] == ["x2" in table.specials[q] for q in order]
        assert shown["has_plus"][:3] == ["+5" in table.specials[q] for q in order]
        assert shown["turn"] == [table.laid, 1, 0, 0, 0, 0, 0, 0]


@pytest.mark.nojit
def test_yucata_plane_by_plane() -> None:
    for match in moments(Table("yucata", 3, {})):
        if match.actor is None:
            continue
        seat = match.actor
        shown, seen = planes_of(match, seat), match.observe(seat)
        table: Any = seen
        lead = max(table.spaces)
        for name, stone in (("good", "o"), ("bad", "x")):
            ahead = [k for k, there in enumerate(table.track) if there == stone and k > lead]
            assert [lead + 1 + k for k in places(shown[name])] == ahead
        order = [(seat + k) % match.seats for k in range(match.seats)]
        for at, q in enumerate(order):
            cards = places(shown["hands"][8 * at : 8 * at + 8])
            assert ["12345SC"[card] for card in cards] == seen.to_dict()["memory"]["hands"][q]
        for name, value in (("last", table.previous), ("effect", table.effect)):
            assert ["12345SC"[card] for card in places(shown[name])] == ([value] if value else [])
        for move in table.moves:
            card = "12345SC".index(move.move)
            assert shown["lands"][card] == move.space
            assert shown["sweeps_good"][card] == move.good
            assert shown["sweeps_bad"][card] == move.bad
            assert shown["sweeps_final"][card] == move.final
        assert shown["space"] == [table.spaces[q] for q in order] + [0]
        assert shown["behind"] == [lead - table.spaces[q] for q in order] + [0]
        assert shown["won"] == [table.good[q] for q in order] + [0]
        assert shown["lost"] == [table.bad[q] for q in order] + [0]
        assert shown["acts"] == [1, 0, 0, 0]
        assert shown["there"] == [1, 1, 1, 0]
        assert shown["keeper"] == [0, 0, 0, 0]


@pytest.mark.nojit
@pytest.mark.parametrize("edge", [False, True])
def test_yellowstone_plane_by_plane(edge: bool) -> None:
    names = yellowstone.KIND_NAMES
    codes = {text: code for code, text in enumerate(GAMES["yellowstone"].MOVES)}
    for match in moments(Table("yellowstone", 4, {"edge": edge}), most=300):
        if match.actor is None or match.actor < 0:
            continue
        seat = match.actor
        shown, seen = planes_of(match, seat), match.observe(seat)
        table: Any = seen
        free = [
            codes[each.move] for each in table.moves if not each.collected and len(each.move) == 3
        ]
        if free or table.moves[0].move[-1] in "abcdefg":
            assert places(shown["fits"]) == sorted(free)
        assert shown["hand"][:28] == [table.hand.count(name) for name in names]
        on_board = {space.card: space.cards for space in table.board}
        assert shown["board"][:28] == [on_board.get(name, 0) for name in names]
        memory = seen.to_dict()["memory"]
        stack = memory["stacks"][seat]["sure"]
        assert shown["stack"][:28] == [stack.count(name) for name in names]
        assert [
            sum(each)
            for each in zip(*(shown[p] for p in ("hand", "board", "stack", "unseen")), strict=True)
        ] == [2] * 28 + [0] * 4
        columns = {
            7 * "BGRY".index(space.card[0]) + "abcdefg".index(space.column) for space in table.board
        }
        assert places(shown["columns"]) == sorted(columns)
        assert places(shown["rows_used"]) == sorted(
            {int(space.card[1]) - 1 for space in table.board}
        )
        assert places(shown["columns_used"]) == sorted({k % 7 for k in columns})
        order = [(seat + k) % match.seats for k in range(match.seats)]
        assert shown["there"] == [1] * 4 + [0] * 4
        assert places(shown["acts"]) == [0]
        assert shown["cards"][:4] == [table.cards[q] for q in order]
        assert shown["penalties"][:4] == [table.stacks[q] for q in order]
        assert shown["marks"][:4] == [table.marks[q] for q in order]
        phase = {"refill": 1, "pile": 2}
        asked = next((phase[each.move] for each in table.moves if each.move in phase), 0)
        assert places(shown["turn"][:3]) == [asked]
        assert shown["turn"][3:7] == [table.laid, table.pile, len(table.board), 0]
        assert shown["options"] == [edge, 0, 0, 0, 0, 0, 0, 0]
