"""Every page in every state: axe finds nothing, nothing is wider than a phone."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tablee.web.translations import LANGUAGES
from tests.browser.conftest import Open
from tools.states import State, states
from tools.visit import Visit

pytestmark = pytest.mark.slow
REFUSED = ("look-wrong", "home-wrong-code", "missing")  # Chromium says so as well
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
Problems = list[tuple[str, str]]


def problems(page: Page) -> Problems:
    found = Axe().run(page).response["violations"]
    return [(each["id"], node["html"]) for each in found for node in each["nodes"]]


@pytest.mark.parametrize("state", list(states()), ids=lambda state: state.name)
def test_a_page_is_accessible_and_fits_a_phone(
    state: State, window: Open, server: str, expected: list[str]
) -> None:
    if state.name in REFUSED:
        expected.append("Failed to load resource")
    page = window(360, 740, reduced_motion="reduce")
    state.show(Visit(page, server))
    found: dict[str, Problems] = {}
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        found[theme] = problems(page)
    assert found == {"light": [], "dark": []}
    for language in LANGUAGES:
        page.context.add_cookies([{"name": "language", "value": language, "url": server}])
        page.reload()
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wider <= 0, f"{wider} pixels too wide in {language}"
