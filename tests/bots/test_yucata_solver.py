"""The solver against plain enumeration of the whole tree, and against itself."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import numba
import numpy as np
import pytest

import tablee
from tablee.bots import yucata_search as search
from tablee.bots import yucata_solver as solver
from tablee.rules.contract import NOBODY, Codes, States
from tablee.rules.yucata import (
    ALL_CARDS,
    BAD_STONES,
    GOAL,
    MOVES,
    NONE,
    STATE,
    apply,
    begin,
    playable,
    random_layout,
    scores,
)

SKEWED = "....xxxxxxxxxooooooooooooooooooooooooo*"


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def enumerate_all(line: States, depth: int, out: Codes) -> int:
    """The margin of the seat to act: every line of play to its end, nothing cut, nothing kept."""
    seat = int(line[depth].turn)
    cards = playable(line[depth])
    best = -99
    for card in range(7):
        if cards >> card & 1:
            line[depth + 1] = line[depth]
            apply(line[depth + 1], card)
            if line[depth + 1].turn == NOBODY:
                scores(line[depth + 1], out)
                margin = int(out[seat] - out[1 - seat])
            else:
                margin = -enumerate_all(line, depth + 1, out)
            best = max(best, margin)
    return best


def enumerated(state: States) -> int:
    line = np.zeros(80, STATE)
    line[0] = state[0]
    return int(enumerate_all(line, 0, np.zeros(2, np.int64)))


def opening(random: Random) -> States:
    return begin(2, random.randrange(2), {"layout": random_layout(random.randrange)})


def play_on(state: States, random: Random, lead: int) -> list[States]:
    """All positions of a random game from this one, until the leader has come so far."""
    seen = []
    while state["turn"][0] != NOBODY and state["lead"][0] < lead:
        seen.append(state)
        state = solver.followed(state, random.choice(solver.moves_of(state)))
    return seen


def late(random: Random, lead: int) -> States | None:
    """A random position whose leader has come that far, if the game did not end before."""
    state = opening(random)
    state = solver.followed(state, random.choice(solver.moves_of(state)))
    state = play_on(state, random, lead)[-1]
    state = solver.followed(state, random.choice(solver.moves_of(state)))
    return None if state["turn"][0] == NOBODY else state


def late_positions(seed: int, lead: int, count: int) -> list[States]:
    random = Random(seed)
    found: list[States] = []
    while len(found) < count:
        if (state := late(random, lead)) is not None:
            found.append(state)
    return found


def margins_of(state: States, desk: solver.Desk) -> dict[int, int]:
    desk.prepare((int(state["good"][0]), int(state["bad"][0])))
    return solver.Solve(desk, None, np.zeros(1, np.int8)).margins(state)


def enumerated_margins(state: States) -> dict[int, int]:
    return {move: -margin_after(state, move) for move in solver.moves_of(state)}


def margin_after(state: States, move: int) -> int:
    """For the seat that did not move; so the scores count when the game is over."""
    after = solver.followed(state, move)
    if after["turn"][0] != NOBODY:
        return enumerated(after)
    return -int(search.result(after))


def short_track(random: Random, spaces: int) -> States:
    """Full hands before the last few spaces, where far more stones are bad than in a layout."""
    state = np.zeros(1, STATE)
    stones = [GOAL - k for k in range(1, spaces)]
    bad = set(random.sample(stones, random.randrange(min(len(stones), BAD_STONES) + 1)))
    state["bad"] = sum(1 << space for space in bad)
    state["good"] = sum(1 << space for space in stones if space not in bad)
    state["seats"], state["turn"] = 2, random.randrange(2)
    state["space"][0, :2] = state["lead"] = GOAL - spaces
    state["hand"][0, :2] = ALL_CARDS
    for field in ("card", "effect", "keeper", "top"):
        state[field] = NONE
    return state


def swapped(state: States) -> States:
    other = state.copy()
    for field in ("space", "hand", "top", "won", "lost"):
        other[field][0, :2] = state[field][0, 1::-1]
    other["turn"] = 1 - state["turn"]
    if state["keeper"] != NONE:
        other["keeper"] = 1 - state["keeper"]
    return other


@pytest.mark.parametrize(("lead", "count"), [(35, 1000), (33, 1000), (31, 500), (28, 50)])
def test_late_positions_have_the_margins_of_full_enumeration(lead: int, count: int) -> None:
    desk = solver.Desk(1 << 12)
    for state in late_positions(lead, lead, count):
        assert margins_of(state, desk) == enumerated_margins(state)


@pytest.mark.slow
@pytest.mark.parametrize(("lead", "count"), [(35, 20_000), (33, 20_000), (31, 10_000), (28, 500)])
def test_very_many_late_positions_have_the_margins_of_full_enumeration(
    lead: int, count: int
) -> None:
    desk = solver.Desk(1 << 12)
    for state in late_positions(-lead, lead, count):
        assert margins_of(state, desk) == enumerated_margins(state)


@pytest.mark.bounds
@pytest.mark.parametrize("spaces", range(1, 9))
def test_short_tracks_have_the_margins_of_full_enumeration(spaces: int) -> None:
    random, desk = Random(spaces), solver.Desk(1 << 12)
    for _ in range(40):
        state = short_track(random, spaces)
        assert margins_of(state, desk) == enumerated_margins(state)


@pytest.mark.slow
@pytest.mark.parametrize("spaces", range(9, 12))
def test_longer_tracks_have_the_margins_of_full_enumeration(spaces: int) -> None:
    random, desk = Random(spaces), solver.Desk(1 << 12)
    for _ in range(40):
        state = short_track(random, spaces)
        assert margins_of(state, desk) == enumerated_margins(state)


def test_the_floor_at_zero_decides_some_of_these_margins() -> None:
    random, differing = Random(5), 0
    for _ in range(200):
        state = short_track(random, 8)
        state = solver.followed(state, 0)
        rich = state.copy()
        rich["won"] += 20  # far from the floor
        differing += enumerated(rich) != enumerated(state)
    assert differing > 20


@pytest.mark.nojit
def test_without_the_compiler_the_margins_are_the_same() -> None:
    for state in late_positions(1, 35, 3):
        solution = solver.solve(state)
        assert solution.margins == enumerated_margins(state)
        assert solver.best_move(state) == solution.best
        assert solver.value(state) == solution.margin
    desk = solver.Desk(8)  # one bucket, so that bounds are dropped
    state = short_track(Random(9), 6)
    assert margins_of(state, desk) == enumerated_margins(state)


@pytest.mark.nojit
def test_swapping_the_seats_changes_no_margin_of_the_seat_to_act() -> None:
    for state in late_positions(2, 34, 10):
        assert solver.solve(state) == solver.solve(swapped(state))


@pytest.mark.bounds
def test_a_table_that_overflows_forgets_but_never_errs() -> None:
    tiny = solver.Desk(8)
    for state in late_positions(3, 24, 10):
        assert max(margins_of(state, tiny).values()) == solver.value(state)


@pytest.mark.parametrize("first", [0, 1])
def test_along_a_game_each_margin_is_the_next_one_negated(first: int) -> None:
    random = Random(first)
    match = tablee.deal("yucata", seats=2, first=first, seed=first, layout="random")
    while match.actor is not None:
        view = match.observe(match.actor).view
        solution = solver.solve(view)
        assert solution.margin == solver.value(view) == max(solution.margins.values())
        move = random.choice(list(solution.margins))
        match.play(MOVES[move])
        if match.actor is not None:
            after = match.observe(None).view
            assert margins_of(after, solver.Desk(1 << 20)) == solver.solve(after).margins
            assert solution.margins[move] == -solver.value(after)
        else:
            mine, theirs = match.scores()[1 - first], match.scores()[first]
            assert abs(solution.margins[move]) == abs(mine - theirs)


@pytest.mark.parametrize("seat", [0, 1])
def test_perfect_play_never_ends_below_the_margin_it_began_with(seat: int) -> None:
    for seed in range(3):
        random, match = Random(seed), tablee.deal("yucata", seats=2, seed=seed, layout="random")
        start = solver.value(match.observe(0).view)
        while match.actor is not None:
            view = match.observe(match.actor).view
            perfect = match.actor == seat
            match.play(MOVES[solver.best_move(view)] if perfect else random.choice(match.moves()))
        scores_now = match.scores()
        assert scores_now[seat] - scores_now[1 - seat] >= (start if seat == 0 else -start)


def trap(state: States, move: int) -> tuple[float, float]:
    """The share of losing replies and their average loss, by enumeration."""
    after = solver.followed(state, move)
    replies = list(enumerated_margins(after).values()) or [0]
    losses = [max(replies) - reply for reply in replies]
    return sum(loss > 0 for loss in losses) / len(losses), sum(losses) / len(losses)


@pytest.mark.nojit
def test_among_equal_moves_the_one_with_most_traps_is_chosen() -> None:
    several = 0
    for state in late_positions(4, 34, 40 if numba.config.DISABLE_JIT else 400):
        margins = enumerated_margins(state)
        best = [move for move in margins if margins[move] == max(margins.values())]
        traps = {move: trap(state, move) for move in best}
        most = max(traps.values())
        solution = solver.solve(state)
        assert solution.best == min(move for move in best if traps[move] == most)
        if len(best) > 1:
            several += 1
            assert solution.shares == {move: traps[move][0] for move in best}
        else:
            assert solution.shares == {}
    assert several > 5


@pytest.mark.parametrize(
    ("layout", "margin"),  # as an independent program in C++ found them
    [
        (SKEWED, -4),
        ("....xooxxoxxxxoooooooxooooooooxooooooo*", -4),
        ("....xxxxooxxoooooooooooooxoxooooooooxo*", -2),
    ],
)
def test_openings(layout: str, margin: int) -> None:
    assert solver.value(begin(2, 0, {"layout": layout})) == margin


@pytest.mark.nojit
def test_progress_is_told_and_the_flag_stops_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "PATIENCE", -1.0)
    monkeypatch.setattr(solver, "STEPS", 5)
    told: list[tuple[int, int, int]] = []
    state = late_positions(6, 30, 1)[0]
    solver.solve(state, progress=lambda *numbers: told.append(numbers))
    settled = [numbers[0] for numbers in told]
    assert settled == sorted(settled)
    assert settled[-1] <= told[0][1] == len(solver.moves_of(state))

    stop = np.zeros(1, np.int8)

    def raise_flag(*numbers: int) -> None:
        stop[0] = 1

    with pytest.raises(solver.Stopped):
        solver.solve(late_positions(7, 30, 1)[0], raise_flag, stop)
    with pytest.raises(solver.Stopped):
        solver.value(late_positions(8, 30, 1)[0], stop=stop)


def test_a_table_is_lent_to_one_solve_at_a_time_and_finds_its_layout_again() -> None:
    desks, quiet = solver.Desks(2), np.zeros(1, np.int8)
    with desks.borrow((1, 2), quiet) as first:
        first.table[0] = 1
        with desks.borrow((3, 4), quiet) as second:
            assert second is not first
            with pytest.raises(solver.Stopped), desks.borrow((5, 6), np.ones(1, np.int8)):
                pass
    with desks.borrow((1, 2), quiet) as again:
        assert again is first
        assert again.table[0] == 1
    with desks.borrow((5, 6), quiet) as oldest:
        assert oldest is second
    with desks.borrow((5, 7), quiet) as other:
        assert other is first
        assert other.table[0] == 0


def test_who_waits_for_a_table_gets_the_next_one_given_back() -> None:
    desks, quiet = solver.Desks(1), np.zeros(1, np.int8)

    def borrow() -> solver.Desk:
        with desks.borrow((1, 2), quiet) as desk:
            return desk

    with ThreadPoolExecutor(1) as pool:
        with desks.borrow((1, 2), quiet) as first:
            waiting = pool.submit(borrow)
        assert waiting.result() is first


@pytest.mark.nojit
def test_what_is_not_a_position_with_two_seats_is_refused_in_a_sentence() -> None:
    three = begin(3, 0, {"layout": SKEWED})
    with pytest.raises(ValueError, match=r"two seats; this game has 3\.$"):
        solver.value(three)
    state = begin(2, 0, {"layout": SKEWED})
    state["won"][0, 0] = 1
    with pytest.raises(ValueError, match="no such position"):
        solver.solve(state)
    state["turn"] = NOBODY
    with pytest.raises(ValueError, match="The game is over"):
        solver.best_move(state)
