"""Yellowstone Park as it is drawn: where everything lies, and what it is called."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self

from tablee.observation.base import UNDO
from tablee.observation.yellowstone import Space, YellowstoneMove, YellowstoneObservation
from tablee.rules.contract import CHANCE
from tablee.rules.yellowstone import COLOURS, COLUMNS, FINISH
from tablee.web.games.base import Action, Words
from tablee.web.games.yellowstone_words import card_name, effect, label

ANIMALS = {"B": "trout", "G": "elk", "R": "bison", "Y": "eagle"}
CHOICES = ("done", "refill", "keep", "pile", "penalties")


class Card(NamedTuple):
    """A card as it lies somewhere."""

    colour: str
    number: str
    animal: str
    key: str  # the same wherever it moves; tells nothing but whether the viewer laid it
    source: str  # the id of where it came from, if not from where new cards come from


class Lying(NamedTuple):
    """A space of the park with one card, or two like cards."""

    id: str
    place: str
    says: str
    cards: tuple[Card, ...]
    fresh: bool  # laid on this turn


class Area(NamedTuple):
    """A block of spaces, in columns and rows from the upper left corner."""

    x: int
    y: int
    width: int
    height: int


class Place(NamedTuple):
    """A legal move, where it happens."""

    move: str
    place: str
    slots: str
    marks: str
    looks: str  # "cost", "gain" or nothing
    tag: str  # the points that it costs and gains
    label: str
    says: str


class Slot(NamedTuple):
    """A card in hand."""

    number: int
    value: str
    name: str
    card: Card
    playable: bool


class Seat(NamedTuple):
    """What lies before a seat."""

    mark: int
    space: int  # of the score track
    beside: int  # how many markers of earlier seats stand on the same space
    cards: int
    stack: int


class Row(NamedTuple):
    """The cards of one colour."""

    colour: str
    animal: str
    numbers: str


class Recall(NamedTuple):
    """What a perfect memory knows of a hidden place."""

    sure: bool  # or else possible only
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Park:
    lying: tuple[Lying, ...]
    possible: tuple[Area, ...]  # what the matrices that are still possible cover
    fixed: tuple[Area, ...]  # the matrix, once there is only one; an edge matrix has two parts
    places: tuple[Place, ...]
    hand: tuple[Slot, ...]
    actions: tuple[Action, ...]
    seats: tuple[Seat, ...]
    pile: int
    neutral: int | None
    laid: int
    source: str
    sink: str
    hands: tuple[Recall | None, ...]  # what one may remember of them
    stacks: tuple[Recall | None, ...]
    unseen: Recall | None  # of the draw pile


def scene(seen: YellowstoneObservation, memory: bool, words: Words) -> Park:
    past = Past.of(seen)
    possible, fixed = matrices(seen)
    recalled = seen.memory if memory else {}
    unknown = (None,) * seen.seats
    return Park(
        lying=tuple(lying(seen, past, words)),
        possible=possible,
        fixed=fixed,
        places=tuple(places(seen, words)),
        hand=tuple(hand(seen, past, words)),
        actions=tuple(actions(seen, words)),
        seats=tuple(chairs(seen)),
        pile=seen.pile,
        neutral=seen.neutral,
        laid=seen.laid,
        source=past.source,
        sink=f"stack-{past.last}",
        hands=tuple(others(seen, recalled["hands"])) if memory else unknown,
        stacks=tuple(map(recall, recalled["stacks"])) if memory else unknown,
        unseen=recall(recalled["pile"]) if memory else None,
    )


def backwards(seen: YellowstoneObservation) -> Iterator[tuple[int, str]]:
    """The moves of seats that count, each with its seat, the latest first."""
    undone = 0
    for seat, move in zip(reversed(seen.movers), reversed(seen.history), strict=True):
        if move == UNDO:
            undone += 1
        elif seat != CHANCE:
            if not undone:
                yield seat, move
            undone = max(0, undone - 1)


class Past(NamedTuple):
    """What the moves so far say of what lies in the park."""

    layers: dict[str, list[int]]  # who laid each card, the latest first; nobody laid the first one
    fresh: set[str]  # laid on this turn
    last: int  # the seat that made the last move
    source: str

    @classmethod
    def of(cls, seen: YellowstoneObservation) -> Self:
        layers: dict[str, list[int]] = {space.card: [] for space in seen.board}
        many = {space.card: space.cards for space in seen.board}
        missing = sum(many.values())
        fresh: list[str] = []
        last, source = -1, "pile"
        for seat, move in backwards(seen):
            if last < 0:
                last = seat
                source = f"stack-{seat}" if move == "penalties" else "pile"
            card = move[:2]
            if move in CHOICES:
                continue
            if len(fresh) < seen.laid:
                fresh.append(card)
            if len(layers.get(card, ())) < many.get(card, 0):
                layers[card].append(seat)
                missing -= 1
            if not missing:
                break
        return cls(layers, set(fresh), max(0, last), source)


def lying(seen: YellowstoneObservation, past: Past, words: Words) -> Iterator[Lying]:
    _ = words._
    for space in seen.board:
        name = card_name(space.card, words)
        said = (
            _("%(card)s twice in column %(column)s", card=name, column=space.column)
            if space.cards > 1
            else _("%(card)s in column %(column)s", card=name, column=space.column)
        )
        yield Lying(
            spot(space),
            f"r{space.card[1]} c{space.column}",
            said,
            tuple(stacked(space, past.layers[space.card], seen.seat)),
            space.card in past.fresh,
        )


def spot(space: Space) -> str:
    return f"cell-{space.card[1]}-{space.column}"


def stacked(space: Space, layers: list[int], me: int | None) -> Iterator[Card]:
    """The cards of a space, from below. One's own have the keys that they had in hand."""
    unlaid = space.cards - len(layers)
    own = 0
    for height in range(space.cards):
        seat = None if height < unlaid else layers[space.cards - 1 - height]
        if seat is None:
            yield card_of(space.card, f"{space.card}-{height}", "pile")
        elif seat == me:
            yield card_of(space.card, f"{space.card}.{own}", "")
            own += 1
        else:
            yield card_of(space.card, f"{space.card}-{height}", f"seat-{seat}")


