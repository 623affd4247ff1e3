"""`tablee play`"""

import secrets
import shlex
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

import tablee
from tablee.commands.arguments import (
    LEVELS,
    POLICIES,
    POLICIES_HELP,
    TITLES,
    GameName,
    game_options,
    writable,
)


@click.command(
    epilog="""Examples:

    \b
      tablee play                              asks which game
      tablee play yucata --seats 2 --option layout=random
      tablee play yellowstone --seats 4 --me 2 --bots club
      tablee play hornochsen --seed 7 --record game.json

    At the prompt, `help` explains the game."""
)
@click.argument("game", type=GameName(), required=False)
@click.option("--seats", type=int, default=3, show_default=True, help="How many play.")
@click.option("--me", type=int, default=0, show_default=True, metavar="SEAT", help="Your seat.")
@click.option(
    "--bots",
    type=click.Choice([*LEVELS, *POLICIES]),
    default="casual",
    show_default=True,
    help=f"Who plays the other seats. From novice to expert they play better and better; perfect: "
    f"Yucata' with two seats only. {POLICIES_HELP}.",
)
@click.option(
    "file",
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the record of the game there when it ends, or when you leave.",
)
@game_options
def play(
    game: str | None,
    seats: int,
    me: int,
    bots: str,
    file: Path | None,
    first: int,
    seed: int | None,
    options: tuple[tuple[str, Any], ...],
) -> None:
    """Play a game against bots, here in the terminal."""
    game = game or ask_game()
    if game is None:
        return
    writable(file)

    from tablee.bots.named import named
    from tablee.terminal.table import Table

    match = tablee.deal(game, seats, first=first, seed=seed, **dict(options))
    match.observe(me)  # refuses a seat that does not exist
    bot = named(bots, game, seats, secrets.randbits(32) if seed is None else seed)
    try:
        if not Table(match, me, bot, click.echo, ask).play():
            click.echo("You left the table.")
    except KeyboardInterrupt:
        click.echo("\nYou left the table.")
        raise
    finally:
        if file:
            keep(match, file)


def keep(match: "tablee.Match", file: Path) -> None:
    from tablee.record import write

    try:
        write(match, file)
    except OSError as wrong:
        raise click.UsageError(f"{file}: The file can't be written: {wrong.strerror}.") from None
    click.echo(f"To see the game again: tablee replay {shlex.quote(str(file))}")


def ask(prompt: str) -> str | None:
    """A line of input; None at its end."""
    with suppress(ImportError):
        import readline  # noqa: F401 - lets input() edit a line and go back to earlier ones
    try:
        return input(prompt)
    except EOFError:
        click.echo()
        return None


def ask_game() -> str | None:
    """The game that is chosen from a numbered list."""
    names = list(TITLES)
    for number, title in enumerate(TITLES.values(), 1):
        click.echo(f"  {number}  {title}")
    while (answer := ask("Which game? ")) is not None:
        answer = answer.strip().lower()
        if answer in names:
            return answer
        if answer in [str(number) for number in range(1, len(names) + 1)]:
            return names[int(answer) - 1]
        click.echo(f"Please type a number from 1 to {len(names)}.")
    return None
