"""What several commands ask for.

Games and options are named here once more, because a look at the rules would load the compiler,
which takes a second that neither --help nor a completion should take. A test compares.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from tablee.bots.thinking import Budget

TITLES = {"yucata": "Yucata'", "hornochsen": "Hornochsen!", "yellowstone": "Yellowstone Park"}
OPTIONS = {
    "yucata": (
        "layout=ceiba",
        "layout=agave",
        "layout=iguana",
        "layout=jaguar",
        "layout=quetzal",
        "layout=tikal",
        "layout=random",
    ),
    "hornochsen": ("collecting_ends_turn=false", "collecting_ends_turn=true"),
    "yellowstone": ("edge=false", "edge=true", "neutral=off", "neutral=reach"),
}
POLICIES = ("random", "fit")
LEVELS = ("novice", "casual", "club", "expert", "perfect")
BASELINES = ("flat", "flat-greedy", "flat-turn", "greedy-one", "greedy-two")
POLICIES_HELP = "random: any move; fit: what is best at this very moment"

Function = TypeVar("Function", bound=Callable[..., Any])


def beginning(words: tuple[str, ...], start: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(start)]


class GameName(click.ParamType[str]):
    name = "game"

    def convert(self, value: str, param: Any, context: Any) -> str:
        if value not in TITLES:
            raise click.UsageError(f"There is no game {value!r}; there are {', '.join(TITLES)}.")
        return value

    def shell_complete(self, context: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        return beginning(tuple(TITLES), incomplete)


class GameOption(click.ParamType[tuple[str, Any]]):
    name = "name=value"

    def convert(self, value: str, param: Any, context: Any) -> tuple[str, Any]:
        name, equals, text = value.partition("=")
        if not equals:
            raise click.UsageError(f"An option of a game is written name=value, not {value!r}.")
        names = {known.partition("=")[0] for options in OPTIONS.values() for known in options}
        if name not in names:
            known = ", ".join(sorted(names))
            raise click.UsageError(f"There is no option {name!r} of a game; there are {known}.")
        return name, {"true": True, "false": False}.get(text, text)

    def shell_complete(
        self, context: click.Context, param: Any, incomplete: str
    ) -> list[CompletionItem]:
        given = [context.params.get("game"), *context.args]
        games = [game for game in OPTIONS if game in given] or OPTIONS
        return beginning(tuple(option for game in games for option in OPTIONS[game]), incomplete)


class BotNames(click.ParamType[tuple[str, ...]]):
    name = "names"

    def convert(self, value: str, param: Any, context: Any) -> tuple[str, ...]:
        return tuple(name.strip() for name in value.split(","))

    def shell_complete(self, context: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        given, comma, _ = incomplete.rpartition(",")
        names = (*LEVELS, *POLICIES, *BASELINES)
        return beginning(tuple(given + comma + name for name in names), incomplete)


def writable(file: Path | None) -> None:
    """Refuse a file that can't be written before any work is done for it."""
    if file and not os.access(file if os.access(file, os.F_OK) else file.parent, os.W_OK):
        raise click.UsageError(f"{file}: The file can't be written.")


def put(file: Path | None, text: Callable[[], str]) -> None:
    """Write a file if it was asked for."""
    if file:
        try:
            file.write_text(text(), encoding="utf-8")
        except OSError as wrong:
            raise click.UsageError(
                f"{file}: The file can't be written: {wrong.strerror}."
            ) from None


def budget_of(seconds: float | None, rounds: int | None) -> "Budget":
    """What --seconds or --rounds says; a level's usual time without either."""
    if seconds and rounds:
        raise click.UsageError("Either --seconds or --rounds can be given, not both.")

    from tablee.bots.levels import EXPERT
    from tablee.bots.thinking import Budget

    return Budget(seconds=seconds) if seconds else Budget(rounds=rounds) if rounds else EXPERT


def game_options(function: Function) -> Function:
    """--first, --seed and --option."""
    for decorate in (
        click.option(
            "options",
            "--option",
            type=GameOption(),
            multiple=True,
            help="An option of the game, such as layout=random (yucata), collecting_ends_turn=true "
            "(hornochsen), edge=true or neutral=reach (yellowstone). May be given several times.",
        ),
        click.option("--seed", type=int, help="A number that makes everything repeatable."),
        click.option(
            "--first", type=int, default=0, show_default=True, metavar="SEAT", help="Who begins."
        ),
    ):
        function = decorate(function)
    return function
