"""The seventh version: which of several servers writes a game, and which servers run."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the columns and the table."""
    op.add_column("games", sa.Column("lease", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("games", sa.Column("server", sa.String(22), nullable=True))
    op.create_table(
        "servers",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )
