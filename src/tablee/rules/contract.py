"""What every game provides, and the drivers that run any of them.

A game is a list of small moves; a seat chooses some, chance the others. A state is one NumPy
record. Compiled code that works for every game calls the functions below: each is dispatched on
the type of the record when it is compiled, which costs nothing and can be stored.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from types import NoneType
from typing import Any, Protocol, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import from_dtype
from numba.extending import overload

from tablee.rules.compiling import compiled

CHANCE = -1
NOBODY = -2
EVERYONE = -3
MOST_MOVES = 128

Record = Any  # a record scalar: Numba and NumPy have no common type for it, nor for its fields
States = npt.NDArray[Any]  # records of one game
Rng = npt.NDArray[np.uint64]  # the one word that bits.generator gives
Codes = npt.NDArray[np.int64]  # moves as small numbers


def record_of(*fields: Any) -> Any:
    """The type of a state: without padding, whose bytes nobody would own."""
    return np.dtype((np.record, np.dtype(list(fields))))


Function = TypeVar("Function", bound=Callable[..., Any])


class Refusal(ValueError):
    """What was asked for can't be: one sentence, kept with its values so that it can be translated.

    The values have names in it, as in `Refusal("Column %(column)s is taken.", column="c")`.
    """

    def __init__(self, template: str, /, **values: Any) -> None:
        super().__init__(filled(template, values))
        self.template, self.values = template, values

    def sentence(self, gettext: Callable[[str], str]) -> str:
        """The same in the language that `gettext` translates to."""
        return filled(gettext(self.template), self.values, gettext)


def filled(
    template: str, values: Mapping[str, Any], gettext: Callable[[str], str] | None = None
) -> str:
    """A sentence with its values, some of which may be refusals to be translated as well."""
    if not values:
        return template
    return template % {
        name: value.sentence(gettext) if gettext and isinstance(value, Refusal) else value
        for name, value in values.items()
    }


class BadOption(Refusal):
    """What was asked of a new game does not exist."""


class IllegalMove(Refusal):
    """The move can't be played now."""


def quoted(value: Any) -> str:
    """What somebody wrote, short enough for a sentence about it."""
    if isinstance(value, str):
        return repr(value[:30])
    if isinstance(value, int) and value.bit_length() > 60:
        return "a huge number"
    return repr(value) if isinstance(value, (int, float, NoneType)) else f"a {type(value).__name__}"


class Game(Protocol):
    """A module of rules: what Python needs beside the compiled functions below."""

    NAME: str
    RULES: int  # counted up when a fix changes what a recorded game means
    SEATS: range
    OPTIONS: tuple[str, ...]
    LOWEST_WINS: bool
    STATE: Any
    MOVES: tuple[str, ...]  # the text of each move of a seat, by its code; "" where there is none
    CHANCES: tuple[str, ...]  # the same for chance

    def settle(
        self, seats: int, options: Mapping[str, Any], below: Callable[[int], int]
    ) -> dict[str, Any]:
        """The options with every default filled in, or BadOption."""

    def begin(self, seats: int, first: int, options: Mapping[str, Any]) -> States:
        """One record with nothing dealt yet; `options` come from `settle`."""


_modules: dict[Any, Any] = {}
_types: dict[Any, Any] = {}


def register(state: Any, functions: Mapping[str, Any]) -> None:
    """Make compiled functions reachable by the type of the record that they work on."""
    _modules.setdefault(state, {}).update(functions)
    _types[from_dtype(state)] = _modules[state]


def flag(options: Mapping[str, Any], name: str) -> bool:
    """An option that is off unless it is asked for."""
    value = options.get(name, False)
    if not isinstance(value, bool):
        raise BadOption("The option %(name)s is true or false.", name=name)
    return value


def by_game(stub: Function) -> Function:
    """The function of this name from the rules of the game that the record in front belongs to."""
    name = stub.__name__

    def plain(s: Record, *rest: Any) -> Any:
        return _modules[s.dtype][name](s, *rest)

    @overload(plain, strict=False)  # type: ignore[untyped-decorator]
    def choose(s: Any, *rest: Any) -> Any:
        found = _types[s][name]
        return lambda s, *rest: found(s, *rest)

    return cast(Function, wraps(stub)(plain))


@by_game
def actor(s: Record) -> int:
    """The seat that chooses next, CHANCE, or NOBODY when the game is over."""
    raise NotImplementedError


@by_game
def legal(s: Record, moves: Codes) -> int:
    """Write the moves of the actor, chance included, in ascending order; how many."""
    raise NotImplementedError


@by_game
def apply(s: Record, move: int) -> None:
    """Play a legal move; everything that is forced follows by itself."""
    raise NotImplementedError


@by_game
def random_move(s: Record, rng: Rng) -> int:
    """Any legal move of the seat to act, each as likely, without listing them."""
    raise NotImplementedError


@by_game
def pool(s: Record) -> int:
    """At a chance move: how many cards are equally likely."""
    raise NotImplementedError


@by_game
def pick(s: Record, k: int) -> int:
    """At a chance move: the move that card number k of the pool stands for."""
    raise NotImplementedError


@by_game
def receiver(s: Record) -> int:
    """At a chance move: the only seat that will see it, or EVERYONE."""
    raise NotImplementedError


@by_game
def chance(s: Record, rng: Rng) -> None:
    """Let chance play until a seat has to choose or the game is over."""
    raise NotImplementedError


@by_game
def scores(s: Record, out: Codes) -> None:
    """Write each seat's score as it would count now."""
    raise NotImplementedError


@by_game
def hide(s: Record, seat: int, view: Record) -> None:
    """Copy into `view` what this seat (or EVERYONE: a spectator) may know, memory included."""
    raise NotImplementedError


@by_game
def imagine(view: Record, seat: int, rng: Rng, s: Record) -> None:
    """Write a random complete state that agrees with what `seat` knows."""
    raise NotImplementedError


@by_game
def foresee(view: Record, move: int, out: Codes) -> None:
    """Write what a legal move of the actor will bring about: numbers that each game explains."""
    raise NotImplementedError


@compiled
def play_out(s: Record, rng: Rng, most: int) -> int:
    """Random play to the end, or for `most` decisions; how many were made."""
    for made in range(most):
        if actor(s) == CHANCE:
            chance(s, rng)
        if actor(s) == NOBODY:
            return made
        apply(s, random_move(s, rng))
    return most


@compiled
def play_games(states: States, start: States, games: int, most: int, rng: Rng, sums: Codes) -> int:
    """Whole random games from `start` in states[0]; adds up the scores, gives the decisions."""
    s = states[0]
    out = np.zeros(sums.shape[0], np.int64)
    made = 0
    for _ in range(games):
        states[0] = start[0]
        made += play_out(s, rng, most)
        scores(s, out)
        for seat in range(sums.shape[0]):
            sums[seat] += out[seat]
    return made


@compiled
def step(states: States, i: int, move: int, moves: Codes, rng: Rng) -> int:
    """Play a move in states[i], let chance follow, list the next moves; 0 when the game is over."""
    s = states[i]
    apply(s, move)
    if actor(s) == CHANCE:
        chance(s, rng)
    return 0 if actor(s) == NOBODY else legal(s, moves)


@compiled
def list_moves(states: States, i: int, moves: Codes) -> int:
    return legal(states[i], moves)
