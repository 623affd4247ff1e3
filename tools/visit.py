"""A person at a running server: a page, and the same cookies for what needs no looking."""

import random
import time
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Page

PATIENCE = 60.0  # seconds to wait for what must come
Body = dict[str, Any]


class Visit:
    """`seed` decides what is played where nothing else does."""

    def __init__(self, page: Page, base: str, name: str = "Anna", seed: int = 1) -> None:
        self.page, self.base, self._random = page, base, random.Random(seed)
        self.send("/me/name", name=name)

    def go(self, path: str) -> None:
        self.page.goto(self.base + path)

    def send(self, path: str, **form: str) -> str:
        """Send a form; the address that it leads to."""
        taken = self.page.request.post(
            self.base + path, form={**form}, headers={"accept": "text/html"}
        )
        return taken.url.removeprefix(self.base)

    def ask(self, path: str) -> Body:
        asked = self.page.request.get(self.base + path, headers={"accept": "application/json"})
        body: Body = asked.json()
        return body

    def open(self, game: str, *kinds: str, **more: str) -> str:
        """A table with this person on the first chair, the kinds of the others given."""
        others = {f"kind-{k}": kind for k, kind in enumerate(kinds, 1)}
        names = {f"name-{k}": "Bruno" for k, kind in enumerate(kinds, 1) if kind == "here"}
        usual = {"game": game, "kind-0": "me", "first": "0"}
        return self.send("/tables", **(usual | others | names | more))

    def let_join(self, table: str, name: str) -> None:
        """Somebody else takes a seat, whose browser knows nothing of this one."""
        httpx.post(f"{self.base}{table}/seats", json={"name": name}).raise_for_status()

    def play(self, table: str, until: Callable[[Body], bool] = lambda body: False) -> Body:
        """Make any moves for all seats of this person until something holds, or to the end."""
        patient = time.monotonic() + PATIENCE
        while time.monotonic() < patient:
            body = self.ask(table)
            if body["status"] == "over" or (body["actor"] in body["own"] and until(body)):
                return body
            if body["actor"] not in body["own"]:
                time.sleep(0.02)
                continue
            if not body["moves"]:
                body = self.ask(f"{table}?as={body['actor']}")
            move = self._random.choice(body["moves"])
            made = {"version": body["version"], "move": move, "as": body["actor"]}
            self.page.request.post(f"{self.base}{table}/moves", data=made)
        raise TimeoutError(f"At {table} nothing happens any more.")
