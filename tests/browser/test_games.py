"""Whole games of each kind, played as people play them."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tablee.match import TITLES
from tablee.web.games import FACES
from tests.browser.conftest import Open
from tests.browser.playing import (
    OVER,
    Dragging,
    Listening,
    Tapping,
    Typing,
    WithoutScript,
    play,
)

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("game", FACES)]

# Counts the changes of the table after which the focus was nowhere.
WATCH_FOCUS = """addEventListener('DOMContentLoaded', () => {
  let held = false;
  window.lost = 0;
  addEventListener('focusin', () => { held = true; });
  const look = () => { if (held && document.activeElement === document.body) window.lost++; };
  const everything = {subtree: true, childList: true, attributes: true};
  new MutationObserver(look).observe(document.body, everything);
})"""


def result(page: Page) -> list[str]:
    page.wait_for_selector(OVER)
    return page.locator("#result td.number").all_inner_texts()


def shown(page: Page) -> int:
    """How many moves had been made when it was as this page shows it."""
    return int(page.locator("#table").get_attribute("data-number") or 0)


def assert_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_people_a_bot_and_a_spectator(game: str, window: Open) -> None:
    still = {"reduced_motion": "reduce"}
    anna = Tapping(window(360, 740, has_touch=True, locale="fr", color_scheme="dark", **still))
    bruno = Dragging(window(1440, 900, locale="de", **still), seed=2)
    spectator = window(768, 1024, locale="en")

    anna.page.goto(f"/new/{game}")
    anna.page.locator("#kind-2").select_option("bot")
    anna.page.locator("form.opening .main-act").tap()
    link = anna.page.locator("#link").get_attribute("href") or ""
    bruno.page.goto(link)
    bruno.page.locator("#waiting input[name=name]").fill("Bruno")
    bruno.page.locator("#waiting .main-act").click()
    spectator.goto(link)
    tabs = [bruno.page, bruno.page.context.new_page()]
    tabs[1].goto(link)

    def meanwhile() -> Iterator[None]:
        """Anna's line is cut twice: while the others play, and with a move of hers under way."""
        while anna.made < 2 or not bruno.decided:
            yield
        anna.page.context.set_offline(True)
        expect(anna.page.locator("#line")).to_be_visible()
        before = bruno.made
        while bruno.made == before:
            yield
        anna.page.context.set_offline(False)
        expect(anna.page.locator("#line")).to_be_hidden()
        while not anna.decided:
            yield
        anna.page.context.set_offline(True)
        anna.make(anna.choose())
        again = anna.page.locator("#again")
        expect(again).to_be_visible()
        anna.page.context.set_offline(False)
        again.tap()
        expect(again).to_be_hidden()
        while True:
            yield

    events = meanwhile()

    def between() -> None:
        """Bruno goes to his other window, once it shows what this one shows."""
        next(events)
        other = tabs[bruno.made % 2]
        if shown(other) >= shown(bruno.page):
            other.bring_to_front()
            bruno.page = other

    play([anna, bruno], between)
    results = [result(page) for page in (anna.page, *tabs, spectator)]
    assert results[0]
    assert results[1:] == results[:1] * 3
    for page in (anna.page, bruno.page, spectator):
        assert_fits(page)


def test_keyboard_only(game: str, window: Open) -> None:
    page = window(1366, 768, color_scheme="dark")
    page.add_init_script(WATCH_FOCUS)
    person = Typing(page)
    page.goto("/")
    person.press_until("Tab", f"each.form?.elements.game?.value === '{game}'")
    person.press("Enter")
    page.wait_for_url("**/t/*")
    play([person])
    assert result(page)
    assert page.evaluate("lost") == 0


def test_without_javascript(game: str, window: Open) -> None:
    page = window(768, 1024, java_script_enabled=False, locale="de")
    page.goto(f"/new/{game}")
    page.locator("#kind-1").select_option("bot")
    page.locator("form.opening .main-act").click()
    play([WithoutScript(page)])
    assert result(page)
    assert_fits(page)


def test_through_the_accessibility_tree_alone(game: str, window: Open) -> None:
    page = window(locale="en", reduced_motion="reduce")
    page.goto("/")
    heading = page.get_by_role("heading", name=re.compile(re.escape(TITLES[game])))
    tile = page.get_by_role("listitem").filter(has=heading)
    tile.get_by_role("button", name="Play against bots").dispatch_event("click")
    play([Listening(page)])
    assert page.get_by_role("table").get_by_role("cell").count() > 0
