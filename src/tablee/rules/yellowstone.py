"""Yellowstone Park, by the rulings Y-1 to Y-48.

A kind is a colour and a number: 7 * colour + number - 1. Each kind has two cards, bit `kind` and
bit `kind + 28` of a set of cards; players cannot tell them apart. What a seat cannot see is
known by its size only: in a view such a set is negative, and ~set is how many cards it has.

What everybody could know by remembering is kept as a set for each hidden place: the cards that may
lie there; of cards on the board these sets say nothing. A card that was collected may only lie in
one stack; one drawn from a stack may lie there or in that hand; and so on. True places are always
among the possible ones.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tablee.rules.bits import below, lowest, nth, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import (
    CHANCE,
    EVERYONE,
    NOBODY,
    BadOption,
    Codes,
    Record,
    Rng,
    States,
    flag,
    record_of,
    register,
)

NAME = "yellowstone"
RULES = 1
SEATS = range(2, 6)
OPTIONS = ("edge", "neutral")
LOWEST_WINS = True
COLOURS, COLUMNS = "BGRY", "abcdefg"
KINDS = 28
HAND = 6
START, FINISH = 5, 35
NEUTRAL_START = 7
PLACES = 7 * KINDS
DONE, REFILL, KEEP, FROM_PILE, FROM_STACK = range(PLACES, PLACES + 5)

KIND_NAMES = tuple(f"{colour}{number}" for colour in COLOURS for number in range(1, 8))
MOVES = (
    *(f"{kind}{column}" for kind in KIND_NAMES for column in COLUMNS),
    "done",
    "refill",
    "keep",
    "pile",
    "penalties",
)
CHANCES = tuple(f"~{kind}" for kind in KIND_NAMES)

FIRST = (1 << KINDS) - 1  # the first card of each kind
ALL = (1 << 2 * KINDS) - 1
IN_ROW_1 = 1 | 1 << 7 | 1 << 14 | 1 << 21  # the kinds of a number: this, shifted by number - 1
IN_COLOUR = 0b1111111
EDGE_ROWS = 0b1000001

# What is going on: three things that a seat may be asked, three that chance does, and the end.
LAYING, REFILLING, CHOOSING, DEALING, DRAWING, TAKING, OVER = range(7)

STATE = record_of(
    ("hand", np.int64, 5),
    ("stack", np.int64, 5),  # penalty cards
    ("board", np.int64),
    ("may_hand", np.int64, 5),
    ("may_stack", np.int64, 5),
    ("may_pile", np.int64),
    ("column", np.int8, 4),  # of each colour, as a bit; 0 while the colour is not on the board
    ("mark", np.int8, 5),
    ("seats", np.int8),
    ("options", np.int8),  # EDGE, REACH
    ("turn", np.int8),  # while dealing: the seat that will begin
    ("phase", np.int8),
    ("laid", np.int8),  # cards laid on this turn
    ("neutral", np.int8),
    ("scorings", np.uint8),
)
EDGE, REACH = 1, 2


def settle(seats: int, options: Mapping[str, Any], below: Callable[[int], int]) -> dict[str, Any]:
    settled: dict[str, Any] = {"edge": flag(options, "edge")}
    if seats == 2:
        settled["neutral"] = options.get("neutral", "off")
        if settled["neutral"] not in ("off", "reach"):
            raise BadOption("The option neutral is 'off' or 'reach'.")
    elif "neutral" in options:
        raise BadOption("The neutral marker, and so the option neutral, is for two seats only.")
    return settled


def begin(seats: int, first: int, options: Mapping[str, Any]) -> States:
    state = np.zeros(1, STATE)
    state["seats"], state["turn"], state["phase"] = seats, first, DEALING
    state["options"] = options["edge"] * EDGE + (options.get("neutral") == "reach") * REACH
    state["mark"][0, :seats] = START
    state["neutral"] = NEUTRAL_START
    state["may_pile"] = ALL
    return state


@compiled
def actor(s: Record) -> int:
    if s.phase <= CHOOSING:
        return s.turn
    return NOBODY if s.phase == OVER else CHANCE


# -- cards that chance gives


@compiled
def pile(s: Record) -> int:
    """The draw pile: all that lies nowhere else."""
    elsewhere = s.board
    for seat in range(5):
        elsewhere |= s.hand[seat] | s.stack[seat]
    return ALL & ~elsewhere


@compiled
def source(s: Record) -> int:
    """The cards of which chance will give one (Y-19, Y-48)."""
    return s.stack[s.turn] if s.phase == TAKING else pile(s)


@compiled
def receiver(s: Record) -> int:
    return dealt_to(s, ones(pile(s))) if s.phase == DEALING else s.turn


@compiled
def dealt_to(s: Record, left: int) -> int:
    """Who gets the next card of the deal, when so many are left."""
    seat = (2 * KINDS - left) // HAND
    return seat if seat < s.seats else EVERYONE


@compiled
def pool(s: Record) -> int:
    return ones(source(s))


@compiled
def pick(s: Record, k: int) -> int:
    card = nth(source(s), k)
    return card if card < KINDS else card - KINDS


@compiled
def chance(s: Record, rng: Rng) -> None:
    while s.phase >= DEALING and s.phase < OVER:
        left, phase = source(s), s.phase
        while s.phase == phase:
            card = 1 << nth(left, below(rng, ones(left)))
            left ^= card
            receive(s, card, left)


@compiled
def receive_kind(s: Record, kind: int) -> None:
    left = source(s)
    card = 1 << kind
    if not left & card:
        card <<= KINDS
    receive(s, card, left ^ card)


@compiled
def receive(s: Record, card: int, left: int) -> None:
    """Chance gives a card to whoever is to have it; `left` is what it came from, without it."""
    if s.phase == DEALING:
        seat = dealt_to(s, ones(left) + 1)
        if seat == EVERYONE:
            open_board(s, card)
        else:
            s.hand[seat] |= card
            s.may_hand[seat] = ALL
        return
    seat = s.turn
    s.hand[seat] |= card
    full = ones(s.hand[seat]) == HAND
    if s.phase == DRAWING:
        s.may_hand[seat] |= s.may_pile
        if left == 0:  # Y-20
            s.may_pile = 0
            score(s)
        elif full:
            next_turn(s)
        return
    s.stack[seat] = left
    if full:
        if left == 0:
            s.may_stack[seat] = 0
        if s.seats == 2:
            s.neutral -= 1  # Y-27
            if s.neutral <= pushed_off(s):
                score(s)
                return
        next_turn(s)


@compiled
def pushed_off(s: Record) -> int:
    """Where the neutral marker causes a scoring (Y-24)."""
    return 1 if s.options & REACH else 0


@compiled
def open_board(s: Record, card: int) -> None:
    """The first card of the board lies in the middle column (Y-44)."""
    s.board = card
    kind = lowest(card)
    s.column[(kind if kind < KINDS else kind - KINDS) // 7] = 1 << 3
    s.phase = LAYING


# -- what everybody may remember


@compiled
def remember_collected(s: Record, seat: int, cards: int) -> None:
    """Everybody saw these cards go to this stack; what was noted before they lay open is past."""
    s.may_pile &= ~cards
    for q in range(5):
        s.may_hand[q] &= ~cards
        s.may_stack[q] &= ~cards
    s.may_stack[seat] |= cards


@compiled
def blur(s: Record, card: int, twin: int) -> None:
    """Either of two like cards was laid, so `twin` may be wherever `card` might have been."""
    if s.may_pile & card:
        s.may_pile |= twin
    for seat in range(s.seats):
        if s.may_hand[seat] & card:
            s.may_hand[seat] |= twin
        if s.may_stack[seat] & card:
            s.may_stack[seat] |= twin


# -- the board


@compiled
def kinds_of(cards: int) -> int:
    return (cards | cards >> KINDS) & FIRST


@compiled
def rows_of(kinds: int) -> int:
    rows = kinds | kinds >> 14
    return (rows | rows >> 7) & IN_COLOUR


@compiled
def columns_of(s: Record) -> int:
    return int(s.column[0] | s.column[1] | s.column[2] | s.column[3])


@compiled
def fixed_kinds(s: Record) -> int:
    """The kinds whose colour lies on the board, so that their column is settled."""
    kinds = 0
    for colour in range(4):
        if s.column[colour]:
            kinds |= IN_COLOUR << 7 * colour
    return kinds


@compiled
def within_three(line: int) -> bool:
    """Whether rows (or columns) fit into three adjacent ones."""
    return line < (line & -line) << 3


@compiled
def fits(s: Record, rows: int, columns: int) -> bool:
    """Whether some matrix covers these rows and columns (Y-5, Y-6, Y-33)."""
    if not within_three(columns):
        return False
    return within_three(rows) or bool(s.options & EDGE and not rows & ~EDGE_ROWS)


@compiled
def kept_by(s: Record, kind: int, column: int) -> int:
    """The largest set of kinds on the board that one matrix with this place covers (Y-1, Y-34).

    `column` is a number. The kind itself counts as lying there.
    """
    kinds = kinds_of(s.board) | 1 << kind
    row = kind % 7
    best = 0
    most = 0
    for left in range(max(0, column - 2), min(4, column) + 1):
        across = 0
        for colour in range(4):
            place = 1 << column if colour == kind // 7 else int(s.column[colour])
            if place & 0b111 << left:
                across |= IN_COLOUR << 7 * colour
        across &= kinds
        for top in range(max(0, row - 2), min(4, row) + 1):
            kept = across & (0b111 << top) * IN_ROW_1
            if ones(kept) > most:
                most, best = ones(kept), kept
        if s.options & EDGE and 1 << row & EDGE_ROWS:
            kept = across & EDGE_ROWS * IN_ROW_1
            if ones(kept) > most:
                most, best = ones(kept), kept
    return best


@compiled
def staying(s: Record, kind: int, column: int) -> int:
    """The kinds on the board once this one lies in this column, all others being collected."""
    kinds = kinds_of(s.board) | 1 << kind
    if fits(s, rows_of(kinds), columns_of(s) | 1 << column):
        return kinds
    return kept_by(s, kind, column)


@compiled
def bonus(s: Record, kinds: int) -> int:
    """The points for a card that has just occupied an empty space (Y-9 to Y-12, Y-35)."""
    spaces = ones(kinds)
    if spaces >= 8:
        return 1 if spaces == 8 else 3
    if s.options & EDGE and spaces >= 5 and not rows_of(kinds) & ~EDGE_ROWS:
        return 1 if spaces == 5 else 3
    return 0


@compiled
def lay(s: Record, kind: int, column: int) -> None:
    seat = s.turn
    card = 1 << kind
    if not s.hand[seat] & card:
        card <<= KINDS
    twin = card << KINDS if card <= FIRST else card >> KINDS
    s.hand[seat] ^= card
    if s.board & twin:  # Y-8: stacked, and Y-9: no bonus
        s.board |= card
        return
    if s.may_hand[seat] & twin:
        blur(s, card, twin)
    kinds = staying(s, kind, column)
    s.board |= card
    s.column[kind // 7] = 1 << column
    lost = s.board & ~(kinds | kinds << KINDS)
    if lost:
        s.stack[seat] |= lost
        remember_collected(s, seat, lost)
        s.board ^= lost
        for colour in range(4):
            if not kinds >> 7 * colour & IN_COLOUR:
                s.column[colour] = 0  # Y-7
    s.mark[seat] = max(0, s.mark[seat] - bonus(s, kinds))  # Y-13


# -- the turn


@compiled
def legal(s: Record, moves: Codes) -> int:
    count = 0
    if s.phase == LAYING:
        kinds = kinds_of(s.hand[s.turn])
        free = ~columns_of(s) & IN_COLOUR
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            places = int(s.column[kind // 7])
            if not places:
                places = free
            while places:
                moves[count] = 7 * kind + lowest(places)
                count += 1
                places &= places - 1
        if s.laid:  # Y-4
            moves[count] = DONE
            count += 1
    elif s.phase == REFILLING:
        moves[0], moves[1] = REFILL, KEEP
        count = 2
    elif s.phase == CHOOSING:
        moves[0], moves[1] = FROM_PILE, FROM_STACK
        count = 2
    elif s.phase < OVER:
        kinds = kinds_of(source(s))
        while kinds:
            moves[count] = lowest(kinds)
            count += 1
            kinds &= kinds - 1
    return count


@compiled
def random_move(s: Record, rng: Rng) -> int:
    if s.phase == REFILLING:
        return REFILL + below(rng, 2)
    if s.phase == CHOOSING:
        return FROM_PILE + below(rng, 2)
    kinds = kinds_of(s.hand[s.turn])
    known = fixed_kinds(s)
    settled, loose = kinds & known, kinds & ~known
    free = ~columns_of(s) & IN_COLOUR
    columns = ones(free)
    one_place = ones(settled)
    places = one_place + columns * ones(loose)
    k = below(rng, places + (1 if s.laid else 0))
    if k < one_place:
        kind = nth(settled, k)
        return 7 * kind + lowest(int(s.column[kind // 7]))
    if k == places:
        return DONE
    k -= one_place
    return 7 * nth(loose, k // columns) + nth(free, k % columns)


@compiled
def apply(s: Record, move: int) -> None:
    if s.phase >= DEALING:
        receive_kind(s, move)
    elif move < PLACES:
        kind = move // 7
        lay(s, kind, move - 7 * kind)
        s.laid += 1
        seat = s.turn
        if s.hand[seat] == 0:  # Y-15, Y-16
            s.may_hand[seat] = 0
            s.phase = CHOOSING if ones(s.stack[seat]) >= HAND else DRAWING  # Y-18
        elif s.laid == 2:
            s.phase = DRAWING if s.seats <= 3 else REFILLING
    elif move in (DONE, KEEP):
        next_turn(s)
    elif move == FROM_STACK:
        s.phase = TAKING
        s.may_hand[s.turn] = s.may_stack[s.turn]
    else:
        s.phase = DRAWING


@compiled
def next_turn(s: Record) -> None:
    s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0
    s.laid = 0
    s.phase = LAYING


@compiled
def score(s: Record) -> None:
    """A scoring: markers advance, and the game ends or penalty cards join the pile (Y-26, Y-31)."""
    s.scorings += 1
    s.neutral = NEUTRAL_START  # Y-25
    furthest = 0
    for seat in range(s.seats):
        s.mark[seat] += ones(s.stack[seat])
        furthest = max(furthest, s.mark[seat])
    if furthest >= FINISH:
        s.phase = OVER
        return
    for seat in range(s.seats):
        s.stack[seat] = 0
        s.may_pile |= s.may_stack[seat]
        s.may_stack[seat] = 0
    next_turn(s)


@compiled
def scores(s: Record, out: Codes) -> None:
    for seat in range(s.seats):
        out[seat] = s.mark[seat]


@compiled
def foresee(view: Record, move: int, out: Codes) -> None:
    """The cards that would be collected, as a set; the bonus."""
    out[:2] = 0
    if move >= PLACES:
        return
    kind = move // 7
    if kinds_of(view.board) >> kind & 1:
        return
    kinds = staying(view, kind, move - 7 * kind)
    out[0] = view.board & ~(kinds | kinds << KINDS)
    out[1] = bonus(view, kinds)


register(STATE, globals())
