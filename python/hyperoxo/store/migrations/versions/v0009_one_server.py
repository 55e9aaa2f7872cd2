"""The ninth version: one server a database, so nothing says which of several writes a game."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Remove the columns and the table."""
    op.drop_table("servers")
    op.drop_column("games", "server")
    op.drop_column("games", "lease")
