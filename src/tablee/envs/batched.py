"""Many games of one kind, played side by side in arrays."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.bots.policies import choose
from tablee.envs.atomic import elsewhere, load
from tablee.envs.crew import (
    GIVEN,
    NONE,
    PATIENCE,
    QUIT,
    Crew,
    collect,
    give_back,
    give_way,
    hand_out,
    rest,
    take,
)
from tablee.envs.episodes import REWARDS, pay, stop, vary
from tablee.envs.features import ACTIONS, ROWS, features, legal_bits
from tablee.envs.features.base import Plane, row_type
from tablee.envs.features.spreading import put_64
from tablee.match import is_whole, new
from tablee.rules import GAMES
from tablee.rules.bits import below
from tablee.rules.compiling import compiled
from tablee.rules.contract import (
    CHANCE,
    NOBODY,
    BadOption,
    Codes,
    IllegalMove,
    Record,
    States,
    actor,
    apply,
    chance,
    quoted,
    record_of,
    scores,
)
from tablee.simulate import MOST, POLICIES

MOST_SEATS = 6
NO_POLICY = NO_MOVE = -1
OVER, STOPPED = 1, 2
NEVER = 1 << 40
GAMES_A_THREAD = 256  # with fewer, so it was measured, another thread may cost more than it does
PIECE = 32  # games that one thread plays before it looks what is left to do
# Decisions after which a game is stopped: one of Yellowstone Park may have no end (Y-37).
MOST_OF = {"yucata": NEVER, "hornochsen": NEVER, "yellowstone": MOST}

# What belongs to one game of a batch beside its state: a line of the cache.
DESK = record_of(
    ("bits", np.int64, 5),  # the legal moves
    ("rng", np.uint64, 1),
    ("made", np.int64),  # decisions in this game
    ("table", np.int64),  # where its ways to begin are, one for each first seat
)
# What all games of a batch have in common.
TERMS = record_of(
    ("most", np.int64),
    ("reward", np.int64),
    ("any_first", np.int64),  # whether the first seat is drawn for each game
    ("varied", np.int64),  # whether the layout is
    ("lowest_wins", np.int64),
    ("against", np.int64),  # the policy of all seats but 0, or NO_POLICY
)
# What a step tells of one game beside observation and mask.
NEWS = record_of(
    ("scores", np.int64, MOST_SEATS),
    ("rewards", np.float32, MOST_SEATS),
    ("actor", np.int8),
    ("terminated", np.bool_),
    ("truncated", np.bool_),
    ("unused", np.int8, 5),
)
MASKS = {
    game: row_type((Plane("legal", 64 * -(-count // 64), 0, 1, "what may be done"),))
    for game, count in ACTIONS.items()
}

Array = npt.NDArray[Any]


class Step(NamedTuple):
    """What a step wrote, a row for each game."""

    observations: Array  # int8 (n, size): what the seat to act knows
    masks: Array  # int8 (n, actions): 1 for each legal action
    actors: Array  # int8 (n): the seat to act
    rewards: Array  # float32 (n, seats): of a game that has just ended, else 0
    scores: Array  # int64 (n, seats): likewise
    terminated: Array  # bool (n): the game has just ended; the observation is of the next one
    truncated: Array  # bool (n): it was ended because it took too long


@compiled
def begin(states: States, i: int, starts: States, desk: Record, terms: Record) -> None:
    """A new game, dealt."""
    table = desk.table
    if terms.any_first:
        table += below(desk.rng, int(starts[table].seats))
    states[i] = starts[table]
    s = states[i]
    if terms.varied:
        vary(s, desk.rng)
    if actor(s) == CHANCE:
        chance(s, desk.rng)
    desk.made = 0


@compiled
def move_on(s: Record, move: int, desk: Record, terms: Record) -> int:
    """A move and the chance after it; OVER, STOPPED, or 0 when the game goes on."""
    apply(s, move)
    if actor(s) == CHANCE:
        chance(s, desk.rng)
    desk.made += 1
    if actor(s) == NOBODY:
        return OVER
    return STOPPED if desk.made == terms.most else 0


@compiled
def settle(s: Record, ended: int, terms: Record, news: Record) -> None:
    seats = int(s.seats)
    if ended == OVER:
        scores(s, news.scores)
    else:
        stop(s, news.scores)
    pay(news.scores[:seats], terms.reward, terms.lowest_wins != 0, news.rewards)
    news.terminated = ended == OVER
    news.truncated = ended == STOPPED


@compiled
def reply(s: Record, desk: Record, terms: Record) -> int:
    """The move of a seat that a policy plays, or NO_MOVE."""
    if terms.against == NO_POLICY or actor(s) == 0:
        return NO_MOVE
    return choose(terms.against, s, desk.rng)


@compiled
def show(s: Record, desk: Record, row: Record, mask: Record) -> None:
    """Write what the seat to act knows, and what it may do."""
    features(s, actor(s), row)
    legal_bits(s, desk.bits)
    words = mask.words
    for k in range(len(words) // 8):
        put_64(words, 8 * k, desk.bits[k])


@compiled
def allowed(desk: Record, move: int, actions: int) -> bool:
    return 0 <= move < actions and (desk.bits[move >> 6] >> (move & 63) & 1) == 1


@compiled
def step_range(
    states: States,
    moves: Codes,
    starts: States,
    desks: States,
    terms: States,
    rows: States,
    masks: States,
    news: States,
    first: int,
    last: int,
) -> None:
    """Play in games `first` to `last - 1`, and write what comes of it; NO_MOVE begins a game."""
    its = terms[0]
    for i in range(first, last):
        s, desk, told = states[i], desks[i], news[i]
        for seat in range(MOST_SEATS):
            told.scores[seat] = 0
            told.rewards[seat] = 0
        told.terminated = told.truncated = False
        move = moves[i]
        if move == NO_MOVE:
            begin(states, i, starts, desk, its)
            move = reply(s, desk, its)
        while move != NO_MOVE:
            ended = move_on(s, move, desk, its)
            if ended:
                settle(s, ended, its, told)
                begin(states, i, starts, desk, its)
            move = reply(s, desk, its)
        told.actor = actor(s)
        show(s, desk, rows[i], masks[i])


@compiled
def share(
    board: Codes,
    its: int,
    states: States,
    moves: Codes,
    starts: States,
    desks: States,
    terms: States,
    rows: States,
    masks: States,
    news: States,
) -> bool:
    """Play in as many games as others leave; whether there were any."""
    any_left = False
    while True:
        piece = take(board, its)
        if piece == NONE:
            return any_left
        any_left = True
        step_range(
            states,
            moves,
            starts,
            desks,
            terms,
            elsewhere(rows, board[GIVEN]),
            elsewhere(masks, board[GIVEN + 1]),
            elsewhere(news, board[GIVEN + 2]),
            PIECE * piece,
            min(PIECE * (piece + 1), len(states)),
        )
        give_back(board)


@compiled
def step_all(
    board: Codes,
    states: States,
    moves: Codes,
    starts: States,
    desks: States,
    terms: States,
    rows: States,
    masks: States,
    news: States,
) -> None:
    """Play in all games, with the help of who is there."""
    board[GIVEN] = rows.ctypes.data
    board[GIVEN + 1] = masks.ctypes.data
    board[GIVEN + 2] = news.ctypes.data
    hand_out(board)
    share(board, 0, states, moves, starts, desks, terms, rows, masks, news)
    collect(board)


@compiled
def serve(
    board: Codes,
    its: int,
    states: States,
    moves: Codes,
    starts: States,
    desks: States,
    terms: States,
    rows: States,
    masks: States,
    news: States,
) -> None:
    """What a helper does all its life."""
    looks = 0
    while not load(board, QUIT):
        if share(board, its, states, moves, starts, desks, terms, rows, masks, news):
            looks = 0
        elif looks < PATIENCE:
            looks += 1
            give_way()
        else:
            looks = 0
            rest(board)


@compiled
def first_illegal(desks: States, moves: Codes, actions: int) -> int:
    """The first game whose move is not legal; as many as there are games, if there is none."""
    for i in range(moves.shape[0]):
        if not allowed(desks[i], moves[i], actions):
            return i
    return moves.shape[0]


def positive(what: str, value: Any) -> int:
    if not is_whole(value) or value < 1:
        raise BadOption(
            "%(what)s is a whole number from 1 on, not %(value)s.", what=what, value=quoted(value)
        )
    return int(value)


def seats_of_each(n: int, seats: int | Sequence[int]) -> list[int]:
    found = list(seats) if isinstance(seats, Sequence) else [seats] * n
    if len(found) != n:
        raise BadOption(
            "There are %(games)d games, but seats for %(seats)d.", games=n, seats=len(found)
        )
    return found


def one_of(what: str, name: Any, known: dict[str, int]) -> int:
    if name not in known:
        raise BadOption(
            "%(what)s is one of %(known)s, not %(name)s.",
            what=what,
            known=", ".join(known),
            name=quoted(name),
        )
    return known[name]


def ways_to_begin(
    game: str, seats: Iterable[int], first: int | None, options: Mapping[str, Any]
) -> tuple[States, dict[int, int]]:
    """Games with nothing dealt, and where those for a number of seats are: one a first seat."""
    ways: list[States] = []
    where = {}
    for count in set(seats):
        table = new(game, count, first=first or 0, **options)
        where[count] = len(ways)
        begins = range(count) if first is None else [first]
        ways += [GAMES[game].begin(count, seat, table.options) for seat in begins]
    return np.concatenate(ways), where


def terms_of(
    game: str,
    first: int | None,
    most: int | None,
    reward: str,
    against: str | None,
    options: Mapping[str, Any],
) -> States:
    terms = (
        MOST_OF[game] if most is None else positive("The most decisions of a game", most),
        one_of("A reward", reward, REWARDS),
        first is None,
        options.get("layout") == "random",
        GAMES[game].LOWEST_WINS,
        NO_POLICY if against is None else one_of("A policy", against, POLICIES),
    )
    return np.array([terms], TERMS)


class Batch:
    """Games of one kind; a game that ends is followed by another one at once."""

    def __init__(
        self,
        game: str,
        n: int,
        seats: int | Sequence[int],
        *,
        seed: int | None = None,
        first: int | None = 0,
        most: int | None = None,
        reward: str = "win",
        against: str | None = None,
        threads: int = 1,
        copy: bool = True,
        **options: Any,
    ) -> None:
        each = seats_of_each(positive("The number of games", n), seats)
        self._starts, where = ways_to_begin(game, each, first, options)
        self.game, self.n, self.seats = game, n, np.array(each)
        self.actions, self.size = ACTIONS[game], ROWS[game].itemsize
        self._seats = max(each)
        self._desks = np.zeros(n, DESK)
        self._desks["table"] = [where[count] for count in each]
        self._states = np.zeros(n, GAMES[game].STATE)
        self._terms = terms_of(game, first, most, reward, against, options)
        self._copy = copy
        self._moves = np.empty(n, np.int64)
        self._given = self._states, self._moves, self._starts, self._desks, self._terms
        self._step, self._written = self._room()
        useful = min(positive("The number of threads", threads), max(1, n // GAMES_A_THREAD))
        self._crew = Crew(useful, -(-n // PIECE), serve, (*self._given, *self._written))
        self.reset(seed)

    def _room(self) -> tuple[Step, tuple[Array, Array, Array]]:
        """What a step gives, and the arrays that are written to."""
        kinds = ROWS[self.game], MASKS[self.game], NEWS
        rows, masks, news = (np.empty(self.n, kind) for kind in kinds)
        step = Step(
            rows["numbers"],
            masks["legal"][:, : self.actions],
            news["actor"],
            news["rewards"][:, : self._seats],
            news["scores"][:, : self._seats],
            news["terminated"],
            news["truncated"],
        )
        return step, (rows, masks, news)

    def reset(self, seed: int | None = None) -> Step:
        """Begin all games; from the same seed, the same actions give the same games."""
        words = np.random.SeedSequence(seed).generate_state(self.n, np.uint64)
        self._desks["rng"][:, 0] = np.maximum(words, 1)
        self._moves[:] = NO_MOVE
        return self._play()

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play an action in each game."""
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadOption("A step needs %(n)d whole numbers, an action for each game.", n=self.n)
        self._moves[:] = given
        wrong = first_illegal(self._desks, self._moves, self.actions)
        if wrong < self.n:
            raise IllegalMove(
                "Action %(action)d is not legal in game %(game)d.", action=given[wrong], game=wrong
            )
        return self._play()

    def _play(self) -> Step:
        """In all games what `_moves` says; without copies, what is given back stays the same."""
        if self._copy:
            self._step, self._written = self._room()
        step_all(self._crew.board, *self._given, *self._written)
        return self._step
