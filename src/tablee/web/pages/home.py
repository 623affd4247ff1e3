"""Where one arrives: the games, one's own tables, the public ones, and the door for a code."""

from dataclasses import asdict

from fastapi import APIRouter
from fastapi.responses import Response

from tablee.web import bodies
from tablee.web.asked import GUEST, Asked, Asking, Wish, check_rates
from tablee.web.errors import Unknown
from tablee.web.pages.described import described, refusals
from tablee.web.pages.table import address
from tablee.web.tables import Listed
from tablee.web.view import OVER

router = APIRouter()


@router.get("/", include_in_schema=False)
async def home(asked: Asking) -> Response:
    tables = asked.service.tables
    mine = await tables.mine(asked.guest.id) if asked.guest else []
    if asked.guest:
        asked.set_cookie(GUEST, asked.token)  # kept on for as long as somebody comes back
    return page(asked, [each for each in mine if each.status != OVER])


def page(asked: Asked, mine: list[Listed], status: int = 200, notice: str = "") -> Response:
    warm = asked.service.warmth.warm
    return asked.page("home.html", status, mine=mine, notice=notice, warm=warm)


@router.get("/tables", tags=["tables"], responses=described(bodies.Lists) | refusals(503))
async def tables(asked: Asking) -> Response:
    """The asker's tables, those that wait for a move of theirs first; and the public ones."""
    mine = await asked.service.tables.mine(asked.guest.id) if asked.guest else []
    public = await asked.service.tables.open()
    if asked.wish is Wish.JSON:
        return asked.json(bodies.Lists(mine=list(map(told, mine)), public=list(map(told, public))))
    return asked.page("tables.html", mine=mine, public=public)


def told(table: Listed) -> bodies.Listed:
    fields = table._asdict()
    seats = [bodies.Chair(**asdict(chair)) for chair in fields.pop("chairs")]
    return bodies.Listed(**fields, seats=seats)


@router.post("/join", include_in_schema=False)
async def join(asked: Asking) -> Response:
    """By the short code that somebody was told."""
    code = (await asked.form()).get("code", "")
    try:
        return asked.go(address(await asked.service.tables.by_code(code)))
    except Unknown as refusal:
        return page(asked, [], refusal.status, asked.say(refusal))


@router.get("/j/{code}", include_in_schema=False)
async def by_code(asked: Asking, code: str) -> Response:
    """The same as a link that is short enough to be read out."""
    check_rates(asked.service, asked.request, asked.guest)  # who tries codes out is stopped
    return asked.go(address(await asked.service.tables.by_code(code)))
