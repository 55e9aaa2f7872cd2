"""The fifth version: the times at which games by days are lost, in order."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "due_times",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("due_times_by_time", "due_times", ["due_at", "game_id"])