def card_of(card: str, key: str, source: str) -> Card:
    return Card(card[0], card[1], ANIMALS[card[0]], key, source)


def matrices(seen: YellowstoneObservation) -> tuple[tuple[Area, ...], tuple[Area, ...]]:
    """What all matrices that cover the cards cover together; and the matrix, if it is the only one.

    The matrices of a kind can be shifted independently along rows and columns.
    """
    rows = [int(space.card[1]) for space in seen.board]
    columns = [COLUMNS.index(space.column) for space in seen.board]
    if not rows:
        return (), ()
    left, right = max(0, max(columns) - 2), min(4, min(columns))
    top, bottom = max(0, max(rows) - 3), min(4, min(rows) - 1)
    width = right - left + 3
    found, areas = 0, []
    if top <= bottom:
        found += (right - left + 1) * (bottom - top + 1)
        areas.append(Area(left, top, width, bottom - top + 3))
    if seen.options["edge"] and {1, 7}.issuperset(rows):
        found += right - left + 1
        areas += [Area(left, 0, width, 1), Area(left, 6, width, 1)]
    return tuple(areas), tuple(areas) if found == 1 else ()


def places(seen: YellowstoneObservation, words: Words) -> Iterator[Place]:
    spots = {space.card: spot(space) for space in seen.board}
    for each in seen.moves:
        if each.move in CHOICES:
            continue
        card, column = each.move[:2], each.move[2]
        marks = list(dict.fromkeys(spots[taken] for taken in each.collected))
        if each.bonus:
            marks.append(f"mark-{seen.seat}")
        yield Place(
            each.move,
            f"r{card[1]} c{column}",
            " ".join(str(k) for k, held in enumerate(seen.hand) if held == card),
            " ".join(marks),
            "cost" if each.collected else "gain" if each.bonus else "",
            tag(each),
            label(each.move, words),
            effect(each, words),
        )


def tag(move: YellowstoneMove) -> str:
    cost = f"+{len(move.collected)}" if move.collected else ""
    gain = f"−{move.bonus}" if move.bonus else ""
    return f"{cost} {gain}".strip()


def hand(seen: YellowstoneObservation, past: Past, words: Words) -> Iterator[Slot]:
    playable = {each.move[:2] for each in seen.moves if each.move not in CHOICES}
    used = {
        card: seats.count(-1 if seen.seat is None else seen.seat)
        for card, seats in past.layers.items()
    }
    for number, card in enumerate(seen.hand):
        copy = used.get(card, 0)
        used[card] = copy + 1
        yield Slot(
            number,
            card,
            card_name(card, words),
            card_of(card, f"{card}.{copy}", ""),
            card in playable,
        )


def actions(seen: YellowstoneObservation, words: Words) -> Iterator[Action]:
    for each in seen.moves:
        if each.move in CHOICES:
            yield Action(
                each.move, label(each.move, words), effect(each, words), each.move != "keep"
            )


def chairs(seen: YellowstoneObservation) -> Iterator[Seat]:
    for seat, mark in enumerate(seen.marks):
        space = min(mark, FINISH)
        beside = sum(min(other, FINISH) == space for other in seen.marks[:seat])
        yield Seat(mark, space, beside, seen.cards[seat], seen.stacks[seat])


def others(
    seen: YellowstoneObservation, hands: list[dict[str, list[str]]]
) -> Iterator[Recall | None]:
    """What one may remember of the hands, the own one left out."""
    for seat, place in enumerate(hands):
        yield None if seat == seen.seat else recall(place)


def recall(place: dict[str, list[str]]) -> Recall | None:
    """A hidden place as a small table; nothing where nothing can lie."""
    cards = place["sure"] or place["possible"]
    if not cards:
        return None
    numbers = {colour: [card[1] for card in cards if card[0] == colour] for colour in COLOURS}
    rows = (Row(each, ANIMALS[each], " ".join(row)) for each, row in numbers.items() if row)
    return Recall(bool(place["sure"]), tuple(rows))
