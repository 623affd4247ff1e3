"""A service for tests: on a database of its own, without any waiting."""

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, ParamSpec

from tablee.web.errors import Stale
from tablee.web.people import Viewer
from tablee.web.service import Service
from tablee.web.settings import Settings
from tablee.web.tables import Joined
from tablee.web.view import OVER, View
from tablee.web.wanted import Wanted, WantedChair

P = ParamSpec("P")
PERSON, QUICK_BOT = WantedChair("human", "Anna"), WantedChair("bot", "", "novice")
PATIENCE = 60.0  # seconds that a test waits for what must come


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that awaits."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 2 * PATIENCE))

    return run


def settings_for(folder: Path, **changes: Any) -> Settings:
    usual = {"database": f"sqlite:///{folder / 'tables.sqlite'}", "pace": 0.0}
    return Settings(**{**usual, **changes})


@asynccontextmanager
async def served(folder: Path, **changes: Any) -> AsyncIterator[Service]:
    service = await Service.open(settings_for(folder, **changes))
    try:
        yield service
    finally:
        await service.close()


def wanted(game: str, *chairs: WantedChair, **more: Any) -> Wanted:
    return Wanted(game, chairs, first=0, **more)


async def two_people(
    service: Service, game: str = "hornochsen", **more: Any
) -> tuple[str, list[Viewer]]:
    """A game between two people with tokens; seat 0 begins."""
    first = await service.tables.create(None, wanted(game, PERSON, PERSON, **more))
    second = await service.tables.join(first.id, None, "Bruno")
    return first.id, [viewer_of(first), viewer_of(second)]


def viewer_of(joined: Joined) -> Viewer:
    return Viewer(None, joined.token)


async def until(
    service: Service, table: str, viewer: Viewer, holds: Callable[[View], bool]
) -> View:
    """The first view of which something holds."""
    async with service.tables.watch(table, viewer) as watch, asyncio.timeout(PATIENCE):
        while not holds(view := await service.tables.view(table, viewer)):
            await watch.changed()
        return view


async def play_out(service: Service, table: str, viewers: list[Viewer], most: int = 10_000) -> View:
    """People play their first legal move until the game is over, or for so many moves."""
    view = await service.tables.view(table, viewers[0])
    for _ in range(most):
        view, viewer = await whose_turn(service, table, viewers)
        if view.observation is None or viewer is None:
            break
        move = view.observation.moves[0].move
        with suppress(Stale):
            view = await service.tables.play(table, viewer, view.version, move)
    return view


async def whose_turn(
    service: Service, table: str, viewers: list[Viewer]
) -> tuple[View, Viewer | None]:
    """The view of the person who is to move; nobody is once the game is over."""
    async with service.tables.watch(table) as watch, asyncio.timeout(PATIENCE):
        while True:
            for viewer in viewers:
                view = await service.tables.view(table, viewer)
                if view.status == OVER:
                    return view, None
                if view.turn:
                    return view, viewer
            await watch.changed()
