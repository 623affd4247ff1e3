"""Browsers and programs that ask the web table over HTTP, without a network between them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from tablee.web.app import make_app
from tablee.web.service import Service
from tests.web.serving import served

PAGE = {"accept": "text/html,*/*;q=0.8"}  # what browsers say of themselves
PART = {**PAGE, "x-fragment": "1"}
JSON = {"accept": "application/json"}
HOST = "http://tables.example"


@dataclass
class Site:
    app: FastAPI
    service: Service

    def browser(self, **headers: str) -> httpx.AsyncClient:
        """Somebody with cookies of their own."""
        return self.client(**PAGE, **headers)

    def program(self, token: str | None = None) -> httpx.AsyncClient:
        """Asks for JSON; perhaps with the token of a seat."""
        return self.client(**JSON, **({"authorization": f"Bearer {token}"} if token else {}))

    def client(self, **headers: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url=HOST, headers=headers)


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
