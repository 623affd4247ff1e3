"""Browsers that want to be told when it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "subscriptions",
        sa.Column("id", key, primary_key=True),
        sa.Column("guest", key, sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False, unique=True),
        sa.Column("point", sa.LargeBinary, nullable=False),
        sa.Column("auth", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("ix_subscriptions_guest", "subscriptions", ["guest"])
