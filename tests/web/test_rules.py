"""The rules to read: pages in every language, what they cite, their diagrams."""

import re

import pytest

from tablee.rules.contract import IllegalMove
from tablee.web import diagrams, rulings
from tablee.web.prefs import Prefs
from tablee.web.render import HERE, Renderer
from tablee.web.translations import LANGUAGES
from tests.web.test_render import Page, checked

WRITTEN = sorted(
    path.stem
    for path in (HERE / "templates" / "rules").glob("*.html")
    if path.stem not in ("base", "parts", "index")
)
PARTS = '{% import "rules/parts.html" as rules %}'
IDS = set(Page(str(rulings.page())).ids)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


def made(renderer: Renderer, template: str) -> str:
    return str(renderer._environments["en"].from_string(PARTS + template).render())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WRITTEN)
def test_the_rules_of_a_game(renderer: Renderer, game: str, language: str) -> None:
    text = renderer.page(f"rules/{game}.html", language, Prefs(), here=f"/rules/{game}")
    ids = set(checked(text).ids)
    contents = re.findall(r'<li><a href="#([^"]+)"', text)
    assert len(contents) > 4
    assert set(contents) <= ids
    cited = set(re.findall(r'href="/rulings#([^"]+)"', text))
    assert len(cited) > 10
    assert cited <= IDS
    assert text.count('class="diagram') >= 3


def test_every_ruling_can_be_linked_to() -> None:
    text = rulings.FILE.read_text(encoding="utf-8")
    for letter, most in (("U", 27), ("H", 29), ("Y", 48)):
        assert {f"{letter}-{number}" for number in range(1, most + 1)} <= IDS
    links = set(re.findall(r'href="#([^"]+)"', str(rulings.page())))
    assert len(links) > 10
    assert links <= IDS
    assert len(re.findall(r"^#", text, re.MULTILINE)) == len(IDS)


def test_the_page_of_the_rulings(renderer: Renderer) -> None:
    text = renderer.page("rulings.html", "de", Prefs(), here="/rulings", rulings=rulings.page())
    checked(text)
    assert '<th scope="col">number</th>' in text
    assert "**Ruling" not in text


def test_markup_within_a_line() -> None:
    said = rulings.inline("*a* **b** `*c* <d>` [e](#u-1--x) <f>")
    assert said == (
        '<em>a</em> <strong>b</strong> <code>*c* &lt;d&gt;</code> <a href="#U-1">e</a> &lt;f&gt;'
    )


def test_a_diagram_is_a_position_that_can_be_reached(renderer: Renderer) -> None:
    text = made(
        renderer,
        '{{ rules.diagram("yellowstone", seats=3, seat=0, moves="~B3 ~R7 ~*16 ~G4 B3e",'
        ' offers="R7a", marks="cell-3-e", shows="board hand", caption="<Caption>") }}',
    )
    found = checked(text)
    assert found.ids == []
    assert "&lt;Caption&gt;" in text
    assert 'class="marked r3 ce' in text
    assert text.count('name="move"') == 1
    assert "inert" in dict(found.tags[1][1])


@pytest.mark.parametrize("moves", ["~B3 ~*17 ~G4 B7e", "~B3 ~*17 B3e"])
def test_a_diagram_that_cannot_be_is_refused(moves: str) -> None:
    with pytest.raises(IllegalMove):
        diagrams.view("yellowstone", 3, moves)


def test_a_diagram_with_too_many_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="left over"):
        diagrams.view("yellowstone", 3, "~*40")


def test_cards_that_a_diagram_names_are_not_dealt_by_the_way() -> None:
    match = diagrams.played(diagrams.Position("yellowstone", 3, "~*18 ~B1", ()))
    assert match.actor == 0
    assert "~B1" not in match.played[:-1]


def test_what_is_marked_shows_it_with_and_without_a_class() -> None:
    html = '<i id="a"></i><i id="b" class="c"></i><u id="d" class="e"/>'
    assert diagrams.inert(html, "a b") == (
        '<i class="marked"></i><i class="marked c"></i><u class="e"/>'
    )
