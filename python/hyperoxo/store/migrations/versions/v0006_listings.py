"""The sixth version: lists of games, of which the one with the public games is the first."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table; no game that exists is in a list."""
    op.create_table(
        "listings",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("scope", sa.String(22), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("summary", sa.JSON(), nullable=False),
        sa.Column("listed_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("listings_by_scope", "listings", ["scope", "is_open", "seen_at"])
