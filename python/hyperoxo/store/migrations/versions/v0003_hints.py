"""The third version: the creation of a game says whether hints are allowed, which older programs do not read."""

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Change no table: only the events are new."""
