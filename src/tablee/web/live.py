"""The live line: the newest view of a table to whoever looks at it, whenever something changes."""

import asyncio
import zlib
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket
from starlette.websockets import WebSocketDisconnect

from tablee.rules.contract import Refusal
from tablee.web.asked import address, check_origin, json_response, who
from tablee.web.bodies import Problem
from tablee.web.errors import Forbidden, TooMuch, Unavailable, Unknown, status_of
from tablee.web.people import Viewer
from tablee.web.render import Renderer
from tablee.web.service import Service
from tablee.web.translations import LANGUAGES
from tablee.web.view import View

PATIENCE = 20.0  # seconds until who takes nothing in is dropped
MOST_SAID = 50  # messages that a viewer may send; there is nothing to be said
RETRY = 1.0
TOO_TALKATIVE, NOT_YOURS, GONE = 1008, 4403, 4404  # codes of a close
router = APIRouter()


@lru_cache(maxsize=256)
def delta(before: str, after: str) -> bytes:
    """What turns one text into another: packed as what follows it (RFC 1951), without its end."""
    press = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=before.encode())
    return press.compress(after.encode()) + press.flush()


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


@router.websocket("/t/{table}/live")
async def live(
    socket: WebSocket,
    table: str,
    lang: Annotated[str | None, Query()] = None,
    as_seat: Annotated[int | None, Query(alias="as")] = None,
) -> None:
    """With a language in `lang` the messages are HTML for our own script, without it JSON."""
    service: Service = socket.app.state.service
    place = address(socket)
    service.lines[place] += 1
    try:
        check_origin(socket, service.settings.public_url)
        if service.lines[place] > service.settings.address_sockets:
            raise TooMuch("There are too many open lines from where you are.")
        viewer, _ = await who(service, socket)
        await service.tables.view(table, viewer, as_seat)
        renderer: Renderer = socket.app.state.renderer
        line = PageLine(renderer, lang) if lang in LANGUAGES else JsonLine(renderer)
        await socket.accept()
        await socket.close(await told(socket, service, viewer, table, as_seat, line))
    except Refusal as refusal:
        await deny(socket, refusal)
    except (WebSocketDisconnect, RuntimeError, TimeoutError):
        pass  # who is no longer there needs no answer
    finally:
        service.lines[place] -= 1
        if not service.lines[place]:
            del service.lines[place]


@router.websocket("/{path:path}")
async def nowhere(socket: WebSocket) -> None:
    await deny(socket, Unknown("There is nothing here."))


async def deny(socket: WebSocket, refusal: Refusal) -> None:
    """Why no line is opened, as JSON."""
    body = Problem(error=str(refusal)).model_dump_json().encode()
    await socket.send_denial_response(json_response(body, status_of(refusal)))


async def told(
    socket: WebSocket,
    service: Service,
    viewer: Viewer,
    table: str,
    as_seat: int | None,
    line: JsonLine | PageLine,
) -> int:
    """Until there is a reason to hang up: its code."""
    listening = asyncio.create_task(listen(socket))
    telling = asyncio.create_task(tell(socket, service, viewer, table, as_seat, line))
    try:
        done, _ = await asyncio.wait((listening, telling), return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()
    finally:
        listening.cancel()
        telling.cancel()
        await asyncio.gather(listening, telling, return_exceptions=True)


async def listen(socket: WebSocket) -> int:
    """A viewer has nothing to say; who says much is cut off."""
    for _ in range(MOST_SAID):
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
    return TOO_TALKATIVE


async def tell(
    socket: WebSocket,
    service: Service,
    viewer: Viewer,
    table: str,
    as_seat: int | None,
    line: JsonLine | PageLine,
) -> int:
    async with service.tables.watch(table, viewer) as watch:
        while True:
            try:
                if (await who(service, socket))[0] != viewer:
                    return NOT_YOURS  # the device was revoked
                view = await service.tables.view(table, viewer, as_seat)
            except Unknown:
                return GONE
            except Forbidden:
                return NOT_YOURS
            except Unavailable:
                await service.clock.sleep(RETRY)
                continue
            message = line.next(view)
            if message is not None:
                async with asyncio.timeout(PATIENCE):
                    if isinstance(message, str):
                        await socket.send_text(message)
                    else:
                        await socket.send_bytes(message)
            await watch.changed()
