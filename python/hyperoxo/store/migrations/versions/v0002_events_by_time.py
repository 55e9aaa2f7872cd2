"""The second version: the latest events are found without reading all, so that the server can resume their games."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the index."""
    op.create_index("events_by_time", "events", ["stored_at", "game_id"])
