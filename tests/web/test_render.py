"""Pages and fragments: well formed, escaped, in every language, and nothing kept too long."""

from html.parser import HTMLParser
from typing import Any

import pytest

from tablee.web.render import fragment
from tablee.web.translations import LANGUAGES
from tablee.web.view import BOT, OPEN
from tablee.web.words import words
from tests.web import views

VOID = {"input", "meta", "link", "br", "hr", "img", "use", "path", "circle", "rect"}


class Page(HTMLParser):
    """What a page is made of; anything not closed, or closed twice, is an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_that_waits(language: str) -> None:
    chairs = (
        views.chair(0),
        views.chair(1, kind=OPEN, name=""),
        views.chair(2, kind=BOT, level="club"),
    )
    text = fragment(views.view(None, chairs=chairs), language)
    checked(text)
    assert 'name="seat" value="1"' in text
    assert words(language)._("Start the game") in text
