"""`tablee replay` and `tablee record`"""

from pathlib import Path
from typing import Any

import click

import tablee


@click.command(
    epilog="""Examples:

    \b
      tablee replay game.json                a spectator's view
      tablee replay game.json --seat 2       what seat 2 could see
      tablee replay game.json --all | less   every hand"""
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", type=int, help="Show what this seat could see.")
@click.option("everything", "--all", is_flag=True, help="Show every seat's hand.")
@click.option(
    "start", "--from", type=click.IntRange(1), default=1, metavar="K", help="Begin at move K."
)
def replay(file: Path, seat: int | None, everything: bool, start: int) -> None:
    """Show a recorded game, the table after each move."""

    from tablee.terminal.show import show

    if everything and seat is not None:
        raise click.UsageError("Either --seat or --all can be shown, not both.")
    record, match = read_record(file)
    match.observe(seat)  # refuses a seat that does not exist before anything is shown
    if start > len(match.played):
        raise click.UsageError(f"{file}: The record has only {len(match.played)} moves.")
    show(record, click.echo, seat=seat, everything=everything, start=start)


def read_record(file: Path) -> "tuple[dict[str, Any], tablee.Match]":
    """A record that holds, and its match at the end."""
    from tablee.record import read

    try:
        record = read(file)
        return record, tablee.replay(record)
    except tablee.RecordError as wrong:
        raise click.UsageError(f"{file}: {wrong}") from None


@click.group()
def record() -> None:
    """Work with the records of games."""


@record.command(
    epilog="""Example:

    \b
      tablee record check games/*.json"""
)
@click.argument(
    "files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE..."
)
@click.pass_context
def check(context: click.Context, files: tuple[Path, ...]) -> None:
    """Replay every FILE and say in a line whether it holds.

    The exit status is 2 if one does not.
    """

    from tablee.record import read

    status = 0
    for file in files:
        try:
            match = tablee.replay(read(file))
        except tablee.RecordError as wrong:
            status = 2
            click.echo(f"{file}: {wrong}")
        else:
            click.echo(f"{file}: ok, {summary(match)}")
    context.exit(status)


def summary(match: "tablee.Match") -> str:
    winners = match.winners()
    seats = " and ".join(map(str, winners))
    won = f"won by seat {seats}, scores {' '.join(map(str, match.scores()))}"
    return (
        f"{match.game}, {match.seats} seats, {len(match.played)} moves, "
        f"{won if winners else 'not over'}"
    )
