"""Views of tables, made by hand from matches."""

from random import Random
from typing import Any

import tablee
from tablee import Match
from tablee.match import UNDO
from tablee.rules.contract import CHANCE
from tablee.web.view import HUMAN, OVER, PLAYING, WAITING, Chair, Event, View

NAMES = ('<b>&"', "ליאור", "Zoë", "Björn", "Ann", "Bob")


def chair(seat: int, **changed: Any) -> Chair:
    known: dict[str, Any] = {
        "seat": seat,
        "kind": HUMAN,
        "name": NAMES[seat],
        "level": None,
        "away": False,
        "online": True,
        "replaceable": False,
    }
    return Chair(**(known | changed))


def view(match: Match | None, seat: int | None = 0, seats: int = 3, **changed: Any) -> View:
    """The table of a match; without one, it waits."""
    over = match is not None and match.actor is None
    known: dict[str, Any] = {
        "id": "abcdefgh",
        "code": "K7PM",
        "game": match.game if match else "yellowstone",
        "name": "",
        "status": WAITING if match is None else OVER if over else PLAYING,
        "version": "e.7",
        "options": dict(match.options) if match else {},
        "public": False,
        "memory": False,
        "hints": False,
        "first": match.first if match else None,
        "chairs": tuple(chair(each) for each in range(match.seats if match else seats)),
        "commitment": "c0ffee" * 10,
        "secret": "5ec2e7" * 10 if over else None,
        "rematch": None,
        "created": 1.7e9,
        "changed": 1.7e9,
        "seat": seat,
        "own": () if seat is None else (seat,),
        "host": seat == 0,
        "observation": match.observe(seat) if match else None,
        "events": events(match, seat) if match else (),
        "undoable": match is not None and match.undoable and match.actor == seat,
    }
    return View(**(known | changed))


def events(match: Match, seat: int | None) -> tuple[Event, ...]:
    """What happened, as the seat saw it, with what each move brought about."""
    seen, again, found = match.history(seat), begun(match), []
    for number, move in enumerate(match.played, 1):
        by, outcome, receiver = again.actor, None, None
        assert by is not None
        if by == CHANCE:
            known = [each for each in range(match.seats) if match.history(each)[number - 1] == move]
            receiver = known[0] if len(known) == 1 else None
        elif move != UNDO:
            outcome = next(each for each in again.observe(by).moves if each.move == move)
        again.play(move)
        found.append(Event(number, by, seen[number - 1], outcome, receiver, 1.7e9 + number))
    return tuple(found)


def begun(match: Match) -> Match:
    return tablee.new(match.game, match.seats, first=match.first, **match.options)


def played(game: str, seats: int, moves: int, seed: int = 7, **options: Any) -> Match:
    """A game that seats played at random for so many moves, or to the end."""
    match, random = tablee.deal(game, seats, seed=seed, **options), Random(seed)
    for _ in range(moves):
        if match.actor is None:
            break
        match.play(random.choice(match.moves()))
    return match
