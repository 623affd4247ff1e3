"""The page about adding a game names every place where games are listed, and no other."""

import re
from pathlib import Path

from tablee.rules import GAMES

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`((?:src|tests|tools|bench|docs)/[\w./]+|pyproject\.toml)`", PAGE))
LISTS = ("*.py", "*.html", "*.css", "*.js", "*.svg")


def lists_the_games() -> set[str]:
    """The files of the program in which all games stand side by side."""
    files = [
        file
        for folder in ("src", "tools", "bench")
        for kind in LISTS
        for file in (ROOT / folder).rglob(kind)
    ]
    texts = {file: file.read_text(encoding="utf-8").lower() for file in files}
    found = [file for file, text in texts.items() if all(name in text for name in GAMES)]
    return {str(file.relative_to(ROOT)) for file in found}


def test_every_list_of_the_games_is_on_the_page() -> None:
    found = lists_the_games()
    assert len(found) > 10
    assert found - NAMED == set()


def test_every_file_on_the_page_is_there() -> None:
    paths = [name.replace("NAME", game) for name in NAMED for game in GAMES]
    assert [path for path in paths if not (ROOT / path).exists()] == []
