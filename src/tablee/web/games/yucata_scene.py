"""Yucata' as it is drawn: where everything lies, and what it is called."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from tablee.observation.yucata import YucataObservation
from tablee.web.games.base import Words
from tablee.web.games.yucata_words import effect, label, with_article

STONES = {"o": "good", "x": "bad", "*": "final", ".": ""}
PICTURES = {"S": "sword", "C": "chameleon"}


class Card(NamedTuple):
    """A card as it lies somewhere."""

    value: str
    picture: str  # its id in the drawings
    key: str  # the same in hand and on the pile
    copies: str  # for a chameleon in hand: the card whose way it goes now


class Space(NamedTuple):
    """A space of the track; stones lie only beyond all amulets."""

    number: int
    stone: str  # "good", "bad", "final" or nothing
    amulets: tuple[int, ...]  # the seats whose amulets stand here
    says: str  # what lies there, as long as no amulet stands there


class Place(NamedTuple):
    """A legal move, where it ends."""

    move: str
    space: int
    slot: int
    marks: str  # the ids of the spaces on the way
    good: int
    bad: int
    label: str
    says: str


class Slot(NamedTuple):
    """A card in hand."""

    number: int
    value: str
    name: str
    card: Card
    playable: bool
    barred: bool  # one's turn, but not for this card


class Seat(NamedTuple):
    """What lies before a seat."""

    space: int
    good: int
    bad: int
    worth: int  # good stones that would be left if all were counted now
    keeper: bool  # has the final stone
    cards: int
    top: Card | None  # of the pile
    top_name: str
    newest: bool  # nobody has laid a card since
    recalled: str  # the cards in hand, for who wants to be reminded


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    spaces: tuple[Space, ...]
    places: tuple[Place, ...]
    hand: tuple[Slot, ...]
    seats: tuple[Seat, ...]
    me: int  # whose amulet the viewer moves; -1 for a spectator
    source: str
    sink: str


def scene(seen: YucataObservation, memory: bool, words: Words) -> Track:
    mover = seen.movers[-1] if seen.movers else 0
    return Track(
        spaces=tuple(spaces(seen, words)),
        places=tuple(places(seen, words)),
        hand=tuple(hand(seen, words)),
        seats=tuple(chairs(seen, memory, words)),
        me=-1 if seen.seat is None else seen.seat,
        source=f"pile-{seen.seat}",
        sink=f"stones-{mover}",
    )


def spaces(seen: YucataObservation, words: Words) -> Iterator[Space]:
    for number, stone in enumerate(seen.track):
        if number in seen.spaces:
            standing = [seat for seat, space in enumerate(seen.spaces) if space == number]
            yield Space(number, STONES[stone], tuple(standing), "")
        else:
            yield lying(number, STONES[stone], words)


@cache
def lying(number: int, stone: str, words: Words) -> Space:
    _ = words._
    match stone:
        case "good":
            says = _("Space %(space)s: a good stone", space=number)
        case "bad":
            says = _("Space %(space)s: a bad stone", space=number)
        case "final":
            says = _("Space %(space)s: the final stone", space=number)
        case _:
            says = _("Space %(space)s: empty", space=number)
    return Space(number, stone, (), says)


def places(seen: YucataObservation, words: Words) -> Iterator[Place]:
    for made in seen.moves:
        start = seen.spaces[seen.actor or 0]
        yield Place(
            made.move,
            made.space,
            seen.hand.index(made.move),
            " ".join(f"space-{space}" for space in range(start + 1, made.space + 1)),
            made.good,
            made.bad,
            words._("%(card)s: to space %(space)s", card=label(made.move, words), space=made.space),
            effect(made, words),
        )


def hand(seen: YucataObservation, words: Words) -> Iterator[Slot]:
    playable = {each.move for each in seen.moves}
    banned = barred(seen)
    for number, value in enumerate(seen.hand):
        copies = (seen.effect or "") if value == "C" else ""
        yield Slot(
            number,
            value,
            name(value, copies, value == banned, words),
            card_of(value, seen.seat, copies),
            value in playable,
            value == banned,
        )


def barred(seen: YucataObservation) -> str | None:
    """The card in hand that can't be laid now (U-4, U-7, U-10)."""
    if seen.seat is None or seen.seat != seen.actor or len(seen.hand) == 1:
        return None
    return seen.previous or "C"


def name(value: str, copies: str, banned: bool, words: Words) -> str:
    """A card in hand, and what there is to know of it now."""
    _, card = words._, label(value, words)
    if banned and value == "C" and not copies:
        return _("%(card)s: there is nothing to copy yet", card=card)
    if banned:
        return _("%(card)s: not now, it was laid just before", card=card)
    if copies:
        return _("%(card)s, now like %(other)s", card=card, other=with_article(copies, words))
    return card


def card_of(value: str, seat: int | None, copies: str = "") -> Card:
    return Card(value, PICTURES.get(value, f"card-{value}"), f"{seat}-{value}", copies)


def chairs(seen: YucataObservation, memory: bool, words: Words) -> Iterator[Seat]:
    hands = seen.memory["hands"] if memory else [[]] * seen.seats
    last = seen.movers[-1] if seen.movers else None
    for seat, top in enumerate(seen.tops):
        yield Seat(
            seen.spaces[seat],
            seen.good[seat],
            seen.bad[seat],
            seen.good[seat] - given(seen, seat),
            seat == seen.keeper,
            seen.cards[seat],
            None if top is None else card_of(top, seat),
            "" if top is None else label(top, words),
            seat == last,
            "" if seat == seen.seat else ", ".join(label(card, words) for card in hands[seat]),
        )


def given(seen: YucataObservation, seat: int) -> int:
    """Good stones that a seat gives back for its bad ones (U-16, U-19)."""
    bad = seen.bad[seat] - excused(seen, seat)
    return min(seen.good[seat], bad * (bad + 1) // 2)


def excused(seen: YucataObservation, seat: int) -> int:
    """Bad stones that the final stone takes away (U-18)."""
    return int(seat == seen.keeper and seen.bad[seat] > 0)
