"""What is hidden from a seat, what it imagines, and how often a card lies where."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tablee import Match
from tablee.rules import yellowstone as rules
from tablee.rules.bits import generator
from tablee.rules.compiling import compiled
from tablee.rules.contract import EVERYONE, Rng, States, actor, hide, imagine, play_out

Sets = npt.NDArray[np.int64]


@compiled
def _hide(states: States, seat: int, views: States) -> None:
    hide(states[0], seat, views[0])


@compiled
def _imagine(views: States, seat: int, rng: Rng, states: States) -> None:
    for k in range(states.shape[0]):
        imagine(views[0], seat, rng, states[k])


@compiled
def finish(states: States, rng: Rng, most: int) -> int:
    """Random play to the end, or for `most` decisions; who acts then."""
    play_out(states[0], rng, most)
    return actor(states[0])


def code(seat: int | None) -> int:
    return EVERYONE if seat is None else seat


def seen_by(state: States, seat: int | None) -> States:
    view = np.zeros(1, state.dtype)
    _hide(state, code(seat), view)
    return view


def imagined(view: States, seat: int | None, rng: Rng, many: int = 1) -> States:
    states = np.zeros(many, view.dtype)
    _imagine(view, code(seat), rng, states)
    return states


def imagine_often(match: Match, seat: int | None, many: int, seed: int = 1) -> States:
    return imagined(seen_by(match._state, seat), seat, generator(seed), many)


def hidden_places(states: Any) -> list[Sets]:
    """Of states of Yellowstone Park: the hands, the stacks, the pile."""
    hands, stacks = states["hand"], states["stack"]
    lying = np.bitwise_or.reduce(hands | stacks, axis=-1) | states["board"]
    columns = [*hands.T, *stacks.T, rules.ALL & ~lying]
    return [np.asarray(each, np.int64) for each in columns]


def may_lie(state: Any) -> list[int]:
    """The cards that may lie in each of these places, to everybody's knowledge."""
    return [*state["may_hand"].tolist(), *state["may_stack"].tolist(), int(state["may_pile"])]


def by_kind(cards: Sets) -> Sets:
    """The same number for sets that nobody can tell apart: kinds there once or twice, and twice."""
    first, second = cards & rules.FIRST, cards >> rules.KINDS
    return (first | second) | (first & second) << rules.KINDS


def shares(states: States) -> npt.NDArray[np.float64]:
    """How many cards of each kind (column) lie in each hidden place (row), on average."""
    return np.array([first + second for first, second in map(often, hidden_places(states))])


def often(sets: Sets) -> npt.NDArray[np.float64]:
    """How often each card is in one of these sets: the first of each kind, and the second."""
    octets = np.ascontiguousarray(sets).view(np.uint8).reshape(-1, 8)
    cards = np.unpackbits(octets, axis=1, bitorder="little").mean(0)
    return np.asarray(cards[: 2 * rules.KINDS].reshape(2, rules.KINDS))
