"""Hornochsen!: what the table shows."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from tablee.observation.base import UNDO, Json, Observation, unpack
from tablee.rules import hornochsen as rules
from tablee.rules.contract import CHANCE, IllegalMove


class HornochsenMove(NamedTuple):
    move: str
    row: int | None  # the end number of the row that the card goes to
    collects: bool  # whether the row is taken
    points: int  # heads and "+5" that come with it
    doubles: int  # "x2" that come with it


class Row(NamedTuple):
    cards: tuple[int, ...]  # from the starter to the end
    double: bool  # has an "x2"
    plus: bool  # has a "+5"


@dataclass(frozen=True, slots=True, kw_only=True)
class HornochsenObservation(Observation):
    game: ClassVar[str] = rules.NAME

    rows: tuple[Row, ...]  # ascending by end number
    hand: tuple[int, ...]  # one's own ox cards; none for a spectator
    cards: tuple[int, ...]  # how many ox cards each seat holds
    specials: tuple[tuple[str, ...], ...]  # the special cards that each seat still holds
    laid: int  # cards laid on this turn

    @property
    def starters(self) -> tuple[int, ...]:
        """The first cards of all rows there were, ascending; those dealt so far."""
        hands = self.seats * int(rules.HAND_SIZE[self.seats])
        dealt = self.history[hands : hands + int(rules.ROWS[self.seats])]
        return tuple(sorted([int(move[1:]) for move in dealt]))

    @property
    def taken(self) -> tuple[tuple[Row, ...], ...]:
        """The rows that each seat has collected, which lie face down (H-26)."""
        rows = {starter: Row((starter,), double=False, plus=False) for starter in self.starters}
        taken: list[list[Row]] = [[] for _ in range(self.seats)]
        for seat, move in self.line:
            card, _, under = move.partition("@")
            if card == "x2":
                rows[int(under)] = rows[int(under)]._replace(double=True)
            elif card == "+5":
                rows[int(under)] = rows[int(under)]._replace(plus=True)
            else:
                end = max([end for end in rows if end < int(card)], default=max(rows))  # H-4
                row = rows.pop(end)
                row = row._replace(cards=(*row.cards, int(card)))
                if len(row.cards) == rules.ROW_FULL:
                    taken[seat].append(row)
                else:
                    rows[int(card)] = row
        return tuple(map(tuple, taken))

    @property
    def line(self) -> list[tuple[int, str]]:
        """Who laid what, in this order, without what was taken back."""
        line: list[tuple[int, str]] = []
        for seat, move in zip(self.movers, self.history, strict=True):
            if move == UNDO:
                line.pop()
            else:
                line.append((seat, move))
        return [(seat, move) for seat, move in line if seat != CHANCE and move != "done"]

    @property
    def memory(self) -> dict[str, Json]:
        """What lies face down was seen when it was collected (H-26)."""
        s = unpack(self.view)
        on_table = {card for row in self.rows for card in row.cards}
        seen = ox_cards(one_word(s["seen"]))
        return {
            "points": s["points"].tolist()[: self.seats],
            "doubles": s["doubles"].tolist()[: self.seats],
            "collected": [card for card in seen if card not in on_table],
            "unseen": [
                card
                for card in range(1, rules.OX_CARDS + 1)
                if card not in seen and card not in self.hand
            ],
        }


SPECIALS = ((), ("x2",), ("+5",), ("x2", "+5"))


def one_word(words: Any) -> int:
    low, high = words.tolist()
    return int(low | high << rules.HALF)


@lru_cache(maxsize=10_000)
def ox_cards(mask: int) -> tuple[int, ...]:
    """The cards of a set, ascending."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return tuple(found)


@lru_cache(maxsize=10_000)
def row(end: int, third: int, second: int, starter: int, double: int, plus: int) -> Row:
    """A row by its cards from the end inwards; 0 where it is shorter."""
    cards = tuple(card for card in (starter, second, third, end) if card)
    return Row(cards, double == 1, plus == 1)


def rows(ends: int, below: list[int], double: int, plus: int) -> tuple[Row, ...]:
    found = []
    for end in ox_cards(ends):
        third = below[end]
        second = below[third]
        found.append(row(end, third, second, below[second], double >> end & 1, plus >> end & 1))
    return tuple(found)


@lru_cache(maxsize=10_000)
def foretold(code: int, end: int, collects: int, points: int, doubles: int) -> HornochsenMove:
    return HornochsenMove(rules.MOVES[code], end or None, collects == 1, points, doubles)


def moves(codes: list[int], ahead: list[list[int]]) -> list[HornochsenMove]:
    return [foretold(code, *seen) for code, seen in zip(codes, ahead, strict=False)]


def observe(**known: Any) -> HornochsenObservation:
    s = unpack(known["view"])
    seat, seats = known["seat"], known["seats"]
    below = s["below"].tolist()
    double, plus = one_word(s["double"]), one_word(s["plus"])
    hand = () if seat is None else ox_cards(one_word(s["hand"][seat]))
    held = s["hidden"].tolist()[:seats]
    if seat is not None:
        held[seat] = len(hand)
    return HornochsenObservation(
        **known,
        rows=rows(one_word(s["ends"]), below, double, plus),
        hand=hand,
        cards=tuple(held),
        specials=tuple([SPECIALS[special] for special in s["special"].tolist()[:seats]]),
        laid=s["laid"],
    )


def why_not(seen: HornochsenObservation, move: str) -> IllegalMove:
    """Why a move of the game can't be made now."""
    if move == "done":
        return IllegalMove("At least one card must be laid before the turn can end.")
    if "@" not in move:
        return IllegalMove("The card %(card)s is not in hand.", card=move)
    special, end = move.split("@")
    if seen.seat is None or special not in seen.specials[seen.seat]:
        return IllegalMove("The special card %(special)s is not in hand.", special=special)
    if int(end) not in [row.cards[-1] for row in seen.rows]:
        return IllegalMove("No row ends in %(end)s.", end=end)
    return IllegalMove(
        "The row that ends in %(end)s already has an %(special)s.", end=end, special=special
    )
