"""A game being played: its moves so far, text in and out, and what each seat may know of it."""

import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np

from tablee.observation import OBSERVERS, Observation
from tablee.observation.base import UNDO as UNDO
from tablee.rules import GAMES
from tablee.rules.compiling import compiled
from tablee.rules.contract import (
    CHANCE,
    EVERYONE,
    MOST_MOVES,
    NOBODY,
    BadOption,
    Codes,
    Game,
    IllegalMove,
    States,
    actor,
    apply,
    foresee,
    hide,
    legal,
    pick,
    pool,
    quoted,
    receiver,
    scores,
)

FORMAT = "tablee/1"
UNSEEN = "~?"
TITLES = {"yucata": "Yucata'", "hornochsen": "Hornochsen!", "yellowstone": "Yellowstone Park"}

Below = Callable[[int], int]


def is_whole(value: Any) -> bool:
    """Whether this is a plain integer, which truth values are to Python as well."""
    return isinstance(value, int) and not isinstance(value, bool)


# What playing a move brings to light, as compiled code writes it down.
WITNESS, ACTOR, POOL, MOVE = range(4)


@compiled
def make(states: States, move: int, news: Codes) -> None:
    """Play a move; who saw it, who acts next, and of how many cards chance then gives one."""
    s = states[0]
    news[WITNESS] = receiver(s) if actor(s) == CHANCE else EVERYONE
    apply(s, move)
    news[ACTOR] = actor(s)
    news[POOL] = pool(s) if actor(s) == CHANCE else 0


@compiled
def give(states: States, k: int, news: Codes) -> None:
    """Let chance give card number k of its pool."""
    news[MOVE] = pick(states[0], k)
    make(states, news[MOVE], news)


@compiled
def play_line(states: States, start: States, line: Codes, news: Codes) -> None:
    """Play all these moves from the start."""
    states[0] = start[0]
    for move in line:
        apply(states[0], move)
    news[ACTOR] = actor(states[0])
    news[POOL] = pool(states[0]) if actor(states[0]) == CHANCE else 0


@compiled
def list_moves(states: States, moves: Codes) -> int:
    return legal(states[0], moves)


@compiled
def list_pool(states: States, moves: Codes) -> int:
    """The move for each card that chance may give; like cards count each."""
    count = pool(states[0])
    for k in range(count):
        moves[k] = pick(states[0], k)
    return count


@compiled
def scores_of(states: States, out: Codes) -> None:
    scores(states[0], out)


@compiled
def look(states: States, seat: int, views: States, moves: Codes, ahead: Any) -> int:
    """What a seat may know and, if it is to act, its moves with what they bring about."""
    view = views[0]
    hide(states[0], seat, view)
    if actor(view) != seat:
        return 0
    count = legal(view, moves)
    for k in range(count):
        foresee(view, moves[k], ahead[k])
    return count


@compiled
def look_ahead(states: States, move: int, views: States, ahead: Any) -> None:
    """What a legal move of the acting seat brings about, for what that seat may know."""
    view = views[0]
    hide(states[0], actor(states[0]), view)
    foresee(view, move, ahead[0])


