"""`tablee backup`"""

import os
import sqlite3
from pathlib import Path

import click

from tablee.web import settings


@click.command(
    epilog="""Examples:

    \b
      tablee backup tables-today.sqlite
      tablee backup /backups/tables.sqlite --force --database /var/lib/tablee/tables.sqlite

    To go back to a copy: end the server, put the copy in the place of its database, remove the
    two files beside it that end in -wal and -shm, and start the server again."""
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@click.option("--database", metavar="VALUE", help="As for `tablee serve`.")
def backup(file: Path, force: bool, database: str | None) -> None:
    """Copy the database to FILE, while the server runs.

    The copy has secrets in it, as the database does: keep it where nobody else can read it.
    """
    chosen = settings.read({"database": database}, os.environ)

    from tablee.web.store.beside import copy, file_of

    original = file_of(chosen.database)
    if original is None:
        raise click.UsageError("For PostgreSQL use pg_dump; docs/running.md says how.")
    if file.exists() and (not force or file.samefile(original)):
        raise click.UsageError(f"{file}: The file is there already.")
    try:
        copy(original, file)
    except (OSError, sqlite3.Error) as wrong:
        why = getattr(wrong, "strerror", None) or wrong
        raise click.UsageError(f"{file}: The copy can't be made: {why}.") from None
    click.echo(f"{file}: {file.stat().st_size:,} bytes")
