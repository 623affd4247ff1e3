"""What a client has to say to a server of ours, and to one of boardgame.io."""

import asyncio
import json
import random
import re
from typing import Any, Protocol

import tablee
from bench.wire import Http, Socket

SEATS = 4


class Table:
    """A game under way."""

    def __init__(self, address: str, tokens: list[str]) -> None:
        self.address, self.tokens = address, tokens
        self.sockets: list[Socket] = []  # those of the seats first
        self.played = 0
        self.version = 0
        self.waiting: set[Socket] = set()
        self.since = 0.0


class Side(Protocol):
    async def open(self, http: Http) -> Table: ...

    def line(self, table: Table, seat: int | None) -> tuple[str, str]:
        """Path and token of a live line."""

    async def greet(self, socket: Socket, table: Table, seat: int | None) -> None:
        """What is said first on a line."""

    async def move(self, table: Table, http: Http) -> None: ...

    def is_news(self, socket: Socket, table: Table, message: bytes) -> bool: ...


class Tablee:
    """Moves as JSON requests, views as JSON or as parts of a page."""

    def __init__(self, pages: bool) -> None:
        self._query = "?lang=en" if pages else ""
        self._epoch = ""
        match, choose = tablee.new("yucata", SEATS), random.Random(1)
        self._moves: list[tuple[int, str]] = []
        while match.actor is not None:
            self._moves.append((match.actor, choose.choice(match.moves())))
            match.play(self._moves[-1][1])

    async def open(self, http: Http) -> Table:
        seats = [{"kind": "human", "name": f"Player {seat}"} for seat in range(SEATS)]
        sent = {"game": "yucata", "seats": seats, "first": 0}
        _, answer = await http.ask("POST", "/tables", json.dumps(sent).encode())
        made = json.loads(answer)
        table = Table(f"/t/{made['id']}", [made["token"]])
        for seat in range(1, SEATS):
            name = json.dumps({"name": f"Player {seat}"}).encode()
            _, answer = await http.ask("POST", f"{table.address}/seats", name)
            table.tokens.append(json.loads(answer)["token"])
        _, answer = await http.ask("GET", table.address)
        self._epoch, _, revision = json.loads(answer)["version"].partition(".")
        table.version = int(revision)
        return table

    def line(self, table: Table, seat: int | None) -> tuple[str, str]:
        return f"{table.address}/live{self._query}", "" if seat is None else table.tokens[seat]

    async def greet(self, socket: Socket, table: Table, seat: int | None) -> None:
        pass

    async def move(self, table: Table, http: Http) -> None:
        seat, move = self._moves[table.played]
        sent = {"version": f"{self._epoch}.{table.version}", "move": move}
        table.played += 1
        table.version += 1
        status, said = await http.ask(
            "POST", f"{table.address}/moves", json.dumps(sent).encode(), table.tokens[seat]
        )
        assert status == 200, said

    def is_news(self, socket: Socket, table: Table, message: bytes) -> bool:
        return True


class BoardgameIo:
    """Everything over Socket.IO, but how tables are made."""

    def __init__(self) -> None:
        self._greeted: dict[Socket, asyncio.Event] = {}

    async def open(self, http: Http) -> Table:
        _, answer = await http.ask("POST", "/games/cards/create", b'{"numPlayers":%d}' % SEATS)
        table = Table(json.loads(answer)["matchID"], [])
        for seat in range(SEATS):
            sent = {"playerID": str(seat), "playerName": f"Player {seat}"}
            _, answer = await http.ask(
                "POST", f"/games/cards/{table.address}/join", json.dumps(sent).encode()
            )
            table.tokens.append(json.loads(answer)["playerCredentials"])
        return table

    def line(self, table: Table, seat: int | None) -> tuple[str, str]:
        return "/socket.io/?EIO=4&transport=websocket", ""

    async def greet(self, socket: Socket, table: Table, seat: int | None) -> None:
        self._greeted[socket] = asyncio.Event()
        socket.send(b"40/cards,")
        await self._greeted[socket].wait()
        who = None if seat is None else str(seat)
        secret = None if seat is None else table.tokens[seat]
        self._say(socket, "sync", table.address, who, secret, SEATS)

    async def move(self, table: Table, http: Http) -> None:
        seat = table.played % SEATS
        payload = {
            "type": "play",
            "args": [],
            "playerID": str(seat),
            "credentials": table.tokens[seat],
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._say(table.sockets[seat], "update", action, table.version, table.address, str(seat))
        table.played += 1

    def _say(self, socket: Socket, *said: Any) -> None:
        socket.send(b"42/cards," + json.dumps(said).encode())

    def is_news(self, socket: Socket, table: Table, message: bytes) -> bool:
        if message.startswith(b"40/cards"):
            self._greeted[socket].set()
        elif message == b"2":  # a ping of its own
            socket.send(b"3")
        elif message.startswith(b'42/cards,["update"'):
            found = re.search(rb'"_stateID":(\d+)', message)
            table.version = int(found[1]) if found else table.version
            return True
        return False
