"""A table: to look at, to play at, and what else people do there. Pages and JSON alike."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response

from tablee.rules.contract import Refusal
from tablee.web import bodies
from tablee.web.asked import Asked, Asking, Wish, json_response
from tablee.web.errors import Forbidden, Unknown, status_of
from tablee.web.hinting import hint_in_words
from tablee.web.pages.described import described, refusals, sent
from tablee.web.view import View
from tablee.web.words import words

router = APIRouter(prefix="/t/{table}", tags=["table"], responses=refusals(404, 422, 429, 503))
SHOWN = bodies.Body | bodies.Problem  # mostly the table as it is, with the sentence
Handler = Callable[[Asked, str], Awaitable[Response]]
AsSeat = Annotated[int | None, Query(alias="as", description="Which of several own seats.")]


def address(table: str, as_seat: int | None = None) -> str:
    return f"/t/{table}" if as_seat is None else f"/t/{table}?as={as_seat}"


def shown(
    asked: Asked, view: View, status: int = 200, notice: str = "", hint: str = ""
) -> Response:
    """A view in the form that was wanted."""
    match asked.wish:
        case Wish.JSON:
            return asked.answer(json_response(asked.renderer.body(view, notice), status))
        case Wish.PART:
            part = asked.renderer.fragment(view, asked.language, notice, hint)
            return asked.answer(HTMLResponse(part, status))
        case Wish.PAGE:
            return asked.page(
                "table.html", status, view=view, notice=notice, hint=hint, origin=asked.origin
            )


async def done(
    asked: Asked, table: str, action: Awaitable[Any], as_seat: int | None = None
) -> Response:
    """What came of it."""
    try:
        await action
    except Refusal as refusal:
        return await refused(asked, table, refusal, as_seat)
    if asked.wish is Wish.PAGE:
        return asked.go(address(table, as_seat))
    return shown(asked, await asked.service.tables.view(table, asked.viewer, as_seat))


async def refused(
    asked: Asked, table: str, refusal: Refusal, as_seat: int | None = None
) -> Response:
    """Why not, and the table as it is."""
    if isinstance(refusal, Unknown):
        raise refusal
    try:
        view = await asked.service.tables.view(table, asked.viewer, as_seat)
    except Forbidden:  # a seat that is not theirs
        view = await asked.service.tables.view(table, asked.viewer)
    return shown(asked, view, status_of(refusal), asked.say(refusal))


# -- looking and playing


@router.post(
    "/moves",
    responses=described(bodies.Body, 200, 409) | described(SHOWN, 403, 422, 503) | refusals(413),
    openapi_extra=sent(bodies.MadeMove),
)
async def move(asked: Asking, table: str) -> Response:
    """A move, made on a version of the table: 409 if the table has moved on since, 422 if the
    move is illegal; with each of these comes the table as it is now."""
    made = await asked.body(bodies.MadeMove)
    action = asked.service.tables.play(
        table, asked.viewer, made.version, made.move, made.as_seat, made.request
    )
    return await done(asked, table, action, made.as_seat)


@router.get("", responses=described(bodies.Body) | refusals(403))
async def look(asked: Asking, table: str, as_seat: AsSeat = None) -> Response:
    """The table as the asker may see it."""
    return shown(asked, await asked.service.tables.view(table, asked.viewer, as_seat))


@router.post(
    "/seats",
    status_code=201,
    responses=described(bodies.Joined, 201) | refusals(403, 409, 413, 422),
    openapi_extra=sent(bodies.TakenSeat),
)
async def join(asked: Asking, table: str) -> Response:
    """Take a free seat; the last one to sit down starts the game."""
    taken = await asked.body(bodies.TakenSeat)
    tables = asked.service.tables
    await tables.view(table, asked.viewer)
    if asked.wish is Wish.JSON:
        joined = await tables.join(table, asked.guest, taken.name, taken.seat, taken.contribution)
        return asked.json(bodies.Joined(**joined._asdict()), 201)

    async def sit_down() -> None:
        guest = await asked.known(taken.name)
        name = taken.name.strip() or guest.name
        await tables.join(table, guest, name, taken.seat, taken.contribution)

    return await done(asked, table, sit_down())


@router.post("/hint", include_in_schema=False)
async def hint(asked: Asking, table: str) -> Response:
    """What the bots would play; in games of one person against bots only."""
    as_seat = (await asked.body(bodies.OwnSeat)).as_seat
    try:
        view = await asked.service.tables.view(table, asked.viewer, as_seat)
        ranked = await asked.service.hinting.ranked(view, asked.guest)
    except Refusal as refusal:
        return await refused(asked, table, refusal, as_seat)
    said = hint_in_words(view, ranked, words(asked.language))
    return shown(asked, view, hint=said)


# -- what else people do


def life(path: str, model: type[bodies.Sent] | None = None) -> Callable[[Handler], Handler]:
    return router.post(
        path,
        responses=described(bodies.Body, 200, 409)
        | described(SHOWN, 403, 422, 503)
        | refusals(413),
        openapi_extra=sent(model) if model else None,
    )


@life("/start", bodies.Level)
async def start(asked: Asking, table: str) -> Response:
    """The host gives the free seats to bots; so the game begins."""
    level = (await asked.body(bodies.Level)).level
    return await done(asked, table, asked.service.tables.fill(table, asked.viewer, level))


@life("/away", bodies.OwnSeat)
async def away(asked: Asking, table: str) -> Response:
    """A bot plays for the asker until they are back."""
    seat = (await asked.body(bodies.OwnSeat)).as_seat
    return await done(asked, table, asked.service.tables.away(table, asked.viewer, seat))


@life("/back", bodies.OwnSeat)
async def back(asked: Asking, table: str) -> Response:
    """The asker plays again."""
    seat = (await asked.body(bodies.OwnSeat)).as_seat
    return await done(asked, table, asked.service.tables.back(table, asked.viewer, seat), seat)


@life("/stand-in", bodies.OtherSeat)
async def stand_in(asked: Asking, table: str) -> Response:
    """A bot plays for somebody who was waited for long enough, until they look again."""
    seat = (await asked.body(bodies.OtherSeat)).seat
    return await done(asked, table, asked.service.tables.stand_in(table, asked.viewer, seat))


@life("/rename", bodies.Name)
async def rename(asked: Asking, table: str) -> Response:
    """The host gives the table another name."""
    name = (await asked.body(bodies.Name)).name
    return await done(asked, table, asked.service.tables.rename(table, asked.viewer, name))


@life("/restart")
async def restart(asked: Asking, table: str) -> Response:
    """The host lets the same people begin anew; the moves so far are forgotten."""
    return await done(asked, table, asked.service.tables.restart(table, asked.viewer))


@router.post(
    "/leave",
    status_code=204,
    responses=described(bodies.Body, 409) | described(SHOWN, 403, 422, 503) | refusals(413),
    openapi_extra=sent(bodies.OwnSeat),
)
async def leave(asked: Asking, table: str) -> Response:
    """Stand up: for good while the table waits, for a bot once it plays."""
    seat = (await asked.body(bodies.OwnSeat)).as_seat
    return await left(asked, table, asked.service.tables.leave(table, asked.viewer, seat))


@router.post(
    "/remove", status_code=204, responses=described(bodies.Body, 409) | described(SHOWN, 403, 503)
)
async def remove(asked: Asking, table: str) -> Response:
    """The host has the table forgotten, moves and all."""
    return await left(asked, table, asked.service.tables.remove(table, asked.viewer))


async def left(asked: Asked, table: str, action: Awaitable[None]) -> Response:
    """There may be nothing left to show."""
    try:
        await action
    except Refusal as refusal:
        return await refused(asked, table, refusal)
    return asked.go("/tables") if asked.wish is Wish.PAGE else asked.answer(Response(None, 204))


@router.post(
    "/rematch",
    status_code=201,
    responses=described(bodies.Following, 201) | refusals(403, 409, 422),
)
async def rematch(asked: Asking, table: str) -> Response:
    """The table where the same people play again, which the first to ask opens."""
    following = await asked.service.tables.rematch(table, asked.viewer)
    if asked.wish is Wish.JSON:
        return asked.json(bodies.Following(id=following), 201)
    return asked.go(address(following))
