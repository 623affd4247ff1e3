"""The table as a picture: the drawings of the web table, put together for what one seat sees."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Any

from tablee.observation import Observation
from tablee.observation.hornochsen import HornochsenObservation
from tablee.observation.yellowstone import YellowstoneObservation
from tablee.observation.yucata import YucataObservation
from tablee.rules.hornochsen import heads
from tablee.rules.yellowstone import COLUMNS

WIDTH, HEIGHT = 640, 480
INK, PAPER = "#33281f", "#f6eedd"
BOARD = 352  # units of a board; the panel of the seats is to its right, the hand below

# Numbers are drawn with the pen, on 4 by 6: a picture looks the same whatever fonts there are.
STROKES = {
    "0": "M1 0h2l1 1v4l-1 1h-2l-1-1v-4z",
    "1": "M.5 1l1.500-1v6M.5 6h3",
    "2": "M0 1l1-1h2l1 1v1l-4 4h4",
    "3": "M0 0h4l-2 2.500h1l1 1v1.500l-1 1h-2l-1-1",
    "4": "M3 6v-6l-3 4h4",
    "5": "M4 0h-4v2.500h3l1 1v1.500l-1 1h-2l-1-1",
    "6": "M3.500 0h-1.500l-2 2.500v2.500l1 1h2l1-1v-1.500l-1-1h-3",
    "7": "M0 0h4l-2.500 6",
    "8": "M1 3l-1-1v-1l1-1h2l1 1v1l-1 1h-2l-1 1v1l1 1h2l1-1v-1l-1-1",
    "9": "M.5 6h1.500l2-2.500v-2.500l-1-1h-2l-1 1v1.500l1 1h3",
    "+": "M0 3h4M2 1v4",
    "x": "M.5 2l3 3M3.500 2l-3 3",
}
# What an ox card is drawn as, by its heads.
OXEN = {1: "g1", 2: "g2", -2: "r2", -3: "r3", -5: "r5", -7: "r7"}
ANIMALS = {"B": "trout", "G": "elk", "R": "bison", "Y": "eagle"}
CARDS = {"S": "sword", "C": "chameleon"}


def styles(*names: str) -> dict[str, str]:
    """The colours of style sheets in daylight; the first word on each counts."""
    found: dict[str, str] = {}
    for name in names:
        sheet = (files("tablee.web") / "static" / f"{name}.css").read_text()
        for colour, value in re.findall(r"--([\w-]+):\s*([^;]+);", sheet):
            found.setdefault(colour, re.sub(r"light-dark\(([^,]+),[^)]*\)", r"\1", value))
    return found


@lru_cache
def drawings(game: str) -> str:
    """A game's drawings, with plain colours in place of those with names."""
    colours = styles("tokens", game)
    picture = (files("tablee.web") / "static" / f"{game}.svg").read_text()

    def plain(named: re.Match[str]) -> str:
        value = colours.get(named[1], named[2] or INK)
        return re.sub(r"var\(--([\w-]+)()\)", plain, value)

    for seat in range(4):  # the amulets are coloured by who owns them
        start = picture.find(f'id="amulet-{seat}"')
        if start >= 0:
            stop = picture.index("</symbol>", start)
            own = picture[start:stop].replace("var(--seat)", f"var(--seat-{seat})")
            picture = picture[:start] + own + picture[stop:]
    return re.sub(r"var\(--([\w-]+)(?:, *([^)]*))?\)", plain, picture)


def drawn(seen: Observation) -> str:
    """The whole picture as SVG."""
    inside = drawings(seen.game).split(">", 1)[1].rsplit("</svg>", 1)[0]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><defs>{inside}</defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
        f"{''.join(PAINTERS[seen.game](seen))}</svg>"
    )


def rasterised(seen: Observation) -> bytes:
    """The picture as PNG."""
    import resvg_py  # only who asks for pictures waits for it

    return bytes(resvg_py.svg_to_bytes(svg_string=drawn(seen), skip_system_fonts=True))


def piece(name: str, x: float, y: float, width: float, box: str, ink: str = INK) -> str:
    """A drawing, `width` wide; `box` is the part of its own space that shows."""
    _, _, wide, high = map(float, box.split())
    return (
        f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{width * high / wide:g}" '
        f'viewBox="{box}" color="{ink}" fill="{ink}">'
        f'<use href="#{name}" width="{wide:g}" height="{high:g}"/></svg>'
    )


def number(text: str, x: float, y: float, height: float, ink: str = INK) -> str:
    """Digits from an upper left corner."""
    scale = height / 6
    signs = [
        f'<path d="{STROKES[sign]}" transform="translate({6 * k} 0)"/>'
        for k, sign in enumerate(text)
    ]
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})" fill="none" stroke="{ink}" '
        f'stroke-width="1" stroke-linecap="round" stroke-linejoin="round">{"".join(signs)}</g>'
    )


def frame(x: float, y: float, width: float, height: float, ink: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" '
        f'fill="none" stroke="{ink}" stroke-width="2"/>'
    )


def panel(seen: Observation, *signs: Callable[[int, float, float], str]) -> Iterable[str]:
    """A line for each seat, with a frame round the one to act; each sign is drawn at a place."""
    inks = styles("tokens")
    for seat in range(seen.seats):
        y = 16 + 60 * seat
        if seat == seen.actor:
            yield frame(BOARD + 22, y - 8, WIDTH - BOARD - 30, 52, inks[f"seat-{seat}"])
        yield number(str(seat), BOARD + 32, y + 8, 18, inks[f"seat-{seat}"])
        for k, sign in enumerate(signs):
            yield sign(seat, BOARD + 62 + 66 * k, y)


