"""Compiling, or loading what was compiled, before anybody waits for it."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable

from tablee.bots.hints import hints
from tablee.bots.levels import bot
from tablee.bots.thinking import Budget
from tablee.match import TITLES, deal

log = logging.getLogger(__name__)
SEATS = 3  # two in Yucata' have a solver, which comes last


def rules(game: str) -> None:
    """All that a table needs of a game but its bots."""
    match = deal(game, SEATS, seed=1)
    seen = match.observe(match.actor)
    match.outcome(seen.moves[0].move)
    match.play(seen.moves[0].move)
    match.observe(None)
    match.pool()


def bots(game: str) -> None:
    match = deal(game, SEATS, seed=1)
    seen = match.observe(match.actor)
    bot("novice", game, SEATS, 1).choose(seen)
    hints(seen, Budget(rounds=1))


def solver() -> None:
    match = deal("yucata", 2, seed=1)
    for _ in range(12):
        match.play(match.moves()[-1])
    if match.actor is not None:
        bot("perfect", "yucata", 2, 1).choose(match.observe(match.actor))


def everything(done: Callable[[str], object] = lambda game: None) -> None:
    """All games; each is done as soon as tables can begin it."""
    for game in TITLES:
        rules(game)
        done(game)
    for game in TITLES:
        bots(game)
    solver()


class Warmth:
    """Games one after the other, in a thread that nobody waits for at the end."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._warm = {game: asyncio.Event() for game in TITLES}
        threading.Thread(target=self._run, name="warming", daemon=True).start()

    @property
    def warm(self) -> bool:
        """Whether every game can begin at once."""
        return all(warm.is_set() for warm in self._warm.values())

    async def ready(self, game: str) -> None:
        """Until a table can begin this game."""
        await self._warm[game].wait()

    def _run(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: the server has ended
            everything(lambda game: self._loop.call_soon_threadsafe(self._warm[game].set))
