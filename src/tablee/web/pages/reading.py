"""To read: the rules of each game, and the rulings."""

from fastapi import APIRouter
from fastapi.responses import Response

from tablee.web import rulings
from tablee.web.asked import Asking
from tablee.web.errors import Unknown
from tablee.web.render import HERE

router = APIRouter(include_in_schema=False)
RULES = {path.stem for path in (HERE / "templates" / "rules").glob("*.html")} - {
    "base",
    "index",
    "parts",
}


@router.get("/rules")
async def index(asked: Asking) -> Response:
    return asked.page("rules/index.html")


@router.get("/rules/{game}")
async def rules(asked: Asking, game: str) -> Response:
    if game not in RULES:
        raise Unknown("There is no such game.")
    await asked.service.rooms.ready(game)  # its diagrams are played
    return asked.page(f"rules/{game}.html")


@router.get("/rulings")
async def every_ruling(asked: Asking) -> Response:
    return asked.page("rulings.html", rulings=rulings.page())
