"""The tables of the database, as the newest migration leaves them."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()
Key = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up plain integers only


def belongs_to(table: str) -> ForeignKey:
    return ForeignKey(f"{table}.id", ondelete="CASCADE")


server = Table(
    "server",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

guests = Table(
    "guests",
    metadata,
    Column("id", Key, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("id", Key, primary_key=True),
    Column("guest", Key, belongs_to("guests"), nullable=False, index=True),
    Column("token", LargeBinary, nullable=False, unique=True),  # all tokens are hashed
    Column("label", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
)

offers = Table(
    "offers",
    metadata,
    Column("code", LargeBinary, primary_key=True),  # hashed
    Column("guest", Key, belongs_to("guests"), nullable=False),
    Column("until", Double, nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", Key, primary_key=True),
    Column("device", Key, belongs_to("devices"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False, unique=True),  # where a browser gets its notices
    Column("point", LargeBinary, nullable=False),
    Column("auth", LargeBinary, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", Double, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("first", Integer),
    Column("lots", JSON, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("memory", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("host", Key, index=True),  # a guest
    Column("host_seat", Integer),
    Column("secret", LargeBinary, nullable=False),
    Column("rematch", Text),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("played", Integer, nullable=False),
    Column("actor", Integer),
    Column("bots_turn", Boolean, nullable=False),
)
Index("tables_by_age", tables.c.status, tables.c.changed)
Index(
    "tables_of_bots",
    tables.c.id,
    sqlite_where=tables.c.bots_turn,
    postgresql_where=tables.c.bots_turn,
)

seats = Table(
    "seats",
    metadata,
    Column("table", Text, belongs_to("tables"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("level", Text),
    Column("guest", Key, index=True),
    Column("token", LargeBinary),
    Column("contribution", Text, nullable=False),
    Column("absence", Text, nullable=False),
)

moves = Table(
    "moves",
    metadata,
    Column("table", Text, belongs_to("tables"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("request", Text),
    sqlite_with_rowid=False,
)
