"""Looking back: a game step by step, what its moves cost, its record; and records of one's own."""

import json
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from tablee.analysis import Decision
from tablee.match import TITLES
from tablee.record import replay as replayed
from tablee.rules.contract import CHANCE, Refusal
from tablee.web import bodies
from tablee.web.analysing import Job
from tablee.web.asked import Asked, Asking, Wish, json_response
from tablee.web.charts import chart
from tablee.web.errors import Wrong, status_of
from tablee.web.pages.described import described, refusals
from tablee.web.pages.table import AsSeat, shown
from tablee.web.played import Brought, OfTable, Past, check_over, decided, seats_seen
from tablee.web.staged import staged
from tablee.web.view import OVER, View

router = APIRouter()
ALL, NOBODY = "all", "none"  # whose hands are seen


async def of_table(asked: Asking, table: str) -> OfTable:
    return OfTable(asked.service.tables, table, asked.viewer)


async def brought(asked: Asking, key: str) -> Brought:
    return asked.service.shelf.get(key)


async def replay(asked: Asked, past: Past) -> Response:
    """The moment `at`, seen by `as`: a seat, nobody, or all hands at once."""
    query = asked.request.query_params
    now = await past.now()
    last = len(now.events)
    at = query.get("at", "")
    stops = decided(now)
    first = stops[0] if now.events and now.events[0].seat == CHANCE else 0  # all is dealt
    number = max(first, min(int(at), last)) if at.isdecimal() and len(at) < 7 else last
    eyes = query.get("as") or (NOBODY if now.seat is None else str(now.seat))
    seats = seats_seen(now) if now.status == OVER else now.own
    seat = int(eyes) if eyes.isdecimal() and len(eyes) < 3 else None
    if (seat is not None and seat not in seats) or (eyes == ALL and now.status != OVER):
        raise Wrong("You can't look on from there.")
    view = await past.at(number, seat)
    hands = [await past.at(number, each) for each in seats] if eyes == ALL else []
    values: dict[str, Any] = {
        "view": view,
        "hands": hands,
        "past": past,
        "number": number,
        "first": first,
        "last": last,
        "eyes": eyes if eyes == ALL or seat is not None else NOBODY,
        "seats": seats,
        "before": max((stop for stop in stops if stop < number), default=first),
        "after": min((stop for stop in stops if stop > number), default=last),
        "over": now.status == OVER,
    }
    if asked.wish is Wish.PART:
        return asked.part("replay/moment.html", **values)
    return asked.page("replay/replay.html", **values)


async def analysis(asked: Asked, past: Past) -> Response:
    """The mistakes of a game, as far as they have been found."""
    now = await past.now()
    check_over(now)
    job = asked.service.analysing.get(past.address)
    drawn = chart(job.decisions, len(now.events), len(now.chairs)) if job else None
    looked = judged = None
    if job and (judged := decision(job, asked.request.query_params.get("look", ""))):
        looked = before(await past.record(), now, judged)
    return asked.page(
        "replay/analysis.html",
        view=now,
        past=past,
        job=job,
        chart=drawn,
        looked=looked,
        judged=judged,
    )


def decision(job: Job, number: str) -> Decision | None:
    """The judgement about the move of this number."""
    return next((each for each in job.decisions if str(each.number) == number), None)


def before(record: dict[str, Any], now: View, judged: Decision) -> View:
    """The moment of a decision, with the move that was made and the better one to choose from."""
    match = replayed({**record, "moves": record["moves"][: judged.number - 1]})
    names = [chair.name for chair in now.chairs]
    return staged(match, judged.seat, names, offered=(judged.played.move, judged.best.move))


async def analyse(asked: Asked, past: Past) -> Response:
    check_over(await past.now())
    owner = asked.guest.id if asked.guest else None
    await asked.service.analysing.begin(past.address, await past.record(), owner)
    return asked.go(f"{past.address}/analysis")


def add(path: str, source: Callable[[Asked, str], Awaitable[OfTable | Brought]]) -> None:
    """The same pages for games of tables and for records."""
    found = Annotated[Any, Depends(source)]

    def on(name: str, method: str, handler: Callable[[Asked, Past], Awaitable[Response]]) -> None:
        async def answer(asked: Asking, past: found) -> Response:
            return await handler(asked, past)

        router.add_api_route(
            f"{path}/{name}", answer, methods=[method], include_in_schema=False, response_model=None
        )

    on("replay", "GET", replay)
    on("analysis", "GET", analysis)
    on("analysis", "POST", analyse)


add("/t/{table}", of_table)
add("/look/{key}", brought)


@router.get(
    "/t/{table}/at/{number}",
    tags=["table"],
    responses=described(bodies.Body) | refusals(403, 404, 422, 503),
)
async def moment(asked: Asking, table: str, number: int, as_seat: AsSeat = None) -> Response:
    """The table as it was after so many moves; once the game is over, from anybody's seat."""
    return shown(asked, await asked.service.tables.at(table, asked.viewer, number, as_seat))


@router.get(
    "/t/{table}/record",
    tags=["table"],
    responses=refusals(403, 404, 422, 503) | {200: {"content": {"application/json": {}}}},
    response_class=Response,
)
async def record(asked: Asking, table: str) -> Response:
    """After the end: all moves, and the secret behind all chance."""
    found = await asked.service.tables.record(table, asked.viewer)
    return json_response(json.dumps(found, ensure_ascii=False).encode())


# -- a record of one's own


@router.get("/look", include_in_schema=False)
async def form(asked: Asking) -> Response:
    return asked.page("replay/look.html", notice="")


@router.post("/look", include_in_schema=False)
async def open_it(asked: Asking) -> Response:
    async with asked.request.form() as sent:
        file, text = sent.get("file"), sent.get("text")
        content = text if isinstance(text, str) else ""
        if file is not None and not isinstance(file, str) and file.size:
            content = (await file.read()).decode(errors="replace")
    try:
        record = parsed(content)
        if isinstance(record, dict) and record.get("game") in list(TITLES):
            await asked.service.rooms.ready(record["game"])
        found = asked.service.shelf.put(record)
    except Refusal as refusal:
        status = status_of(refusal)
        return asked.page("replay/look.html", status, notice=asked.say(refusal))
    return asked.go(f"{found.address}/replay?at=0&as={ALL}")


def parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Wrong("A record is JSON, and this is not.") from None
