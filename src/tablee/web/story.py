"""How a game went: what each move brought about, told to everybody as they saw it."""

from tablee.match import UNDO, UNSEEN, Match
from tablee.rules.contract import CHANCE
from tablee.web.view import Event


class Story:
    """The events of one match. All moves are played through here, so that none is missed."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._events: list[Event] = []
        self._seen: dict[int | None, list[Event]] = {}
        self.drawn = 0  # cards that chance gave

    def play(self, move: str, at: float) -> None:
        """Play a move of the actor, or IllegalMove."""
        match = self._match
        actor = match.actor
        free = actor is None or actor == CHANCE or move == UNDO
        outcome = None if free else match.outcome(move)
        match.play(move)
        self.drawn += actor == CHANCE
        number = len(self._events)
        witness = match.witness(number)
        self._events.append(Event(number + 1, int(actor or 0), move, outcome, witness, at))

    def told(self, viewer: int | None) -> tuple[Event, ...]:
        """All events as a seat, or a spectator, saw them."""
        seen = self._seen.setdefault(viewer, [])
        for event in self._events[len(seen) :]:
            hidden = event.receiver is not None and event.receiver != viewer
            seen.append(event._replace(move=UNSEEN) if hidden else event)
        return tuple(seen)

    @property
    def times(self) -> list[tuple[int, float]]:
        """Who made each move, and when."""
        return [(event.seat, event.at) for event in self._events]
