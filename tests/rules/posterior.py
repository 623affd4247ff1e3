"""Exactly how likely each card of Yellowstone Park lies where, for who has watched the whole game.

Every way in which hidden cards can lie is kept with its probability, and every move of the game
makes some impossible, or splits them. What a player lays is taken to say nothing of the rest of
that hand: of two like cards in a hand, either is as likely to be the one laid.

A set of cards is a number of two bits a kind, which count. Hands, stacks and the pile stand in
the order of `seeing.hidden_places`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

import numpy as np
import numpy.typing as npt

from tablee import CHANCE, Match
from tablee.observation.yellowstone import cards_of
from tablee.rules import yellowstone as rules
from tests.rules.park import look

Ways = dict[tuple[int, ...], float]
STACKS, PILE = 5, 10


def packed(cards: Iterable[str]) -> int:
    return sum(1 << 2 * rules.KIND_NAMES.index(card) for card in cards)


def count(cards: int, kind: int) -> int:
    return cards >> 2 * kind & 3


def kinds_in(cards: int) -> Iterator[int]:
    return (kind for kind in range(rules.KINDS) if count(cards, kind))


class Posterior:
    """For a viewer (a seat, or None) of a game from whose position on everything is watched.

    At the start nobody has drawn from a stack: any unseen card may be in any hand.
    """

    def __init__(self, match: Match, viewer: int | None) -> None:
        self.viewer = viewer
        s = match._state[0]
        hands = [list(cards_of(int(cards))) for cards in s["hand"]]
        stacks = [packed(cards_of(int(cards))) for cards in s["stack"]]
        pile = cards_of(rules.ALL & ~int(np.bitwise_or.reduce(s["hand"] | s["stack"]) | s["board"]))
        own: list[str] = []
        if viewer is not None:
            own, hands[viewer] = hands[viewer], []
        unseen = [*pile, *(card for hand in hands for card in hand)]
        ways: Ways = defaultdict(float)
        for dealt in deals(unseen, [len(hand) for hand in hands]):
            lies = [packed(cards) for cards in dealt]
            if viewer is not None:
                lies[viewer] = packed(own)
            ways[*lies[:STACKS], *stacks, lies[STACKS]] += 1
        self.ways = normal(ways)
        self.board = Posterior.on_board(match)
        self.scorings = int(s["scorings"])

    @staticmethod
    def on_board(match: Match) -> int:
        return packed(space.card for space in look(match).board for _ in range(space.cards))

    def play(self, match: Match, move: str) -> None:
        """Plays the move, and learns from it what the viewer can."""
        seat, actor = int(match._state["turn"][0]), match.actor
        source = STACKS + seat if match._state["phase"][0] == rules.TAKING else PILE
        match.play(move)
        if actor == CHANCE:
            self.draw(source, seat, move[1:])
        elif move[:2] in rules.KIND_NAMES:
            self.lay(seat, move[:2], Posterior.on_board(match))
        if int(match._state["scorings"][0]) > self.scorings and match.actor is not None:
            self.scorings += 1
            self.score()

    def draw(self, source: int, seat: int, card: str) -> None:
        ways: Ways = defaultdict(float)
        for lies, weight in self.ways.items():
            known = seat == self.viewer
            for kind in [rules.KIND_NAMES.index(card)] if known else kinds_in(lies[source]):
                if many := count(lies[source], kind):
                    ways[moved(lies, source, seat, 1 << 2 * kind)] += weight * many
        self.ways = normal(ways)

    def lay(self, seat: int, card: str, board: int) -> None:
        """The card comes from the hand; what is missing from the board then is in the stack."""
        kind, ways = rules.KIND_NAMES.index(card), defaultdict[tuple[int, ...], float](float)
        collected = self.board + packed([card]) - board
        for lies, weight in self.ways.items():
            if many := count(lies[seat], kind):
                after = list(lies)
                after[seat] -= packed([card])
                after[STACKS + seat] += collected
                ways[tuple(after)] += weight * many
        self.ways, self.board = normal(ways), board

    def score(self) -> None:
        ways: Ways = defaultdict(float)
        for lies, weight in self.ways.items():
            ways[*lies[:STACKS], *[0] * STACKS, lies[PILE] + sum(lies[STACKS:PILE])] += weight
        self.ways = ways

    def shares(self) -> npt.NDArray[np.float64]:
        """As `seeing.shares`."""
        shift = 2 * np.arange(rules.KINDS)
        lies = np.array(list(self.ways), np.int64)
        counts = lies[:, :, None] >> shift & 3
        return np.tensordot(np.array(list(self.ways.values())), counts, axes=1)


def moved(lies: tuple[int, ...], source: int, target: int, card: int) -> tuple[int, ...]:
    after = list(lies)
    after[source] -= card
    after[target] += card
    return tuple(after)


def normal(ways: Mapping[tuple[int, ...], float]) -> Ways:
    total = sum(ways.values())
    return {lies: weight / total for lies, weight in ways.items()}


def deals(cards: list[str], sizes: list[int]) -> Iterator[list[list[str]]]:
    """Every way to deal cards to hands of these sizes, and what is left."""
    if not sizes:
        yield [cards]
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        rest = [card for place, card in enumerate(cards) if place not in chosen]
        for others in deals(rest, sizes[1:]):
            yield [[cards[place] for place in chosen], *others]


def distances(
    exact: npt.NDArray[np.float64], found: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """For each kind with hidden cards: the total variation between where one of them may lie."""
    hidden = exact.sum(0)
    return np.asarray(np.abs(exact - found).sum(0)[hidden > 0] / 2 / hidden[hidden > 0])
