"""Yellowstone Park as numbers. A plane of kinds has kind 7 * colour + number - 1 at that place."""

import numpy as np

from tablee.envs.features.base import Plane, Row, row_type, shown_from, turned
from tablee.envs.features.spreading import Words, add_32, put_8, put_32, put_64
from tablee.rules.bits import ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import Record, register
from tablee.rules.yellowstone import (
    ALL,
    CHOOSING,
    DONE,
    EDGE,
    EDGE_ROWS,
    FIRST,
    FROM_PILE,
    IN_COLOUR,
    KINDS,
    LAYING,
    PLACES,
    REACH,
    REFILL,
    REFILLING,
    STATE,
    columns_of,
    kinds_of,
    rows_of,
    within_three,
)
from tablee.rules.yellowstone_memory import size

MOST_SEATS = 5
CHOICES = PLACES % 64  # bit of DONE in the last word of moves

PLANES = (
    Plane("fits", 200, 0, 1, "at the place of its move, each card of one's own that costs nothing"),
    Plane("hand", 32, 0, 2, "how many of each kind one holds"),
    Plane("board", 32, 0, 2, "how many lie on the board"),
    Plane("stack", 32, 0, 2, "how many are in one's own penalty stack"),
    Plane("unseen", 32, 0, 2, "how many are anywhere else"),
    Plane("columns", 32, 0, 1, "where each colour lies, 7 columns a colour"),
    Plane("rows_used", 8, 0, 1, "rows 1 to 7 with cards"),
    Plane("columns_used", 8, 0, 1, "columns a to g with cards"),
    Plane("rows_free", 8, 0, 1, "rows where a new card still fits the matrix"),
    Plane("columns_free", 8, 0, 1, "columns likewise"),
    Plane("there", 8, 0, 1, "whether there is such a seat, in 8 places as all that follows"),
    Plane("acts", 8, 0, 1, "whether it is to act"),
    Plane("cards", 8, 0, 6, "cards in its hand"),
    Plane("penalties", 8, 0, 56, "cards in its penalty stack"),
    Plane("marks", 8, 0, 90, "where its marker is"),
    Plane(
        "turn",
        8,
        0,
        56,
        "whether a card, a refill or a source is to be chosen; cards laid on this turn; cards in "
        "the pile; spaces with cards; the neutral marker, with two seats; scorings, 56 at most",
    ),
    Plane("options", 8, 0, 1, "edge, neutral='reach'; then always 0"),
)
ROW = row_type(PLANES)
WORDS = ROW.itemsize // 8
KIND_WORDS = 4
HELD, LIES, LINES, SEATS_SHOWN = 25, 41, 45, 49  # where planes begin, in words


def near(used: int, edge: bool) -> int:
    """The lines where a card still fits, with these in use (Y-5, Y-33)."""
    found = 0
    for line in range(7):
        both = used | 1 << line
        if within_three(both) or (edge and not both & ~EDGE_ROWS):
            found |= 1 << line
    return found


# By the edge rule and the lines in use. Columns know no edge.
NEAR = np.array([[near(used, edge) for used in range(128)] for edge in (False, True)])
# Each of seven bits, moved to the begin of its own group of seven.
GROUPED = np.array([sum((seven >> k & 1) << 7 * k for k in range(7)) for seven in range(128)])


@compiled
def put_kinds(words: Words, at: int, cards: int) -> None:
    """How many there are of each kind."""
    put_32(words, at, cards & FIRST)
    add_32(words, at, cards >> KINDS)


@compiled
def put_places(bits: Words, s: Record, kinds: int, rows: int, columns: int) -> None:
    """The moves that lay these kinds into such rows and, where the colour is new, columns.

    A colour has 49 moves: its numbers, moved to groups of seven, times the columns.
    """
    free = ~columns_of(s) & columns
    for k in range(4):
        bits[k] = 0
    for colour in range(4):
        numbers = kinds >> 7 * colour & IN_COLOUR & rows
        own = int(s.column[colour])
        places = GROUPED[numbers] * (own or free)
        at = 49 * colour
        bits[at // 64] |= places << at % 64
        if at % 64 > 64 - 49:
            bits[at // 64 + 1] |= places >> 64 - at % 64


@compiled
def features(s: Record, seat: int, row: Row) -> None:
    words = row.words
    mine, stack = (s.hand[seat], s.stack[seat]) if seat >= 0 else (0, 0)
    board = s.board
    kinds = kinds_of(board)
    rows, columns = rows_of(kinds), columns_of(s)
    rows_free, columns_free = NEAR[s.options & EDGE, rows], NEAR[0, columns]
    bits = np.empty(4, np.int64)
    put_places(bits, s, kinds_of(mine), rows_free, columns_free)
    for k in range(3):
        put_64(words, 8 * k, bits[k])
    put_8(words, 24, bits[3])
    put_kinds(words, HELD, mine)
    put_kinds(words, HELD + KIND_WORDS, board)
    put_kinds(words, HELD + 2 * KIND_WORDS, stack)
    put_kinds(words, HELD + 3 * KIND_WORDS, ALL & ~(mine | board | stack))
    where = 0
    for colour in range(4):
        where |= int(s.column[colour]) << 7 * colour
    put_32(words, LIES, where)
    put_8(words, LINES, rows)
    put_8(words, LINES + 1, columns)
    put_8(words, LINES + 2, rows_free)
    put_8(words, LINES + 3, columns_free)
    for k in range(SEATS_SHOWN, WORDS):
        words[k] = 0
    first, seats = shown_from(seat), int(s.seats)
    elsewhere = ones(board)
    choosing = s.phase <= CHOOSING
    for q in range(seats):
        place = turned(q, first, seats)
        cards, penalties = size(s.hand[q]), size(s.stack[q])
        elsewhere += cards + penalties
        row.there[place] = 1
        row.acts[place] = choosing and q == s.turn
        row.cards[place] = cards
        row.penalties[place] = penalties
        row.marks[place] = s.mark[q]
    if choosing:
        row.turn[s.phase] = 1
    row.turn[3] = s.laid
    row.turn[4] = 2 * KINDS - elsewhere
    row.turn[5] = ones(kinds)
    row.turn[6] = s.neutral if seats == 2 else 0
    row.turn[7] = min(int(s.scorings), 56)
    row.options[0] = s.options & EDGE
    row.options[1] = 1 if s.options & REACH else 0


@compiled
def legal_bits(s: Record, bits: Words) -> None:
    if s.phase == LAYING:
        put_places(bits, s, kinds_of(s.hand[s.turn]), IN_COLOUR, IN_COLOUR)
        if s.laid:
            bits[3] |= 1 << CHOICES
        return
    for k in range(3):
        bits[k] = 0
    bits[3] = 0
    if s.phase == REFILLING:
        bits[3] = 0b11 << CHOICES + REFILL - DONE
    elif s.phase == CHOOSING:
        bits[3] = 0b11 << CHOICES + FROM_PILE - DONE


register(STATE, {"features": features, "legal_bits": legal_bits})
