"""The table as a process: it listens, serves, and when it is told to end, ends in good order."""

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator

import uvicorn
import uvloop
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tablee.web.app import make_app
from tablee.web.listening import bound
from tablee.web.metrics import Measured, Meters, private
from tablee.web.service import Service
from tablee.web.settings import Settings

log = logging.getLogger(__name__)
LAST_ANSWERS = 2  # seconds in which what was asked is still answered at the end
IDLE = 75  # seconds that a connection may be; longer than proxies keep theirs, or requests fail
ARRIVING = 20.0  # seconds that a request may take to come in, the wait for its first byte included
# Seconds after which a thread may have its turn. The one that writes asks for several in each
# commit, and waits as long for each while requests are answered.
SWITCHING = 0.0005
# Objects that came and did not go until circles of them are looked for, among the youngest first.
# With what Python usually takes, all that is in memory was gone through every few seconds, and
# nobody was answered for most of a second.
CIRCLES = (50_000, 10, 10)
MOST_SAID = 4096  # bytes that a browser may send in one message on a live line


class Prompt(HttpToolsProtocol):
    """Drops who connects and then asks for nothing, or never comes to the end of a request."""

    _asking = True
    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._asking = False
        self._look()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._asking = True

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._asking = False

    def _look(self) -> None:
        if self._asking and self._limit is None:
            self._limit = self.loop.call_later(ARRIVING, self.transport.abort)
        elif self._limit is not None and not self._asking:
            self._limit.cancel()
            self._limit = None


class Server(uvicorn.Server):
    """One of several things that end together: signals are for `run` to handle."""

    def __init__(self, app: ASGIApp, proxies: str = "") -> None:
        config = uvicorn.Config(
            app,
            http=Prompt,
            ws="websockets-sansio",
            ws_max_size=MOST_SAID,
            ws_per_message_deflate=False,  # costs each line 40 KiB; pages are told differences
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=proxies,
            timeout_keep_alive=IDLE,
            timeout_graceful_shutdown=LAST_ANSWERS,
        )
        super().__init__(config)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def run(settings: Settings, listening: socket.socket, opened: Callable[[], None]) -> int:
    """Serve until a signal comes, and say which. `opened` is called when the first may come."""
    sys.setswitchinterval(SWITCHING)
    gc.set_threshold(*CIRCLES)
    gc.freeze()  # the programs stay
    with contextlib.closing(listening):
        return uvloop.run(serve(settings, listening, opened))


async def serve(settings: Settings, listening: socket.socket, opened: Callable[[], None]) -> int:
    with contextlib.ExitStack() as sockets:
        watching = settings.metrics and sockets.enter_context(bound(*settings.metrics, "metrics"))
        service = await Service.open(settings)
        try:
            meters = Meters(service)
            app = Measured(make_app(settings, service), meters)
            public = Server(app, ",".join(map(str, settings.trusted_proxy)))
            servers = [(public, listening)]
            if watching:
                servers.append((Server(private(service, meters)), watching))
            return await together(servers, opened)
        finally:
            await service.close()
            log.info("Closed.")


async def together(servers: list[tuple[Server, socket.socket]], opened: Callable[[], None]) -> int:
    """Serve all until a signal comes; its number."""
    came: list[int] = []

    def end(number: int) -> None:
        came.append(number)
        for server, _ in servers:
            server.handle_exit(number, None)

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, end, number)
    opened()
    await asyncio.gather(*(server.serve([at_socket]) for server, at_socket in servers))
    return came[0]
