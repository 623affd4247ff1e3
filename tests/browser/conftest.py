"""A real server, real Chromium. Playwright's own loop runs while it is open, and other tests begin
loops themselves: so it is open for one module of tests at a time."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tablee.web.games import FACES
from tools.browser import launch

OPEN = re.compile(r"http://\S+")
OFFLINE = "ERR_INTERNET_DISCONNECTED"  # what Chromium says of every line that is cut
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server, where bots take no time."""
    folder = tmp_path_factory.mktemp("server")
    flags = ("--port", "0", "--pace", "0", "--database", str(folder / "tables.sqlite"))
    lavish = ("--guest-thinking", "100000", "--address-rate", "1000000", "--guest-rate", "1000000")
    command = (sys.executable, "-m", "tablee", "serve", *flags, *lavish)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = OPEN.search(process.stdout.readline())
            assert found
            for game in FACES:
                compiled(found[0], game)
            yield found[0]
        finally:
            process.send_signal(signal.SIGTERM)
    assert process.returncode == 0


def compiled(server: str, game: str) -> None:
    """The first table of a kind is there when its rules are compiled."""
    asked = {"game": game, "seats": [{"kind": "bot", "level": "novice"}] * 2}
    httpx.post(f"{server}/tables", json=asked, timeout=300).raise_for_status()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright, launch(playwright) as browser:
        yield browser


@pytest.fixture
def expected() -> list[str]:
    """What a browser may complain about; a test adds to it."""
    return [OFFLINE]


@pytest.fixture
def window(chromium: Browser, server: str, expected: list[str]) -> Iterator[Open]:
    """Opens the browser of one more person; at the end none of them may have had complaints."""
    complaints: list[str] = []
    with ExitStack() as closing:

        def open_one(width: int = 1366, height: int = 768, **more: Any) -> Page:
            size: ViewportSize = {"width": width, "height": height}
            context = chromium.new_context(base_url=server, viewport=size, **more)
            closing.callback(context.close)
            context.set_default_timeout(20_000)
            context.on("console", lambda said: complain(said.type, said.text))
            context.on("weberror", lambda wrong: complaints.append(str(wrong.error)))
            return context.new_page()

        def complain(sort: str, text: str) -> None:
            if sort in ("error", "warning") and not any(each in text for each in expected):
                complaints.append(text)

        yield open_one
        assert complaints == []
