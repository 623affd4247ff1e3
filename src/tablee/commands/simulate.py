"""`tablee simulate`"""

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from tablee.commands.arguments import (
    POLICIES,
    POLICIES_HELP,
    TITLES,
    GameName,
    game_options,
)
from tablee.terminal.paint import bold, table

if TYPE_CHECKING:
    from tablee.simulate import Simulation

MOST_DECISIONS = 1_000_000

lines = "\n".join


@click.command(
    epilog="""Examples:

    \b
      tablee simulate yucata --seats 2 --games 100000
      tablee simulate yellowstone --seats 4 --policy fit --option edge=true
      tablee simulate hornochsen --seats 3 --games 1000 --seed 7 --json

    Every ± is a 95 % interval. Ctrl-C ends early, with what was played so far."""
)
@click.argument("game", type=GameName())
@click.option("--seats", type=int, required=True, help="How many play.")
@click.option(
    "--games", type=click.IntRange(2), default=10_000, show_default=True, help="How many games."
)
@click.option(
    "--policy",
    type=click.Choice(POLICIES),
    default="random",
    show_default=True,
    help=f"How every seat plays. {POLICIES_HELP}.",
)
@click.option(
    "--most",
    type=click.IntRange(1, MOST_DECISIONS),
    default=3_000,
    show_default=True,
    metavar="DECISIONS",
    help="A game that goes on is stopped after so many decisions, as if a scoring had just ended "
    "it: Yellowstone Park can be endless.",
)
@game_options
@click.option("as_json", "--json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def simulate(
    context: click.Context,
    game: str,
    seats: int,
    games: int,
    policy: str,
    most: int,
    first: int,
    seed: int | None,
    options: tuple[tuple[str, Any], ...],
    as_json: bool,
) -> None:
    """Play many games at full speed and sum them up.

    Says how long games are, what each seat scores and how often it wins, with error bars. The
    same seed gives the same numbers again.
    """
    from tablee.simulate import Simulation

    simulation = Simulation(
        game, seats, policy=policy, seed=seed, first=first, most=most, options=dict(options)
    )
    interrupted = False
    try:
        hidden = not sys.stderr.isatty()
        with click.progressbar(length=games, file=sys.stderr, hidden=hidden) as progress:
            for chunk in simulation.run(games):
                progress.update(chunk)
    except KeyboardInterrupt:
        interrupted = True
        click.echo(f"Stopped after {simulation.games:,} of {games:,} games.", err=True)
    if simulation.games:
        click.echo(json.dumps(simulation.to_dict()) if as_json else summary(simulation))
    context.exit(130 if interrupted else 0)


def summary(simulation: "Simulation") -> str:
    title = bold(f"{TITLES[simulation.game]}, {simulation.seats} seats")
    games, most = simulation.games, f"{simulation.most:,} decisions"
    length, (shortest, longest) = simulation.length, simulation.shortest_and_longest
    quantiles = {f"{percent}%": reached for percent, reached in simulation.quantiles.items()}
    lengths = {"shortest": shortest, **quantiles, "longest": longest}
    columns = [tuple(lengths), tuple(map(str, lengths.values()))]
    seats = [("seat", "mean score", "spread", "wins", "more than its share")]
    for seat, (score, win) in enumerate(zip(simulation.scores, simulation.wins, strict=True)):
        mean, margin = f"{score.mean:.2f} ± {score.margin:.2f}", f"± {win.margin:.1%}"
        more = f"{win.mean - 1 / simulation.seats:+.1%} {margin}"
        seats.append((str(seat), mean, f"{score.spread:.2f}", f"{win.mean:.1%} {margin}", more))
    return f"""\
{title}: {games:,} games, policy {simulation.policy}, seed {simulation.seed}

Decisions in a game: {length.mean:.1f} ± {length.margin:.1f}, spread {length.spread:.1f}
{lines(table(columns, numbers=range(len(lengths))))}
Stopped after {most}: {simulation.stopped:,} games, {simulation.stopped / games:.1%}

{lines(table(seats, numbers=range(len(seats[0]))))}"""
