"""The fourth version: names of people, the hashes of what owns them, and the seats that were taken under them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "names",
        sa.Column("id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("text", sa.String(20), nullable=False),
        sa.Column("recovery", sa.LargeBinary(32), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("is_banned", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "name_keys",
        sa.Column("key", sa.String(400), primary_key=True),
        sa.Column("name_id", sa.BigInteger(), sa.ForeignKey("names.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_table(
        "name_secrets",
        sa.Column("digest", sa.LargeBinary(32), primary_key=True),
        sa.Column("name_id", sa.BigInteger(), sa.ForeignKey("names.id", ondelete="CASCADE"), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "seat_names",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("holder", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("name_id", sa.BigInteger(), sa.ForeignKey("names.id", ondelete="SET NULL"), nullable=True),
    )
    op.create_index("seat_names_by_name", "seat_names", ["name_id", "game_id"])