class Match:
    """One game of a list of moves; seats and chance play it, by their moves' text."""

    def __init__(
        self, game: Game, seats: int, first: int, options: Mapping[str, Any], below: Below | None
    ) -> None:
        """Options come from the game's `settle`; without `below`, chance is played by hand."""
        self._rules = game
        self.seats, self.first = seats, first
        self.options: Mapping[str, Any] = MappingProxyType(dict(options))
        self._below = below
        self._start = game.begin(seats, first, options)
        self._state = self._start.copy()
        self._codes = {text: code for code, text in enumerate(game.MOVES) if text}
        self._chances = {text: code for code, text in enumerate(game.CHANCES) if text}
        self._moves = np.empty(MOST_MOVES, np.int64)
        self._ahead = np.empty((MOST_MOVES, 4), np.int64)
        self._news = np.zeros(4, np.int64)
        self._played: list[str] = []  # everything, moves that were taken back and undo included
        self._witness: list[int] = []  # who saw each of them
        self._movers: list[int] = []  # who made each of them
        self._line: list[int] = []  # the moves that count
        self._by: list[int] = []  # who made each of these
        self._seen: dict[int, list[str]] = {}
        self._now: list[int] | None = None  # the legal moves, once they were asked for
        self._replay()
        self._let_chance_play()

    @property
    def game(self) -> str:
        return self._rules.NAME

    @property
    def actor(self) -> int | None:
        """A seat, CHANCE, or None when the game is over."""
        return None if self._actor == NOBODY else self._actor

    @property
    def played(self) -> tuple[str, ...]:
        """All moves so far, secret ones included."""
        return tuple(self._played)

    def moves(self) -> list[str]:
        """The legal moves of the actor, chance included, sorted."""
        texts = self._rules.CHANCES if self._actor == CHANCE else self._rules.MOVES
        return sorted([texts[code] for code in self._legal()])

    def _legal(self) -> list[int]:
        if self._now is None:
            over = self._actor == NOBODY
            count = 0 if over else list_moves(self._state, self._moves)
            self._now = self._moves[:count].tolist()
        return self._now

    def pool(self) -> list[str]:
        """The equally likely moves of chance, sorted, like ones repeated; none for a seat."""
        if self._actor != CHANCE:
            return []
        count = list_pool(self._state, self._moves)
        return sorted([self._rules.CHANCES[code] for code in self._moves[:count].tolist()])

    def odds(self) -> dict[str, float]:
        """The probability of each chance move; nothing when it is not chance's turn."""
        pool = self.pool()
        return {card: many / len(pool) for card, many in Counter(pool).items()}

    def outcome(self, move: str) -> Any:
        """What a legal move of the acting seat brings about, as its observation lists it."""
        code = self._code(move)
        look_ahead(self._state, code, self._empty_view(), self._ahead)
        (found,) = OBSERVERS[self.game].moves([code], self._ahead[:1].tolist())
        return found

    def witness(self, number: int) -> int | None:
        """The only seat that saw the move of this number, counted from 0; None if all did."""
        witness = self._witness[number]
        return None if witness == EVERYONE else witness

    def play(self, move: str) -> None:
        """Play a move of the actor; "undo" takes the last one back."""
        if move == UNDO:
            self._take_back()
        else:
            self._make(self._code(move))
            self._let_chance_play()

    @property
    def undoable(self) -> bool:
        """Whether the actor may take back: only within the own turn, never past a chance move."""
        return bool(self._by) and self._by[-1] == self._actor >= 0

    def _take_back(self) -> None:
        if not self.undoable:
            raise IllegalMove("Only a move of one's own turn can be taken back.")
        self._line.pop()
        self._by.pop()
        self._note(UNDO, EVERYONE)
        self._replay()

    def _replay(self) -> None:
        play_line(self._state, self._start, np.array(self._line, np.int64), self._news)
        self._go_on()

    def _go_on(self) -> None:
        self._actor, self._pool = self._news[[ACTOR, POOL]].tolist()
        self._now = None

    def _let_chance_play(self) -> None:
        while self._below is not None and self._actor == CHANCE:
            give(self._state, self._below(self._pool), self._news)
            self._made(int(self._news[MOVE]))

    def _make(self, code: int) -> None:
        make(self._state, code, self._news)
        self._made(code)

    def _made(self, code: int) -> None:
        texts = self._rules.CHANCES if self._actor == CHANCE else self._rules.MOVES
        self._line.append(code)
        self._by.append(self._actor)
        self._note(texts[code], int(self._news[WITNESS]))
        self._go_on()

    def _note(self, text: str, witness: int) -> None:
        self._played.append(text)
        self._witness.append(witness)
        self._movers.append(self._actor)

    def _code(self, move: str) -> int:
        """The code of a legal move, or IllegalMove."""
        known = self._chances if self._actor == CHANCE else self._codes
        code = known.get(move) if isinstance(move, str) else None
        if code is not None and code in self._legal():
            return code
        raise self._why_not(move)

    def _why_not(self, move: Any) -> IllegalMove:
        title = TITLES[self.game]
        if self._actor == NOBODY:
            return IllegalMove("The game is over.")
        if not isinstance(move, str):
            return IllegalMove("A move is written as text.")
        if move not in self._codes and move not in self._chances:
            return IllegalMove("%(move)s is not a move of %(game)s.", move=quoted(move), game=title)
        if self._actor == CHANCE:
            return IllegalMove(
                "It is the turn of chance, which plays moves such as %(move)s.",
                move=self._rules.CHANCES[-1],
            )
        if move in self._chances:
            return IllegalMove("It is the turn of seat %(seat)d, not of chance.", seat=self._actor)
        refusal: IllegalMove = OBSERVERS[self.game].why_not(self.observe(self._actor), move)
        return refusal

    def scores(self) -> list[int]:
        """Each seat's score as it would count now."""
        out = np.zeros(self.seats, np.int64)
        scores_of(self._state, out)
        return out.tolist()

    def winners(self) -> list[int]:
        """The seats that share the win, none before the end; the lowest win Yellowstone Park."""
        if self._actor != NOBODY:
            return []
        results = self.scores()
        best = min(results) if self._rules.LOWEST_WINS else max(results)
        return [seat for seat, result in enumerate(results) if result == best]

    def _viewer(self, seat: int | None) -> int:
        if seat is None:
            return EVERYONE
        if not is_whole(seat) or seat not in range(self.seats):
            raise BadOption(
                "There is no seat %(seat)s; there are 0 to %(last)d.",
                seat=quoted(seat),
                last=self.seats - 1,
            )
        return seat

    def history(self, seat: int | None) -> tuple[str, ...]:
        """The moves as a seat, or a spectator, saw them."""
        viewer = self._viewer(seat)
        seen = self._seen.setdefault(viewer, [])
        for k in range(len(seen), len(self._played)):
            hidden = self._witness[k] not in (EVERYONE, viewer)
            seen.append(UNSEEN if hidden else self._played[k])
        return tuple(seen)

    def _empty_view(self) -> States:
        return np.frombuffer(bytearray(self._rules.STATE.itemsize), self._rules.STATE)

    def observe(self, seat: int | None) -> Observation:
        """All that a seat may know; None stands for a spectator."""
        viewer = self._viewer(seat)
        view = self._empty_view()
        count = look(self._state, viewer, view, self._moves, self._ahead)
        observer = OBSERVERS[self.game]
        over = self._actor == NOBODY
        moves = observer.moves(self._moves[:count].tolist(), self._ahead[:count].tolist())
        observed: Observation = observer.observe(
            seat=seat,
            seats=self.seats,
            first=self.first,
            options=dict(self.options),
            actor=self.actor,
            moves=tuple(sorted(moves)),
            history=self.history(seat),
            movers=tuple(self._movers),
            scores=tuple(self.scores()) if over else None,
            winners=tuple(self.winners()),
            view=view,
        )
        return observed

    def record(self) -> dict[str, Any]:
        """The whole game, ready for JSON: nothing but the list of moves and how it began."""
        return {
            "format": FORMAT,
            "game": self.game,
            "rules": self._rules.RULES,
            "seats": self.seats,
            "first": self.first,
            "options": dict(self.options),
            "moves": self._played.copy(),
        }


