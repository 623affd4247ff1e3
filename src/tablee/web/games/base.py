"""What the web table asks of a game: its scene, its sentences, its options."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from tablee.web.view import Event

NameOf = Callable[[int], str]  # what the table calls a seat; never empty


class Words(Protocol):
    """One language. Named values are filled in, as in `_("%(name)s lays a card.", name=name)`."""

    def _(self, text: str, /, **values: object) -> str:
        """The text in this language."""

    def ngettext(self, one: str, many: str, num: int, /, **values: object) -> str:
        """The form of the text for a number, which it may use as `%(num)s`."""

    def __hash__(self) -> int:
        """There is one object for each language, so that what is said can be kept."""


def N_(text: str) -> str:  # noqa: N802  # the name by which texts are gathered
    """A text of a constant, to be translated where it is shown."""
    return text


class Choice(NamedTuple):
    """A value of an option, in words."""

    value: Any
    label: str
    says: str  # one sentence: what it means for the game


class Option(NamedTuple):
    """A choice that is made when a table is opened; its texts are marked, not yet translated."""

    name: str
    label: str
    choices: tuple[Choice, ...]  # the usual one first
    seats: tuple[int, ...]  # the numbers of seats that have this choice


class Action(NamedTuple):
    """A legal move that is no card."""

    move: str
    label: str
    says: str
    main: bool = True  # what one mostly does


class Row(NamedTuple):
    """One line of a breakdown, with a number for each seat; None where there is nothing to say."""

    label: str
    numbers: tuple[int | None, ...]
    sum: bool = False  # whether it is what the lines above come to


class Breakdown(NamedTuple):
    """How the scores came about, as the rules count them."""

    rows: tuple[Row, ...]
    says: str  # one sentence: what wins


class Scene(Protocol):
    """All that a game's template needs, places and labels included: a frozen dataclass."""

    @property
    def source(self) -> str:
        """The id of where new cards come from, unless they say so themselves."""

    @property
    def sink(self) -> str:
        """The id of where vanished cards have gone."""


class Face(Protocol):
    """The module of a game; an observation is always that game's, and so is a scene."""

    OPTIONS: tuple[Option, ...]

    def scene(self, seen: Any, memory: bool, words: Words) -> Scene:
        """What is to be drawn; `memory`: with what a perfect memory would know."""

    def tell(self, event: Event, name_of: NameOf, words: Words) -> str:
        """What happened, in a sentence; empty where there is nothing to tell."""

    def effect(self, move: Any, words: Words) -> str:
        """What a legal move, as an observation lists it, will bring about: a sentence."""

    def prompt(self, seen: Any, words: Words) -> str:
        """What whoever sees this, and is to move, can do now."""

    def label(self, move: str, words: Words) -> str:
        """A move by name, for buttons and the notation."""

    def result(self, seen: Any, words: Words) -> Breakdown:
        """The final scores."""
