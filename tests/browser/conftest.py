"""A real server, real Chromium. Playwright's own loop runs while it is open, and other tests begin
loops themselves: so it is open for one module of tests at a time."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools.browser import launch
from tools.serving import own_server

OFFLINE = "ERR_INTERNET_DISCONNECTED"  # what Chromium says of every line that is cut
HUNG_UP = "closed before the connection is established"  # by us, when the line was cut just then
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with own_server() as address:
        yield address


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright, launch(playwright) as browser:
        yield browser


@pytest.fixture
def expected() -> list[str]:
    """What a browser may complain about; a test adds to it."""
    return [OFFLINE, HUNG_UP]


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
