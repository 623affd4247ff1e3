"""Hornochsen! as it is drawn: where everything lies, and what it is called."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self

from tablee.observation import hornochsen as observation
from tablee.observation.hornochsen import HornochsenMove, HornochsenObservation
from tablee.rules.hornochsen import HEADS, MOST_ON_TURN, ROW_FULL, ROWS
from tablee.web.games.base import Action, Words
from tablee.web.games.hornochsen_words import effect, label, on_row, signed

LOOKS = {1: "g1", 2: "g2", -2: "r2", -3: "r3", -5: "r5", -7: "r7"}  # by what a card counts
SPECIALS = {"x2": ("double", "×2"), "+5": ("plus", "+5")}  # how they look, what stands on them
PLUS = 5
WORTH: list[int] = HEADS.tolist()


class Card(NamedTuple):
    """An ox card as it lies somewhere."""

    number: int
    look: str
    worth: str
    key: str  # the same wherever it moves
    source: str  # the id of where it came from, if it is not one's own
    fresh: bool  # laid on this turn


class Special(NamedTuple):
    """A special card as it lies somewhere."""

    look: str
    sign: str
    name: str
    key: str  # each seat has one of a kind; empty where the same one is shown elsewhere


class Place(NamedTuple):
    """A legal move, at the row where it happens."""

    move: str
    looks: str  # "next" or the special; "cost" or "gain" where the row is taken
    slots: str
    marks: str
    tag: str  # how full the row is then, or the points that come with it
    label: str
    says: str


class Row(NamedTuple):
    id: str
    place: int  # on the circle, clockwise from the top
    end: int
    cards: tuple[Card, ...]
    specials: tuple[Special, ...]
    worth: str
    good: bool
    says: str
    places: tuple[Place, ...]


class Slot(NamedTuple):
    """A card in hand."""

    number: int
    value: str
    name: str
    card: Card | None  # or else
    special: Special | None
    playable: bool


class Seat(NamedTuple):
    """What lies before a seat."""

    cards: int
    specials: tuple[Special, ...]
    taken: int  # rows, face down
    points: str  # in these, if one may remember it, else empty
    factor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Corral:
    circle: int  # rows at the start of the game
    rows: tuple[Row, ...]  # ascending by end number
    hand: tuple[Slot, ...]
    actions: tuple[Action, ...]
    seats: tuple[Seat, ...]
    laid: int
    most: int
    unseen: tuple[int, ...]  # cards that nobody has seen yet, if one may remember it
    source: str
    sink: str


def scene(seen: HornochsenObservation, memory: bool, words: Words) -> Corral:
    past = Past.of(seen)
    slots = tuple(hand(seen, words))
    return Corral(
        circle=int(ROWS[seen.seats]),
        rows=tuple(rows(seen, past, slots, words)),
        hand=slots,
        actions=tuple(
            Action(each.move, label(each.move, words), effect(each, words))
            for each in seen.moves
            if each.row is None
        ),
        seats=tuple(chairs(seen, memory)),
        laid=seen.laid,
        most=MOST_ON_TURN,
        unseen=tuple(seen.memory["unseen"]) if memory else (),
        source="corral",
        sink=f"taken-{past.last}",
    )


class Past(NamedTuple):
    """What the moves so far say of what lies on the table."""

    owners: dict[str, int]  # who laid an ox card, or a special under the row with this card
    fresh: set[str]  # what was laid on this turn
    last: int  # the seat that laid the last card

    @classmethod
    def of(cls, seen: HornochsenObservation) -> Self:
        line = seen.line
        turn = line[len(line) - seen.laid :]
        last = line[-1][0] if line else seen.first
        return cls({move: seat for seat, move in line}, {move for _, move in turn}, last)


def rows(
    seen: HornochsenObservation, past: Past, slots: tuple[Slot, ...], words: Words
) -> Iterator[Row]:
    circle = {starter: place for place, starter in enumerate(seen.starters)}
    held = {slot.value: slot.number for slot in slots}
    places: dict[int, list[Place]] = {row.cards[-1]: [] for row in seen.rows}
    by_end = {row.cards[-1]: row for row in seen.rows}
    for each in seen.moves:
        if each.row is not None:
            slot = held[SPECIALS[each.move[:2]][0] if "@" in each.move else each.move]
            places[each.row].append(place(each, by_end[each.row], slot, words))
    for end, row in by_end.items():
        worth = worth_of(row)
        yield Row(
            row_id(row),
            circle[row.cards[0]],
            end,
            tuple([lying(card, past, seen.seat) for card in row.cards]),
            tuple(tokens(row, past)),
            signed(worth),
            worth >= 0,
            in_words(row, words),
            tuple(places[end]),
        )


def row_id(row: observation.Row) -> str:
    return f"row-{row.cards[0]}"


def worth_of(row: observation.Row) -> int:
    return sum([WORTH[card] for card in row.cards]) + PLUS * row.plus


def lying(card: int, past: Past, me: int | None) -> Card:
    owner = past.owners.get(str(card), me)
    source = "" if owner == me else f"seat-{owner}"
    return ox(card, source, str(card) in past.fresh)


@lru_cache(maxsize=4_000)
def ox(card: int, source: str = "", fresh: bool = False) -> Card:
    worth = WORTH[card]
    return Card(card, LOOKS[worth], signed(worth), f"ox-{card}", source, fresh)


def tokens(row: observation.Row, past: Past) -> Iterator[Special]:
    for name, there in (("x2", row.double), ("+5", row.plus)):
        if there:
            laid = [f"{name}@{card}" for card in row.cards]
            yield special(name, next(past.owners[move] for move in laid if move in past.owners))


def special(name: str, owner: int, keyed: bool = True) -> Special:
    look, sign = SPECIALS[name]
    return Special(look, sign, name, f"{look}-{owner}" if keyed else "")


@lru_cache(maxsize=4_000)
def in_words(row: observation.Row, words: Words) -> str:
    said = words.ngettext(
        "Row of %(cards)s: %(num)s card of 5, %(points)s so far.",
        "Row of %(cards)s: %(num)s cards of 5, %(points)s so far.",
        len(row.cards),
        cards=", ".join(map(str, row.cards)),
        points=signed(worth_of(row)),
    )
    if row.double:
        said += " " + words._("It has “x2”.")
    if row.plus:
        said += " " + words._("It has “+5”.")
    return said


@lru_cache(maxsize=4_000)
def place(move: HornochsenMove, row: observation.Row, slot: int, words: Words) -> Place:
    card, _, under = move.move.partition("@")
    says, end = effect(move, words), row.cards[-1]
    if under:
        look, sign = SPECIALS[card]
        return Place(move.move, look, str(slot), "", sign, on_row(card, end, words), says)
    looks, marks = "next", ""
    tag = f"{len(row.cards) + 1}/{ROW_FULL}"
    if move.collects:
        looks = "next gain" if move.points >= 0 else "next cost"
        marks, tag = row_id(row), signed(move.points) + (" ×2" if move.doubles else "")
    elif len(row.cards) == ROW_FULL - 2:
        says += " " + words._("The next card there takes the row.")
    return Place(card, looks, str(slot), marks, tag, on_row(int(card), end, words), says)


def hand(seen: HornochsenObservation, words: Words) -> Iterator[Slot]:
    if seen.seat is None:
        return
    playable = {each.move.partition("@")[0] for each in seen.moves}
    number = 0
    for card in seen.hand:
        yield Slot(number, str(card), named(card, words), ox(card), None, str(card) in playable)
        number += 1
    for name in seen.specials[seen.seat]:
        held = special(name, seen.seat)
        said = words._("special card “%(special)s”", special=name)
        yield Slot(number, held.look, said, None, held, name in playable)
        number += 1


@lru_cache(maxsize=1_000)
def named(card: int, words: Words) -> str:
    return words.ngettext(
        "%(card)s, counts %(points)s point",
        "%(card)s, counts %(points)s points",
        abs(WORTH[card]),
        card=card,
        points=signed(WORTH[card]),
    )


def chairs(seen: HornochsenObservation, memory: bool) -> Iterator[Seat]:
    recalled = seen.memory if memory else {}
    for seat, taken in enumerate(seen.taken):
        yield Seat(
            seen.cards[seat],
            tuple(special(name, seat, seat != seen.seat) for name in seen.specials[seat]),
            len(taken),
            signed(recalled["points"][seat]) if memory else "",
            1 << recalled["doubles"][seat] if memory else 1,
        )
