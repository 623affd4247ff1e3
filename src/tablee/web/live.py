"""The live line: the newest view of a table to whoever looks at it, whenever something changes."""

import asyncio
import re
import zlib
from functools import lru_cache
from typing import NamedTuple

from fastapi import APIRouter
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tablee.rules.contract import Refusal
from tablee.web.asked import GUEST, address, check_origin, json_response, who
from tablee.web.bodies import Problem
from tablee.web.bus import Watch
from tablee.web.errors import Forbidden, TooMuch, Unavailable, Unknown, Wrong, status_of
from tablee.web.people import Viewer
from tablee.web.render import Renderer
from tablee.web.service import Service
from tablee.web.translations import LANGUAGES
from tablee.web.view import View

PATIENCE = 20.0  # seconds until who takes nothing in is dropped
MOST_SAID = 50  # messages that a viewer may send; there is nothing to be said
RETRY = 1.0
FAR = 60  # lines ahead in which a text that has changed is expected to go on as before
SEAT = re.compile("[0-9]{1,9}")
TOO_TALKATIVE, NOT_YOURS, GONE = 1008, 4403, 4404  # codes of a close


class Seen(NamedTuple):
    """What somebody looks at."""

    table: str
    viewer: Viewer
    seat: int | None


@lru_cache(maxsize=256)
def delta(before: str, after: str) -> bytes:
    """What turns one text into another: packed as what follows the one before (RFC 1951), without
    its end."""
    press = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=before.encode())
    return press.compress(patch(before, after).encode()) + press.flush()


def patch(before: str, after: str) -> str:
    """The lines that are new, each group headed by how many stay before it, how many go where it
    comes, and how many it has."""
    old, new, said = before.split("\n"), after.split("\n"), []
    at = to = stay = 0
    while at < len(old) or to < len(new):
        if at < len(old) and to < len(new) and old[at] == new[to]:
            go = come = 1
            stay += 1
        else:
            go, come = meeting(old[at : at + FAR], new[to : to + FAR])
            said += [f"{stay} {go} {come}", *new[to : to + come]]
            stay = 0
        at, to = at + go, to + come
    return "\n".join(said)


def meeting(old: list[str], new: list[str]) -> tuple[int, int]:
    """After how many lines of each the two go on alike, for two lines at least."""
    for apart in range(1, len(old) + len(new) - 1):
        for go in range(max(0, apart + 1 - len(new)), min(apart + 1, len(old))):
            come = apart - go
            if old[go : go + 2] == new[come : come + 2]:
                return go, come
    return len(old), len(new)


class JsonLine:
    """A viewer who is sent the whole body each time."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer, self._last = renderer, b""

    def next(self, view: View) -> str | None:
        body = self._renderer.body(view)
        if body == self._last:
            return None
        self._last = body
        return body.decode()


class PageLine:
    """A browser, which is sent the part of the page: first whole, then what changed."""

    def __init__(self, renderer: Renderer, language: str) -> None:
        self._renderer, self._language, self._last = renderer, language, ""

    def next(self, view: View) -> str | bytes | None:
        part = self._renderer.fragment(view, self._language)
        if part == self._last:
            return None
        before, self._last = self._last, part
        return delta(before, part) if before else part


async def live(socket: WebSocket) -> None:
    """With a language in `lang` the messages are HTML for our own script, without it JSON."""
    service: Service = socket.app.state.service
    place = address(socket)
    service.lines[place] += 1
    try:
        check_origin(socket, service.settings.public_url)
        if service.lines[place] > service.settings.address_sockets:
            raise TooMuch("There are too many open lines from where you are.")
        seen = Seen(socket.path_params["table"], (await who(service, socket))[0], seat(socket))
        await service.tables.view(*seen)
        renderer: Renderer = socket.app.state.renderer
        language = socket.query_params.get("lang")
        line = PageLine(renderer, language) if language in LANGUAGES else JsonLine(renderer)
        await socket.accept()
        await socket.close(await told(socket, service, seen, line))
    except Refusal as refusal:
        await deny(socket, refusal)
    except (WebSocketDisconnect, RuntimeError, TimeoutError):
        pass  # who is no longer there needs no answer
    finally:
        service.lines[place] -= 1
        if not service.lines[place]:
            del service.lines[place]


async def nowhere(socket: WebSocket) -> None:
    await deny(socket, Unknown("There is nothing here."))


# Without FastAPI, which would keep for each line what it has put together for it.
router = APIRouter(
    routes=[WebSocketRoute("/t/{table}/live", live), WebSocketRoute("/{path:path}", nowhere)]
)


def seat(socket: WebSocket) -> int | None:
    """Which of several own seats."""
    said = socket.query_params.get("as")
    if said is not None and not SEAT.fullmatch(said):
        raise Wrong("This can't be read: %(problem)s.", problem="as")
    return None if said is None else int(said)


async def deny(socket: WebSocket, refusal: Refusal) -> None:
    """Why no line is opened, as JSON."""
    body = Problem(error=str(refusal)).model_dump_json().encode()
    await socket.send_denial_response(json_response(body, status_of(refusal)))


async def told(socket: WebSocket, service: Service, seen: Seen, line: JsonLine | PageLine) -> int:
    """Until there is a reason to hang up: its code."""
    async with service.tables.watch(seen.table, seen.viewer) as watch:
        listening = asyncio.create_task(listen(socket, watch))
        try:
            while not listening.done():
                try:
                    if not await signed_in(service, socket, seen.viewer):
                        return NOT_YOURS
                    message = line.next(await service.tables.view(*seen))
                except Unknown:
                    return GONE
                except Forbidden:
                    return NOT_YOURS
                except Unavailable:
                    await service.clock.sleep(RETRY)
                    continue
                if message is not None:
                    async with asyncio.timeout(PATIENCE):
                        if isinstance(message, str):
                            await socket.send_text(message)
                        else:
                            await socket.send_bytes(message)
                await watch.changed()
            return listening.result()
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


async def listen(socket: WebSocket, watch: Watch) -> int:
    """A viewer has nothing to say; who says much is cut off."""
    try:
        for _ in range(MOST_SAID):
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect
        return TOO_TALKATIVE
    finally:
        watch.tell()


async def signed_in(service: Service, socket: WebSocket, viewer: Viewer) -> bool:
    """Whether the device of a guest is still theirs."""
    if viewer.guest is None:
        return True
    guest = await service.people.known(socket.cookies[GUEST])
    return guest is not None and guest.id == viewer.guest
