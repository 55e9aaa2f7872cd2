"""The first version: games, their events, and the hashes of secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("stored_at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("holder", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
    )
