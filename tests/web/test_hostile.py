"""What people with bad intentions send: names, headers, bodies, other sites' pages, floods."""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from tablee.web.errors import Wrong
from tablee.web.headers import BEHIND_TLS
from tests.web.asking import JSON, PAGE, PART, gone, opened, page, sentence, site, state
from tests.web.serving import PATIENCE, in_loop, play_out, two_people
from tests.web.test_live import Online, online

# What somebody calls themselves, and what is made of it.
NAMES = {
    '<b>&"': '<b>&"',
    "</title><script>alert(1)</script>": "</title><script>alert(1)",
    "\u202eanna\u202c": "anna",
    "שרה": "שרה",
    "A\x00n\x1bn\n a": "Ann a",
    "{{ 7 * 7 }}%(name)s%s": "{{ 7 * 7 }}%(name)s%s",
    "x" * 999: "x" * 24,
    "../../etc/passwd": "../../etc/passwd",
    "' OR 1=1 --": "' OR 1=1 --",
    "\ud800Ann": "Ann",
}
LITTLE = 500  # bytes
KINDS = ("application/x-www-form-urlencoded", "application/json")
NOT_READ = {  # addresses that do nothing with a body
    *(f"/t/1/{act}" for act in ("restart", "remove", "rematch", "analysis")),
    *("/look/1/analysis", "/me/devices", "/me/devices/1/revoke", "/device/1"),
    "/me/notices",  # where there are none, without TLS
}


def routes(router: Any) -> Iterator[APIRoute]:
    """All of them, also those of routers that were included."""
    for route in router.routes:
        if isinstance(route, APIRoute):
            yield route
        elif hasattr(route, "original_router"):
            yield from routes(route.original_router)


def unsafe(app: FastAPI) -> list[tuple[str, str]]:
    """A method and an address for each route that changes something."""
    found = [
        (method, re.sub(r"{\w+}", "1", route.path))
        for route in routes(app)
        for method in sorted((route.methods or set()) - {"GET", "HEAD", "OPTIONS"})
    ]
    assert len(found) > 25
    assert ("POST", "/t/1/moves") in found
    return found


@in_loop
async def test_every_unsafe_address_asks_where_a_request_comes_from(tmp_path: Path) -> None:
    foreign = [
        *({"origin": origin} for origin in ("https://evil.example", "null", "", "http://[")),
        {"origin": "https://play.example.evil.example"},
        {"origin": "https://play.example:8443"},
        {"origin": "https://play.example@evil.example"},
        *({"sec-fetch-site": site} for site in ("cross-site", "same-site")),
        {"origin": "https://play.example", "sec-fetch-site": "cross-site"},
    ]
    own = {"origin": "HTTPS://PLAY.EXAMPLE", "sec-fetch-site": "same-origin"}
    async with site(tmp_path, public_url="https://play.example") as served:
        client = served.client()
        for method, address in unsafe(served.app):
            for headers in foreign:
                answer = await client.request(method, address, headers=JSON | headers)
                assert sentence(answer, 403) == "This request comes from another site."
            answer = await client.request(method, address, headers=JSON | own)
            assert "another site" not in answer.text
        strange = {"origin": "https://evil.example"}
        assert sentence(await client.post("/language", headers=PAGE | strange), 403)


@in_loop
async def test_without_a_public_address_a_request_comes_from_where_it_goes_to(
    tmp_path: Path,
) -> None:
    async with site(tmp_path) as served:
        client = served.client(host="[::1]:8010")
        assert gone(await client.post("/language", headers={"origin": "http://[::1]:8010"}))
        assert sentence(await client.post("/language", headers={"origin": "http://[::1]"}), 403)
        for host in ("", "[", "a b", "a/b", "a?b", "x" * 999):
            answer = await client.post("/language", headers={"host": host})
            assert sentence(answer, 422) == "This can't be read: Host."
        table = await opened(served.browser(), "yucata", "human")
        assert sentence(await client.get(table, headers=PAGE | {"host": "x" * 9999}), 422)


@in_loop
async def test_every_unsafe_address_bounds_what_is_sent(tmp_path: Path) -> None:
    pieces: list[int] = []

    async def endless() -> AsyncIterator[bytes]:
        for number in range(1000):
            pieces.append(number)
            yield 100 * b"["

    async with site(tmp_path, body=LITTLE) as served:
        client = served.client()
        for method, address in unsafe(served.app):
            if address in NOT_READ:
                continue
            for kind in KINDS if address.startswith("/t") else KINDS[:1]:
                headers = PAGE | {"content-type": kind}
                for content in (b"[" * (LITTLE + 1), endless()):
                    answer = await client.request(method, address, content=content, headers=headers)
                    assert sentence(answer, 413)
        assert max(pieces) <= LITTLE // 100 + 1


