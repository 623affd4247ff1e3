"""Guests, tables, seats and moves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "server",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "guests",
        sa.Column("id", key, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("id", key, primary_key=True),
        sa.Column("guest", key, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )
    op.create_index("ix_devices_guest", "devices", ["guest"])
    op.create_table(
        "offers",
        sa.Column("code", sa.LargeBinary, primary_key=True),
        sa.Column("guest", key, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("first", sa.Integer),
        sa.Column("lots", sa.JSON, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("memory", sa.Boolean, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("host", key),
        sa.Column("host_seat", sa.Integer),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("rematch", sa.Text),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("actor", sa.Integer),
        sa.Column("bots_turn", sa.Boolean, nullable=False),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("tables_by_age", "tables", ["status", "changed"])
    op.create_index(
        "tables_of_bots",
        "tables",
        ["id"],
        sqlite_where=sa.column("bots_turn"),
        postgresql_where=sa.column("bots_turn"),
    )
    tables = "tables.id"
    op.create_table(
        "seats",
        sa.Column("table", sa.Text, sa.ForeignKey(tables, ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.Text),
        sa.Column("guest", key),
        sa.Column("token", sa.LargeBinary),
        sa.Column("contribution", sa.Text, nullable=False),
        sa.Column("absence", sa.Text, nullable=False),
    )
    op.create_index("ix_seats_guest", "seats", ["guest"])
    op.create_table(
        "moves",
        sa.Column("table", sa.Text, sa.ForeignKey(tables, ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("request", sa.Text),
        sqlite_with_rowid=False,
    )
