"""Games for a program in any language: one JSON object a line, in and out."""

import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from tablee.match import Match, deal, new
from tablee.record import RecordError, replay
from tablee.rules.contract import CHANCE, BadOption, IllegalMove

LONGEST = 1 << 20  # bytes of a line

Json = Any


class Refused(ValueError):
    """The line is not a request; the message says why in one sentence."""


def converse(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line, at once, until there are no more."""
    referee = Referee()
    for line in lines(requests):
        answers.write(json.dumps(referee.answer(line)).encode() + b"\n")
        answers.flush()


def lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Each line; None for one that is too long, whose rest is passed over."""
    while line := stream.readline(LONGEST):
        whole = line.endswith(b"\n") or len(line) < LONGEST
        yield line if whole else None
        while not whole:
            rest = stream.readline(LONGEST)
            whole = rest.endswith(b"\n") or not rest


QUESTIONS: dict[str, Callable[[Match], dict[str, Json]]] = {
    "moves": lambda match: {},  # every answer has them
    "odds": lambda match: {"odds": match.odds()},
    "scores": lambda match: {"scores": match.scores(), "winners": match.winners()},
    "record": lambda match: {"record": match.record()},
}


class Referee:
    """One conversation, about one game at a time."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._requests: dict[str, Callable[[Json], dict[str, Json]]] = {
            "new": lambda asked: self._begin(new, asked),
            "deal": lambda asked: self._begin(deal, asked),
            "replay": self._replay,
            "play": self._play,
            "observe": self._observe,
        }

    def answer(self, line: bytes | None) -> dict[str, Json]:
        """What one line gets; None stands for a line that is too long."""
        try:
            found = self._obey(line)
        except (Refused, BadOption, IllegalMove, RecordError) as wrong:
            found = {"error": str(wrong)}
        except RecursionError:
            found = {"error": "The line is nested too deeply."}
        if self._match is None:
            return {**found, "actor": None, "moves": []}
        actor = "chance" if self._match.actor == CHANCE else self._match.actor
        return {**found, "actor": actor, "moves": self._match.moves()}

    def _obey(self, line: bytes | None) -> dict[str, Json]:
        if line is None:
            raise Refused(f"A line has at most {LONGEST:,} bytes.")
        try:
            request = json.loads(line.decode())
        except ValueError:
            raise Refused("The line is not JSON.") from None
        if not isinstance(request, dict) or len(request) != 1:
            raise Refused("A request is a JSON object with one name, such as play, and its value.")
        [(name, asked)] = request.items()
        if name in self._requests:
            return self._requests[name](asked)
        if name not in QUESTIONS:
            known = ", ".join([*self._requests, *QUESTIONS])
            raise Refused(f"There is no request {name[:20]!r}; there are {known}.")
        if asked is not True:
            raise Refused(f"The value of {name} is true.")
        return QUESTIONS[name](self._game)

    @property
    def _game(self) -> Match:
        if self._match is None:
            raise Refused("No game has begun yet: new, deal or replay begins one.")
        return self._match

    def _begin(self, how: Callable[..., Match], asked: Json) -> dict[str, Json]:
        """The options of a game may stand among the rest, or in "options" as in a record."""
        if not isinstance(asked, dict):
            raise Refused("A new game is described by an object with game and seats.")
        options = asked.get("options", {})
        if not isinstance(options, dict) or options.keys() & {"game", "seats", "first", "seed"}:
            raise Refused("The options are an object of option names and values.")
        asked = {**options, **{name: asked[name] for name in asked if name != "options"}}
        if missing := [name for name in ("game", "seats") if name not in asked]:
            raise Refused(f"A new game needs {missing[0]}.")
        self._match = how(**asked)
        return {}

    def _replay(self, record: Json) -> dict[str, Json]:
        self._match = replay(record)
        return {}

    def _play(self, move: Json) -> dict[str, Json]:
        self._game.play(move)
        return {}

    def _observe(self, seat: Json) -> dict[str, Json]:
        if seat is not None and not isinstance(seat, int):
            raise Refused("The value of observe is a seat's number, or null for a spectator.")
        return {"observation": self._game.observe(seat).to_dict()}
