"""Browsers and programs that ask the web table over HTTP, without a network between them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from tablee.web.app import make_app
from tablee.web.headers import ALWAYS
from tablee.web.people import Viewer
from tablee.web.service import Service
from tests.web.serving import served
from tests.web.test_render import Page, checked

PAGE = {"accept": "text/html,*/*;q=0.8"}  # what browsers say of themselves
PART = {**PAGE, "x-fragment": "1"}
JSON = {"accept": "application/json"}
HOST = "http://tables.example"
Client = httpx.AsyncClient


@dataclass
class Site:
    app: FastAPI
    service: Service

    def browser(self, **headers: str) -> Client:
        """Somebody with cookies of their own."""
        return self.client(**PAGE, **headers)

    def program(self, token: str | None = None) -> Client:
        """Asks for JSON; perhaps with the token of a seat."""
        return self.client(**JSON, **({"authorization": f"Bearer {token}"} if token else {}))

    async def viewer(self, browser: Client) -> Viewer:
        """Who a browser with a cookie is to the service."""
        guest = await self.service.people.known(browser.cookies["guest"])
        assert guest is not None
        return Viewer(guest.id)

    def client(self, address: str = "127.0.0.1", **headers: str) -> Client:
        transport = httpx.ASGITransport(self.app, False, client=(address, 1))
        hooks = {"response": [decent]}
        return Client(transport=transport, base_url=HOST, headers=headers, event_hooks=hooks)


async def decent(answer: httpx.Response) -> None:
    """What holds for every answer there is."""
    assert ALWAYS.items() <= dict(answer.headers).items()
    assert "cache-control" in answer.headers
    assert "server" not in answer.headers
    said = await answer.aread()
    for ours in (b"Traceback", b"site-packages", b'File "', b"sqlalchemy", b"SQL"):
        assert ours not in said
    for programs in ("uvicorn", "starlette", "fastapi", "python"):
        assert programs not in str(answer.headers).lower()


@asynccontextmanager
async def site(folder: Path, **settings: Any) -> AsyncIterator[Site]:
    async with served(folder, **settings) as service:
        app = make_app(service.settings, service)
        async with app.router.lifespan_context(app):
            yield Site(app, service)


class Form(HTMLParser):
    """What a browser without scripts would send: the fields of a form, and its buttons."""

    def __init__(self, page: str, action: str) -> None:
        super().__init__()
        self._action, self._inside = action, False
        self.found = False
        self.fields: dict[str, str] = {}
        self.buttons: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        here = dict(attrs)
        if tag == "form":
            self._inside = here.get("action") == self._action
            self.found |= self._inside
        elif self._inside and "disabled" not in here and here.get("name"):
            self._field(tag, here)

    def _field(self, tag: str, here: dict[str, str]) -> None:
        name, value = here["name"], here.get("value") or ""
        if tag == "button":
            self.buttons.append((name, value))
        elif tag == "input" and (
            here.get("type") not in ("radio", "checkbox") or "checked" in here
        ):
            self.fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False


def page(answer: httpx.Response, status: int = 200) -> Page:
    """A page or a part of one, well formed and within the content policy."""
    assert answer.status_code == status, answer.text[:400]
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return checked(answer.text)


def sentence(answer: httpx.Response, status: int) -> str:
    """The one sentence of a refusal, in whichever form it came."""
    assert answer.status_code == status, answer.text[:400]
    if answer.headers["content-type"] == "application/json":
        said = str(answer.json()["error"])
    else:
        page(answer, status)
        sign = 'role="alert">' if 'role="alert">' in answer.text else 'class="lead">'
        said = unescape(answer.text.partition(sign)[2].partition("</p>")[0])
    assert said.endswith((".", "!"))
    assert "\n" not in said
    return said


def gone(answer: httpx.Response) -> str:
    """Where a browser is sent on to."""
    assert answer.status_code == 303, answer.text[:400]
    return answer.headers["location"]


async def opened(browser: Client, game: str, *kinds: str, **fields: str) -> str:
    """The address of a new table, opened by the form; seats of these kinds follow one's own."""
    chairs = {f"kind-{k}": kind for k, kind in enumerate(("me", *kinds))}
    levels = {f"level-{k}": "novice" for k, kind in enumerate(kinds, 1) if kind == "bot"}
    usual = {"game": game, "name-0": "Anna", "first": "0"}
    return gone(await browser.post("/tables", data=usual | chairs | levels | fields))


async def game_of_two(anna: Client, bruno: Client, game: str = "hornochsen", **fields: str) -> str:
    """The address of a table where a game has begun; Anna is to move."""
    table = await opened(anna, game, "human", **fields)
    assert gone(await bruno.post(f"{table}/seats", data={"name": "Bruno"})) == table
    return table


async def state(asker: Client, table: str) -> Any:
    """The table as JSON."""
    answer = await asker.get(table, headers=JSON)
    assert answer.status_code == 200, answer.text[:400]
    return answer.json()
