"""What a table says of itself: whose turn it is, who sits where, what happened so far."""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from tablee.bots.levels import LEVELS
from tablee.match import TITLES, UNDO, UNSEEN
from tablee.rules.contract import CHANCE
from tablee.web.games import FACES
from tablee.web.games.base import Breakdown
from tablee.web.view import BOT, OPEN, OVER, PLAYING, WAITING, Chair, Event, View
from tablee.web.words import Words, isolated, words

MOST_TOLD = 24  # lines of the log that a table shows; the replay has all


class Seat(NamedTuple):
    """A chair as the page shows it."""

    chair: Chair
    name: str
    note: str  # what there is to know about who sits there
    classes: str


class Told(NamedTuple):
    """A line of the log."""

    number: int
    seat: int
    sentence: str
    notation: str
    stop: int  # how many moves had been made when everything that followed from it had happened
    since: bool  # whether it happened after the viewer's last turn


def level_name(level: str, words: Words) -> str:
    """How the strength of a bot is called."""
    names = {
        "novice": words._("beginner"),
        "casual": words._("casual player"),
        "club": words._("club player"),
        "expert": words._("expert"),
        "perfect": words._("perfect player"),
    }
    return names[level]


@lru_cache(maxsize=20_000)
def sentence(game: str, event: Event, names: tuple[str, ...], language: str) -> str:
    spoken = words(language)
    if event.move == UNDO:
        return spoken._("%(name)s takes the last move back.", name=names[event.seat])
    return FACES[game].tell(event, names.__getitem__, spoken)


class Telling:
    """Everything about a view that is said in words, and how the game looks to its template."""

    def __init__(self, view: View, words: Words) -> None:
        self.view, self.words = view, words
        # A moment of the past, at which nothing is offered any more.
        seen = view.observation
        self.past = seen is not None and (
            seen.actor is not None if view.status == OVER else view.turn and not seen.moves
        )
        self.names = tuple([self._name(chair) for chair in view.chairs])
        # One device for several people: the hand is only shown to who is to move.
        self.curtain = (
            view.status == PLAYING
            and not self.past
            and len(view.own) > 1
            and (view.seat is None or view.seat != view.actor)
        )
        self.moves = view.turn and not self.past

    def _name(self, chair: Chair) -> str:
        return isolated(chair.name) or self.words._("Seat %(number)d", number=chair.seat + 1)

    @property
    def title(self) -> str:
        return isolated(self.view.name) or TITLES[self.view.game]

    @property
    def levels(self) -> list[tuple[str, str]]:
        """The strengths that a bot may have at this table, and what they are called."""
        solved = self.view.game == "yucata" and len(self.view.chairs) == 2
        return [
            (level, level_name(level, self.words)) for level in LEVELS[: None if solved else -1]
        ]

    @property
    def window(self) -> str:
        """The title of the window."""
        if self.moves:
            return self.words._("Your turn: %(table)s", table=self.title)
        return self.title

    @cached_property
    def scene(self) -> Any:
        observation = self.view.observation
        if observation is None:
            return None
        return FACES[self.view.game].scene(observation, self.view.memory, self.words)

    @cached_property
    def result(self) -> Breakdown | None:
        observation = self.view.observation
        if observation is None or observation.actor is not None:
            return None
        return FACES[self.view.game].result(observation, self.words)

    @cached_property
    def status(self) -> str:
        view, words = self.view, self.words
        if view.status == WAITING:
            return self._waiting()
        if view.observation is not None and view.observation.actor is None:
            return self._winners(view.observation.winners)
        if view.actor is None or view.actor == CHANCE:
            return words._("The cards are being dealt.")
        name = self.names[view.actor]
        chair = view.chairs[view.actor]
        if self.past:
            return words._("%(name)s is to move.", name=name)
        if self.curtain and view.actor in view.own:
            return words._("It is the turn of %(name)s.", name=name)
        if view.turn:
            return words._("It is your turn.")
        if chair.kind == BOT or chair.away:
            return words._("%(name)s is thinking.", name=name)
        return words._("Waiting for %(name)s to move.", name=name)

    @property
    def prompt(self) -> str:
        """What the viewer can do now."""
        if not self.moves or self.curtain:
            return ""
        return FACES[self.view.game].prompt(self.view.observation, self.words)

    def _waiting(self) -> str:
        missing = sum(chair.kind == OPEN for chair in self.view.chairs)
        if missing:
            return self.words.ngettext(
                "%(num)s more person is awaited.", "%(num)s more people are awaited.", missing
            )
        return self.words._("Everybody is here.")

    def _winners(self, winners: tuple[int, ...]) -> str:
        if winners == (self.view.seat,):
            return self.words._("You win!")
        if len(winners) == 1:
            return self.words._("%(name)s wins.", name=self.names[winners[0]])
        names = [self.names[seat] for seat in winners]
        return self.words._(
            "%(names)s and %(name)s share the win.", names=", ".join(names[:-1]), name=names[-1]
        )

    @cached_property
    def seats(self) -> list[Seat]:
        """The chairs, the viewer's first, then on as they sit."""
        start = self.view.seat or 0
        chairs = self.view.chairs[start:] + self.view.chairs[:start]
        return [
            Seat(chair, self.names[chair.seat], self._note(chair), self._classes(chair))
            for chair in chairs
        ]

    def _note(self, chair: Chair) -> str:
        words = self.words
        level = level_name(chair.level, words) if chair.level else ""
        if chair.kind == OPEN:
            return words._("open")
        if chair.kind == BOT:
            return words._("bot, %(level)s", level=level)
        if chair.away:
            return words._("away, a bot plays")
        if chair.seat == self.view.seat:
            return words._("you")
        return "" if chair.online or self.view.status == OVER else words._("not here now")

    def _classes(self, chair: Chair) -> str:
        observation = self.view.observation
        traits = {
            f"s{chair.seat}": True,
            chair.kind: True,
            "turn": chair.seat == self.view.actor,
            "mine": chair.seat == self.view.seat,
            "away": chair.away,
            "offline": chair.kind == "human" and not chair.online,
            "winner": observation is not None and chair.seat in observation.winners,
        }
        return " ".join(name for name, holds in traits.items() if holds)

    @cached_property
    def log(self) -> list[Told]:
        """The latest of what happened, newest first."""
        found = []
        for told in self.told():
            found.append(told)
            if len(found) == MOST_TOLD:
                break
        return found

    def told(self) -> Iterator[Told]:
        """Everything that happened and is worth a sentence, newest first."""
        view, since = self.view, self.view.seat is not None
        stop = len(view.events)
        for event in reversed(view.events):
            if event.seat == view.seat:
                since = False
            if not self._private(event):
                text = sentence(view.game, event, self.names, self.words.language)
                if text:
                    notation = "" if event.move == UNSEEN else event.move
                    yield Told(event.number, event.seat, text, notation, stop, since)
            if event.seat != CHANCE:
                stop = event.number - 1

    def _private(self, event: Event) -> bool:
        """Whether others who sit at the same device must not read it."""
        return self.curtain and event.receiver is not None and event.move != UNSEEN

    @cached_property
    def since(self) -> int | None:
        """After how many moves the viewer's last turn was over; None if nothing followed."""
        last = next((told for told in reversed(self.log) if told.since), None)
        return last and last.number - 1
