"""Yucata', by the rulings U-1 to U-27. Nothing is random and nothing hidden after the set-up."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tablee.rules.bits import below, nth, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import NOBODY, BadOption, Codes, Record, Rng, States, record_of, register

NAME = "yucata"
RULES = 1
SEATS = range(2, 5)  # U-3
OPTIONS = ("layout",)
LOWEST_WINS = False
GOAL = 38
GOOD_STONES, BAD_STONES = 25, 9
MOVES = ("1", "2", "3", "4", "5", "S", "C")
CHANCES: tuple[str, ...] = ()
SWORD, CHAMELEON, NONE = 5, 6, -1
ALL_CARDS = 0b1111111

# Our own layouts: the printed board's is in none of the sources (U-21). All are fair: with two
# seats and perfect play they end in a draw (docs/solver.md).
LAYOUTS = {
    "ceiba": "....ooxxxoooxoooooooxoooooooxoooxxxooo*",
    "agave": "....xooooooxooooooxoxxooxooxoxooooooxo*",
    "iguana": "....ooooxooooooooxoooxxoooxoxoxxoxoooo*",
    "jaguar": "....oooooxooooxoxoxoxoxoxoxooooxoooooo*",
    "quetzal": "....ooooooooxxxxooooxooooxxxxooooooooo*",
    "tikal": "....ooooooooooooxxxxxxxxxooooooooooooo*",
}
DEFAULT_LAYOUT = "ceiba"

STATE = record_of(
    ("good", np.int64),  # the layout: good stones as bits, by space
    ("bad", np.int64),
    ("seats", np.int8),
    ("turn", np.int8),  # a seat, or NOBODY
    ("card", np.int8),  # the previous player's printed card, NONE on the first turn (U-8)
    ("effect", np.int8),  # what that card did: never CHAMELEON (U-6)
    ("keeper", np.int8),  # who has the final stone
    ("lead", np.int8),  # the furthest amulet; stones lie only beyond it
    ("space", np.int8, 4),
    ("hand", np.int8, 4),  # cards as bits
    ("top", np.int8, 4),  # the card on top of each pile, all that one may look at (U-24)
    ("won", np.int8, 4),  # good stones collected
    ("lost", np.int8, 4),  # bad stones collected
)


def why_illegal(layout: str) -> BadOption | None:
    """The condition that a layout breaks; None for a legal one (U-22, U-23)."""
    if len(layout) != GOAL + 1:
        return BadOption(
            "A layout has 39 characters, one a space; this one has %(count)d.", count=len(layout)
        )
    if odd := re.search(r"[^.ox*]", layout):
        return BadOption(
            "A layout is written with '.', 'o', 'x' and '*' only; this one has %(character)s.",
            character=repr(odd[0]),
        )
    if layout[:4] != "....":
        return BadOption("The first four spaces (0 to 3) must be empty.")
    if layout[GOAL] != "*" or layout.count("*") != 1:
        return BadOption("The final stone must lie on the last space (38), and only there.")
    if "." in layout[4:]:
        return BadOption(
            "Spaces 4 to 37 each hold a stone; space %(space)d is empty.",
            space=layout.index(".", 4),
        )
    if (bad := layout.count("x")) != BAD_STONES:
        return BadOption(
            "There are 25 good stones and 9 bad ones; this layout has %(good)d and %(bad)d.",
            good=GOOD_STONES + BAD_STONES - bad,
            bad=bad,
        )
    if layout[GOAL - 1] != "o":
        return BadOption(
            "A good stone must lie between the final stone and any bad one: on space 37."
        )
    return None


def random_layout(random_below: Callable[[int], int]) -> str:
    """Any legal layout, each as likely: nine of the spaces 4 to 36 are bad (U-21)."""
    spaces = list(range(4, GOAL - 1))
    bad = {spaces.pop(random_below(len(spaces))) for _ in range(BAD_STONES)}
    stones = "".join("x" if space in bad else "o" for space in range(4, GOAL))
    return f"....{stones}*"


def settle(seats: int, options: Mapping[str, Any], below: Callable[[int], int]) -> dict[str, Any]:
    layout = options.get("layout", DEFAULT_LAYOUT)
    if layout == "random":
        layout = random_layout(below)
    if not isinstance(layout, str):
        raise BadOption("A layout is a name, 'random', or 39 characters.")
    layout = LAYOUTS.get(layout, layout)
    if problem := why_illegal(layout):
        if not re.fullmatch(r"[a-z-]{1,30}", layout):
            raise problem
        raise BadOption(
            "There is no layout %(name)s; there are %(known)s, or 39 characters of your own.",
            name=repr(layout),
            known=", ".join([*LAYOUTS, "random"]),
        )
    return {"layout": layout}


def begin(seats: int, first: int, options: Mapping[str, Any]) -> States:
    state = np.zeros(1, STATE)
    layout = options["layout"]
    state["good"] = sum(1 << space for space, stone in enumerate(layout) if stone == "o")
    state["bad"] = sum(1 << space for space, stone in enumerate(layout) if stone == "x")
    state["seats"], state["turn"] = seats, first
    state["hand"][0, :seats] = ALL_CARDS
    for field in ("card", "effect", "keeper", "top"):
        state[field] = NONE
    return state


@compiled
def actor(s: Record) -> int:
    return s.turn


@compiled
def playable(s: Record) -> int:
    """The cards that the seat to act may lay, as bits."""
    hand = int(s.hand[s.turn])
    if s.card == NONE:
        return hand & ~(1 << CHAMELEON)  # U-4
    others = hand & ~(1 << int(s.card))  # U-7, U-9
    return others or hand  # U-10


@compiled
def legal(s: Record, moves: Codes) -> int:
    cards = playable(s)
    count = 0
    for card in range(7):
        if cards >> card & 1:
            moves[count] = card
            count += 1
    return count


@compiled
def random_move(s: Record, rng: Rng) -> int:
    cards = playable(s)
    return nth(cards, below(rng, ones(cards)))


@compiled
def landing(s: Record, card: int) -> int:
    """The space on which the amulet of the seat to act lands with this card."""
    effect = int(s.effect) if card == CHAMELEON else card  # U-5, U-6
    start = int(s.lead) if effect == SWORD else int(s.space[s.turn]) + effect  # U-14
    return min(GOAL, start + 1)  # U-11


@compiled
def swept(s: Record, target: int) -> int:
    """The spaces passed, and the one reached, on which stones still lie, as bits (U-15)."""
    lead = int(s.lead)
    return (2 << target) - (2 << lead) if target > lead else 0


@compiled
def apply(s: Record, move: int) -> None:
    seat = s.turn
    target = landing(s, move)
    if target > s.lead:
        stones = swept(s, target)
        s.won[seat] += ones(s.good & stones)
        s.lost[seat] += ones(s.bad & stones)
        s.lead = target
        if target == GOAL:
            s.keeper = seat
    s.space[seat] = target
    s.hand[seat] ^= 1 << move
    s.top[seat] = move
    s.card = move
    if move != CHAMELEON:
        s.effect = move
    if target == GOAL:
        s.turn = NOBODY  # U-12
        return
    seat += 1
    s.turn = seat if seat < s.seats else 0
    if s.hand[s.turn] == 0:  # U-20: this seat began the cycle, so all hands are empty
        for q in range(s.seats):
            s.hand[q] = ALL_CARDS
            s.top[q] = NONE


@compiled
def scores(s: Record, out: Codes) -> None:
    for seat in range(s.seats):
        bad = int(s.lost[seat])
        if s.keeper == seat and bad > 0:
            bad -= 1  # U-19
        out[seat] = max(0, s.won[seat] - bad * (bad + 1) // 2)  # U-16, U-18


@compiled
def hide(s: Record, seat: int, view: Record) -> None:
    """Everybody saw every card laid: a perfect memory knows all hands (U-24)."""
    view.good, view.bad, view.seats, view.turn = s.good, s.bad, s.seats, s.turn
    view.card, view.effect, view.keeper, view.lead = s.card, s.effect, s.keeper, s.lead
    for q in range(4):
        view.space[q], view.hand[q], view.top[q] = s.space[q], s.hand[q], s.top[q]
        view.won[q], view.lost[q] = s.won[q], s.lost[q]


@compiled
def imagine(view: Record, seat: int, rng: Rng, s: Record) -> None:
    hide(view, seat, s)


@compiled
def foresee(view: Record, move: int, out: Codes) -> None:
    """The landing space; the good, bad and final stones swept."""
    target = landing(view, move)
    stones = swept(view, target)
    out[0] = target
    out[1] = ones(view.good & stones)
    out[2] = ones(view.bad & stones)
    out[3] = stones >> GOAL & 1


@compiled
def chance(s: Record, rng: Rng) -> None:
    return


@compiled
def pool(s: Record) -> int:
    return 0


@compiled
def pick(s: Record, k: int) -> int:
    return NONE


@compiled
def receiver(s: Record) -> int:
    return NONE


register(STATE, globals())
