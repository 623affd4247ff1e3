"""The databases that the table must work on: a file of SQLite, and a server of PostgreSQL.

The server is a private one, on a socket in a folder of its own; without PostgreSQL installed, or
where none can be started, these tests are skipped.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

NOBODY = 65534  # PostgreSQL refuses to run as root
PLACES = ("/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin")
CAREFREE = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


def program(name: str) -> str | None:
    found = [path for place in PLACES for path in sorted(Path("/").glob(f"{place[1:]}/{name}"))]
    return str(found[-1]) if found else shutil.which(name)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server, to which the name of a database is to be added."""
    initdb, pg_ctl = program("initdb"), program("pg_ctl")
    if initdb is None or pg_ctl is None:
        pytest.skip("PostgreSQL is not installed")
    user = NOBODY if os.geteuid() == 0 else None
    folder = Path("/tmp") / f"tablee-postgres-{os.getpid()}"  # noqa: S108  # a short name: a socket's is
    folder.mkdir(mode=0o700)
    if user is not None:
        os.chown(folder, user, user)
    data = str(folder / "data")

    def run(*command: str) -> None:
        with (folder / "log").open("a") as log:
            subprocess.run(
                command, user=user, group=user, cwd=folder, check=True, stdout=log, stderr=log
            )

    try:
        try:
            run(initdb, "-D", data, "-U", "tablee", "-A", "trust", "--no-sync", "--encoding=UTF8")
            options = f"-c listen_addresses='' -k {folder} {CAREFREE}"
            run(pg_ctl, "-D", data, "-l", str(folder / "server"), "-o", options, "-w", "start")
        except (subprocess.CalledProcessError, OSError) as wrong:
            pytest.skip(f"PostgreSQL can't be started here: {wrong}")
        try:
            yield f"host={quote(str(folder), safe='')}"
        finally:
            run(pg_ctl, "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def empty_database(server: str, name: str) -> str:
    """The address of a new database on this server."""
    with psycopg.connect(f"postgresql://tablee@/postgres?{server}", autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"postgresql+psycopg://tablee@/{name}?{server}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    return empty_database(request.getfixturevalue("postgres"), f"t{abs(hash(tmp_path)):x}")
