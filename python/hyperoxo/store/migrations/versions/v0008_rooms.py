"""The eighth version: rooms, with names and games that are deleted with them."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table; names and games that exist are in no room."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("owner", sa.LargeBinary(32), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
    )
    # As text, since Alembic adds no column with a foreign key in SQLite.
    op.execute("ALTER TABLE games ADD COLUMN room_id VARCHAR(22) REFERENCES rooms (id)")
    op.execute("ALTER TABLE names ADD COLUMN room_id VARCHAR(22) REFERENCES rooms (id)")
    op.create_index("games_by_room", "games", ["room_id"])
    op.create_index("names_by_room", "names", ["room_id"])
