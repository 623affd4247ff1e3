"""Hornochsen! as numbers. A plane of cards has card n at place n, of 104 places."""

from tablee.envs.features.base import Plane, Row, row_type, shown_from, turned
from tablee.envs.features.spreading import Words, put_8, put_32, put_64
from tablee.rules.bits import lowest, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import Record, register
from tablee.rules.hornochsen import (
    DOUBLE,
    HALF,
    HEADS,
    OX_CARDS,
    PLUS,
    STATE,
    bit_of,
    half_of,
    open_for,
    row_for,
)

MOST_SEATS = 6
CARD_WORDS = 13
CARD_PLACES = 8 * CARD_WORDS
LOW = (1 << HALF) - 1
HIGH = (1 << (OX_CARDS + 1 - HALF)) - 1

PLANES = (
    Plane("mine", CARD_PLACES, 0, 1, "one's own ox cards"),
    Plane("unseen", CARD_PLACES, 0, 1, "cards that one has not seen yet"),
    Plane("ends", CARD_PLACES, 0, 1, "the ends of the rows"),
    Plane("on_two", CARD_PLACES, 0, 1, "cards that go, or lie, on a row of two cards or more"),
    Plane("on_three", CARD_PLACES, 0, 1, "on a row of three or more"),
    Plane("on_four", CARD_PLACES, 0, 1, "on a row of four: laying the card collects it"),
    Plane("on_double", CARD_PLACES, 0, 1, "on a row with an x2"),
    Plane("on_plus", CARD_PLACES, 0, 1, "on a row with a +5"),
    Plane(
        "points",
        CARD_PLACES,
        -27,
        15,
        "at a row's end, the heads of its cards; at a card of one's own that would collect a row, "
        "the points that this brings",
    ),
    Plane("there", 8, 0, 1, "whether there is such a seat, in 8 places as all that follows"),
    Plane("acts", 8, 0, 1, "whether it is to act"),
    Plane("cards", 8, 0, 14, "ox cards in its hand"),
    Plane("collected", 8, -87, 111, "heads and +5 that it collected"),
    Plane("doubles", 8, 0, 6, "x2 that it collected"),
    Plane("has_double", 8, 0, 1, "whether it still has its x2"),
    Plane("has_plus", 8, 0, 1, "whether it still has its +5"),
    Plane("turn", 8, 0, 2, "cards laid on this turn; whether collecting ends it; then always 0"),
)
SETS = 8  # planes of cards that hold 0 or 1
ROW = row_type(PLANES)
WORDS = ROW.itemsize // 8


@compiled
def put_cards(words: Words, plane: int, low: int, high: int) -> None:
    """A set of cards in its two halves; the second begins at bit 50 of the whole."""
    at, rest = plane * CARD_WORDS, high >> 64 - HALF
    put_64(words, at, low | high << HALF)
    put_32(words, at + 8, rest)
    put_8(words, at + 12, rest >> 32)


@compiled
def put_reach(words: Words, plane: int, s: Record, low: int, high: int) -> tuple[int, int]:
    """Show the cards that go to some of the rows, which are given by their ends, and these ends.

    Adding an end, moved up by one, to all cards that are no ends carries through exactly the
    cards of its row; what is carried out at the top goes on at the bottom (H-4).
    """
    free_low, free_high = ~s.ends[0] & LOW, ~s.ends[1] & HIGH
    sum_low = free_low + (low << 1)
    carried = sum_low >> HALF
    sum_high = free_high + (high << 1) + carried
    sum_low += sum_high >> (OX_CARDS + 1 - HALF)
    sum_high += (sum_low >> HALF) - carried
    low, high = (free_low & ~sum_low | low) & ~1, free_high & ~sum_high | high
    put_cards(words, plane, low, high)
    return low, high


@compiled
def features(s: Record, seat: int, row: Row) -> None:
    words = row.words
    for k in range(SETS * CARD_WORDS, WORDS):
        words[k] = 0
    two_low, three_low, four_low = put_rows(s, row, 0)
    two_high, three_high, four_high = put_rows(s, row, 1)
    mine_low, mine_high = (s.hand[seat, 0], s.hand[seat, 1]) if seat >= 0 else (0, 0)
    put_cards(words, 0, mine_low, mine_high)
    unseen_low, unseen_high = ~(s.seen[0] | mine_low) & LOW & ~1, ~(s.seen[1] | mine_high) & HIGH
    put_cards(words, 1, unseen_low, unseen_high)
    put_cards(words, 2, s.ends[0], s.ends[1])
    put_reach(words, 3, s, two_low, two_high)
    put_reach(words, 4, s, three_low, three_high)
    full_low, full_high = put_reach(words, 5, s, four_low, four_high)
    put_reach(words, 6, s, s.double[0], s.double[1])
    put_reach(words, 7, s, s.plus[0], s.plus[1])
    put_collecting(s, row, mine_low & full_low, 0)
    put_collecting(s, row, mine_high & full_high, HALF)
    first, seats = shown_from(seat), int(s.seats)
    for q in range(seats):
        place = turned(q, first, seats)
        row.there[place] = 1
        row.acts[place] = q == s.turn
        row.cards[place] = s.hidden[q] + ones(s.hand[q, 0]) + ones(s.hand[q, 1])
        row.collected[place] = s.points[q]
        row.doubles[place] = s.doubles[q]
        row.has_double[place] = s.special[q] & 1
        row.has_plus[place] = s.special[q] >> 1
    row.turn[0] = s.laid
    row.turn[1] = s.collecting_ends_turn


@compiled
def put_rows(s: Record, row: Row, half: int) -> tuple[int, int, int]:
    """Write what the rows count; the ends of those with two, three and four cards or more."""
    two, three, four = 0, 0, 0
    ends = s.ends[half]
    while ends:
        bit = ends & -ends
        end = HALF * half + lowest(ends)
        ends ^= bit
        third = s.below[end]
        second = s.below[third]
        starter = s.below[second]
        two |= bit if third else 0
        three |= bit if second else 0
        four |= bit if starter else 0
        row.points[end] = HEADS[end] + HEADS[third] + HEADS[second] + HEADS[starter]
    return two, three, four


@compiled
def put_collecting(s: Record, row: Row, cards: int, lowest_card: int) -> None:
    """What comes with the rows that these cards would collect."""
    while cards:
        card = lowest_card + lowest(cards)
        cards &= cards - 1
        end = row_for(s, card)
        plus = 5 if s.plus[half_of(end)] & bit_of(end) else 0
        row.points[card] = row.points[end] + HEADS[card] + plus


@compiled
def legal_bits(s: Record, bits: Words) -> None:
    """Cards in bits 0 to 99 (0: done), then x2 and +5 by row in a hundred bits each."""
    turn = s.turn
    special = s.special[turn]
    low = s.hand[turn, 0] | (1 if s.laid else 0)
    high = s.hand[turn, 1]
    bits[0] = low | high << HALF
    double_low, double_high = open_for(s, special, 0, 0), open_for(s, special, 0, 1)
    plus_low, plus_high = open_for(s, special, 1, 0), open_for(s, special, 1, 1)
    bits[1] = high >> 14 | double_low << DOUBLE - 64
    bits[2] = double_low >> 28 | double_high << DOUBLE + HALF - 128
    bits[3] = double_high >> 42 | plus_low << PLUS - 192 | plus_high << PLUS + HALF - 192
    bits[4] = plus_high >> 6


register(STATE, {"features": features, "legal_bits": legal_bits})
