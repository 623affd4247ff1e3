"""The rulings as a page: docs/rulings.md, which is the one place where the rules are decided.

It uses a small part of Markdown, and this knows no more: headings, paragraphs, lists of one level,
tables, indented code, lines across; bold, slanted, code and links in a line.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from markupsafe import Markup, escape

FILE = Path(__file__).with_name("rulings.md")
RULING = re.compile(r"([UHY]-\d+) — ")

IN_A_LINE = (
    (re.compile(r"\*\*(.+?)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"\*(.+?)\*"), r"<em>\1</em>"),
)
CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\[([^\]]+)\]\(#([^)]+)\)")


@cache
def page() -> Markup:
    """All of it as HTML; a ruling has the id by which it is cited, such as Y-24."""
    return Markup("\n").join(blocks(FILE.read_text(encoding="utf-8")))


def blocks(text: str) -> Iterator[Markup]:
    for block in re.split(r"\n(?:[ \t]*\n)+", text.strip()):
        yield Markup("\n").join(parts(block))


def parts(block: str) -> Iterator[Markup]:
    """What stands in a block: lines of one kind beside each other belong together."""
    for kind, group in groupby(block.split("\n"), kind_of):
        lines = list(group)
        match kind:
            case "heading":
                yield from map(heading, lines)
            case "across":
                yield Markup("<hr>")
            case "table":
                yield table(lines)
            case "code":
                code = "\n".join(line.removeprefix("    ") for line in lines)
                yield Markup("<pre><code>{}</code></pre>").format(code)
            case "item":
                yield items(lines)
            case _:
                yield Markup("<p>{}</p>").format(inline(" ".join(lines)))


def kind_of(line: str) -> str:
    if line.startswith("#"):
        return "heading"
    if line == "---":
        return "across"
    if line.startswith("|"):
        return "table"
    if line.startswith("    "):
        return "code"
    return "item" if line.startswith(("- ", "  ")) else "text"


def heading(line: str) -> Markup:
    level, _, text = line.partition(" ")
    opening, closing = Markup("<h{}").format(len(level)), Markup("</h{}>").format(len(level))
    return opening + Markup(' id="{}">{}').format(anchor(slug(text)), inline(text)) + closing


def slug(text: str) -> str:
    """The name that a heading has in links, as everywhere where Markdown is shown."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def anchor(name: str) -> str:
    """A ruling goes by its number; the first two parts of its heading."""
    found = re.match(r"([uhy]-\d+)--", name)
    return found.group(1).upper() if found else name


def table(lines: list[str]) -> Markup:
    head, _, *body = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    first = Markup().join(Markup('<th scope="col">{}</th>').format(inline(each)) for each in head)
    rows = Markup().join(
        Markup("<tr>{}</tr>").format(
            Markup().join(Markup("<td>{}</td>").format(inline(each)) for each in row)
        )
        for row in body
    )
    return Markup(
        '<div class="wide" tabindex="0">'
        "<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>"
    ).format(first, rows)


def items(lines: list[str]) -> Markup:
    said: list[str] = []
    for line in lines:
        if line.startswith("- "):
            said.append(line[2:])
        else:
            said[-1] += f" {line.strip()}"
    return Markup("<ul>{}</ul>").format(
        Markup().join(Markup("<li>{}</li>").format(inline(each)) for each in said)
    )


def inline(text: str) -> Markup:
    """What is marked within a line; nothing is, inside code."""
    pieces = CODE.split(text)
    return Markup().join(
        Markup("<code>{}</code>").format(piece) if number % 2 else marked(piece)
        for number, piece in enumerate(pieces)
    )


def marked(text: str) -> Markup:
    said = str(escape(text))
    said = LINK.sub(lambda found: f'<a href="#{anchor(found[2])}">{found[1]}</a>', said)
    for pattern, becomes in IN_A_LINE:
        said = pattern.sub(becomes, said)
    return Markup(said)  # noqa: S704  # escaped above