@in_loop
async def test_every_unsafe_address_counts_how_often_it_is_asked(tmp_path: Path) -> None:
    async with site(tmp_path, address_rate=2) as served:
        for place in ("203.0.113.7", "2001:db8:1:2::1"):
            client = served.client(address=place)
            for _ in range(2):
                assert gone(await client.post("/language")) == "/"
            for method, address in unsafe(served.app):
                assert sentence(await client.request(method, address), 429)
        neighbour = served.client(address="2001:db8:1:2:ffff::")  # of the same household
        assert sentence(await neighbour.post("/language"), 429)
        for other in ("203.0.113.8", "2001:db8:1:3::1", "a socket"):
            assert gone(await served.client(address=other).post("/language")) == "/"


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
@in_loop
async def test_names_are_names(tmp_path: Path, name: str) -> None:
    async with site(tmp_path) as served:
        anna = served.browser(**{"user-agent": "Linux Firefox/<b>&"})
        sendable = name.encode(errors="replace").decode() if name[0] == "\ud800" else name
        form = {"name-0": sendable, "title": sendable, "public": "on", "hints": "on"}
        table = await opened(anna, "yucata", "bot", **form)
        seen = await state(anna, table)
        shown = seen["seats"][0]["name"]
        assert shown == NAMES[name] or sendable != name
        assert len(shown) <= 24
        assert len(seen["name"]) <= 40
        gone(await anna.post(f"{table}/rename", data={"name": sendable.replace("\0", "")}))
        gone(await anna.post("/me/name", data={"name": sendable}))
        viewer = await served.viewer(anna)
        for address in (table, "/tables", "/", "/me", f"{table}/replay"):
            page(await anna.get(address))
        page(await anna.get(table, headers=PART))
        page(await anna.get("/new/yucata", params=form))
        await play_out(served.service, table.removeprefix("/t/"), [viewer])
        for address in (table, f"{table}/replay?as=all", f"{table}/analysis"):
            page(await anna.get(address))


@in_loop
async def test_names_in_json_are_names_too(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        program = served.program()
        for name, cleaned in NAMES.items():
            body = {"game": "yucata", "seats": [{"kind": "human", "name": name}, {"kind": "bot"}]}
            text = json.dumps(body)
            answer = await program.post(
                "/tables", content=text, headers={"content-type": "application/json"}
            )
            if "\x00" in name or "\ud800" in name:
                assert sentence(answer, 422)
            else:
                seen = await state(program, f"/t/{answer.json()['id']}")
                assert seen["seats"][0]["name"] == cleaned


@pytest.mark.parametrize("secure", [False, True])
@in_loop
async def test_cookies_are_for_this_server_alone(tmp_path: Path, secure: bool) -> None:
    settings = {"public_url": "https://tables.example"} if secure else {}
    async with site(tmp_path, **settings) as served:
        client = served.client(**PAGE)
        for address, form in (
            ("/me/name", {"name": "Anna"}),
            ("/language", {"language": "fr"}),
            ("/settings", {"theme": "dark"}),
        ):
            answer = await client.post(address, data=form)
            _, *flags = answer.headers["set-cookie"].lower().split("; ")
            assert set(flags) == {
                *("httponly", "samesite=lax", "path=/", "max-age=34560000"),
                *(("secure",) if secure else ()),
            }
            strict = answer.headers.get("strict-transport-security")
            assert strict == (BEHIND_TLS["strict-transport-security"] if secure else None)


@in_loop
async def test_nothing_that_opens_a_door_is_in_the_database(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna = served.browser()
        gone(await anna.post("/me/name", data={"name": "Anna"}))
        offer = (await anna.post("/me/devices")).text.partition("/device/")[2].partition('"')[0]
        _, viewers = await two_people(served.service)
        doors = [anna.cookies["guest"], offer, *(viewer.seat_token for viewer in viewers)]
        written = b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite*"))
        for door in doors:
            assert door is not None
            assert len(bytes.fromhex(door)) * 8 >= 128
            assert door.encode() not in written
            assert bytes.fromhex(door) not in written
        assert b"Anna" in written  # so that the search finds what is there


@pytest.mark.parametrize("header", ["cookie", "authorization", "accept-language", "accept"])
@in_loop
async def test_strange_headers_are_passed_over(tmp_path: Path, header: str) -> None:
    async with site(tmp_path) as served:
        table, _ = await two_people(served.service)
        for value in (
            b"",
            b"\xff\xfe",
            b"guest=\xff; language=xx; prefs=....dark.dark",
            b"Bearer",
            b"Bearer \xff\xfe",
            b"guest=" + 4000 * b"a",
            b"de_AT_x,-,_;q=x,,;,*",
            b"text/html" * 99,
        ):
            for address in ("/", f"/t/{table}", "/tables"):
                answer = await served.client().get(address, headers=[(header.encode(), value)])
                assert answer.status_code == 200


@in_loop
async def test_who_goes_away_in_the_middle_of_a_step_is_not_waited_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with site(tmp_path) as served:
        table, _ = await two_people(served.service)
        for wrong, logged in ((Wrong("No."), 0), (ValueError("broken"), 1)):

            def fails(_: object, wrong: Exception = wrong) -> None:
                raise wrong

            caplog.clear()
            asking = asyncio.create_task(served.service.rooms.change(table, fails))
            await asyncio.sleep(0)
            asking.cancel()
            await served.service.rooms.stop()
            await asyncio.gather(asking, return_exceptions=True)
            await asyncio.sleep(0)
            errors = [each for each in caplog.records if each.levelno >= logging.ERROR]
            assert len(errors) == logged


@in_loop
async def test_who_never_ends_a_request_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.web.server.ARRIVING", 0.2)
    async with online(tmp_path) as at:
        table, viewers = await two_people(at.site.service)
        said = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        post = b"POST /language HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n"
        async with at.line(f"/t/{table}/live") as line:
            await line.recv()
            reader, writer = await connected(at, said + b"\r\n")
            for never in (b"", b"G", said + b"x-more: 1", post + b"1"):
                waiting, stuck = await connected(at, never)
                with suppress(ConnectionError):
                    while await asyncio.wait_for(waiting.read(1), PATIENCE):
                        pass
                stuck.close()
            # Who has asked may be quiet for longer, and so may a line.
            writer.write(said + b"connection: close\r\n\r\n")
            assert (await asyncio.wait_for(reader.read(), PATIENCE)).count(b" 200 OK\r\n") == 2
            writer.close()
            await play_out(at.site.service, table, viewers, 1)
            await line.recv()


async def connected(at: Online, said: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
    writer.write(said)
    await writer.drain()
    return reader, writer
