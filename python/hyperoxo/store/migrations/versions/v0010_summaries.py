"""The tenth version: a summary of each game in place of lists and due times; the server makes them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table, and remove what it replaces."""
    op.create_table(
        "summaries",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.String(22)),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("awaits_computer", sa.Boolean(), nullable=False),
        sa.Column("due_at", sa.BigInteger()),
        sa.Column("listed_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
    )
    op.create_index("summaries_by_scope", "summaries", ["scope", "stage", "seen_at"])
    op.create_index("summaries_by_stage", "summaries", ["stage", "changed_at"])
    op.create_index("summaries_by_computer", "summaries", ["awaits_computer", "changed_at"])
    op.create_index("summaries_by_due_time", "summaries", ["due_at", "game_id"])
    op.drop_table("due_times")
    op.drop_table("listings")
    op.drop_index("events_by_time", "events")
