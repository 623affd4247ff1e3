"""What a table shows to one seat, or to a spectator: the part that all games have."""

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from tablee.rules.contract import States

Json = Any

SINGLE = frozenset((str, int, bool, type(None)))
UNDO = "undo"  # a move in the list that takes the one before it back


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """All that a seat may know; nothing else is reachable from here.

    `memory` is what a player knows who remembers everything seen. It is worked out when asked for,
    so that a table may leave it away.
    """

    game: ClassVar[str]

    seat: int | None  # None: a spectator
    seats: int
    first: int
    options: dict[str, Any]
    actor: int | None  # a seat, -1 for chance, None when the game is over
    moves: tuple[Any, ...]  # the legal moves with their consequences, if it is this seat's turn
    history: tuple[str, ...]  # the moves as this seat saw them; "~?" for a hidden card
    movers: tuple[int, ...]  # who made each of them: a seat, or -1 for chance
    scores: tuple[int, ...] | None  # at the end
    winners: tuple[int, ...]
    view: States = field(repr=False, compare=False)  # the same as one record, for bots

    @property
    def memory(self) -> dict[str, Json]:
        raise NotImplementedError

    def to_dict(self, memory: bool = True) -> dict[str, Json]:
        """Ready for JSON; the documentation of each game's fields is its class."""
        shown = {"game": self.game} | {
            each.name: plain(getattr(self, each.name)) for each in fields(self) if each.repr
        }
        return shown | {"memory": self.memory} if memory else shown


def plain(value: Any) -> Json:
    """Tuples with names become objects, other tuples lists; what is single stays, quickly."""
    if isinstance(value, tuple):
        items = [item if type(item) in SINGLE else plain(item) for item in value]
        names = getattr(value, "_fields", None)
        return dict(zip(names, items, strict=True)) if names else items
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return value


def unpack(view: States) -> dict[str, Any]:
    """The fields of a record by name, all at once, which is much quicker than one by one."""
    return dict(zip(view.dtype.names or (), view.tolist()[0], strict=True))
