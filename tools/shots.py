"""Pictures of every page in every state, to be looked at.

They come into .cache/shots: each state at three sizes, on a phone and a laptop also in dark colours
and in the other languages, and tables as people see them whose eyes tell fewer colours apart. The
server is made for them and draws its chance from a seed, so that the same code makes the same
pictures.
"""

import argparse
import asyncio
import base64
import random
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Page,
    ViewportSize,
    sync_playwright,
)

from tablee.web.app import make_app
from tablee.web.listening import bound
from tablee.web.server import Server
from tablee.web.service import Service
from tablee.web.settings import Settings
from tablee.web.translations import LANGUAGES, SOURCE
from tools.browser import launch
from tools.states import State, states
from tools.visit import Visit

SHOTS = Path(__file__).parents[1] / ".cache" / "shots"
SIZES = ((360, 740), (768, 1024), (1366, 768))
PHONE, LAPTOP = SIZES[0], SIZES[-1]
COLOURFUL = ("preview", "full")  # states in which colours tell something
DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
SEED = 11
PORT = 8765  # always the same, for pages show addresses
OFFLINE = ".at-table:not(.at-replay) .mine.offline"  # until the live line is up

DOCS = Path(__file__).parents[1] / "docs" / "pictures"
SHOWN = {  # in the README: state, size, theme
    "home": ("home", LAPTOP, "light"),
    "yellowstone": ("yellowstone-preview", LAPTOP, "light"),
    "hornochsen": ("hornochsen-full", LAPTOP, "dark"),
    "yucata": ("yucata-preview", PHONE, "light"),
}


@contextmanager
def seeded_server() -> Iterator[str]:
    """Serves in a thread of its own; its address."""
    listening = bound("127.0.0.1", PORT, "port")
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'tables.sqlite'}"
        settings = Settings(database=database, pace=0, guest_thinking=1e6, address_rate=10**6)
        servers: list[Server] = []
        opened = threading.Event()
        thread = threading.Thread(
            target=lambda: asyncio.run(serve(settings, listening, servers, opened))
        )
        thread.start()
        opened.wait()
        host, port = listening.getsockname()
        try:
            yield f"http://{host}:{port}"
        finally:
            servers[0].should_exit = True
            thread.join()


async def serve(
    settings: Settings, listening: socket.socket, servers: list[Server], opened: threading.Event
) -> None:
    service = await Service.open(settings, entropy=random.Random(SEED).randbytes)
    servers.append(Server(make_app(settings, service)))
    opened.set()
    await servers[0].serve([listening])
    await service.close()


def picture(eyes: CDPSession, size: tuple[int, int], form: dict[str, Any]) -> bytes:
    """What a page looks like at a size; a small one is a phone, where bars to scroll by float."""
    width, height = size
    screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == PHONE}
    eyes.send("Emulation.setDeviceMetricsOverride", screen)
    return base64.b64decode(eyes.send("Page.captureScreenshot", form)["data"])


def opened(context: BrowserContext, base: str, state: State) -> tuple[Page, CDPSession]:
    """A page in a state. Its context has copies of what all pages share, and else nothing."""
    context.clear_cookies()
    page = context.new_page()
    state.show(Visit(page, base))
    page.wait_for_selector(OFFLINE, state="detached")
    return page, context.new_cdp_session(page)


def take(context: BrowserContext, base: str, state: State, language: str) -> None:
    page, eyes = opened(context, base, state)

    def keep(size: tuple[int, int], *marks: str) -> None:
        name = ".".join((state.name, f"{size[0]}x{size[1]}", language, *marks))
        (SHOTS / f"{name}.png").write_bytes(picture(eyes, size, {"format": "png"}))

    for size in SIZES if language == SOURCE else (PHONE, LAPTOP):
        keep(size)
    if language == SOURCE:
        page.emulate_media(color_scheme="dark")
        for size in (PHONE, LAPTOP):
            keep(size, "dark")
        page.emulate_media(color_scheme="light")
    if language == SOURCE and state.name.endswith(COLOURFUL):
        for deficiency in DEFICIENCIES:
            eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
            keep(LAPTOP, deficiency)
    page.close()


def show(context: BrowserContext, base: str, name: str) -> None:
    """A small picture for the README."""
    wanted, size, theme = SHOWN[name]
    state = next(state for state in states() if state.name == wanted)
    page, eyes = opened(context, base, state)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    (DOCS / f"{name}.webp").write_bytes(picture(eyes, size, {"format": "webp", "quality": 82}))
    page.close()


def person(browser: Browser, language: str) -> BrowserContext:
    size: ViewportSize = {"width": LAPTOP[0], "height": LAPTOP[1]}
    return browser.new_context(locale=language, viewport=size, reduced_motion="reduce")


def main() -> None:
    asked = argparse.ArgumentParser(prog="./dev shots", description=__doc__)
    asked.add_argument("names", nargs="*", metavar="state", help="parts of names; all without")
    asked.add_argument("--docs", action="store_true", help="only the pictures of the README")
    given = asked.parse_args()
    if given.docs:
        with seeded_server() as base, sync_playwright() as playwright:
            context = person(launch(playwright), SOURCE)
            for name in SHOWN:
                show(context, base, name)
        return
    names = given.names
    shutil.rmtree(SHOTS, ignore_errors=True)
    SHOTS.mkdir(parents=True)
    wanted = [each for each in states() if not names or any(name in each.name for name in names)]
    with seeded_server() as base, sync_playwright() as playwright, launch(playwright) as browser:
        people = {language: person(browser, language) for language in LANGUAGES}
        for state in wanted:
            for language, context in people.items():
                take(context, base, state, language)
            print(state.name, flush=True)
    print(f"{len(list(SHOTS.iterdir()))} pictures in {SHOTS}")


if __name__ == "__main__":
    main()
