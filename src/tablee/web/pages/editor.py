"""The track editor of Yucata': a layout in the address, what is wrong with it, who wins on it."""

import secrets
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.datastructures import QueryParams

from tablee.bots.yucata_layouts import with_bad
from tablee.bots.yucata_solver import SEATS, Solution, solve
from tablee.rules.yucata import (
    DEFAULT_LAYOUT,
    GOAL,
    LAYOUTS,
    MOVES,
    begin,
    random_layout,
    why_illegal,
)
from tablee.web.asked import Asked, Asking, Wish
from tablee.web.errors import Wrong
from tablee.web.games.yucata_scene import Card, card_of
from tablee.web.games.yucata_words import OPTIONS, label
from tablee.web.words import words

router = APIRouter(prefix="/editor", include_in_schema=False)
MOST = 200  # characters of a layout that are worth looking at


class First(NamedTuple):
    """A card with which the first player may begin, and what comes of it."""

    card: Card
    name: str
    margin: str
    best: bool


@router.get("")
async def edit(asked: Asking) -> Response:
    sent = asked.request.query_params
    layout = wanted(sent)
    if asked.wish is Wish.PAGE and sent.get("layout") != layout:
        return asked.go(address(layout))
    return shown(asked, layout)


@router.post("")
async def judge(asked: Asking) -> Response:
    """Who wins on a track, with two seats and perfect play."""
    layout = (await asked.form()).get("layout", "")[:MOST]
    if why_illegal(layout):
        return shown(asked, layout, status=Wrong.status)
    owner = asked.guest.id if asked.guest else None
    asked.service.purses.check(owner)
    return shown(
        asked,
        layout,
        await asked.service.thinking.ponder(owner, lambda _: solved(layout), lambda: False),
    )


@lru_cache(maxsize=1000)
def solved(layout: str) -> Solution:
    return solve(begin(SEATS, 0, {"layout": layout}))


def wanted(sent: QueryParams) -> str:
    """The layout of a form with a box for each bad stone, or one by name or in characters."""
    if "bad" in sent:
        return with_bad(int(space) for space in sent.getlist("bad") if space in SPACES)
    layout = sent.get("layout", DEFAULT_LAYOUT)[:MOST]
    if layout == "random":
        return random_layout(secrets.randbelow)
    return LAYOUTS.get(layout, layout)


SPACES = frozenset(map(str, range(GOAL)))


def address(layout: str) -> str:
    return f"/editor?layout={quote(layout, safe='*')}"


def shown(
    asked: Asked, layout: str, solution: Solution | None = None, status: int = 200
) -> Response:
    problem = why_illegal(layout)
    values = {
        "layout": layout,
        "problem": asked.say(problem) if problem else "",
        "address": address(layout),
        "origin": asked.origin,
        "margin": solution and solution.margin,
        "firsts": firsts(asked, solution) if solution else [],
    }
    if asked.wish is Wish.PART:
        return asked.part("editor/found.html", status, **values)
    return asked.page("editor/editor.html", status, named=OPTIONS[0].choices, **values)


def firsts(asked: Asked, solution: Solution) -> list[First]:
    spoken = words(asked.language)
    return [
        First(
            card_of(MOVES[code], 0),
            label(MOVES[code], spoken),
            f"{margin:+d}".replace("-", "−") if margin else "0",
            margin == solution.margin,
        )
        for code, margin in solution.margins.items()
    ]
