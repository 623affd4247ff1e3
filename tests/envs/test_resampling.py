"""Games that look the same to a player: each is legal, and the odds are right.

In Yellowstone Park the odds come from a random walk. Here they are compared with the exact ones of
tests/rules/posterior.py, where everybody knows how the cards lie at the start and what is drawn
from then on is hidden. For each card: the total variation between where it may lie. Measured over
such games: 0.03, which is what a thousand samples miss by themselves.
"""

from collections import Counter
from random import Random

import numpy as np
import pytest

from tablee import CHANCE, Match
from tablee.envs.openspiel.position import Position, Table
from tablee.envs.openspiel.resampling import resampled, walk
from tablee.observation.yellowstone import cards_of
from tablee.rules.bits import generator
from tablee.rules.contract import EVERYONE, Rng, States
from tests.policies import choosing_by
from tests.rules.posterior import Posterior, distances, packed
from tests.rules.seeing import hidden_places, shares
from tests.rules.test_imagine_bounds import draw_penalties, little_game, twin_game
from tests.whole_games import TABLES, next_move
from tests.whole_games import Table as Setup

SAMPLES = 1000
LARGEST, MEAN = 0.06, 0.01


def some_position(setup: Setup, moves: int, seed: int) -> Position:
    options = tuple(setup.begin().options.items())
    position = Position(Table(setup.game, setup.seats, options, most=300))
    random = Random(seed)
    while position.count and (
        position.actor == CHANCE or position.table.most - position.left < moves
    ):
        position.play(random.choice(position.legal()))
    return position


def seen_by(position: Position, viewer: int) -> list[int | None]:
    return [
        move if witness in (viewer, EVERYONE) else None
        for move, witness in zip(position.line, position.witness, strict=True)
    ]


@pytest.mark.bounds
@pytest.mark.parametrize("setup", TABLES, ids=str)
def test_another_game_is_legal_looks_the_same_and_can_be_played_to_its_end(setup: Setup) -> None:
    random = Random(1)
    for moves in (0, 3, 17, 60):
        position = some_position(setup, moves, seed=moves)
        for viewer in range(setup.seats):
            other = Position.after(position.table, resampled(position, viewer, seed=moves))
            assert seen_by(other, viewer) == seen_by(position, viewer)
            assert other.actor == position.actor
            if position.actor == viewer:
                assert other.legal() == position.legal()
            while other.count:
                other.play(random.choice(other.legal()))
            assert sum(other.returns()) == pytest.approx(0)


@pytest.mark.nojit
@pytest.mark.parametrize("name", ["hornochsen 2 True", "yellowstone 2 False reach"])
def test_without_the_compiler_as_well(name: str) -> None:
    setup = next(each for each in TABLES if str(each) == name)
    position = some_position(setup, 4, seed=1)
    other = Position.after(position.table, resampled(position, 1, seed=2))
    assert seen_by(other, 1) == seen_by(position, 1)
    assert other.line != position.line


def test_a_game_being_dealt_can_be_another_one() -> None:
    position = Position(Table("hornochsen", 3, (("collecting_ends_turn", False),), 99))
    for card in range(1, 20):
        position.play(card)
    other = Position.after(position.table, resampled(position, 0, seed=1))
    assert other.line[:12] == position.line[:12]
    assert other.line[12:] != position.line[12:]
    assert len(set(other.line)) == 19


@pytest.mark.parametrize("name", ["hornochsen", "yellowstone"])
def test_it_is_repeatable_and_the_seed_decides(name: str) -> None:
    setup = next(each for each in TABLES if each.game == name)
    position = some_position(setup, 20, seed=1)
    assert resampled(position, 0, seed=5) == resampled(position, 0, seed=5)
    assert resampled(position, 0, seed=5) != resampled(position, 0, seed=6)


def test_every_unseen_ox_card_is_as_likely_the_last_one_of_a_hand() -> None:
    setup = next(each for each in TABLES if str(each) == "hornochsen 2 False")
    random, position = Random(3), some_position(setup, 0, seed=3)
    while len(held(position, 1)) > 1:
        position.play(random.choice(position.legal()))
    found = Counter[int]()
    for seed in range(6400):
        other = Position.after(position.table, resampled(position, 0, seed))
        assert set(position.played()[14:28]) - set(other.played()[14:28]) <= set(held(position, 1))
        found.update(held(other, 1))
    assert len(found) == 98 - 2 * 14 - 7 + 1
    assert max(abs(many - 100) for many in found.values()) < 45


def held(position: Position, seat: int) -> list[int]:
    low, high = (int(word) for word in position.state["hand"][0, seat])
    return [card for card in range(99) if (low | high << 50) >> card & 1]


# -- the odds in Yellowstone Park


def knowing(match: Match, viewer: int) -> Posterior:
    """Of somebody who knows at the start how all cards lie."""
    posterior = Posterior(match, viewer)
    lies = [packed(cards_of(int(cards[0]))) for cards in hidden_places(match._state)]
    posterior.ways = {tuple(lies): 1.0}
    return posterior


def walked(match: Match, viewer: int, rng: Rng) -> States:
    """The last positions of many games that the viewer can't tell from this one."""
    line, witness = np.array(match._line, np.int64), np.array(match._witness)
    hidden = np.flatnonzero((witness != EVERYONE) & (witness != viewer))
    path, tried = np.zeros((2, len(line) + 1), match._state.dtype)
    path[0] = match._start[0]
    last = np.zeros(SAMPLES, path.dtype)
    for k in range(SAMPLES):
        walk(path, tried, line.copy(), hidden, rng)
        last[k] = path[len(line)]
    return last


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_the_odds_are_exact(seats: int) -> None:
    scorings, looked = set(), 0
    for seed in range(6):
        pile, hand, stack = (3, 1, 8) if seats == 2 else (2, 2, 3)
        little = little_game(seed, seats, pile=pile, hand=hand, stack=stack)
        match = little if seed % 2 else twin_game(seed)
        posterior, random, made = knowing(match, 0), Random(seed), 0
        players = [choosing_by(draw_penalties)] * match.seats
        while match.actor is not None and made < 12 and len(posterior.ways) < 4000:
            made += match.actor != CHANCE
            posterior.play(match, next_move(match, players, random))
            if made in (6, 10, 12) and match.actor not in (CHANCE, None):
                last = walked(match, 0, generator(seed))
                far = distances(posterior.shares(), shares(last))
                assert far.max(initial=0) < LARGEST
                assert far.sum() < MEAN * max(1, len(far))
                scorings.add(posterior.scorings)
                looked += 1
    assert scorings == {0, 1}
    assert looked > 5
