"""What a seat may know of the three games, and the complete states that it imagines from that."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
import pytest

import tablee
from tablee import Match
from tablee.observation.yellowstone import YellowstoneMove
from tablee.rules import hornochsen
from tablee.rules import yellowstone as rules
from tablee.rules.bits import generator
from tablee.rules.contract import NOBODY, Rng, States
from tests.policies import choosing_by
from tests.rules import park
from tests.rules.positions import edit
from tests.rules.posterior import deals
from tests.rules.seeing import (
    by_kind,
    finish,
    hidden_places,
    imagine_often,
    imagined,
    may_lie,
    seen_by,
)
from tests.whole_games import TABLES, Table, lineups, play_on, policies, tables

pytestmark = pytest.mark.bounds

FULL = "B3c B4c B5c R3d R4d R5d Y3e Y4e Y5e"
YELLOWSTONE = tables("yellowstone")


def viewers(match: Match) -> list[int | None]:
    return [None, *range(match.seats)]


def moments(table: Table, lineup: Sequence[str], seed: int, share: float) -> Iterator[Match]:
    """A game at some of its moments, the deal and the end among them."""
    random = Random(f"{table} {lineup} {seed}")
    match = table.begin(random.randrange(table.seats))
    for _ in play_on(match, policies(table, lineup), random, most=120):
        if random.random() < share:
            yield match
    yield match


def mixed(table: Table) -> tuple[str, ...]:
    """All policies at one table, or as many as there are seats."""
    return list(lineups(table))[-1]


# -- every imagined state could be the true one


def check_imagined(match: Match, viewer: int | None, rng: Rng) -> None:
    view = seen_by(match._state, viewer)
    guess = imagined(view, viewer, rng)
    assert seen_by(guess, viewer).tobytes() == view.tobytes()
    if match.game == "yellowstone":
        check_park(match._state, guess, viewer)
    if match.game == "hornochsen":
        check_oxen(match._state, guess, viewer)
    assert finish(guess, rng, 5000) == NOBODY


def check_park(true: States, guess: States, viewer: int | None) -> None:
    for state in (true, guess):
        s = state[0]
        places = [*s["hand"].tolist(), *s["stack"].tolist(), int(s["board"])]
        together = int(np.bitwise_or.reduce(places))
        assert sum(cards.bit_count() for cards in places) == together.bit_count()
        for cards, may in zip(hidden_places(state), may_lie(s), strict=True):
            assert int(cards[0]) & ~may == 0
    if viewer is not None:
        for own in ("hand", "stack"):
            assert by_kind(guess[own][:, viewer]) == by_kind(true[own][:, viewer])


def check_oxen(true: States, guess: States, viewer: int | None) -> None:
    unseen = [~int(word) for word in true["seen"][0]]
    for half in range(2):
        hands = [int(hand[half]) for hand in guess["hand"][0]]
        together = int(np.bitwise_or.reduce(hands))
        assert sum(hand.bit_count() for hand in hands) == together.bit_count()
        assert together & ~unseen[half] == 0
    sizes = [state["hand"][0].tolist() for state in (true, guess)]
    held = [[sum(word.bit_count() for word in hand) for hand in hands] for hands in sizes]
    assert held[0] == held[1]
    if viewer is not None:
        assert (guess["hand"][0, viewer] == true["hand"][0, viewer]).all()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_imagined_states_look_the_same_and_can_be_played_to_the_end(table: Table) -> None:
    rng = generator(1)
    for lineup in [mixed(table), *list(lineups(table))[:3]]:
        for match in moments(table, lineup, 1, 0.25):
            for viewer in viewers(match):
                check_imagined(match, viewer, rng)


@pytest.mark.nojit
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_some_imagined_states_without_the_compiler(table: Table) -> None:
    rng = generator(2)
    for match in moments(table, mixed(table), 2, 0.02):
        for viewer in viewers(match):
            check_imagined(match, viewer, rng)


@pytest.mark.parametrize("table", YELLOWSTONE, ids=str)
def test_what_memory_calls_sure_is_true_and_what_is_true_is_possible(table: Table) -> None:
    for match in moments(table, mixed(table), 3, 0.3):
        true = {
            "hands": park.hands(match),
            "stacks": park.stacks(match),
            "pile": [park.pile(match)],
        }
        for viewer in viewers(match):
            memory = park.look(match, viewer).memory | {}
            memory["pile"] = [memory["pile"]]
            for name, places in true.items():
                for cards, known in zip(places, memory[name], strict=True):
                    sure, possible = Counter(known["sure"]), Counter(known["possible"])
                    assert sure <= cards <= sure + possible
                    if not possible:
                        assert sure == cards


# -- nothing that a seat can't know changes its view


def relabelled(state: States, kinds: int) -> States:
    """The same game with the two cards of these kinds named the other way round."""
    other = state.copy()
    both = kinds | kinds << rules.KINDS
    for name in ("hand", "stack", "board", "may_hand", "may_stack", "may_pile"):
        cards = state[name]
        swapped = (cards & rules.FIRST) << rules.KINDS | cards >> rules.KINDS
        other[name] = cards & ~both | swapped & both
    return other


@pytest.mark.nojit
@pytest.mark.parametrize("table", YELLOWSTONE, ids=str)
def test_the_names_of_twins_show_in_no_view(table: Table) -> None:
    random = Random(1)
    for match in moments(table, mixed(table), 4, 0.05):
        other = relabelled(match._state, random.getrandbits(rules.KINDS))
        for viewer in viewers(match):
            assert seen_by(other, viewer).tobytes() == seen_by(match._state, viewer).tobytes()


def exchanges(state: States, viewer: int | None) -> Iterator[States]:
    """The states in which two cards have changed places and the viewer can't know.

    A viewer's own cards change places only with their twins.
    """
    places = [int(cards[0]) for cards in hidden_places(state)]
    may = may_lie(state[0])
    own = set() if viewer is None else {viewer, 5 + viewer}
    lies = {
        card: place for place, cards in enumerate(places) for card in range(56) if cards >> card & 1
    }
    for a, place_a in lies.items():
        for b, place_b in lies.items():
            allowed = may[place_b] >> a & may[place_a] >> b & 1
            if place_a < place_b and allowed and (a % 28 == b % 28 or not {place_a, place_b} & own):
                other = state.copy()
                for place, gone, come in ((place_a, a, b), (place_b, b, a)):
                    if place < 10:
                        field = other["hand" if place < 5 else "stack"]
                        field[0, place % 5] ^= 1 << gone | 1 << come
                yield other


@pytest.mark.parametrize("table", YELLOWSTONE, ids=str)
def test_hidden_cards_change_places_unseen(table: Table) -> None:
    random = Random(1)
    exchanged = 0
    for match in moments(table, mixed(table), 5, 0.05):
        for viewer in viewers(match):
            view = seen_by(match._state, viewer).tobytes()
            others = list(exchanges(match._state, viewer))
            for other in random.sample(others, min(20, len(others))):
                assert seen_by(other, viewer).tobytes() == view
                exchanged += 1
    assert exchanged > 100


@pytest.mark.nojit
@pytest.mark.parametrize("table", tables("hornochsen"), ids=str)
def test_hidden_ox_cards_change_places_unseen(table: Table) -> None:
    random = Random(1)
    for match in moments(table, mixed(table), 6, 0.2):
        state = match._state
        for viewer in viewers(match):
            hidden = [seat for seat in range(match.seats) if seat != viewer]
            own = [0, 0] if viewer is None else state["hand"][0, viewer]
            other = state.copy()
            for half, bits in enumerate((range(1, 50), range(49))):
                known = int(state["seen"][0, half] | own[half])
                unseen = [bit for bit in bits if not known >> bit & 1]
                shuffled = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))
                for seat in hidden:
                    hand = int(state["hand"][0, seat, half])
                    other["hand"][0, seat, half] = sum(
                        1 << shuffled[bit] for bit in bits if hand >> bit & 1
                    )
            assert seen_by(other, viewer).tobytes() == seen_by(state, viewer).tobytes()


# -- exactness, where it is promised


def check_even(found: list[tuple[int, ...]], expected: Counter[tuple[int, ...]]) -> None:
    """Chi-square: five standard deviations more than what chance alone brings are too many."""
    observed = Counter(found)
    assert set(observed) <= set(expected)
    ways, many = expected.total(), len(found)
    chi = sum((observed[w] - many * n / ways) ** 2 / (many * n / ways) for w, n in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5


def set_of(cards: Sequence[str]) -> int:
    """As `by_kind`."""
    return sum(
        1 << rules.KIND_NAMES.index(card) | (many - 1) << rules.KIND_NAMES.index(card) + rules.KINDS
        for card, many in Counter(cards).items()
    )


@pytest.mark.parametrize(
    ("hands", "pile"),
    [
        ("G1 Y1/G2 G3/G4", "R1 R2"),  # all different
        ("G1 Y1/G2 G3/G1", "R1 Y1"),  # two twins of one's own cards
        ("G1 Y1/G2 G3/G2", "G3 R1"),  # two pairs
        ("G1 G2/G1 R1/R1 G2", "Y1"),
    ],
)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_before_any_penalty_draw_every_way_is_as_likely(
    hands: str, pile: str, viewer: int | None
) -> None:
    held = hands.split("/")
    rest = park.left_over(FULL, *held, pile)
    match = park.position(FULL, held, [" ".join(rest[:20]), " ".join(rest[20:])])
    states = imagine_often(match, viewer, 20_000)
    others = [seat for seat in range(3) if seat != viewer]
    unseen = [*pile.split(), *(card for seat in others for card in held[seat].split())]
    sizes = [len(held[seat].split()) for seat in others]
    expected = Counter(tuple(map(set_of, dealt[:-1])) for dealt in deals(unseen, sizes))
    found = [by_kind(states["hand"][:, seat]).tolist() for seat in others]
    check_even(list(zip(*found, strict=True)), expected)


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_oxen_are_imagined_with_every_way_as_likely(viewer: int | None) -> None:
    hands = [[1, 2], [10, 50], [98]]
    unused = [49, 51]
    hidden = {*unused, *(card for hand in hands for card in hand)}
    seen = [card for card in range(1, 99) if card not in hidden]
    match = edit(
        tablee.deal("hornochsen", 3, seed=0),
        hand=[halves(hand) for hand in hands],
        ends=halves([30, 60]),
        seen=halves(seen),
    )
    states = imagine_often(match, viewer, 40_000)
    others = [seat for seat in range(3) if seat != viewer]
    unseen = sorted(hidden - set([] if viewer is None else hands[viewer]))
    expected = Counter(
        tuple(word for hand in dealt[:-1] for word in halves([int(card) for card in hand]))
        for dealt in deals([str(card) for card in unseen], [len(hands[seat]) for seat in others])
    )
    found = states["hand"][:, others].reshape(len(states), -1)
    check_even(list(map(tuple, found.tolist())), expected)


def halves(cards: Sequence[int]) -> list[int]:
    mask = sum(1 << card for card in cards)
    return [mask & (1 << hornochsen.HALF) - 1, mask >> hornochsen.HALF]


@pytest.mark.parametrize("table", YELLOWSTONE, ids=str)
def test_before_any_penalty_draw_or_scoring_all_unseen_cards_may_be_everywhere(
    table: Table,
) -> None:
    """So that the tests above speak for the beginning of every game."""
    checked = 0
    for match in moments(table, ["anything"] * table.seats, 7, 1):
        s = match._state[0]
        if match.actor == tablee.CHANCE and s["board"] == 0:
            continue
        if s["scorings"] or "penalties" in match.played:
            break
        *may, pile = may_lie(s)
        for hand, cards in zip(s["hand"].tolist(), may, strict=False):
            assert cards == (pile if hand else 0)
        assert s["stack"].tolist() == may[5:]
        checked += 1
    assert checked > 20


def no_penalties(seen: object, move: YellowstoneMove) -> bool:
    return move.move != "penalties"


@pytest.mark.parametrize("table", tables("yellowstone")[:4], ids=str)
def test_with_two_seats_the_other_hand_is_known_after_a_scoring_by_the_pile(table: Table) -> None:
    """Unless penalties were drawn: then what stayed in that stack can't be told from the hand."""
    players = [choosing_by(no_penalties)] * 2
    scored = 0
    for seed in range(5):
        match, scorings = table.begin(), 0
        for _ in play_on(match, players, Random(seed)):
            before, scorings = scorings, int(match._state["scorings"][0])
            if scorings == before:
                continue
            scored += 1
            for viewer, other in ((0, 1), (1, 0)):
                sure = park.look(match, viewer).memory["hands"][other]["sure"]
                assert Counter(sure) == park.hands(match)[other]
                guesses = imagine_often(match, viewer, 5)["hand"][:, other]
                assert (by_kind(guesses) == by_kind(match._state["hand"][:, other])).all()
    assert scored >= 3
