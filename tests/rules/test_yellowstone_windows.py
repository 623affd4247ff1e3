"""The mathematics of the matrix, over every board there can be.

A board is here the set of its occupied spaces, a number of 49 bits: bit 7 * column + row, both
from 0. Colours matter only in that each has one column.
"""

from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tablee.rules import yellowstone as rules
from tablee.rules.bits import lowest
from tablee.rules.compiling import compiled
from tablee.rules.contract import States
from tests.rules.park_reference import BLOCKS, COLUMNS, EDGES, Space, Spaces, bonus_for, kept

Words = npt.NDArray[np.int64]
SPACES: list[Space] = [(row, column) for column in COLUMNS for row in range(1, 8)]


def word(spaces: Spaces) -> int:
    return sum(1 << SPACES.index(space) for space in spaces)


def spaces_of(board: int) -> Spaces:
    return frozenset(space for place, space in enumerate(SPACES) if board >> place & 1)


def matrices(edge: bool) -> list[int]:
    return [word(matrix) for matrix in BLOCKS + EDGES * edge]


def all_boards(edge: bool) -> Words:
    """Every set of spaces, but the empty one, that lies within one matrix."""
    boards = set()
    for matrix in matrices(edge):
        inside = matrix
        while inside:
            boards.add(inside)
            inside = inside - 1 & matrix
    return np.array(sorted(boards), np.int64)


def choices(boards: Words, place: int, edge: bool) -> list[Words]:
    """For each matrix with the new space: what it would keep of each board, the new card too."""
    new = 1 << place
    return [(boards | new) & matrix for matrix in matrices(edge) if matrix & new]


def union(sets: list[Words]) -> Words:
    return np.asarray(np.bitwise_or.reduce(sets))


@compiled
def engine_keeps(state: States, boards: Words, colours: Words, out: Words, points: Words) -> None:
    """What stays of each board after each card on an empty space, and the bonus, by the engine."""
    s = state[0]
    for b in range(boards.shape[0]):
        lie_on_table(s, boards[b], colours)
        for place in range(49):
            column = place // 7
            if boards[b] >> place & 1:
                continue
            colour = colour_for(s, column, colours)
            kinds = rules.staying(s, 7 * colour + place % 7, column)
            points[b, place] = rules.bonus(s, kinds)
            for c in range(4):
                if kinds >> 7 * c & 0b1111111:
                    at = column if c == colour else lowest(int(s.column[c]))
                    out[b, place] |= (kinds >> 7 * c & 0b1111111) << 7 * at


@compiled
def lie_on_table(s: Any, board: int, colours: Words) -> None:
    s.board = 0
    used = 0
    for c in range(4):
        s.column[c] = 0
    for column in range(7):
        cards = board >> 7 * column & 0b1111111
        if cards:
            s.board |= cards << 7 * colours[used]
            s.column[colours[used]] = 1 << column
            used += 1


@compiled
def colour_for(s: Any, column: int, colours: Words) -> int:
    """The colour that owns the column, or one that is not on the board."""
    for k in range(4):
        if s.column[colours[k]] == 0 or s.column[colours[k]] == 1 << column:
            found = k
            if s.column[colours[k]]:
                return int(colours[k])
    return int(colours[found])


def by_engine(boards: Words, edge: bool, colours: tuple[int, ...]) -> tuple[Words, Words]:
    state = rules.begin(3, 0, {"edge": edge})
    out = np.zeros((len(boards), 49), np.int64)
    points = np.zeros((len(boards), 49), np.int64)
    engine_keeps(state, boards, np.array(colours, np.int64), out, points)
    return out, points


def is_new(boards: Words, place: int) -> npt.NDArray[np.bool_]:
    return np.asarray(boards >> place & 1 == 0)


@pytest.mark.parametrize(
    ("edge", "many", "breaking"), [(False, 10495, 413440), (True, 10704, 422193)]
)
def test_y1_one_matrix_keeps_all_that_any_other_would(edge: bool, many: int, breaking: int) -> None:
    boards = all_boards(edge)
    assert len(boards) == many
    broken = free_choices = 0
    for place in range(49):
        kept_by = choices(boards, place, edge)
        largest = union(kept_by)
        assert np.any([each == largest for each in kept_by], axis=0).all()
        breaks = is_new(boards, place) & (largest != boards | 1 << place)
        broken += int(breaks.sum())
        # With the other reading of Y-1, one might also choose a matrix that keeps less.
        maximal = np.any([each != largest for each in kept_by], axis=0)
        free_choices += int((breaks & maximal).sum())
    assert broken == breaking
    assert edge or 0.45 < free_choices / broken < 0.55


