"""Guided first games: where a learner stands is in the address, nothing of it is kept."""

from urllib.parse import quote

from fastapi import APIRouter
from fastapi.responses import Response

from tablee.rules.contract import IllegalMove
from tablee.web.asked import Asked, Asking, Wish
from tablee.web.errors import Unknown, Wrong
from tablee.web.lessons import LESSONS
from tablee.web.lessons.base import READ_ON, stage
from tablee.web.staged import staged
from tablee.web.words import words

router = APIRouter(prefix="/learn/{game}", include_in_schema=False)
MOST = 200  # letters of the address


def shown(
    asked: Asked, game: str, made: list[str], status: int = 200, notice: str = ""
) -> Response:
    lesson = LESSONS[game]
    at = stage(lesson, made)
    offered = at.step.moves if at.step else ()
    view = staged(
        at.match,
        0,
        (words(asked.language)._("You"), *lesson.names),
        offered=offered,
        bots=True,
        version=f"{game}.{len(made)}",
    )
    values = {"lesson": lesson, "at": at, "made": made, "view": view, "notice": notice}
    if asked.wish is Wish.PART:
        return asked.part("learn/stage.html", status, **values)
    return asked.page("learn/learn.html", status, **values)


async def read(asked: Asked, game: str, text: str) -> list[str]:
    if game not in LESSONS:
        raise Unknown("There is no such game.")
    made = text.split(".") if text else []
    if len(made) > MOST:
        raise Wrong("The lesson is over.")
    await asked.service.rooms.ready(game)
    return made


@router.get("")
async def look(asked: Asking, game: str, made: str = "") -> Response:
    return shown(asked, game, await read(asked, game, made))


@router.post("")
async def play(asked: Asking, game: str) -> Response:
    form = await asked.form()
    made = await read(asked, game, form.get("made", ""))
    further = [*made, form.get("move", READ_ON)]
    try:
        stage(LESSONS[game], further)
    except IllegalMove as wrong:
        return shown(asked, game, made, Wrong.status, asked.say(wrong))
    if asked.wish is Wish.PAGE:
        return asked.go(f"/learn/{game}?made={quote('.'.join(further))}")
    return shown(asked, game, further)
