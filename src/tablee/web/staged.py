"""Views of games behind which no table stands: diagrams, guided first games, records to look at."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tablee.match import Match, new
from tablee.web.story import Story
from tablee.web.view import BOT, HUMAN, OVER, PLAYING, Chair, View

NOBODYS = "-"  # the address of a table that is none


def told(match: Match) -> Story:
    """What happened in a match that was played elsewhere, moment by moment."""
    story = Story(new(match.game, match.seats, first=match.first, **match.options))
    for move in match.played:
        story.play(move, 0.0)
    return story


def staged(
    match: Match,
    seat: int | None,
    names: Sequence[str],
    *,
    story: Story | None = None,
    offered: Sequence[str] | None = None,
    bots: bool = False,
    **changed: Any,
) -> View:
    """A match as a seat, or a spectator, sees it; of its moves those that are offered, else all."""
    seen = match.observe(seat)
    if offered is not None:
        seen = replace(seen, moves=tuple(each for each in seen.moves if each.move in offered))
    known: dict[str, Any] = {
        "id": NOBODYS,
        "code": "",
        "game": match.game,
        "name": "",
        "status": OVER if match.actor is None else PLAYING,
        "version": f"{NOBODYS}.{len(match.played)}",
        "options": dict(match.options),
        "public": False,
        "memory": False,
        "hints": False,
        "first": match.first,
        "chairs": tuple(
            chair(number, name, bots and number != seat) for number, name in enumerate(names)
        ),
        "commitment": "",
        "secret": None,
        "rematch": None,
        "created": 0.0,
        "changed": 0.0,
        "seat": seat,
        "own": () if seat is None else (seat,),
        "host": False,
        "observation": seen,
        "events": (story or told(match)).told(seat),
        "undoable": False,
    }
    return View(**{**known, **changed})


def chair(seat: int, name: str, bot: bool) -> Chair:
    return Chair(
        seat=seat,
        kind=BOT if bot else HUMAN,
        name=name,
        level="casual" if bot else None,
        away=False,
        online=True,
        replaceable=False,
    )
