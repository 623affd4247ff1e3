"""A few threads that share short pieces of work, with less than a microsecond from call to call.

To wake a thread takes fifty microseconds, about as long as a whole step of a batch. So helpers stay
in compiled code, without the GIL: after some work they look out for more for a while, and only then
sleep until they are woken.

The work is cut into numbered pieces. Each thread takes those of its own share first, so that a game
stays in the memory next to one processor, and then what is left of the others': a helper that
comes late, or not at all, holds nobody up.
"""

import os
from collections.abc import Callable
from threading import Thread
from typing import Any
from weakref import finalize

import numba
import numpy as np
from numba import types

from tablee.envs.atomic import add, load, store
from tablee.rules.compiling import compiled
from tablee.rules.contract import Codes

PATIENCE = 200  # looks for work before a helper sleeps; each gives way to other programs
IMPATIENCE = 10_000  # looks for the last helper to be done before one gives way as well
NONE = -1

# The cells of a board: whatever several threads write has a cache line of eight for itself.
QUIT, PIECES, SHARES = 0, 1, 2
GIVEN = 3  # and on: addresses of what the work is done with
ASLEEP, LEFT, LOCK, BELL, NEXT = 8, 16, 24, 40, 56
LINE = 8

# Of the C library: found by their names when compiled code is loaded.
give_way = types.ExternalFunction("sched_yield", types.int32())
_init_lock = types.ExternalFunction("pthread_mutex_init", types.int32(types.voidptr, types.intp))
_lock = types.ExternalFunction("pthread_mutex_lock", types.int32(types.voidptr))
_unlock = types.ExternalFunction("pthread_mutex_unlock", types.int32(types.voidptr))
_init_bell = types.ExternalFunction("pthread_cond_init", types.int32(types.voidptr, types.intp))
_wait = types.ExternalFunction("pthread_cond_wait", types.int32(types.voidptr, types.voidptr))
_ring = types.ExternalFunction("pthread_cond_broadcast", types.int32(types.voidptr))


@compiled
def first_of(board: Codes, share: int) -> int:
    return board[PIECES] * share // board[SHARES]


@compiled
def take(board: Codes, share: int) -> int:
    """A piece that nobody has taken, of this share first; NONE, if there is none."""
    shares = board[SHARES]
    for k in range(shares):
        its = (share + k) % shares
        place, end = NEXT + LINE * its, first_of(board, its + 1)
        if load(board, place) < end:
            piece = add(board, place, 1)
            if piece < end:  # else somebody was quicker
                return piece
    return NONE


@compiled
def hand_out(board: Codes) -> None:
    """Lay out all pieces, and wake who sleeps."""
    store(board, LEFT, board[PIECES])
    for share in range(board[SHARES]):
        store(board, NEXT + LINE * share, first_of(board, share))
    if load(board, ASLEEP):
        wake(board)


@compiled
def give_back(board: Codes) -> None:
    """A piece is done."""
    add(board, LEFT, -1)


@compiled
def collect(board: Codes) -> None:
    """Wait until all pieces are done: a helper has one at most, so that it is rarely long."""
    looks = 0
    while load(board, LEFT):
        looks += 1
        if looks > IMPATIENCE:  # its processor may have been taken: it might want this one
            give_way()


@compiled
def wake(board: Codes) -> None:
    lock, bell = board[LOCK:], board[BELL:]
    _lock(lock.ctypes)
    _ring(bell.ctypes)
    _unlock(lock.ctypes)


@compiled
def rest(board: Codes) -> None:
    """Sleep until somebody rings, unless there is something to do."""
    lock, bell = board[LOCK:], board[BELL:]
    _lock(lock.ctypes)
    add(board, ASLEEP, 1)  # whoever lays out pieces after this will ring
    open_shares = 0
    for its in range(board[SHARES]):
        open_shares += load(board, NEXT + LINE * its) < first_of(board, its + 1)
    if not open_shares and not load(board, QUIT):
        _wait(bell.ctypes, lock.ctypes)
    add(board, ASLEEP, -1)
    _unlock(lock.ctypes)


@compiled
def furnish(board: Codes) -> None:
    lock, bell = board[LOCK:], board[BELL:]
    _init_lock(lock.ctypes, 0)
    _init_bell(bell.ctypes, 0)


@compiled
def dismiss(board: Codes) -> None:
    store(board, QUIT, 1)
    wake(board)


def send_home(process: int, board: Codes) -> None:
    """After a fork there is nobody to be told, and the lock may be somebody's who is not there."""
    if process == os.getpid():
        dismiss(board)


def processors() -> int:
    """How many threads can work at once."""
    if numba.config.DISABLE_JIT:  # only one thread has the GIL, which plain Python needs
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Crew:
    """Helpers, who live as long as this object."""

    def __init__(self, size: int, pieces: int, serve: Callable[..., None], given: Any) -> None:
        """Each helper calls `serve` once, with a board, its share, and what is given."""
        self._size, self._pieces = min(size, pieces, processors()), pieces
        self._serve, self._given = serve, given
        self._process = 0

    @property
    def board(self) -> Codes:
        """What helpers look at."""
        if self._process != os.getpid():  # at first, and after a fork, which copies no threads
            self._process = os.getpid()
            self._board = np.zeros(NEXT + LINE * self._size, np.int64)
            self._board[PIECES], self._board[SHARES] = self._pieces, self._size
            self._board[NEXT:] = self._pieces
            if self._size > 1:
                self._hire()
        return self._board

    def _hire(self) -> None:
        furnish(self._board)
        # What helpers need is compiled here, where one may wait for it: this one is home at once.
        dismiss(self._board)
        self._serve(self._board, 0, *self._given)
        self._board[QUIT] = 0
        for share in range(1, self._size):
            given = self._board, share, *self._given
            Thread(target=self._serve, args=given, daemon=True).start()
        # At the end of the program they had better sleep on than come back to a dying Python.
        finalize(self, send_home, self._process, self._board).atexit = False
