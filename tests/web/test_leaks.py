"""Nobody learns what is hidden, whatever they ask the server for.

The same table is put into the database again and again, with the cards that a viewer cannot know
exchanged. All that the viewer can get must stay the same, byte for byte, and so must the logs.
`tests/indistinguishable.py` makes such games.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete

from tablee import Match
from tablee.bots.thinking import Budget
from tablee.rules import GAMES
from tablee.rules.contract import CHANCE
from tablee.web import bus, hinting
from tablee.web.app import make_app
from tablee.web.service import Service
from tablee.web.store import queries, schema
from tablee.web.store.rows import Move, Seat, Table
from tablee.web.tokens import hashed
from tablee.web.translations import LANGUAGES
from tablee.web.view import BOT, HUMAN, PLAYING
from tests.indistinguishable import Viewer, with_moves, worlds
from tests.web.asking import JSON, PAGE, PART, Site
from tests.web.serving import PATIENCE, in_loop, settings_for
from tests.whole_games import Table as Setup
from tests.whole_games import some_game

SETUPS = (
    Setup("hornochsen", 3, {"collecting_ends_turn": False}),
    Setup("yellowstone", 4, {"edge": True}),
    Setup("yellowstone", 2, {"edge": False, "neutral": "reach"}),
)
MOMENTS = 2  # in each game
TRIES = 6  # for each viewer at each moment; about every third gives another game
ID, EPOCH = "ab" * 12, "e0e0e0e0"
Got = list[tuple[str, Any]]  # what was asked for, and everything that came


class StandingClock:
    """Bots think, but their moves never come: nothing changes while somebody looks."""

    def now(self) -> float:
        return 1.8e9

    async def sleep(self, seconds: float) -> None:
        await asyncio.Event().wait()


@asynccontextmanager
async def standing(folder: Path) -> AsyncIterator[Site]:
    """A server at which time stands still and chance has one face only."""
    settings = settings_for(folder, address_rate=10**9)
    service = await Service.open(settings, StandingClock(), lambda count: b"\xe0" * count)
    try:
        app = make_app(settings, service)
        async with app.router.lifespan_context(app):
            yield Site(app, service)
    finally:
        await service.close()


def token(seat: int) -> str:
    return f"{seat:048x}"


async def put(site: Site, match: Match, person: Viewer) -> None:
    """The game on the table; people sit everywhere, or at one seat among bots."""

    def seat(number: int) -> Seat:
        if person not in (None, number):
            return Seat(seat=number, kind=BOT, name=f"Bot {number}", level="novice")
        name = f"Person {number}"
        return Seat(seat=number, kind=HUMAN, name=name, token=hashed(token(number)))

    service = site.service
    table = Table(
        id=ID,
        code="ABCDEF",
        game=match.game,
        name="",
        status=PLAYING,
        options=dict(match.options),
        first=match.first,
        lots=("first",),
        public=True,
        memory=True,
        hints=True,
        host=None,
        host_seat=person or 0,
        secret=32 * b"\x5e",
        created=1.7e9,
        changed=1.7e9,
        revision=7,
        played=len(match.played),
        seats=tuple(seat(number) for number in range(match.seats)),
    ).with_actor(match.actor)
    moves = [Move(move, 1.7e9 + number, None) for number, move in enumerate(match.played)]
    await service.database.write(lambda connection: connection.execute(delete(schema.tables)))
    await service.database.write(queries.add(table, moves))
    service.rooms.removed(ID)
    site.app.state.renderer._kept.clear()


async def everything(site: Site, match: Match, viewer: Viewer) -> Got:
    """All that somebody can get from the server about this table."""
    asker = site.program(None if viewer is None else token(viewer))
    got: Got = []

    async def ask(method: str, address: str, wish: dict[str, str], **sent: Any) -> None:
        answer = await asker.request(method, address, headers=wish, **sent)
        assert answer.status_code < 500
        what = f"{method} {address} {wish} {sent}"
        got.append((what, (answer.status_code, answer.headers.raw, answer.content)))

    await ask("GET", f"/t/{ID}", JSON)
    for language in LANGUAGES:
        await ask("GET", f"/t/{ID}", PART | {"accept-language": language})
    await ask("GET", f"/t/{ID}", PAGE)
    last = len(match.played)
    for number in (0, last // 2, last - 1, last):
        await ask("GET", f"/t/{ID}/at/{number}", JSON)
        await ask("GET", f"/t/{ID}/at/{number}", PART)
        await ask("GET", f"/t/{ID}/replay?at={number}", PAGE | {"accept-language": "fr"})
    for act in ("at/0?as=0", "at/0?as=1", "replay?as=all", "replay?as=1", "record", "analysis"):
        await ask("GET", f"/t/{ID}/{act}", JSON)
    for address in ("/tables", "/", "/j/ABCDEF"):
        await ask("GET", address, PAGE)
    for sent in refused_moves(match, viewer):
        await ask("POST", f"/t/{ID}/moves", JSON, json=sent)
    await ask("POST", f"/t/{ID}/moves", PART, data={"version": f"{EPOCH}.7", "move": "nonsense"})
    await ask("POST", f"/t/{ID}/hint", PART)
    assert (got[-1][1][0] == 200) == (viewer == match.actor)
    for act in ("stand-in", "rematch", "seats", "analysis", "start"):
        await ask("POST", f"/t/{ID}/{act}", JSON, data={"seat": "1", "name": "Eve"})
    got += await messages(site, viewer)
    await ask("POST", f"/t/{ID}/away", JSON)
    await ask("POST", f"/t/{ID}/leave", JSON)
    await ask("GET", f"/t/{ID}", JSON)
    return got


def refused_moves(match: Match, viewer: Viewer) -> Iterator[dict[str, Any]]:
    """Of every kind; who is to move tries many, but none that could be played."""
    rules, version = GAMES[match.game], f"{EPOCH}.7"
    legal = {*match.moves(), *(["undo"] if match.undoable else [])}
    tried = [*rules.MOVES[::9], *rules.CHANCES[:3], "nonsense", "undo"]
    for move in tried if viewer == match.actor else tried[:3]:
        if move and (viewer != match.actor or move not in legal):
            yield {"version": version, "move": move}
    yield {"version": f"{EPOCH}.6", "move": "nonsense"}
    yield {"version": version, "move": "nonsense", "as": 0}
    yield {"version": version, "move": "nonsense", "as": 1}
    yield {"move": "nonsense"}


async def messages(site: Site, viewer: Viewer) -> Got:
    """What two lines tell, before and after the table was given another name."""
    got: Got = []
    kinds = (b"", *(f"lang={language}".encode() for language in LANGUAGES))
    told = {kind: asyncio.Queue[Any]() for kind in kinds}
    lines = [asyncio.create_task(line(site, viewer, kind, told[kind])) for kind in kinds]
    for turn in range(2):
        for kind, coming in told.items():
            async with asyncio.timeout(PATIENCE):
                got.append((f"message {turn} {kind!r}", await coming.get()))
        host = site.service.rooms._rooms[ID].table.host_seat
        renamed = {"name": "Another"}
        await site.program(token(host or 0)).post(f"/t/{ID}/rename", json=renamed)
    for each in lines:
        each.cancel()
    await asyncio.gather(*lines, return_exceptions=True)
    while site.service.bus.present(ID):
        await asyncio.sleep(0)
    return got


async def line(site: Site, viewer: Viewer, query: bytes, told: "asyncio.Queue[Any]") -> None:
    bearer = b"" if viewer is None else f"Bearer {token(viewer)}".encode()
    scope = {
        "type": "websocket",
        "scheme": "ws",
        "path": f"/t/{ID}/live",
        "query_string": query,
        "headers": [(b"host", b"tables.example"), (b"authorization", bearer)],
        "client": ("127.0.0.1", 1),
        "extensions": {"websocket.http.response": {}},
    }
    coming = [{"type": "websocket.connect"}]

    async def receive() -> Any:
        return coming.pop() if coming else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        if message["type"] != "websocket.accept":
            await told.put(message)

    await site.app(scope, receive, send)


def moments(setup: Setup, random: Random) -> Iterator[Match]:
    """A game at some moments at which a seat is to move."""
    game = some_game(setup, random.randrange(10**6), most=80)
    for part in range(MOMENTS):
        cut = len(game.played) * (part + 1) // (MOMENTS + 1)
        match = with_moves(game, game.played[:cut])
        while match.actor == CHANCE:
            cut += 1
            match = with_moves(game, game.played[:cut])
        yield match


class Logged(logging.Handler):
    """All that was said while somebody asked, as it is written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(f"{record.levelname} {record.getMessage()}")


