"""People and bots at many tables of a server that is killed again and again.

Whatever anybody was told is kept here, and everything that is told later must agree with it.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

Body = dict[str, Any]
PAUSE = 0.02  # seconds between two looks whether the bot has moved
GAMES = ("yucata", "hornochsen", "yellowstone")
LONGEST = 60  # moves at one table, after which people go on at another one


class Lost(AssertionError):
    """Something that was told is no longer so."""


class Line:
    """The way to the server that runs just now; it waits while there is none."""

    def __init__(self) -> None:
        self._url = ""
        self._up = asyncio.Event()
        self._client = httpx.AsyncClient()
        self.broken = 0  # requests that nobody answered

    async def up(self, url: str) -> None:
        broken, self._client = self._client, httpx.AsyncClient(timeout=60.0)
        self._url = url
        self._up.set()
        await broken.aclose()

    def down(self) -> None:
        self._up.clear()

    async def close(self) -> None:
        await self._client.aclose()

    async def ask(self, method: str, path: str, token: str = "", **sent: Any) -> tuple[int, Body]:
        """An answer, however many servers it takes."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        while True:
            await self._up.wait()
            try:
                answer = await self._client.request(
                    method, self._url + path, headers=headers, json=sent or None
                )
            except httpx.TransportError:
                self.broken += 1
                await asyncio.sleep(PAUSE)
            else:
                return answer.status_code, answer.json()

    async def address(self) -> str:
        await self._up.wait()
        return self._url.replace("http", "ws", 1)


class Seat(NamedTuple):
    table: str
    seat: int | None
    token: str


class Crowd:
    """Everybody, and what they were told."""

    def __init__(self, seed: int) -> None:
        self.line = Line()
        self.told: dict[Seat, list[str]] = {}  # the longest list of moves that each has seen
        self.made: dict[Seat, list[str]] = defaultdict(list)  # the moves that were acknowledged
        self.acknowledged = 0
        self._random = Random(seed)
        self._seated: list[Seat] = []
        self._requests: Iterator[int] = count()
        self._stop = False

    def hear(self, seat: Seat, body: Body, newest: bool = False) -> None:
        """Compare with what was told before; answers may overtake each other."""
        history = body["observation"]["history"] if body["observation"] else []
        known = self.told.setdefault(seat, [])
        common = min(len(known), len(history))
        if known[:common] != history[:common] or (newest and len(history) < len(known)):
            raise Lost(f"{seat}: {known} became {history}")
        if len(history) > len(known):
            self.told[seat] = history

    async def check(self, url: str) -> None:
        """Whether a server that has just begun knows all that was told at the tables in use."""
        line = Line()
        await line.up(url)
        await asyncio.gather(*(self._check(line, seat) for seat in self._seated))
        await line.close()

    async def _check(self, line: Line, seat: Seat) -> None:
        status, body = await line.ask("GET", f"/t/{seat.table}", seat.token)
        if status != 200:
            raise Lost(f"{seat}: {status}")
        self.hear(seat, body, newest=True)

    # -- tables

    async def play(self, number: int) -> None:
        """Two people and a bot at one table after the other."""
        while not self._stop:
            people = await self._sit_down(GAMES[number % len(GAMES)])
            self._seated += people
            while not self._stop and await self._turn(people):
                pass
            for seat in people:
                await self._settle(seat)
                self._seated.remove(seat)
            number += 1

    async def _sit_down(self, game: str) -> list[Seat]:
        seats = [{"kind": "human", "name": "Anna"}, {"kind": "human"}]
        bot = {"kind": "bot", "level": "novice"}
        status, made = await self.line.ask("POST", "/tables", game=game, seats=[*seats, bot])
        assert status == 201, made
        status, joined = await self.line.ask("POST", f"/t/{made['id']}/seats", name="Bruno")
        if status != 201:  # it was done already, by a request that nobody answered
            return await self._sit_down(game)
        return [Seat(each["id"], each["seat"], each["token"]) for each in (made, joined)]

    async def _turn(self, people: list[Seat]) -> bool:
        """A move of who is to move, perhaps; whether they play on."""
        if sum(len(self.made[seat]) for seat in people) >= LONGEST:
            return False
        for me in people:
            _, body = await self.line.ask("GET", f"/t/{me.table}", me.token)
            self.hear(me, body)
            if body["moves"]:
                await self._move(me, body)
        await asyncio.sleep(PAUSE)
        return bool(body["status"] != "over")

    async def _move(self, me: Seat, body: Body) -> None:
        undo = body["undoable"] and self._random.random() < 0.2
        move = "undo" if undo else self._random.choice(body["moves"])
        sent = {"version": body["version"], "move": move, "request": str(next(self._requests))}
        times = self._random.choice((1, 1, 2))  # a double click is one move
        answers = await asyncio.gather(
            *(self.line.ask("POST", f"/t/{me.table}/moves", me.token, **sent) for _ in range(times))
        )
        for status, told in answers:
            if status != 200:
                raise Lost(f"{me}: {move} of {body['version']} got {status}: {told}")
            self.hear(me, told)
        self.made[me].append(move)
        self.acknowledged += 1

    async def _settle(self, me: Seat) -> None:
        """In the end each move is there once, in its order, and no other of this person."""
        _, body = await self.line.ask("GET", f"/t/{me.table}", me.token)
        self.hear(me, body, newest=True)
        seen = body["observation"]
        made = [
            move for move, by in zip(seen["history"], seen["movers"], strict=True) if by == me.seat
        ]
        if made != self.made[me]:
            raise Lost(f"{me}: {self.made[me]} became {made}")

    # -- lookers-on

    async def watch(self) -> None:
        """A live line to each table in turn, opened again whenever it breaks."""
        while not self._stop:
            await asyncio.sleep(PAUSE)
            if self._seated:
                table = self._random.choice(self._seated).table
                with suppress(OSError, WebSocketException, TimeoutError):
                    await self._look(Seat(table, None, ""))

    async def _look(self, me: Seat) -> None:
        async with connect(f"{await self.line.address()}/t/{me.table}/live") as socket:
            async with asyncio.timeout(1.0):
                async for message in socket:
                    self.hear(me, json.loads(message))

    def stop(self) -> None:
        """Everybody ends with what they are about."""
        self._stop = True
