"""Positions of Yellowstone Park, described as they lie on a table, and what lies where."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import tablee
from tablee import Match
from tablee.observation.yellowstone import YellowstoneMove, YellowstoneObservation, cards_of
from tablee.rules import yellowstone as rules
from tests.rules.positions import edit

CARDS = Counter(dict.fromkeys(rules.KIND_NAMES, 2))


def left_over(*used: str) -> list[str]:
    """All cards that these texts do not name, in some order."""
    left = CARDS - Counter(name[:2] for text in used for name in text.split())
    cards = list(left.elements())
    Random(1).shuffle(cards)
    return cards


def position(
    board: str,
    hands: Sequence[str],
    stacks: Sequence[str] = (),
    *,
    marks: Sequence[int] = (),
    turn: int = 0,
    neutral_on: int = rules.NEUTRAL_START,
    **options: Any,
) -> Match:
    """A game in which `turn` is to lay a first card; all that is not named lies in the pile.

    The board is written as moves ("B3d B3d R4e"), hands and stacks as cards. Everybody saw how
    the stacks came together, and nobody has drawn from one.
    """
    unused = rules.ALL

    def take(names: str) -> int:
        nonlocal unused
        cards = 0
        for name in names.split():
            card = 1 << rules.KIND_NAMES.index(name[:2])
            if not unused & card:
                card <<= rules.KINDS
            assert unused & card, f"{name} is there a third time"
            unused ^= card
            cards |= card
        return cards

    match = tablee.new("yellowstone", len(hands), first=turn, **options)
    columns = {place[0]: rules.COLUMNS.index(place[2]) for place in board.split()}
    lies = take(board)
    stacked = [take(names) for names in stacks]
    unseen = unused
    return edit(
        match,
        board=lies,
        column=[1 << columns[c] if c in columns else 0 for c in rules.COLOURS],
        stack=stacked,
        may_stack=stacked,
        may_pile=unseen,
        may_hand=[unseen] * len(hands),
        hand=[take(names) for names in hands],
        mark=list(marks) or [rules.START] * len(hands),
        neutral=neutral_on,
        phase=rules.LAYING,
    )


def look(match: Match, seat: int | None = None) -> YellowstoneObservation:
    seen = match.observe(seat)
    assert isinstance(seen, YellowstoneObservation)
    return seen


def foretold(match: Match, move: str) -> YellowstoneMove:
    """What the seat to act is told of one of its moves."""
    told: dict[str, YellowstoneMove] = {each.move: each for each in look(match, match.actor).moves}
    return told[move]


def board(match: Match) -> list[str]:
    """What lies on the board, as moves."""
    spaces = look(match).board
    return sorted(space.card + space.column for space in spaces for _ in range(space.cards))


def hands(match: Match) -> list[Counter[str]]:
    return [Counter(cards_of(int(cards))) for cards in match._state["hand"][0, : match.seats]]


def stacks(match: Match) -> list[Counter[str]]:
    return [Counter(cards_of(int(cards))) for cards in match._state["stack"][0, : match.seats]]


def pile(match: Match) -> Counter[str]:
    lies = Counter(place[:2] for place in board(match))
    return CARDS - lies - sum(hands(match) + stacks(match), Counter())


def draw(match: Match) -> Counter[str]:
    """Let chance play, giving the first card it can; what was drawn."""
    drawn: Counter[str] = Counter()
    while match.actor == tablee.CHANCE:
        move = match.moves()[0]
        drawn[move[1:]] += 1
        match.play(move)
    return drawn
