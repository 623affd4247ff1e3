"""Every page in every state that people meet; pictures are made of them, and tests look at them."""

import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import quote

from tablee.rules import GAMES
from tablee.web.games import FACES
from tablee.web.lessons import LESSONS
from tablee.web.lessons.base import READ_ON
from tablee.web.pages.reading import RULES
from tools.visit import PATIENCE, Visit

# Whether it is worth looking ahead to a move, as an observation lists it.
TELLING: dict[str, Callable[[dict[str, Any]], bool]] = {
    "yellowstone": lambda move: len(move["collected"]) > 2,
    "hornochsen": lambda move: move["collects"],
    "yucata": lambda move: move["good"] > 1,
}


class State(NamedTuple):
    name: str
    show: Callable[[Visit], None]  # leaves the visit's page in the state


def states() -> Iterator[State]:
    yield State("home", lambda visit: visit.go("/"))
    yield State("home-mine", home_with_tables)
    yield State("home-wrong-code", wrong_code)
    yield State("tables-none", lambda visit: visit.go("/tables"))
    yield State("tables", tables)
    yield State("me", lambda visit: visit.go("/me"))
    yield State("me-offer", offer)
    yield State("device", lambda visit: visit.go("/device/some-code"))
    yield State("settings", lambda visit: visit.go("/settings"))
    yield State("menu", menu)
    yield State("rules", lambda visit: visit.go("/rules"))
    yield State("rulings", lambda visit: visit.go("/rulings"))
    yield State("look", lambda visit: visit.go("/look"))
    yield State("look-wrong", look_wrong)
    yield State("look-record", look_at_record)
    yield State("missing", lambda visit: visit.go("/nothing/here"))
    yield State("editor", editor)
    yield State("docs", lambda visit: visit.go("/docs"))
    for game in FACES:
        yield from states_of(game)
    yield State("analysis", analysis)
    # The last one, for the bots go on thinking.
    yield State("analysing", lambda visit: visit.go(analysed(visit, "yellowstone")))


def states_of(game: str) -> Iterator[State]:
    def of(name: str, show: Callable[..., None], *more: Any) -> State:
        return State(f"{game}-{name}", partial(show, game=game, **dict(more)))

    yield of("new", new)
    yield of("waiting", waiting)
    yield of("invited", invited)
    yield of("start", start)
    yield of("picking", picking)
    yield of("preview", preview)
    yield of("others-turn", others_turn)
    yield of("curtain", curtain)
    yield of("full", full)
    yield of("over", over)
    yield of("replay", replay)
    yield of("replay-all", replay, ("eyes", "all"))
    if game in RULES:
        yield State(f"{game}-rules", lambda visit: visit.go(f"/rules/{game}"))
    if game in LESSONS:
        yield State(f"{game}-lesson", lambda visit: visit.go(f"/learn/{game}"))
        yield of("lesson-over", lesson_over)


# -- around the games


def home_with_tables(visit: Visit) -> None:
    for game in FACES:
        visit.open(game, "human")
    visit.go("/")


def wrong_code(visit: Visit) -> None:
    visit.go("/")
    visit.page.fill("#code", "XXXXXX")
    visit.page.press("#code", "Enter")
    visit.page.wait_for_selector("[role=alert]")


def tables(visit: Visit) -> None:
    for game in FACES:
        visit.open(game, "bot", title="Sonntag", public="on")
        visit.open(game, "human")
    visit.go("/tables")


def offer(visit: Visit) -> None:
    visit.go("/me")
    visit.page.click("form[action='/me/devices'] button")


def menu(visit: Visit) -> None:
    visit.go("/")
    visit.page.click(".menu > summary")


def look_wrong(visit: Visit) -> None:
    visit.go("/look")
    visit.page.fill("#text", "[]")
    visit.page.click("form[action='/look'] button")


def look_at_record(visit: Visit) -> None:
    game = next(iter(FACES))
    table = ended(visit, game)
    visit.go("/look")
    visit.page.fill("#text", json.dumps(visit.ask(f"{table}/record")))
    visit.page.click("form[action='/look'] button")
    visit.page.wait_for_selector("#player")


def editor(visit: Visit) -> None:
    visit.go("/editor")


# -- at a table


def new(visit: Visit, game: str) -> None:
    visit.go(f"/new/{game}")


def waiting(visit: Visit, game: str) -> None:
    visit.go(visit.open(game, "human", "bot"))


def invited(visit: Visit, game: str) -> None:
    """Somebody else, who was sent the link."""
    table = visit.open(game, "human", "bot")
    visit.page.context.clear_cookies(name="guest")
    visit.go(table)


def start(visit: Visit, game: str) -> None:
    visit.go(visit.open(game, "bot", "bot", hints="on"))


def picking(visit: Visit, game: str) -> None:
    """A card is picked, the one with the most places."""
    visit.go(visit.open(game, "bot", "bot"))
    moves = visit.page.locator("#act .move[data-for]").all()
    slots = [slot for move in moves for slot in (move.get_attribute("data-for") or "").split()]
    pick(visit, max(slots, key=slots.count))


def preview(visit: Visit, game: str) -> None:
    """A move that brings something about is looked at."""
    table = visit.open(game, "bot", "bot", memory="on")
    body = visit.play(table, lambda body: telling(game, body) != "")
    visit.go(table)
    if move := telling(game, body):
        place = visit.page.locator(f'#act .move[value="{move}"]').first
        pick(visit, (place.get_attribute("data-for") or "").split()[0])
        place.hover()


def telling(game: str, body: dict[str, Any]) -> str:
    moves = body["observation"]["moves"]
    return next((each["move"] for each in moves if TELLING[game](each)), "")


def pick(visit: Visit, slot: str) -> None:
    visit.page.locator(f"#pick-{slot}").check(force=True)


def others_turn(visit: Visit, game: str) -> None:
    table = visit.open(game, "human", "bot", first="1")
    visit.let_join(table, "Bruno")
    visit.go(table)


def curtain(visit: Visit, game: str) -> None:
    visit.go(visit.open(game, "here", "bot"))


def full(visit: Visit, game: str) -> None:
    """As many people as can play, late in the game."""
    bots = max(GAMES[game].SEATS) - 1
    table = visit.open(game, *["bot"] * bots, memory="on")
    halfway = len(visit.ask(table)["observation"]["hand"]) // 2
    visit.play(table, lambda body: len(body["observation"]["hand"]) <= halfway)
    visit.go(table)


def ended(visit: Visit, game: str) -> str:
    table = visit.open(game, "bot")
    visit.play(table)
    return table


def over(visit: Visit, game: str) -> None:
    visit.go(ended(visit, game))


def replay(visit: Visit, game: str, eyes: str = "0") -> None:
    table = ended(visit, game)
    middle = len(visit.ask(table)["observation"]["history"]) * 2 // 3
    visit.go(f"{table}/replay?at={middle}&as={eyes}")


def analysed(visit: Visit, game: str) -> str:
    return visit.send(f"{ended(visit, game)}/analysis")


def analysis(visit: Visit) -> None:
    """Finished; of Yucata', where that takes a moment only."""
    path = analysed(visit, "yucata")
    visit.go(path)
    patient = time.monotonic() + PATIENCE
    while visit.page.locator("#progress").count() and time.monotonic() < patient:
        time.sleep(0.5)
        visit.go(path)


def lesson_over(visit: Visit, game: str) -> None:
    made = [step.moves[0] if step.moves else READ_ON for step in LESSONS[game].steps]
    visit.go(f"/learn/{game}?made={quote('.'.join(made))}")
