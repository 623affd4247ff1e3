"""HTTP and WebSocket for a client that must not be what is slow: bytes in, bytes out."""

import asyncio
import base64
import os
import struct
from collections import deque
from collections.abc import Callable
from typing import cast

PING, PONG, CLOSE = 9, 10, 8
LARGEST_SHORT, LARGEST_LONG = 125, 126
MASK = b"\0\0\0\0"  # a mask is asked for, but not that it hides anything


class Broken(Exception):
    """The server has hung up."""


class Http(asyncio.Protocol):
    """One connection that is kept; one request after the other."""

    def __init__(self) -> None:
        self._got = b""
        self._waiting: deque[asyncio.Future[tuple[int, bytes]]] = deque()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def ask(
        self, method: str, path: str, body: bytes = b"", token: str = ""
    ) -> "asyncio.Future[tuple[int, bytes]]":
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
            f"{bearer}Content-Length: {len(body)}\r\n\r\n"
        )
        answer: asyncio.Future[tuple[int, bytes]] = asyncio.get_running_loop().create_future()
        self._waiting.append(answer)
        self._transport.write(head.encode() + body)
        return answer

    def data_received(self, data: bytes) -> None:
        self._got += data
        while (end := self._got.find(b"\r\n\r\n")) >= 0:
            head = self._got[:end].lower()
            where = head.find(b"content-length:")
            length = int(head[where + 15 :].split(b"\r\n", 1)[0]) if where >= 0 else 0
            whole = end + 4 + length
            if len(self._got) < whole:
                return
            body, self._got = self._got[end + 4 : whole], self._got[whole:]
            self._waiting.popleft().set_result((int(head[9:12]), body))

    def connection_lost(self, wrong: Exception | None) -> None:
        for each in self._waiting:
            each.set_exception(Broken())


class Socket(asyncio.Protocol):
    """One live line; `heard` is called with each message and the bytes it took on the wire."""

    def __init__(
        self, path: str, token: str, heard: Callable[["Socket", bytes, int], None]
    ) -> None:
        self._heard, self._got = heard, b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        key = base64.b64encode(os.urandom(16)).decode()
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"{bearer}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        ).encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._hello)

    def send(self, text: bytes, opcode: int = 1) -> None:
        size = len(text)
        head = bytes([0x80 | opcode])
        if size <= LARGEST_SHORT:
            head += bytes([0x80 | size])
        else:
            head += bytes([0x80 | LARGEST_LONG]) + struct.pack("!H", size)
        self.transport.write(head + MASK + text)

    def data_received(self, data: bytes) -> None:
        self._got += data
        if not self.opened.done():
            end = self._got.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._got.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(Broken(self._got[:200]))
                return
            self._got = self._got[end + 4 :]
            self.opened.set_result(None)
        while len(self._got) >= 2:
            size, start = self._got[1], 2
            if size == LARGEST_LONG:
                size, start = int.from_bytes(self._got[2:4], "big"), 4
            elif size > LARGEST_LONG:
                size, start = int.from_bytes(self._got[2:10], "big"), 10
            if len(self._got) < start + size:
                return
            opcode, message = self._got[0] & 15, self._got[start : start + size]
            self._got = self._got[start + size :]
            if opcode == PING:
                self.send(message, PONG)
            elif opcode < CLOSE:
                self._heard(self, message, start + size)

    def connection_lost(self, wrong: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(Broken())
