"""`tablee solve`"""

import json
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablee.commands.arguments import put, writable
from tablee.commands.record import read_record
from tablee.terminal.paint import bold, signed, table

if TYPE_CHECKING:
    import tablee
    from tablee.bots.thinking import Ranked

lines = "\n".join


@click.command(
    epilog="""Examples:

    \b
      tablee solve                              the first move on the usual layout
      tablee solve --layout ....oooxoooxooxooxoooxooxoooxooxooxooo*
      tablee solve --record game.json --at 7    the position before move 7
      tablee solve --layouts random:1000 --seed 7 --csv margins.csv --plot margins.svg

    A margin is the own score minus the opponent's when both play perfectly from there on."""
)
@click.option("--layout", help="A layout by name, random, or its 39 characters.")
@click.option(
    "file", "--record", type=click.Path(path_type=Path), help="A position of a recorded game."
)
@click.option(
    "--at", type=click.IntRange(1), metavar="N", help="Before move N. [default: where it ends]"
)
@click.option(
    "--layouts",
    metavar="KIND",
    help="What perfect play makes of many layouts: random:COUNT, mirrored or rhythmic.",
)
@click.option("--seed", type=int, help="Makes random layouts repeatable.")
@click.option(
    "table_file",
    "--csv",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --layouts: write every layout and its margin.",
)
@click.option(
    "picture",
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.svg",
    help="With --layouts: draw how often each margin occurs.",
)
@click.option("as_json", "--json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def solve(
    context: click.Context,
    layout: str | None,
    file: Path | None,
    at: int | None,
    layouts: str | None,
    seed: int | None,
    table_file: Path | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Solve Yucata' with two seats: the exact margin of every move."""
    if sum(given is not None for given in (layout, file, layouts)) > 1:
        raise click.UsageError("Only one of --layout, --record and --layouts can be solved.")
    if at and not file:
        raise click.UsageError("--at needs a --record.")
    if (table_file or picture) and not layouts:
        raise click.UsageError("--csv and --plot need --layouts.")
    if layouts:
        writable(table_file)
        writable(picture)
        context.exit(many(layouts, seed, table_file, picture, as_json))
    match = position(layout, seed, file, at)
    ranked = margins(match)
    if as_json:
        told: dict[str, Any] = {"layout": match.options["layout"], "seat": match.actor}
        told["moves"] = [{"move": each.move, "margin": int(each.margin)} for each in ranked]
        click.echo(json.dumps(told))
    else:
        rows = [("move", "margin")]
        rows += [(each.move, signed(round(each.margin))) for each in ranked]
        click.echo(f"{bold(match.options['layout'])}\nSeat {match.actor} is to move.\n")
        click.echo(lines(table(rows, numbers=(1,))))


def position(
    layout: str | None, seed: int | None, file: Path | None, at: int | None
) -> "tablee.Match":
    """The match whose actor's moves are to be solved."""
    import tablee

    if file is None:
        options: dict[str, Any] = {"layout": layout} if layout else {}
        return tablee.deal("yucata", 2, seed=seed, **options)
    record, match = read_record(file)
    if match.game != "yucata" or match.seats != 2:
        raise click.UsageError(f"{file}: Only Yucata' with two seats is solved.")
    if at and at > len(match.played):
        raise click.UsageError(f"{file}: The record has only {len(match.played)} moves.")
    match = tablee.replay({**record, "moves": record["moves"][: at - 1]}) if at else match
    if match.actor is None:
        raise click.UsageError(f"{file}: The game is over; --at N goes back to before move N.")
    return match


def margins(match: "tablee.Match") -> "list[Ranked]":
    """Solve, and say how far it is if that takes long."""
    from tablee.bots.hints import in_order
    from tablee.bots.yucata_solver import solve as solved

    told = False

    def tell(settled: int, moves: int, positions: int) -> None:
        nonlocal told
        told = sys.stderr.isatty()
        if told:
            click.echo(f"\r{settled} of {moves} moves, {positions:,} positions", err=True, nl=False)

    solution = solved(match.observe(match.actor).view, tell)
    if told:
        click.echo(err=True)
    return in_order(solution)


def many(
    kind: str, seed: int | None, table_file: Path | None, picture: Path | None, as_json: bool
) -> int:
    """Solve many layouts, as far as one has the patience; the exit status."""
    from tablee.bots.yucata_layouts import csv_text, first_values, histogram, summarize

    seed = secrets.randbelow(1 << 32) if seed is None else seed
    chosen, count = layouts_of(kind, seed)
    valued, status = [], 0
    try:
        hidden = not sys.stderr.isatty()
        with (
            click.progressbar(length=count, file=sys.stderr, hidden=hidden) as progress,
            closing(first_values(chosen, os.cpu_count() or 1)) as values,
        ):
            for each in values:
                valued.append(each)
                progress.update(1)
    except KeyboardInterrupt:
        status = 130
        click.echo(f"Stopped after {len(valued):,} of {count:,} layouts.", err=True)
    if not valued:
        return status
    summary = summarize(margin for _, margin in valued)
    put(table_file, lambda: csv_text(valued))
    put(picture, lambda: histogram(summary.margins))
    if as_json:
        click.echo(json.dumps({"kind": kind, "seed": seed, **summary._asdict()}))
        return status
    rows = [("margin", "layouts", "share")]
    for margin, many in summary.margins.items():
        rows.append((signed(margin), str(many), f"{many / len(valued):.1%}"))
    click.echo(
        f"{summary.layouts:,} layouts, {kind}, seed {seed}: the first player wins {summary.won:,}, "
        f"draws {summary.drawn:,}, loses {summary.lost:,}\n"
    )
    click.echo(lines(table(rows, numbers=(0, 1, 2))))
    return status


def layouts_of(kind: str, seed: int) -> tuple[Iterator[str], int]:
    """The layouts that are asked for, and how many they are."""
    from tablee.bots.yucata_layouts import mirrored_layouts, random_layouts, rhythmic_layouts

    if kind == "mirrored":
        return mirrored_layouts(), sum(1 for _ in mirrored_layouts())
    if kind == "rhythmic":
        return rhythmic_layouts(), sum(1 for _ in rhythmic_layouts())
    name, _, count = kind.partition(":")
    if name != "random" or not count.isascii() or not count.isdigit() or not 0 < int(count) < 1e7:
        raise click.UsageError("--layouts is random:COUNT, mirrored or rhythmic.")
    return random_layouts(int(count), seed), int(count)
