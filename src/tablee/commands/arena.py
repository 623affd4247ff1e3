"""`tablee arena`"""

import json
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from tablee.commands.arguments import (
    TITLES,
    BotNames,
    GameName,
    budget_of,
    game_options,
    put,
    writable,
)
from tablee.terminal.paint import bold, table

if TYPE_CHECKING:
    from tablee.arena import Arena, Played
    from tablee.ratings import Measured
    from tablee.standings import Standings

lines = "\n".join


@click.command(
    epilog="""Examples:

    \b
      tablee arena yucata --seats 2 --bots perfect,expert --games 100
      tablee arena hornochsen --seats 4 --bots expert,club,casual,novice --seconds 0.05
      tablee arena yellowstone --seats 3 --bots flat,my_bots:Cautious --games 300
      tablee arena yucata --seats 2 --bots club,"cmd:./my-bot --fast" --resume games.jsonl

    docs/own-bot.md shows how to write a bot, docs/arena.md how its strength is measured."""
)
@click.argument("game", type=GameName())
@click.option("--seats", type=int, required=True, help="How many play.")
@click.option(
    "--bots",
    type=BotNames(),
    required=True,
    metavar="NAME,NAME,...",
    help="Levels (novice, casual, club, expert, perfect), random, fit, flat, flat-greedy, in "
    "Yellowstone Park flat-turn, greedy-one, greedy-two, your own as module:Class or cmd:COMMAND. "
    "expert,flat,flat,flat: one against three.",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="How many games, or a few more, so that every line-up plays every deal in every seat.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.001, 60),
    help="What `expert` and `flat-greedy` have for a move, of which `club` has its share; "
    "seconds of a processor, so that a busy machine is fair. "
    "[default: 1.9]",
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    help="The same in rounds of thinking, which makes every game repeatable.",
)
@click.option(
    "--limit",
    type=click.FloatRange(0.01),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="After this long a program of your own has lost.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    show_default="one for each processor",
    help="How many games at once.",
)
@click.option(
    "file",
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep every game in FILE, and go on with the games that are there.",
)
@click.option(
    "picture",
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.svg",
    help="Draw the ratings.",
)
@game_options
@click.option("as_json", "--json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def arena(
    context: click.Context,
    game: str,
    seats: int,
    bots: tuple[str, ...],
    games: int,
    seconds: float | None,
    rounds: int | None,
    limit: float,
    jobs: int,
    file: Path | None,
    picture: Path | None,
    first: int,
    seed: int | None,
    options: tuple[tuple[str, Any], ...],
    as_json: bool,
) -> None:
    """Let bots play against each other, and rate them.

    All line-ups play the same deals, in every rotation around the table. Ctrl-C ends early, with
    what was played so far.
    """
    for path in (file, picture):
        writable(path)
    budget = budget_of(seconds, rounds)

    from tablee import arena_file
    from tablee.arena import Arena
    from tablee.standings import Standings
    from tablee.standings import picture as drawn

    with refusing(file):
        known = arena_file.described(file) if file and file.exists() else {}
        held = Arena(
            game,
            seats,
            bots,
            seed=known.get("seed") if seed is None else seed,
            first=first,
            options=dict(options),
            budget=budget,
            limit=limit,
        )
        played: list[Played] = []
        opened: TextIO | None = None
        if file and known:
            played, opened = arena_file.resume(file, held)
        elif file:
            opened = arena_file.begin(file, held)
    total = held.whole(games)
    done = {each.number for each in played}
    left = [number for number in range(total) if number not in done]
    interrupted = False
    try:
        with closing(shown(held, left, jobs, len(done))) as ended:
            for each in ended:
                played.append(each)
                if opened:
                    arena_file.keep(opened, each)
    except KeyboardInterrupt:
        interrupted = True
        click.echo(f"Stopped after {len(played):,} of {total:,} games.", err=True)
        if played and not opened:
            file = Path(f"arena-{game}-{held.seed}.jsonl")
            with refusing(file), arena_file.begin(file, held) as opened:
                for each in played:
                    arena_file.keep(opened, each)
        if file:
            click.echo(f"To go on: the same command with --resume {file}", err=True)
    if opened:
        opened.close()
    if played:
        standings = Standings(held.bots, seats, sorted(played))
        click.echo(
            json.dumps({**held.about(), **standings.to_dict()})
            if as_json
            else summary(held, standings)
        )
        put(picture, lambda: drawn(held.bots, standings.ratings))
    context.exit(130 if interrupted else 0)


@contextmanager
def refusing(file: Path | None) -> Iterator[None]:
    """A file that can't be gone on with is a sentence with its name."""
    from tablee.arena_file import WrongFile

    try:
        yield
    except WrongFile as wrong:
        raise click.UsageError(f"{file}: {wrong}") from None
    except OSError as wrong:
        raise click.UsageError(f"{file}: The file can't be used: {wrong.strerror}.") from None


def shown(held: "Arena", left: list[int], jobs: int, done: int) -> "Generator[Played, None, None]":
    """The games as they end, with the progress."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=done + len(left), file=sys.stderr, hidden=hidden) as progress:
        progress.update(done)
        for game in held.run(left, jobs):
            progress.update(1)
            yield game


def percent(share: "Measured | None") -> str:
    return f"{share.value:.1%} ± {share.margin:.1%}" if share else "-"


def summary(held: "Arena", standings: "Standings") -> str:
    names, ratings = standings.bots, standings.ratings
    order = sorted(range(len(names)), key=lambda bot: -ratings[bot].value)
    bots = [("bot", "rating", "wins", "seconds a move")]
    cross = [("better than", *(names[bot] for bot in order))]
    for bot in order:
        rating = f"{round(ratings[bot].value):+} ± {ratings[bot].margin:.0f}"
        wins, seconds = percent(standings.shares[bot]), f"{standings.seconds[bot]:.4f}"
        bots.append((names[bot], rating, wins, seconds))
        cross.append((names[bot], *(percent(standings.cross[bot][other]) for other in order)))
    seats = [("seat", "wins")]
    seats += [(str(seat), percent(wins)) for seat, wins in enumerate(standings.seat_shares)]
    faults = [
        f"{name} lost {count:,} by a fault of its own, first: {standings.first_fault[name]}"
        for name, count in standings.faults.items()
    ]
    title = bold(f"{TITLES[held.game]}, {held.seats} seats")
    return lines(
        [
            f"{title}: {standings.games:,} games, {standings.deals:,} deals, seed {held.seed}",
            f"{standings.decisions:.1f} decisions in a game, {standings.stopped:,} games stopped",
            "",
            *table(bots, numbers=(1, 2, 3)),
            "",
            *table(cross, numbers=range(1, len(cross[0]))),
            "",
            *table(seats, numbers=(1,)),
            *(["", *faults] if faults else []),
        ]
    )