def counted(name: str, box: str, many: Iterable[int]) -> Callable[[int, float, float], str]:
    """A sign with a number for each seat."""
    numbers = tuple(many)
    return lambda seat, x, y: (
        piece(name, x, y + 4, 26, box) + number(str(numbers[seat]), x + 31, y + 10, 15)
    )


# -- the games


def park(seen: YellowstoneObservation) -> Iterable[str]:
    yield piece("park", 8, 8, BOARD, "0 0 352 352")
    for space in seen.board:
        x, y = 36 + 44 * COLUMNS.index(space.column), 24 + 44 * (int(space.card[1]) - 1)
        for k in range(space.cards):
            yield animal(space.card, x + 2 + 3 * k, y + 2 + 3 * k, 38, "0 0 64 64")
    for k, card in enumerate(seen.hand):
        yield animal(card, 14 + 62 * k, 384, 54, "0 -26 64 90")
    inks = styles("tokens")
    yield from panel(
        seen,
        lambda seat, x, y: (
            piece(f"pawn-{seat}", x, y + 4, 26, "0 0 20 20", inks[f"seat-{seat}"])
            + number(str(seen.marks[seat]), x + 31, y + 10, 15)
        ),
        counted("back", "0 0 48 64", seen.stacks),
        counted("hand", "0 0 24 24", seen.cards),
    )
    yield piece("back", BOARD + 62, 340, 40, "0 0 48 64")
    yield number(str(seen.pile), BOARD + 112, 358, 18)
    if seen.neutral is not None:
        yield piece("bear", BOARD + 180, 346, 40, "0 0 24 24")
        yield number(str(seen.neutral), BOARD + 228, 358, 18)


def animal(card: str, x: float, y: float, width: float, box: str) -> str:
    return (
        piece(ANIMALS[card[0]], x, y, width, box)
        + f'<circle cx="{x + width / 6:g}" cy="{y + width / 6:g}" r="{width / 6:g}" '
        'fill="#fffaf0" opacity=".85"/>'
        + number(card[1], x + width / 10, y + width / 14, width / 5)
    )


def corral(seen: HornochsenObservation) -> Iterable[str]:
    """Rows from left to right, in columns of five rows."""
    for k, row in enumerate(seen.rows):
        x, y = 8 + 122 * (k // 5), 8 + 72 * (k % 5)
        yield frame(x, y, 118, 66, "#8a7350")
        for place, card in enumerate(row.cards):
            yield ox(card, x + 3 + 28.2 * place, y + 4, 27, "-32 -32 64 64", "paper-")
        specials = [("double", "x2")] * row.double + [("plus", "+5")] * row.plus
        for place, special in enumerate(specials):
            yield token(*special, x + 4 + 30 * place, y + 36)
    for k, card in enumerate(seen.hand):
        yield ox(card, 8 + 44 * k, 396, 40, "0 0 64 86", "")
    yield from panel(
        seen,
        counted("fan", "0 0 24 24", seen.cards),
        lambda seat, x, y: "".join(
            token({"x2": "double", "+5": "plus"}[special], special, x + 34 * k, y + 4)
            for k, special in enumerate(seen.specials[seat])
        ),
    )


def ox(card: int, x: float, y: float, width: float, box: str, kind: str) -> str:
    look = OXEN[heads(card)]
    ink = "#fff6e6" if look in ("r5", "r7") else INK
    height = width / 3
    return piece(f"{kind}{look}", x, y, width, box) + number(
        str(card), x + width / 2 - height * (0.45 * len(str(card))), y + width / 10, height, ink
    )


def token(name: str, sign: str, x: float, y: float) -> str:
    return piece(name, x, y, 27, "-32 -32 64 64") + number(sign, x + 6, y + 8, 10, "#fff6e6")


def temple(seen: YucataObservation) -> Iterable[str]:
    scale = BOARD / 576
    yield piece("wide", 8, 60, BOARD, "0 0 576 394")
    for space, stone in enumerate(seen.track):
        x, y = 8 + scale * spot(space)[0], 60 + scale * spot(space)[1]
        if stone in STONES:
            yield piece(STONES[stone], x - 9, y - 9, 18, "0 0 32 32")
        here = [seat for seat in range(seen.seats) if seen.spaces[seat] == space]
        for k, seat in enumerate(here):
            yield piece(f"amulet-{seat}", x - 12 + 8 * (2 * k - len(here) + 1), y - 14, 24, AMULET)
    for k, card in enumerate(seen.hand):
        name = CARDS.get(card, f"card-{card}")
        yield piece(name, 12 + 58 * k, 392, 52, "0 -26 64 90")
        if card.isdigit():
            yield number(card, 17 + 58 * k, 397, 14)
    yield from panel(
        seen,
        lambda seat, x, y: piece(f"amulet-{seat}", x, y + 2, 30, AMULET),
        counted("good", "0 0 32 32", seen.good),
        counted("bad", "0 0 32 32", seen.bad),
    )


AMULET = "0 0 40 42"
STONES = {"o": "good", "x": "bad", "*": "final"}


def spot(space: int) -> tuple[float, float]:
    """The middle of a space of the track: nine to the right, one up, nine to the left, one up."""
    lap, k = divmod(space, 10)
    column = k if k < 9 else 8
    row = 6 - 2 * lap - (k == 9)
    return 18 + 60 * (column if lap % 2 == 0 else 8 - column) + 30, 26 + 50 * row + 25


PAINTERS: dict[str, Callable[[Any], Iterable[str]]] = {
    "hornochsen": corral,
    "yellowstone": park,
    "yucata": temple,
}
