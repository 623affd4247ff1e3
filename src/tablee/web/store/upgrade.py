"""Bring a database to the newest schema."""

from importlib.resources import files

from sqlalchemy import Connection, inspect, text

from tablee.web.settings import BadSetting

HEAD = "0003"
LOCK = 7_386_121  # any number; two servers that start at once don't both migrate


def upgrade(connection: Connection, to: str = HEAD) -> None:
    """Do what is missing, in the transaction of this connection."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    found = revision(connection)
    if found == to:
        return
    if found is not None and found > HEAD:
        raise BadSetting("--database: it was made by a newer tablée; please install that one.")
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("tablee.web.store") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def revision(connection: Connection) -> str | None:
    """The name of the last migration; they are numbered."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
