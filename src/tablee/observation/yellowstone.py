"""Yellowstone Park: what the table shows."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np

from tablee.observation.base import Json, Observation, unpack
from tablee.rules import yellowstone as rules
from tablee.rules import yellowstone_memory as remembering
from tablee.rules.compiling import compiled
from tablee.rules.contract import IllegalMove, States


class YellowstoneMove(NamedTuple):
    move: str
    collected: tuple[str, ...]  # the cards that come onto one's penalty stack
    bonus: int  # the steps that one's marker goes back


class Space(NamedTuple):
    card: str  # a colour and a number, which is also the row: "B3"
    column: str  # "a" to "g"
    cards: int  # 2 for a stack of both like cards


@dataclass(frozen=True, slots=True, kw_only=True)
class YellowstoneObservation(Observation):
    game: ClassVar[str] = rules.NAME

    board: tuple[Space, ...]
    hand: tuple[str, ...]  # one's own cards; none for a spectator
    cards: tuple[int, ...]  # how many each seat holds
    stacks: tuple[int, ...]  # how many penalty cards each seat has
    pile: int
    marks: tuple[int, ...]
    neutral: int | None  # the neutral marker, with two seats
    laid: int  # cards laid on this turn

    @property
    def memory(self) -> dict[str, Json]:
        """For each hidden place the cards that surely lie there, and those that may."""
        may, sizes = known_places(self.view, self.seat)
        places = [place_memory(cards, many) for cards, many in zip(may, sizes, strict=True)]
        if self.seat is not None:
            own = unpack(self.view)
            for first, cards in ((0, own["hand"]), (remembering.STACKS, own["stack"])):
                sure = list(cards_of(int(cards[self.seat])))
                places[first + self.seat] = {"sure": sure, "possible": []}
        stacks = places[remembering.STACKS :]
        return {
            "hands": places[: self.seats],
            "stacks": stacks[: self.seats],
            "pile": places[remembering.PILE],
        }


@lru_cache(maxsize=10_000)
def cards_of(cards: int) -> tuple[str, ...]:
    """The cards of a set by name, ascending, like cards beside each other."""
    return tuple(
        name
        for kind, name in enumerate(rules.KIND_NAMES)
        for _ in range((cards >> kind & 1) + (cards >> kind + rules.KINDS & 1))
    )


@compiled
def places_of(views: States, seat: int, may: Any, sizes: Any) -> None:
    remembering.possible(views[0], seat, may, sizes)


def known_places(view: States, seat: int | None) -> tuple[list[int], list[int]]:
    may = np.empty(remembering.HIDDEN_PLACES, np.int64)
    sizes = np.empty(remembering.HIDDEN_PLACES, np.int64)
    places_of(view, -1 if seat is None else seat, may, sizes)
    return may.tolist(), sizes.tolist()


def place_memory(cards: int, many: int) -> dict[str, Json]:
    listed = list(cards_of(cards))
    if cards.bit_count() == many:
        return {"sure": listed, "possible": []}
    return {"sure": [], "possible": listed}


def moves(codes: list[int], ahead: list[list[int]]) -> list[YellowstoneMove]:
    return [
        YellowstoneMove(rules.MOVES[code], cards_of(collected), bonus)
        for code, (collected, bonus, _, _) in zip(codes, ahead, strict=False)
    ]


def spaces(board: int, columns: list[int]) -> tuple[Space, ...]:
    both = board & board >> rules.KINDS
    kinds = (board | board >> rules.KINDS) & rules.FIRST
    found = []
    while kinds:
        kind = (kinds & -kinds).bit_length() - 1
        kinds &= kinds - 1
        column = rules.COLUMNS[columns[kind // 7].bit_length() - 1]
        found.append(Space(rules.KIND_NAMES[kind], column, 1 + (both >> kind & 1)))
    return tuple(found)


def observe(**known: Any) -> YellowstoneObservation:
    s = unpack(known["view"])
    seat, seats = known["seat"], known["seats"]
    hands, stacks = s["hand"].tolist()[:seats], s["stack"].tolist()[:seats]
    cards, penalties = [~hand for hand in hands], [~stack for stack in stacks]
    own: tuple[str, ...] = ()
    if seat is not None:
        cards[seat], penalties[seat] = hands[seat].bit_count(), stacks[seat].bit_count()
        own = cards_of(hands[seat])
    board = s["board"]
    return YellowstoneObservation(
        **known,
        board=spaces(board, s["column"].tolist()),
        hand=own,
        cards=tuple(cards),
        stacks=tuple(penalties),
        pile=2 * rules.KINDS - board.bit_count() - sum(cards) - sum(penalties),
        marks=tuple(s["mark"].tolist()[:seats]),
        neutral=s["neutral"] if seats == 2 else None,
        laid=s["laid"],
    )


def why_not(seen: YellowstoneObservation, move: str) -> IllegalMove:
    """Why a move of the game can't be made now."""
    asked = [each.move for each in seen.moves]
    if "refill" in asked or "pile" in asked:
        return IllegalMove(
            "Now choose between %(one)s and %(other)s.", one=asked[0], other=asked[1]
        )
    if move == "done":
        return IllegalMove("At least one card must be laid before the turn can end.")
    if move in ("refill", "keep"):
        return IllegalMove("Refilling is chosen after two cards, by four or five players.")
    if move in ("pile", "penalties"):
        return IllegalMove(
            "Where new cards come from is chosen with an empty hand and at least six penalty cards."
        )
    card, column = move[:-1], move[-1]
    if card not in seen.hand:
        return IllegalMove("The card %(card)s is not in hand.", card=card)
    for space in seen.board:
        if space.card[0] == card[0]:
            return IllegalMove(
                "Cards of the colour %(colour)s go to column %(column)s.",
                colour=card[0],
                column=space.column,
            )
    return IllegalMove("Column %(column)s already belongs to another colour.", column=column)
