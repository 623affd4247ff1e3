"""A game of OpenSpiel: the list of its moves, the state that they lead to, and who saw them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

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


@compiled
def open_game(states: States, moves: Codes) -> tuple[int, int]:
    """Who acts, and the number of legal moves."""
    return actor(states[0]), legal(states[0], moves)


@compiled
def advance(states: States, move: int, moves: Codes, count: int) -> tuple[int, int, int]:
    """Play one of the `count` legal moves; who saw it, who acts then, and how many are legal."""
    s = states[0]
    k = 0
    while k < count and moves[k] != move:
        k += 1
    if k == count:
        return ILLEGAL, 0, count
    witness = receiver(s) if actor(s) == CHANCE else EVERYONE
    apply(s, move)
    return witness, actor(s), 0 if actor(s) == NOBODY else legal(s, moves)


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


class Position:
    """Shares nothing that changes with its copies; pickled, it is the list of moves."""

    __slots__ = ("actor", "count", "left", "line", "moves", "state", "table", "witness")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.state = start_of(table).copy()
        self.moves = np.empty(MOST_MOVES, np.int64)
        self.line: list[int] = []
        self.witness: list[int] = []  # who saw each of them: a seat, or EVERYONE
        self.left = table.most  # decisions
        self.actor, self.count = open_game(self.state, self.moves)

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

    def __deepcopy__(self, memo: Any) -> "Position":
        other = object.__new__(Position)
        other.table, other.left = self.table, self.left
        other.actor, other.count = self.actor, self.count
        other.state, other.moves = self.state.copy(), self.moves.copy()
        other.line, other.witness = self.line.copy(), self.witness.copy()
        return other

    def play(self, move: int) -> None:
        witness, actor, self.count = advance(self.state, move, self.moves, self.count)
        if witness == ILLEGAL:
            raise IllegalMove("Action %(action)d is not legal now.", action=move)
        if self.actor >= 0:
            self.left -= 1
        else:
            move += ACTIONS[self.table.game]
        self.line.append(move)
        self.witness.append(witness)
        if actor == NOBODY or (actor >= 0 and not self.left):
            self.actor, self.count = TERMINAL, 0
        else:
            self.actor = actor

    def legal(self) -> list[int]:
        return self.moves[: self.count].tolist()

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
