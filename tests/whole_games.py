"""Every way to set up a game, and whole games under the policies, chance played by hand."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import tablee
from tablee import Match
from tests.policies import POLICIES, Policy

MOST_DECISIONS = 400  # some policies never end a game of Yellowstone Park (Y-37)


class Table(NamedTuple):
    game: str
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return " ".join([self.game, str(self.seats), *map(str, self.options.values())])

    def begin(self, first: int = 0) -> Match:
        return tablee.new(self.game, self.seats, first=first, **self.options)


TABLES = (
    *(Table("yucata", seats, {}) for seats in range(2, 5)),
    Table("yucata", 2, {"layout": "....xxxxxxxxxooooooooooooooooooooooooo*"}),
    Table("yucata", 3, {"layout": "....oooooooooooooooooooooooxxxxxxxxxoo*"}),
    *(
        Table("hornochsen", seats, {"collecting_ends_turn": ends})
        for seats in range(2, 7)
        for ends in (False, True)
    ),
    *(
        Table("yellowstone", 2, {"edge": edge, "neutral": neutral})
        for edge in (False, True)
        for neutral in ("off", "reach")
    ),
    *(
        Table("yellowstone", seats, {"edge": edge})
        for seats in range(3, 6)
        for edge in (False, True)
    ),
)
GAMES = tuple(POLICIES)


def tables(game: str) -> list[Table]:
    return [table for table in TABLES if table.game == game]


def lineups(table: Table) -> Iterator[tuple[str, ...]]:
    """Who plays: each policy in all seats, then all of them mixed in two ways."""
    names = tuple(POLICIES[table.game])
    for name in names:
        yield (name,) * table.seats
    yield (names * 2)[: table.seats]
    yield tuple(reversed(names * 2))[: table.seats]


def policies(table: Table, lineup: Sequence[str]) -> list[Policy]:
    return [POLICIES[table.game][name] for name in lineup]


def next_move(match: Match, players: Sequence[Policy], random: Random) -> str:
    actor = match.actor
    assert actor is not None
    if actor == tablee.CHANCE:
        odds = match.odds()
        return random.choices(list(odds), list(odds.values()))[0]
    return players[actor](match.observe(actor), random)


def play_on(
    match: Match, players: Sequence[Policy], random: Random, most: int = MOST_DECISIONS
) -> Iterator[str]:
    """Yields each move before it is played, until the game is over or long enough."""
    decisions = 0
    while match.actor is not None and decisions < most:
        move = next_move(match, players, random)
        decisions += match.actor != tablee.CHANCE
        yield move
        match.play(move)


def some_game(table: Table, seed: int, most: int = MOST_DECISIONS) -> Match:
    """A game played to the end, or for some decisions, by policies that the seed mixes."""
    random = Random(f"{table} {seed}")
    players = [random.choice(list(POLICIES[table.game].values())) for _ in range(table.seats)]
    match = table.begin(random.randrange(table.seats))
    for _ in play_on(match, players, random, most):
        pass
    return match