def new(game: str, seats: int, *, first: int = 0, **options: Any) -> Match:
    """A game in which nothing is dealt yet, and chance is played by hand."""
    return _begin(game, seats, first, options, secrets.randbelow, None)


def deal(
    game: str, seats: int, *, seed: int | None = None, first: int = 0, **options: Any
) -> Match:
    """A game in which chance plays by itself, from the seed or the system's entropy."""
    if seed is not None and not is_whole(seed):
        raise BadOption("A seed is a whole number.")
    below = secrets.randbelow if seed is None else Random(seed).randrange
    return _begin(game, seats, first, options, below, below)


def _begin(
    name: str,
    seats: int,
    first: int,
    options: Mapping[str, Any],
    below: Below,
    chance: Below | None,
) -> Match:
    game, settled = settle(name, seats, first, options, below)
    return Match(game, seats, first, settled, chance)


def settle(
    name: str, seats: int, first: int, options: Mapping[str, Any], below: Below
) -> tuple[Game, dict[str, Any]]:
    """The rules of a game and all its options, or BadOption; nothing is compiled for it."""
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        raise BadOption(
            "There is no game %(name)s; there are %(known)s.",
            name=quoted(name),
            known=", ".join(GAMES),
        )
    least, most = game.SEATS[0], game.SEATS[-1]
    if not is_whole(seats) or seats not in game.SEATS:
        raise BadOption(
            "%(game)s has %(least)d to %(most)d seats, not %(seats)s.",
            game=TITLES[game.NAME],
            least=least,
            most=most,
            seats=quoted(seats),
        )
    if not is_whole(first) or first not in range(seats):
        raise BadOption(
            "The first player is a seat from 0 to %(last)d, not %(first)s.",
            last=seats - 1,
            first=quoted(first),
        )
    for option in options:
        if option not in game.OPTIONS:
            raise BadOption(
                "%(game)s has no option %(option)s, only %(known)s.",
                game=TITLES[game.NAME],
                option=quoted(option),
                known=", ".join(game.OPTIONS),
            )
    return game, game.settle(seats, options, below)
