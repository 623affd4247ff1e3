"""The live line: what viewers are sent, when it is hung up, and that nobody slows others down."""

import asyncio
import json
import socket
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tablee.web import bus, listening, live
from tablee.web.errors import Unavailable
from tablee.web.headers import ALWAYS
from tablee.web.people import Viewer
from tablee.web.server import MOST_SAID, Server
from tests.web.asking import PART, Site, game_of_two, gone, opened, site, state
from tests.web.serving import PATIENCE, in_loop, play_out, two_people

STORED = 65_535


@dataclass
class Online:
    """A site that listens on this machine."""

    site: Site
    port: int
    server: Server

    def line(self, table: str, token: str | None = None, **more: Any) -> connect:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        address = f"ws://127.0.0.1:{self.port}{table}"
        headers |= more.pop("headers", {})
        return connect(address, additional_headers=headers, open_timeout=PATIENCE, **more)


@asynccontextmanager
async def online(folder: Path, small: bool = False, **settings: Any) -> AsyncIterator[Online]:
    async with site(folder, **settings) as served:
        at = listening.bound("127.0.0.1", 0, "port")
        if small:
            at.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        server = Server(served.app)
        serving = asyncio.create_task(server.serve([at]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield Online(served, at.getsockname()[1], server)
        finally:
            server.should_exit = True
            await serving
            at.close()


async def soon(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


async def closed(line: ClientConnection) -> int | None:
    """The code with which the server hangs up, after whatever it had to say."""
    with suppress(ConnectionClosed):
        async with asyncio.timeout(PATIENCE):
            while True:
                await line.recv()
    return line.close_code


def after(before: str, change: bytes) -> str:
    """As static/line.js does it: unpacked behind the text before, which stands there unpacked."""
    known, blocks = before.encode(), b""
    for at in range(0, len(known), STORED):
        part = known[at : at + STORED]
        size = len(part).to_bytes(2, "little")
        blocks += b"\0" + size + bytes(255 - byte for byte in size) + part
    both = zlib.decompressobj(-zlib.MAX_WBITS).decompress(blocks + change)
    return patched(before, both[len(known) :].decode())


def patched(before: str, patch: str) -> str:
    old, said, lines = before.split("\n"), patch.split("\n"), []
    while said:
        stay, go, come = map(int, said.pop(0).split())
        lines += old[:stay] + said[:come]
        del old[: stay + go], said[:come]
    return "\n".join(lines + old)


@in_loop
async def test_programs_are_sent_the_body_of_the_table_each_time(tmp_path: Path) -> None:
    async with online(tmp_path) as at:
        table, viewers = await two_people(at.site.service)
        token = viewers[1].seat_token
        async with at.line(f"/t/{table}/live", token) as line:
            for _ in range(5):
                said = json.loads(await line.recv())
                assert said == await state(at.site.program(token), f"/t/{table}")
                await play_out(at.site.service, table, viewers, 1)
            await play_out(at.site.service, table, viewers)
            while json.loads(await line.recv())["status"] != "over":
                pass


@pytest.mark.parametrize("language", ["en", "fr"])
@in_loop
async def test_pages_are_sent_the_part_then_what_changes(tmp_path: Path, language: str) -> None:
    async with online(tmp_path) as at:
        table, viewers = await two_people(at.site.service, "yellowstone")
        for viewer in (viewers[0], Viewer()):
            asker = at.site.program(viewer.seat_token)
            told = PART | {"accept-language": language}
            address = f"/t/{table}/live?lang={language}"
            async with at.line(address, viewer.seat_token) as line:
                shown = await line.recv()
                assert isinstance(shown, str)
                for _ in range(6):
                    await play_out(at.site.service, table, viewers, 1)
                    change = await line.recv()
                    assert isinstance(change, bytes)
                    assert len(change) < len(shown) / 3
                    shown = after(shown, change)
                    assert shown == (await asker.get(f"/t/{table}", headers=told)).text


@given(
    st.lists(st.sampled_from("abc"), max_size=80), st.lists(st.sampled_from("abcd"), max_size=80)
)
def test_a_patch_makes_any_text_from_any_other(before: list[str], after: list[str]) -> None:
    old, new = "\n".join(before), "\n".join(after)
    assume(old != new)
    assert patched(old, live.patch(old, new)) == new


@dataclass
class Slow:
    """A viewer who takes the next message in only when told to."""

    site: Site
    table: str
    token: str | None
    sent: list[dict[str, Any]] = field(default_factory=list)
    gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))

    async def run(self) -> None:
        scope = {
            "type": "websocket",
            "scheme": "ws",
            "path": f"/t/{self.table}/live",
            "query_string": b"",
            "headers": [
                (b"host", b"tables.example"),
                (b"authorization", f"Bearer {self.token}".encode()),
            ],
            "client": ("192.0.2.1", 1),
            "extensions": {"websocket.http.response": {}},
        }
        coming = [{"type": "websocket.connect"}]

        async def receive() -> dict[str, Any]:
            if coming:
                return coming.pop()
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send":
                await self.gate.acquire()
            self.sent.append(message)

        await self.site.app(scope, receive, send)


@in_loop
async def test_who_is_slow_gets_the_newest_only(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        table, viewers = await two_people(served.service)
        slow = Slow(served, table, viewers[0].seat_token)
        running = asyncio.create_task(slow.run())
        await soon(lambda: len(slow.sent) == 2)  # accepted, and the first view
        await play_out(served.service, table, viewers, 1)
        await asyncio.sleep(0)
        newest = (await play_out(served.service, table, viewers, 6)).version
        slow.gate.release()
        slow.gate.release()
        await soon(lambda: len(slow.sent) == 4)
        versions = [json.loads(each["text"])["version"] for each in slow.sent[1:]]
        assert versions == sorted(versions)
        assert versions[2] == newest
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@in_loop
async def test_a_line_that_is_not_opened_says_why(tmp_path: Path) -> None:
    async with online(tmp_path, address_sockets=1, public_url="https://play.example") as at:
        table, viewers = await two_people(at.site.service)
        anna = viewers[0].seat_token
        home = {"origin": "https://play.example"}
        for address, headers, status in (
            (f"/t/{table}/live", {"origin": "https://evil.example"}, 403),
            (f"/t/{table}/live", {"origin": "null"}, 403),
            (f"/t/{table}/live", {"origin": "http://["}, 403),
            (f"/t/{table}/live", home | {"sec-fetch-site": "cross-site"}, 403),
            (f"/t/{table}/live?as=1", home, 403),
            (f"/t/{table}/live?as=x", home, 422),
            (f"/t/{24 * '0'}/live", home, 404),
            ("/t/nowhere/live", home, 404),
            ("/nowhere", home, 404),
        ):
            with pytest.raises(InvalidStatus) as refused:
                async with at.line(address, anna, headers=headers):
                    pass
            response = refused.value.response
            assert response.status_code == status
            assert json.loads(response.body or b"")["error"].endswith(".")
            assert ALWAYS.items() <= dict(response.headers.raw_items()).items()
        assert not at.site.service.lines
        async with at.line(f"/t/{table}/live", anna, headers=home) as line:
            await line.recv()
            with pytest.raises(InvalidStatus) as refused:
                async with at.line(f"/t/{table}/live", anna, headers=home):
                    pass
            assert refused.value.response.status_code == 429
        await soon(lambda: not at.site.service.lines)


@in_loop
async def test_a_device_that_is_signed_out_hears_no_more(tmp_path: Path) -> None:
    async with online(tmp_path) as at:
        anna, bruno = at.site.browser(), at.site.browser()
        table = await game_of_two(anna, bruno)
        cookie = {"cookie": f"guest={anna.cookies['guest']}"}
        async with at.line(f"{table}/live", headers=cookie) as line:
            assert json.loads(await line.recv())["own"] == [0]
            await anna.post("/me/devices/1/revoke")
            gone(await bruno.post(f"{table}/away"))
            assert await closed(line) == live.NOT_YOURS


@in_loop
async def test_who_stands_up_or_whose_table_is_removed_is_hung_up_on(tmp_path: Path) -> None:
    async with online(tmp_path) as at:
        anna, bruno = at.site.browser(), at.site.browser()
        table = await opened(anna, "yucata", "human", "human")
        await bruno.post(f"{table}/seats", data={"name": "Bruno"})
        cookie = {"cookie": f"guest={bruno.cookies['guest']}"}
        async with at.line(f"{table}/live?as=1", headers=cookie) as line:
            await line.recv()
            gone(await bruno.post(f"{table}/leave"))
            assert await closed(line) == live.NOT_YOURS
        async with at.line(f"{table}/live") as line:
            await line.recv()
            gone(await anna.post(f"{table}/remove"))
            assert await closed(line) == live.GONE


@in_loop
async def test_who_talks_much_is_cut_off(tmp_path: Path) -> None:
    async with online(tmp_path) as at:
        table, viewers = await two_people(at.site.service)
        async with at.line(f"/t/{table}/live") as quiet, at.line(f"/t/{table}/live") as line:
            for number in range(live.MOST_SAID):
                await line.send(b"" if number % 2 else "hello")
            assert await closed(line) == live.TOO_TALKATIVE
            async with at.line(f"/t/{table}/live") as large:
                await large.send((MOST_SAID + 1) * "x")
                assert await closed(large) == 1009
            await quiet.recv()
            await play_out(at.site.service, table, viewers, 1)
            await quiet.recv()


@in_loop
async def test_others_see_who_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "GRACE", 0.0)

    async def presence(line: ClientConnection) -> list[bool]:
        return [chair["online"] for chair in json.loads(await line.recv())["seats"]]

    async with online(tmp_path) as at:
        table, viewers = await two_people(at.site.service)
        address = f"/t/{table}/live"
        async with at.line(address, viewers[0].seat_token) as anna:
            assert await presence(anna) == [True, False]
            async with at.line(address, viewers[1].seat_token) as bruno:
                assert await presence(bruno) == [True, True]
                assert await presence(anna) == [True, True]
            assert await presence(anna) == [True, False]
        await soon(lambda: not at.site.service.bus.present(table))
        seen = await state(at.site.program(), f"/t/{table}")
        assert not any(chair["online"] for chair in seen["seats"])


@in_loop
async def test_a_line_outlives_a_database_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RETRY", 0.01)
    async with online(tmp_path) as at:
        tables = at.site.service.tables
        table, viewers = await two_people(at.site.service)
        async with at.line(f"/t/{table}/live", viewers[0].seat_token) as line:
            before = json.loads(await line.recv())
            usual, failures = tables.view, [Unavailable("Not now.")]

            async def view(*asked: Any) -> Any:
                if failures:
                    raise failures.pop()
                return await usual(*asked)

            monkeypatch.setattr(tables, "view", view)
            at.site.service.bus.tell(table)
            await soon(lambda: not failures)
            await play_out(at.site.service, table, viewers, 1)
            assert json.loads(await line.recv())["version"] != before["version"]


@in_loop
async def test_who_takes_nothing_in_is_dropped_without_hurting_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PATIENCE", 0.1)
    monkeypatch.setattr(listening, "STALLED", 500)
    async with online(tmp_path, small=True) as at:
        table, viewers = await two_people(at.site.service, "hornochsen")
        with socket.socket() as stalled:
            stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            stalled.connect(("127.0.0.1", at.port))
            stalled.sendall(
                f"GET /t/{table}/live HTTP/1.1\r\nhost: 127.0.0.1:{at.port}\r\n"
                "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
                "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            await soon(lambda: at.site.service.lines["127.0.0.1"] == 1)
            async with at.line(f"/t/{table}/live", viewers[0].seat_token) as line:
                await line.recv()
                anna = at.site.program(viewers[0].seat_token)
                for number in range(200):
                    await anna.post(f"/t/{table}/rename", json={"name": f"Table {number}"})
                    said = json.loads(await line.recv())
                    if at.site.service.lines["127.0.0.1"] == 1:
                        break
                assert said["name"] == f"Table {number}"
                assert at.site.service.lines["127.0.0.1"] == 1
            await soon(lambda: not at.server.server_state.connections)
