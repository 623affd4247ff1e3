"""Opening a table: the form, what it sends, and the same as JSON."""

import json
from collections.abc import Iterator, Mapping

from fastapi import APIRouter
from fastapi.responses import Response

from tablee.bots.levels import LEVELS
from tablee.match import TITLES
from tablee.rules import GAMES
from tablee.rules.contract import Refusal
from tablee.web import bodies
from tablee.web.asked import Asked, Asking, Wish
from tablee.web.errors import Unknown, status_of
from tablee.web.games import FACES
from tablee.web.pages.described import described, refusals, sent
from tablee.web.pages.table import address
from tablee.web.wanted import HERE_TOO, ME, Wanted, WantedChair

router = APIRouter(tags=["tables"])
LOT = "lot"
NOBODY = "none"


@router.get("/new/{game}", include_in_schema=False)
async def form(asked: Asking, game: str) -> Response:
    """Fields in the query are filled in, so that others can link to a prepared table."""
    return asked_for(asked, game, dict(asked.request.query_params))


def asked_for(
    asked: Asked, game: str, filled: Mapping[str, str], status: int = 200, notice: str = ""
) -> Response:
    if game not in TITLES:
        raise Unknown("There is no such game.")
    most = max(GAMES[game].SEATS)
    usual = [ME, "human", *[NOBODY] * (most - 2)]
    return asked.page(
        "new.html",
        status,
        game=game,
        options=FACES[game].OPTIONS,
        chairs=[
            WantedChair(
                filled.get(f"kind-{k}", usual[k]),
                filled.get(f"name-{k}", ""),
                filled.get(f"level-{k}", "casual"),
            )
            for k in range(most)
        ],
        levels=LEVELS,
        filled=filled,
        notice=notice,
    )


@router.post(
    "/tables",
    status_code=201,
    responses=described(bodies.Joined, 201) | refusals(403, 413, 422, 429, 503),
    openapi_extra=sent(bodies.NewTable),
)
async def create(asked: Asking) -> Response:
    """Open a table. The asker takes the first human seat; without a free one, the game begins."""
    tables = asked.service.tables
    if asked.wish is Wish.JSON:
        joined = await tables.create(asked.guest, from_json(await asked.body(bodies.NewTable)))
        return asked.json(bodies.Joined(**joined._asdict()), 201)
    filled = await asked.form()
    game = filled.get("game", "")
    try:
        wanted = from_form(game, filled)
        guest = await asked.known(next((each.name for each in wanted.chairs if each.name), ""))
        joined = await tables.create(guest, wanted)
    except Unknown:
        raise
    except Refusal as refusal:
        status = status_of(refusal)
        return asked_for(asked, game, filled, status, asked.say(refusal))
    return asked.go(address(joined.id))


def from_json(body: bodies.NewTable) -> Wanted:
    return Wanted(
        body.game,
        tuple(WantedChair(seat.kind, seat.name, seat.level) for seat in body.seats),
        **body.model_dump(exclude={"game", "seats"}),
    )


def from_form(game: str, filled: Mapping[str, str]) -> Wanted:
    """Fields that are missing are as usual; what can't be is refused when the table is made."""
    if game not in TITLES:
        raise Unknown("There is no such game.")
    first = filled.get("first", LOT)
    return Wanted(
        game,
        tuple(chairs(filled)),
        options=dict(options(game, filled)),
        first=int(first) if first.isdecimal() and len(first) == 1 else None,
        public="public" in filled,
        name=filled.get("title", ""),
        memory="memory" in filled,
        hints="hints" in filled,
        contribution=filled.get("contribution", "")[:200].replace("\0", ""),
    )


def chairs(filled: Mapping[str, str]) -> Iterator[WantedChair]:
    for k in range(max(max(each.SEATS) for each in GAMES.values())):
        kind = filled.get(f"kind-{k}", NOBODY)
        name = filled.get(f"name-{k}", "") if kind in (ME, HERE_TOO) else ""
        if kind != NOBODY:
            yield WantedChair(kind, name, filled.get(f"level-{k}", "casual"))


def options(game: str, filled: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    """Only those that this number of seats has."""
    seats = sum(1 for _ in chairs(filled))
    for option in FACES[game].OPTIONS:
        text = filled.get(f"option-{option.name}")
        if text is not None and seats in option.seats:
            known = {json.dumps(choice.value): choice.value for choice in option.choices}
            yield option.name, known.get(text, text)
