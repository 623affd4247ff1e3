"""`tablee analyse`"""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablee.commands.arguments import TITLES, budget_of
from tablee.commands.record import read_record
from tablee.terminal.paint import bold, counted, signed, table

if TYPE_CHECKING:
    from tablee.analysis import Analysis, Decision
    from tablee.bots.thinking import Ranked

NORMAL_95 = 1.96  # standard errors
lines = "\n".join


@click.command(
    epilog="""Examples:

    \b
      tablee analyse game.json
      tablee analyse game.json --seconds 0.2
      tablee analyse game.json --rounds 5000 --json    the same numbers every time

    A mistake costs at least 5 % of the chance to win, a blunder at least 15 %, and twice the
    uncertainty of the cost. Where Yucata' is solved, a mistake gives away points and a blunder
    the win or the draw."""
)
@click.argument("file", type=click.Path(path_type=Path), metavar="RECORD")
@click.option(
    "--seconds", type=click.FloatRange(0.001, 3600), help="To think about a move. [default: 1.9]"
)
@click.option("--rounds", type=click.IntRange(1), help="The same in rounds, which is repeatable.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the search.")
@click.option("as_json", "--json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def analyse(
    context: click.Context,
    file: Path,
    seconds: float | None,
    rounds: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Say what each move of a recorded game cost, and what was better.

    A move is judged by what its player could know then, not by what came to light later. Moves
    that were taken back, and those without a choice, are left out. Worth is the chance to win,
    or the final margin where the position is solved; ± is a 95 % interval.
    """
    budget = budget_of(seconds, rounds)
    record, _ = read_record(file)

    from tablee.analysis import Analysis

    analysis = Analysis(record, budget, seed)
    interrupted = False
    try:
        hidden = not sys.stderr.isatty()
        with click.progressbar(length=len(analysis), file=sys.stderr, hidden=hidden) as progress:
            for _ in analysis.run():
                progress.update(1)
    except KeyboardInterrupt:
        interrupted = True
        done = len(analysis.decisions)
        click.echo(f"Stopped after {done:,} of {len(analysis):,} decisions.", err=True)
    click.echo(json.dumps(analysis.to_dict()) if as_json else summary(analysis))
    context.exit(130 if interrupted else 0)


def summary(analysis: "Analysis") -> str:
    title = bold(f"{TITLES[analysis.match.game]}, {analysis.match.seats} seats")
    rows: list[tuple[str, ...]] = [("move", "seat", "played", "worth", "best", "worth", "cost", "")]
    rows += [row(decision) for decision in analysis.decisions]
    seats: list[tuple[str, ...]] = [
        ("seat", "decisions", "mistakes", "blunders", "chance lost", "margin lost")
    ]
    for sums in analysis.by_seat():
        counts = [str(sums[name]) for name in ("seat", "decisions", "mistakes", "blunders")]
        lost = f"{sums['win_cost']:.1%}", f"{sums['margin_cost']:.1f}"
        seats.append((*counts, *lost))
    return lines(
        [
            title,
            "",
            *table(rows, numbers=(0, 1, 3, 5, 6)),
            "",
            *table(seats, numbers=range(len(seats[0]))),
        ]
    )


def row(decision: "Decision") -> tuple[str, ...]:
    played, best = decision.played, decision.best
    cost = f"{decision.win_cost:.1%} ± {NORMAL_95 * decision.win_error:.1%}"
    if not decision.win_error:  # solved
        cost = counted(round(decision.margin_cost), "point") if decision.margin_cost else "-"
    return (
        str(decision.number),
        str(decision.seat),
        played.move,
        worth(played),
        best.move,
        worth(best),
        cost if played.move != best.move else "-",
        "" if decision.verdict == "good" else decision.verdict,
    )


def worth(move: "Ranked") -> str:
    """The chance to win, or the margin where it is known."""
    return f"{move.win:.1%}" if move.win_error else f"{signed(round(move.margin))} points"