async def got(site: Site, match: Match, viewer: Viewer) -> Got:
    """Everything that the viewer can get of a game, and what was logged."""
    logged, logger = Logged(), logging.getLogger("tablee")
    alone = viewer if viewer == match.actor else None  # who may ask for hints
    await put(site, match, alone)
    logger.addHandler(logged)
    logger.setLevel(logging.DEBUG)
    try:
        return [*await everything(site, match, viewer), ("log", logged.said)]
    finally:
        logger.removeHandler(logged)
        logger.setLevel(logging.NOTSET)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "GRACE", 0.0)
    monkeypatch.setattr(hinting, "Budget", lambda seconds, stop: Budget(rounds=64))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@in_loop
async def test_nothing_that_is_sent_depends_on_what_is_hidden(tmp_path: Path, setup: Setup) -> None:
    random, different = Random(f"{setup}"), 0
    async with standing(tmp_path) as site:
        for match in moments(setup, random):
            for viewer in (None, match.actor, ((match.actor or 0) + 1) % match.seats):
                before = await got(site, match, viewer)
                for other in worlds(match, viewer, random, TRIES):
                    after = await got(site, other, viewer)
                    for one, two in zip(before, after, strict=True):
                        assert one == two, f"{viewer} can tell: {other.record()}"
                    different += other._state.tobytes() != match._state.tobytes()
    assert different > 4


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@in_loop
async def test_who_has_the_cards_is_shown_them(tmp_path: Path, setup: Setup) -> None:
    """The converse: the test above looks at what shows cards, to those who may see them."""
    random, different = Random(f"{setup}"), 0
    async with standing(tmp_path) as site:
        for match in moments(setup, random):
            seat = match.actor
            for other in worlds(match, None, random, 4 * TRIES):
                if match.history(seat) != other.history(seat):
                    before, after = [await got(site, each, seat) for each in (match, other)]
                    assert before[0] != after[0]
                    different += 1
                    break
    assert different > 0
