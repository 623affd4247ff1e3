"""A game of OpenSpiel: the list of its moves, the state that they lead to, and who saw them."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import typeof, types

from tablee.envs.episodes import WIN, pay, stop
from tablee.envs.features import ACTIONS
from tablee.rules import GAMES, hornochsen, yellowstone
from tablee.rules.compiling import compiled
from tablee.rules.contract import (
    CHANCE,
    EVERYONE,
    MOST_MOVES,
    NOBODY,
    Codes,
    IllegalMove,
    States,
    actor,
    apply,
    legal,
    pick,
    pool,
    receiver,
    scores,
)

Advance = Callable[[States, int, Codes], tuple[int, int, int, int]]

TERMINAL = -4  # who acts after the end, as OpenSpiel counts
ILLEGAL = -9

# In the list of a game's moves, those of chance are counted on after those of the seats.
TEXTS = {game: (*rules.MOVES, *rules.CHANCES) for game, rules in GAMES.items()}


class Table(NamedTuple):
    """What was chosen when the game was loaded."""

    game: str
    seats: int
    options: tuple[tuple[str, Any], ...]  # with every default filled in
    most: int  # decisions after which the game is over, whatever is going on

    @property
    def draws(self) -> int:
        """The most moves of chance: once all is dealt, only cards that were laid are replaced."""
        if self.game == "yucata":
            return 0
        if self.game == "hornochsen":
            return int(self.seats * hornochsen.HAND_SIZE[self.seats] + hornochsen.ROWS[self.seats])
        return self.seats * yellowstone.HAND + 1 + self.most

    @property
    def length(self) -> int:
        """The most moves of a game, those of chance included."""
        return self.most + self.draws


# One array is passed to compiled code sooner than several numbers: behind the legal moves stand
# their count, the decisions that are left, and what is added to a move of chance in the list.
COUNT, LEFT, SHIFT = range(MOST_MOVES, MOST_MOVES + 3)
DESK = MOST_MOVES + 3


@compiled
def list_legal(states: States, desk: Codes) -> tuple[int, int]:
    """Write the legal moves; who acts, and how many there are."""
    s = states[0]
    acting = actor(s)
    if acting == NOBODY or (acting >= 0 and desk[LEFT] == 0):
        acting, desk[COUNT] = TERMINAL, 0
    else:
        desk[COUNT] = legal(s, desk)
    return acting, desk[COUNT]


@compiled
def advance(states: States, move: int, desk: Codes) -> tuple[int, int, int, int]:
    """Play a move and list the next ones; who acts then, how many there are, the move's number in
    the list of a game, and who saw it."""
    s = states[0]
    k = 0
    while k < desk[COUNT] and desk[k] != move:
        k += 1
    if k == desk[COUNT]:
        return 0, 0, 0, ILLEGAL
    number, witness = move, EVERYONE
    if actor(s) == CHANCE:
        number, witness = move + desk[SHIFT], receiver(s)
    else:
        desk[LEFT] -= 1
    apply(s, move)
    acting, count = list_legal(states, desk)
    return acting, count, number, witness


@compiled
def count_pool(states: States, many: Codes) -> int:
    """How many cards each move of chance stands for, and of all of them."""
    many[:] = 0
    cards = pool(states[0])
    for k in range(cards):
        many[pick(states[0], k)] += 1
    return cards


@compiled
def settle(states: States, out: Codes, rewards: Any, lowest_wins: bool) -> None:
    """What each seat gets; a game that is not over counts as stopped here."""
    if actor(states[0]) == NOBODY:
        scores(states[0], out)
    else:
        stop(states[0], out)
    pay(out, WIN, lowest_wins, rewards)


@lru_cache(maxsize=64)
def start_of(table: Table) -> States:
    return GAMES[table.game].begin(table.seats, 0, dict(table.options))


@lru_cache(maxsize=64)
def advance_in(table: Table) -> Advance:
    """`advance` for the states of a game: to search for it at each call takes as long as a move."""
    if numba.config.DISABLE_JIT:
        return advance
    dispatcher: Any = advance
    entry: Advance = dispatcher.compile((typeof(start_of(table)), types.int64, types.int64[::1]))
    return entry


class Position:
    """Shares nothing that changes with its copies; pickled, it is the list of moves."""

    __slots__ = ("actor", "advance", "count", "desk", "line", "state", "table", "witness")

    def __init__(self, table: Table) -> None:
        self.table, self.advance = table, advance_in(table)
        self.state = start_of(table).copy()
        self.desk = np.zeros(DESK, np.int64)
        self.desk[LEFT], self.desk[SHIFT] = table.most, ACTIONS[table.game]
        self.line: list[int] = []
        self.witness: list[int] = []  # who saw each of them: a seat, or EVERYONE
        self.actor, self.count = list_legal(self.state, self.desk)

    @classmethod
    def after(cls, table: Table, moves: Iterable[int]) -> "Position":
        position = cls(table)
        for move in moves:
            position.play(move)
        return position

    def played(self) -> list[int]:
        """The moves by their codes."""
        actions = ACTIONS[self.table.game]
        return [number if number < actions else number - actions for number in self.line]

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.after, (self.table, self.played())

    def copy(self) -> "Position":
        other = object.__new__(Position)
        other.table, other.advance = self.table, self.advance
        other.actor, other.count = self.actor, self.count
        other.state, other.desk = self.state.copy(), self.desk.copy()
        other.line, other.witness = self.line.copy(), self.witness.copy()
        return other

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()

    def play(self, move: int) -> None:
        actor, count, number, witness = self.advance(self.state, move, self.desk)
        if witness == ILLEGAL:
            raise IllegalMove("Action %(action)d is not legal now.", action=move)
        self.actor, self.count = actor, count
        self.line.append(number)
        self.witness.append(witness)

    @property
    def left(self) -> int:
        """Decisions until the game is stopped."""
        return self.desk.item(LEFT)

    def legal(self) -> list[int]:
        return self.desk[: self.count].tolist()

    def odds(self) -> list[tuple[int, float]]:
        """The probability of each move of chance."""
        many = np.empty(MOST_MOVES, np.int64)
        cards = count_pool(self.state, many)
        return [(move, many.item(move) / cards) for move in self.legal()]

    def returns(self) -> list[float]:
        """What each seat gets at the end: a win is 1, shared by the winners, paid by the others."""
        rewards = np.zeros(self.table.seats)
        if self.actor == TERMINAL:
            out = np.zeros(self.table.seats, np.int64)
            settle(self.state, out, rewards, GAMES[self.table.game].LOWEST_WINS)
        return rewards.tolist()

    def __str__(self) -> str:
        texts = TEXTS[self.table.game]
        return " ".join([texts[number] for number in self.line])
