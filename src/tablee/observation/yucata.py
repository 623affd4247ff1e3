"""Yucata': what the table shows."""

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from tablee.observation.base import Json, Observation, unpack
from tablee.rules import yucata as rules
from tablee.rules.contract import IllegalMove


class YucataMove(NamedTuple):
    move: str
    space: int  # where the amulet lands
    good: int  # stones that it sweeps
    bad: int
    final: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class YucataObservation(Observation):
    game: ClassVar[str] = rules.NAME

    track: str  # the 39 spaces with the stones that still lie there
    spaces: tuple[int, ...]  # of each seat's amulet
    good: tuple[int, ...]  # stones collected by each seat
    bad: tuple[int, ...]
    keeper: int | None  # who has the final stone
    hand: tuple[str, ...]  # one's own cards; none for a spectator
    cards: tuple[int, ...]  # how many each seat holds
    tops: tuple[str | None, ...]  # the card on top of each pile
    previous: str | None  # the card that was laid last, which can't be repeated
    effect: str | None  # what a chameleon would do now

    @property
    def memory(self) -> dict[str, Json]:
        """Every card is laid openly, so all hands can be known (U-24)."""
        hands = self.view["hand"][0, : self.seats].tolist()
        return {"hands": [list(CARDS[hand]) for hand in hands]}


NAMES = (*rules.MOVES, None)  # the last one is NONE, -1
CARDS = tuple(
    tuple(name for card, name in enumerate(rules.MOVES) if hand >> card & 1)
    for hand in range(rules.ALL_CARDS + 1)
)


def moves(codes: list[int], ahead: list[list[int]]) -> list[YucataMove]:
    return [
        YucataMove(rules.MOVES[code], space, good, bad, final == 1)
        for code, (space, good, bad, final) in zip(codes, ahead, strict=False)
    ]


def observe(**known: Any) -> YucataObservation:
    s = unpack(known["view"])
    seat, seats = known["seat"], known["seats"]
    hands = s["hand"].tolist()[:seats]
    layout: str = known["options"]["layout"]
    return YucataObservation(
        **known,
        track="." * (s["lead"] + 1) + layout[s["lead"] + 1 :],
        spaces=tuple(s["space"].tolist()[:seats]),
        good=tuple(s["won"].tolist()[:seats]),
        bad=tuple(s["lost"].tolist()[:seats]),
        keeper=None if s["keeper"] == rules.NONE else s["keeper"],
        hand=() if seat is None else CARDS[hands[seat]],
        cards=tuple([hand.bit_count() for hand in hands]),
        tops=tuple([NAMES[top] for top in s["top"].tolist()[:seats]]),
        previous=NAMES[s["card"]],
        effect=NAMES[s["effect"]],
    )


def why_not(seen: YucataObservation, move: str) -> IllegalMove:
    """Why a move of the game can't be made now."""
    if move not in seen.hand:
        return IllegalMove("The card %(card)s is not in hand.", card=move)
    if seen.previous is None:
        return IllegalMove(
            "The very first card of the game can't be the chameleon: there is nothing to copy."
        )
    return IllegalMove(
        "The previous player laid %(card)s, and it is not the last card in hand.", card=move
    )
