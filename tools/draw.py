"""Draw a table at some moment of a game between beginners, as one HTML file that needs no server.

    python -m tools.draw yellowstone --seats 4 --seed 3 --moves 40 --to table.html
    python -m tools.draw yellowstone --moves 40 --to table.html --picture 360x740 --pick 1

`--picture` makes a picture beside it, with the Chromium of `tools.browser`.
"""

import argparse
import os
from pathlib import Path

import tablee
from tablee.bots.levels import bot
from tablee.match import Match
from tablee.rules import GAMES
from tablee.web.prefs import Prefs
from tablee.web.render import HERE, Renderer
from tablee.web.translations import LANGUAGES
from tablee.web.view import View
from tests.web import views
from tools.browser import launch

SPRITES = "--allow-file-access-from-files"  # their parts are asked for one by one


def between_beginners(game: str, seats: int, seed: int, moves: int, edge: bool) -> Match:
    """A game that has come so far, or to its end."""
    options = {"edge": True} if edge else {}
    match = tablee.deal(game, seats, seed=seed, **options)
    player = bot("novice", game, seats, seed)
    for _ in range(moves):
        if match.actor is None:
            break
        match.play(player.choose(match.observe(match.actor)))
    return match


def drawn(view: View, language: str, theme: str, to: Path) -> str:
    """The whole page, with the static files where they lie."""
    here = f"/t/{view.id}"
    html = Renderer().page(
        "table.html", language, Prefs(theme=theme), here=here, view=view, notice="", hint=""
    )
    return html.replace('"/static/', f'"{os.path.relpath(HERE / "static", to.parent)}/')


def take(page_file: Path, size: str, pick: int | None) -> Path:
    """A picture of a page; with `pick`, that card is picked and its last place looked at."""
    from playwright.sync_api import sync_playwright

    width, height = map(int, size.split("x"))
    picture = page_file.with_suffix(f".{size}.png")
    with sync_playwright() as playwright:
        browser = launch(playwright, SPRITES)
        shown = browser.new_page(viewport={"width": width, "height": height})
        shown.goto(page_file.resolve().as_uri())
        if pick is not None:
            shown.locator(f"#pick-{pick}").check(force=True)
            shown.locator(f'.move[data-for~="{pick}"]').last.hover(force=True)
        shown.screenshot(path=picture)
        browser.close()
    return picture


def main() -> None:
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    asked.add_argument("game", choices=GAMES)
    asked.add_argument("--seats", type=int, default=4)
    asked.add_argument("--seed", type=int, default=3)
    asked.add_argument("--moves", type=int, default=40)
    asked.add_argument("--edge", action="store_true")
    asked.add_argument("--seat", type=int, help="who looks; the seat to move if not said")
    asked.add_argument("--memory", action="store_true")
    asked.add_argument("--language", choices=LANGUAGES, default="en")
    asked.add_argument("--theme", choices=("light", "dark"), default="light")
    asked.add_argument("--to", type=Path, required=True)
    asked.add_argument("--picture", action="append", default=[], metavar="WIDTHxHEIGHT")
    asked.add_argument("--pick", type=int)
    given = asked.parse_args()
    match = between_beginners(given.game, given.seats, given.seed, given.moves, given.edge)
    seat = given.seat if given.seat is not None else match.actor or 0
    view = views.view(match, seat, memory=given.memory)
    given.to.write_text(drawn(view, given.language, given.theme, given.to))
    for size in given.picture:
        print(take(given.to, size, given.pick))


if __name__ == "__main__":
    main()
