"""Threads that share a batch: the same games, whoever plays them, and nobody is left behind."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tablee.envs import batch, batched, crew
from tablee.envs.batched import GAMES_A_THREAD, PIECE
from tablee.envs.crew import ASLEEP, LEFT, LINE, NEXT, NONE, PIECES, SHARES, hand_out, take

GAMES = 7 * PIECE + 1
needs_helpers = pytest.mark.usefixtures("four_processors")


@pytest.fixture
def four_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many threads as are asked for, however small the machine and the batch are."""
    monkeypatch.setattr(crew, "processors", lambda: 4)
    monkeypatch.setattr(batched, "GAMES_A_THREAD", 1)


def until(what: Callable[[], bool]) -> bool:
    """Whether it comes to be."""
    end = time.monotonic() + 30
    while time.monotonic() < end and not what():
        time.sleep(0.01)
    return what()


def told(games: Any, steps: int, pause: float = 0.0) -> list[bytes]:
    """All that some steps of play tell."""
    random, step, found = np.random.default_rng(1), games.reset(1), []
    for _ in range(steps):
        time.sleep(pause)
        step = games.step(np.argmax(random.random(step.masks.shape) * step.masks, axis=1))
        found += [each.tobytes() for each in step]
    return found


@needs_helpers
@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("game", ["yucata", "hornochsen", "yellowstone"])
def test_threads_play_the_same_games(game: str, copy: bool) -> None:
    alone = told(batch(game, GAMES, 2), 60)
    assert told(batch(game, GAMES, 2, threads=4, copy=copy), 60) == alone


@needs_helpers
def test_helpers_sleep_when_there_is_nothing_to_do_and_come_back() -> None:
    games = batch("yucata", GAMES, 3, threads=3)
    alone = told(batch("yucata", GAMES, 3), 20)
    for _ in range(2):
        assert until(lambda: games._crew.board[ASLEEP] == 2)
        assert told(games, 20, pause=0.002) == alone


@needs_helpers
def test_helpers_go_home_when_nobody_has_the_games_any_more() -> None:
    before = set(threading.enumerate())
    games = [batch("yucata", GAMES, 2, threads=3) for _ in range(2)]
    helpers = set(threading.enumerate()) - before
    assert len(helpers) == 4
    assert until(lambda: games[0]._crew.board[ASLEEP] == 2)
    games.clear()
    assert until(lambda: not any(helper.is_alive() for helper in helpers))


@pytest.mark.parametrize(
    ("games", "helpers"),
    [(1, 0), (2 * GAMES_A_THREAD - 1, 0), (2 * GAMES_A_THREAD, 1), (9 * GAMES_A_THREAD, 3)],
)
def test_there_are_no_more_helpers_than_can_be_of_use(
    games: int, helpers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "processors", lambda: 4)
    before = set(threading.enumerate())
    kept = batch("yucata", games, 2, threads=100)
    assert len(set(threading.enumerate()) - before) == helpers
    assert kept.n == games


def test_no_more_threads_than_processors() -> None:
    assert 1 <= crew.processors() <= 100_000


FORKING = """
import os
import numpy as np
from tablee.envs import batch, crew

crew.processors = lambda: 3
games = batch("yucata", 800, 2, threads=3)

def play():
    step, found = games.reset(1), []
    for _ in range(30):
        step = games.step(step.masks.argmax(axis=1))
        found.append(step.observations.tobytes())
    return found

seen = play()
child = os.fork()
if child == 0:
    board = games._crew.board
    same = play() == seen and games._crew.board is board
    del games  # its helpers go home; those of the parent were never here
    os._exit(0 if same else 3)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 0
assert play() == seen
"""


def test_a_fork_is_safe_and_so_is_an_end_in_the_middle_of_work() -> None:
    for _ in range(3):
        subprocess.run([sys.executable, "-c", FORKING], check=True, timeout=300)


def laid_out(pieces: int, shares: int) -> Any:
    board = np.zeros(NEXT + LINE * shares, np.int64)
    board[PIECES], board[SHARES] = pieces, shares
    hand_out(board)
    return board


@pytest.mark.nojit
def test_each_piece_is_taken_once_and_ones_own_first() -> None:
    board = laid_out(7, 3)
    assert board[LEFT] == 7
    assert [take(board, 1) for _ in range(3)] == [2, 3, 4]  # the third is somebody else's
    assert [take(board, 0) for _ in range(6)] == [0, 1, 5, 6, NONE, NONE]
    assert take(board, 2) == NONE
    hand_out(board)
    assert sorted(take(board, 2) for _ in range(7)) == list(range(7))
