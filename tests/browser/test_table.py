"""Small things at a table that a whole game does not ask for."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.playing import Typing
from tools.visit import Visit


def twin(body: dict[str, Any]) -> str:
    """A legal move with a card of which a like one is in the hand, while more may be laid."""
    seen = body["observation"]
    twins = [move for move in body["moves"] if seen["hand"].count(move[:2]) > 1]
    return twins[0] if twins and body["status"] == "playing" and not seen["laid"] else ""


def test_when_a_card_is_laid_its_twin_is_not_picked(window: Open, server: str) -> None:
    page = window(reduced_motion="reduce")
    visit = Visit(page, server)
    body = visit.play(visit.open("yellowstone", "bot"), lambda body: twin(body) != "")
    while not twin(body):  # a game can go by without a pair
        body = visit.play(visit.open("yellowstone", "bot"), lambda body: twin(body) != "")
    visit.go(f"/t/{body['id']}")
    place = page.locator(f'#act .move[value="{twin(body)}"]')
    page.locator(f"#pick-{(place.get_attribute('data-for') or '').split()[0]}").check(force=True)
    place.click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", body["version"])
    expect(page.locator("#act :checked")).to_have_count(0)


def test_a_move_that_could_not_be_sent_is_sent_again_by_keyboard(window: Open, server: str) -> None:
    page = window()
    visit = Visit(page, server)
    visit.go(visit.open("yucata", "bot"))
    person = Typing(page)
    page.context.set_offline(True)
    person.make(person.choose())
    expect(page.locator("#again")).to_be_visible()
    page.context.set_offline(False)
    person.press_until("Tab", "each.id === 'again'")
    person.press("Enter")
    expect(page.locator("#line")).to_be_hidden()
    assert person.at("each !== document.body")


def test_the_invitation_goes_when_the_game_begins(window: Open, server: str) -> None:
    page = window()
    visit = Visit(page, server)
    table = visit.open("yucata", "human")
    visit.go(table)
    expect(page.locator("#invite")).to_be_visible()
    visit.let_join(table, "Bruno")
    expect(page.locator("#table")).to_have_class("playing")
    expect(page.locator("#invite")).to_be_hidden()
