"""Pages and fragments: well formed, escaped, in every language, and nothing kept too long."""

from html.parser import HTMLParser
from typing import Any

import pytest
from jinja2 import DictLoader
from markupsafe import Markup

from tablee.web.folding import FoldingEnvironment
from tablee.web.games import FACES
from tablee.web.prefs import Prefs
from tablee.web.render import HERE, Renderer, qr, static
from tablee.web.translations import LANGUAGES
from tablee.web.view import BOT, OPEN
from tablee.web.words import words
from tests.web import views

VOID = {"input", "meta", "link", "br", "hr", "img", "use", "path", "circle", "rect"}


class Page(HTMLParser):
    """What a page is made of; anything not closed, or closed twice, is an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.names: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    @property
    def ids(self) -> list[str]:
        return [attrs["id"] or "" for _, attrs in self.tags if "id" in attrs]


def checked(text: str) -> Page:
    """A page without anything that the content policy forbids."""
    found = Page(text)
    assert len(found.ids) == len(set(found.ids))
    for tag, attrs in found.tags:
        assert tag != "style"
        assert "style" not in attrs
        assert not [name for name in attrs if name.startswith("on")]
        assert tag != "script" or attrs.get("src")
    assert "<b>&" not in text
    return found


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_that_waits(renderer: Renderer, language: str) -> None:
    chairs = (
        views.chair(0),
        views.chair(1, kind=OPEN, name=""),
        views.chair(2, kind=BOT, level="club"),
    )
    text = renderer.fragment(views.view(None, chairs=chairs), language)
    checked(text)
    assert 'name="seat" value="1"' in text
    assert words(language)._("Start the game") in text


def test_a_fragment_is_kept_until_something_changes() -> None:
    renderer = Renderer()
    view = views.view(None)
    first = renderer.fragment(view, "en")
    assert renderer.fragment(views.view(None), "en") is first
    assert renderer.fragment(views.view(None), "fr") is not first
    gone = views.view(None, chairs=(views.chair(0), views.chair(1, online=False), views.chair(2)))
    assert renderer.fragment(gone, "en") != first
    assert renderer.fragment(views.view(None, version="e.8"), "en") != first


def test_a_notice_is_for_one_viewer_only() -> None:
    renderer = Renderer()
    plain = renderer.fragment(views.view(None), "en")
    noticed = renderer.fragment(views.view(None), "en", "Column <c> is taken.")
    assert "Column &lt;c&gt; is taken." in noticed
    assert renderer.fragment(views.view(None), "en") is plain


def test_the_fragments_kept_are_bounded() -> None:
    renderer = Renderer(most=2)
    first = renderer.fragment(views.view(None, id="one"), "en")
    for table in ("two", "three"):
        renderer.fragment(views.view(None, id=table), "en")
    assert renderer.fragment(views.view(None, id="one"), "en") is not first


def test_a_static_file_has_an_address_of_its_content() -> None:
    name, _, version = static("table.js").partition("?v=")
    assert name == "/static/table.js"
    assert len(version) == 10
    assert (HERE / "static" / "table.js").exists()


def test_a_qr_code_is_only_drawing() -> None:
    text = checked(qr('https://example.org/t/"><b>&')).tags
    assert {tag for tag, _ in text} == {"svg", "path"}


@pytest.mark.parametrize("game", FACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_table(renderer: Renderer, language: str, game: str) -> None:
    view = views.view(None, name='<b>&"', game=game)
    text = renderer.page(
        "table.html",
        language,
        Prefs(),
        here="/t/abcdefgh",
        origin="https://example.org",
        guest=None,
        view=view,
        notice="",
        hint="",
    )
    found = checked(text)
    assert {"table", "status", "notice", "line", "texts"} <= set(found.ids)


def test_a_macro_is_run_once_for_the_same_plain_values() -> None:
    runs: list[object] = []

    def ran(value: object) -> str:
        runs.append(value)
        return ""

    loader = DictLoader(
        {"parts": "{% macro told(a, b=0) %}{{ ran(a) }}{{ a }}{{ b }}{% endmacro %}"}
    )
    environment = FoldingEnvironment(loader=loader, autoescape=True)
    environment.globals["ran"] = ran
    page = "{% import 'parts' as parts %}{{ parts.told(a) }}"
    told = environment.from_string(page).render
    assert told(a="<b>") == told(a="<b>") == "&lt;b&gt;0"
    assert told(a=Markup("<b>")) == "<b>0"
    assert [told(a=1), told(a=True), told(a=(1, "<"))] == ["10", "True0", "(1, &#39;&lt;&#39;)0"]
    assert told(a=["x"]) == told(a=["x"])  # what may change is never kept
    assert told(a=(["x"],)) == told(a=(["x"],))
    assert runs == ["<b>", "<b>", 1, True, (1, "<"), *2 * [["x"]], *2 * [(["x"],)]]
    named = "{% import 'parts' as parts %}{{ parts.told(1, b=a) }}"
    assert environment.from_string(named).render(a="<") == "1&lt;"
