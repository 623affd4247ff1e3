"""What one viewer may see of a table: the only thing that pages and JSON are made of."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from tablee.observation import Observation

WAITING, PLAYING, OVER = "waiting", "playing", "over"  # the life of a table
HUMAN, BOT, OPEN = "human", "bot", "open"  # who sits on a chair


class Event(NamedTuple):
    """One entry of a game's list of moves, as the viewer saw it."""

    number: int  # from 1, in the record
    seat: int  # who made it, or CHANCE
    move: str  # "~?" for a card that the viewer did not see, "undo" for what was taken back
    outcome: Any  # for a seat's move the observation's move with its consequences, else None
    receiver: int | None  # at a chance move: the only seat that saw it; None where all did
    at: float  # seconds since 1970


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """A seat of the table, as everybody may see it."""

    seat: int
    kind: str
    name: str  # empty while it is open
    level: str | None  # of a bot, or of the bot that stands in
    away: bool  # a bot plays for this person
    online: bool
    replaceable: bool  # whether the others may ask for a bot to stand in now


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A table at one version, for one viewer."""

    id: str
    code: str  # the short code to join by
    game: str
    name: str  # of the table, may be empty
    status: str
    version: str  # changes with everything that is stored
    options: dict[str, Any]
    public: bool
    memory: bool  # whether the table shows what a perfect memory would know
    hints: bool  # whether one may ask for hints: a game of one person against bots
    first: int | None  # None until the lot has fallen
    chairs: tuple[Chair, ...]
    commitment: str  # of the secret behind all chance
    secret: str | None  # after the last card
    rematch: str | None  # the table where the same people play again
    created: float
    changed: float

    seat: int | None  # the viewer's; None for a spectator, and behind the curtain
    own: tuple[int, ...]  # all seats of the viewer's device; with several, a curtain falls between
    host: bool
    observation: Observation | None  # None while the table waits
    events: tuple[Event, ...]  # everything so far, as this viewer saw it
    undoable: bool

    @property
    def actor(self) -> int | None:
        return None if self.observation is None else self.observation.actor

    @property
    def turn(self) -> bool:
        """Whether the viewer is to move."""
        return self.seat is not None and self.seat == self.actor
