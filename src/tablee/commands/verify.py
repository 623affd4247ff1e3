"""`tablee verify`"""

from pathlib import Path

import click

import tablee
from tablee.commands.record import summary


@click.command(
    short_help="Check that nobody chose the cards of a record.",
    epilog="""Examples:

    \b
      tablee verify game.json
      tablee verify game.json --commitment 9f86d081884c7d65...
      tablee verify games/*.json

    docs/fair-chance.md says how it is computed and what it proves.""",
)
@click.argument(
    "files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE..."
)
@click.option("--commitment", help="What the table promised before the first card.")
@click.option("--contribution", help="What one of the players added.")
@click.pass_context
def verify(
    context: click.Context,
    files: tuple[Path, ...],
    commitment: str | None,
    contribution: str | None,
) -> None:
    """Derive every card of every FILE again from the secret that was promised for it.

    One line a file; the exit status is 2 if one does not hold. Compare the commitment with the
    one that the table showed before the first card, or give it with --commitment.
    """
    from tablee.record import read
    from tablee.web import chance

    status = 0
    for file in files:
        try:
            record = read(file)
            match = chance.verify(record)
            told = record["chance"]
            if commitment not in (None, told["commitment"]):
                raise tablee.RecordError("The table promised another one.")
            if contribution is not None and contribution not in told["contributions"]:
                raise tablee.RecordError("The contribution is not among those of the players.")
        except tablee.RecordError as wrong:
            status = 2
            click.echo(f"{file}: {wrong}")
        else:
            click.echo(f"{file}: fair, {summary(match)}, commitment {told['commitment']}")
    context.exit(status)
