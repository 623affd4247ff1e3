"""A few threads that share short pieces of work, with microseconds from call to call.

An executor of the standard library takes some fifty microseconds to hand a piece of work over and
back, about as long as a whole step of a batch; two locks take seven.
"""

import os
from _thread import LockType, allocate_lock
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any, NamedTuple
from weakref import finalize

Work = Callable[..., None]
Part = tuple[Any, ...]


class Desk(NamedTuple):
    """Where a helper waits for work, and says that it is done."""

    given: LockType
    done: LockType
    work: list[tuple[Work, Part]]


def helper() -> Desk:
    desk = Desk(allocate_lock(), allocate_lock(), [])
    desk.given.acquire()
    desk.done.acquire()
    Thread(target=serve, args=(desk,), daemon=True).start()
    return desk


def serve(desk: Desk) -> None:
    while desk.given.acquire() and desk.work:
        work, part = desk.work.pop()
        try:
            work(*part)
        finally:
            del work, part  # else whoever gave it would live on
            desk.done.release()


def dismiss(desks: Sequence[Desk]) -> None:
    """Without work, a helper goes home."""
    for desk in desks:
        desk.given.release()


class Crew:
    """The caller's thread and some helpers, who live as long as this object."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._process = 0
        self._helpers: list[Desk] = []

    def do(self, work: Work, parts: Sequence[Part]) -> None:
        """Call `work` with each of `size` parts at once; none may raise."""
        if self._process != os.getpid():  # at first, and after a fork, which copies no threads
            self._process = os.getpid()
            self._helpers = [helper() for _ in range(self._size - 1)]
            finalize(self, dismiss, self._helpers)
        for desk, part in zip(self._helpers, parts[1:], strict=True):
            desk.work.append((work, part))
            desk.given.release()
        work(*parts[0])
        for desk in self._helpers:
            desk.done.acquire()