@pytest.mark.bounds
@pytest.mark.parametrize("edge", [False, True])
@pytest.mark.parametrize("colours", [(0, 1, 2, 3), (3, 1, 0, 2)])
def test_y1_the_engine_keeps_exactly_that_on_every_board(
    edge: bool, colours: tuple[int, ...]
) -> None:
    boards = all_boards(edge)
    stays, _ = by_engine(boards, edge, colours)
    for place in range(49):
        largest = union(choices(boards, place, edge))
        new = is_new(boards, place)
        assert (stays[new, place] == largest[new]).all()


@pytest.mark.nojit
@pytest.mark.parametrize("edge", [False, True])
def test_y1_the_plain_reference_and_the_engine_agree_on_some_boards(edge: bool) -> None:
    random = Random(1)
    boards = np.array(random.sample(all_boards(edge).tolist(), 12), np.int64)
    for colours in random.sample(list(permutations(range(4))), 2):
        stays, points = by_engine(boards, edge, colours)
        for b, board in enumerate(boards.tolist()):
            spaces = spaces_of(board)
            for place, new in enumerate(SPACES):
                if new not in spaces:
                    expected = kept(spaces | {new}, new, edge)
                    assert spaces_of(stays[b, place]) == expected
                    assert points[b, place] == bonus_for(expected, new, edge)


def test_y5_a_lone_card_has_nine_matrices_only_in_the_middle() -> None:
    counted = [
        [
            sum(matrix >> 7 * column + row & 1 for matrix in matrices(edge=False))
            for column in range(7)
        ]
        for row in range(7)
    ]
    assert counted == [[a * b for b in (1, 2, 3, 3, 3, 2, 1)] for a in (1, 2, 3, 3, 3, 2, 1)]


def test_y5_overhanging_matrices_would_change_nothing() -> None:
    """Whatever fits into a block that hangs over the border fits into one on the board."""
    board = frozenset(SPACES)
    wide = ["?", "?", *COLUMNS, "?", "?"]
    for left in range(9):
        for top in range(-1, 8):
            area = {
                (row, column) for row in range(top, top + 3) for column in wide[left : left + 3]
            }
            assert any(area & board <= block for block in BLOCKS)


def test_y10_eight_spaces_leave_one_matrix() -> None:
    for block in matrices(edge=False):
        for place in range(49):
            if block >> place & 1:
                eight = block & ~(1 << place)
                assert sum(eight & other == eight for other in matrices(edge=True)) == 1


@pytest.mark.parametrize("edge", [False, True])
def test_y11_bonuses_on_every_board(edge: bool) -> None:
    """Without the edge matrix never together with collecting; with it, only the fifth space."""
    boards = all_boards(edge)
    stays, points = by_engine(boards, edge, (0, 1, 2, 3))
    most_after_collecting = 0
    earned_while_collecting = set()
    for place in range(49):
        new = is_new(boards, place)
        left = stays[new, place]
        collects = left != boards[new] | 1 << place
        most_after_collecting = max(
            most_after_collecting, int(np.bitwise_count(left[collects]).max())
        )
        earned_while_collecting |= set(points[new, place][collects].tolist())
    assert most_after_collecting == 7
    assert earned_while_collecting == ({0, 1} if edge else {0})


def test_y35_no_card_earns_both_kinds_of_bonus() -> None:
    boards = all_boards(edge=True)
    assert all(
        not (np.bitwise_count(boards & block) >= 8)[np.bitwise_count(boards & rim) >= 5].any()
        for block in matrices(edge=False)
        for rim in [word(matrix) for matrix in EDGES]
    )


def test_y34_a_board_in_one_border_row_fits_both_kinds() -> None:
    for columns in ("abc", "cde", "efg"):
        for row in (1, 7):
            spaces = frozenset((row, column) for column in columns)
            assert any(spaces <= block for block in BLOCKS)
            assert any(spaces <= rim for rim in EDGES)


@pytest.mark.parametrize("edge", [False, True])
def test_the_bonus_of_the_engine_on_every_board(edge: bool) -> None:
    boards = all_boards(edge)
    stays, points = by_engine(boards, edge, (2, 0, 3, 1))
    known: dict[tuple[int, int], int] = {}
    for place, new in enumerate(SPACES):
        for b in np.flatnonzero(is_new(boards, place)).tolist():
            key = (int(stays[b, place]), place)
            if key not in known:
                known[key] = bonus_for(spaces_of(key[0]), new, edge)
            assert points[b, place] == known[key]
