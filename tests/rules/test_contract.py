"""What the compiled rules of every game promise to the code that drives them."""

from collections import Counter
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

import tablee
from tablee import CHANCE, Match
from tablee.rules import GAMES, hornochsen
from tablee.rules.bits import below, generator
from tablee.rules.contract import (
    MOST_MOVES,
    NOBODY,
    Record,
    Rng,
    actor,
    apply,
    chance,
    legal,
    list_moves,
    pick,
    play_games,
    play_out,
    pool,
    random_move,
    step,
)
from tests.rules.positions import play

pytestmark = [pytest.mark.nojit, pytest.mark.bounds]

MOST = 3_000


def codes(match: Match) -> list[int]:
    moves = np.empty(MOST_MOVES, np.int64)
    found: list[int] = moves[: legal(match._state[0], moves)].tolist()
    return found


def along_a_game(name: str, seats: int) -> list[Match]:
    """Positions early and late, all with a choice."""
    positions = []
    for decisions in (0, 1, 2, 5, 9, 14, 20, 25, 30, 34, 37, 40):
        match, random = tablee.deal(name, seats, seed=decisions), Random(decisions)
        for _ in range(decisions):
            if match.actor is not None:
                match.play(random.choice(match.moves()))
        if len(match.moves()) > 1:
            positions.append(match)
    return positions


@pytest.mark.parametrize("name", GAMES)
def test_legal_moves_are_ascending_codes_of_distinct_texts(name: str) -> None:
    rules = GAMES[name]
    for texts in (rules.MOVES, rules.CHANCES):
        written = [text for text in texts if text]
        assert len(set(written)) == len(written)
    for match in [*along_a_game(name, 2), tablee.new(name, 2)]:
        found = codes(match)
        texts = rules.CHANCES if match.actor == CHANCE else rules.MOVES
        assert found == sorted(set(found))
        assert sorted(texts[code] for code in found) == match.moves()


@pytest.mark.parametrize("name", GAMES)
def test_a_random_move_is_any_legal_one_as_likely(name: str) -> None:
    draws, surprise, freedom = 1500, 0.0, 0
    for seed, match in enumerate(along_a_game(name, 2)):
        state, rng, found = match._state[0], generator(seed), codes(match)
        drawn = Counter(int(random_move(state, rng)) for _ in range(draws))
        assert sorted(drawn) == found
        expected = draws / len(found)
        surprise += sum((drawn[code] - expected) ** 2 / expected for code in found)
        freedom += len(found) - 1
    assert freedom > 20
    assert surprise < freedom + 5 * (2 * freedom) ** 0.5


def card_by_card(state: Record, rng: Rng) -> None:
    while actor(state) == CHANCE:
        apply(state, pick(state, below(rng, int(pool(state)))))


@pytest.mark.parametrize("deal", [chance, card_by_card])
def test_both_ways_to_deal_give_every_card_to_every_place_as_often(
    deal: Callable[[Record, Rng], None],
) -> None:
    deals, neighbours = 500, 0
    start = tablee.new("hornochsen", 3)._state
    state, rng = start.copy(), generator(1)
    places = np.zeros((4, 99), np.int64)
    bits = np.arange(hornochsen.HALF)
    for _ in range(deals):
        state[0] = start[0]
        deal(state[0], rng)
        sets = [*state["hand"][0, :3], state["ends"][0]]
        held = np.array([(cards[:, None] >> bits & 1).ravel()[:99] for cards in sets])
        assert held.sum(axis=1).tolist() == [12, 12, 12, 9]
        assert held.sum(axis=0).max() == 1
        places += held
        neighbours += int((held[0, 1:] & held[0, :-1]).sum())
    for counts, size in zip(places[:, 1:], (12, 12, 12, 9), strict=True):
        share = size / 98
        surprise = ((counts - deals * share) ** 2).sum() / (deals * share * (1 - share))
        assert surprise < 97 + 5 * (2 * 97) ** 0.5
    assert places[:, 0].sum() == 0
    assert abs(neighbours / deals - 12 * 11 / 98) < 0.25


def test_chance_goes_on_from_cards_dealt_by_hand() -> None:
    match = play(
        tablee.new("hornochsen", 2, first=1), " ".join(f"~{card}" for card in range(1, 19))
    )
    state = match._state
    chance(state[0], generator(1))
    hands = state["hand"][0, :, 0].tolist()
    assert hands[0] == sum(1 << card for card in range(1, 15))
    assert hands[1] & (1 << 19) - 1 == sum(1 << card for card in range(15, 19))
    assert (state["turn"][0], state["dealt"][0]) == (1, 35)
    assert not state["below"].any()
    assert state["seen"].tolist() == state["ends"].tolist()


@pytest.mark.parametrize("name", ["yucata", "hornochsen"])
def test_step_plays_like_a_match(name: str) -> None:
    match, random, rng = tablee.deal(name, 3, seed=2), Random(2), generator(2)
    states, moves = match._state.copy(), np.empty(MOST_MOVES, np.int64)
    count = list_moves(states, 0, moves)
    while count:
        code = random.choice(moves[:count].tolist())
        count = step(states, 0, code, moves, rng)
        match.play(GAMES[name].MOVES[code])
        assert moves[:count].tolist() == (codes(match) if match.actor is not None else [])
    assert match.actor is None
    assert states.tobytes() == match._state.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_random_games_run_to_their_end_or_as_far_as_asked(name: str) -> None:
    start = tablee.new(name, 2)._state
    states = start.copy()
    assert play_out(states[0], generator(1), 3) == 3
    assert actor(states[0]) != NOBODY
    assert 3 < play_out(states[0], generator(1), MOST) < MOST
    assert actor(states[0]) == NOBODY
    results = []
    for seed in (1, 1, 2):
        sums = np.zeros(2, np.int64)
        made = play_games(states, start, 3, MOST, generator(seed), sums)
        results.append((made, *sums.tolist()))
    assert results[0] == results[1] != results[2]
