"""The eleventh version: keys by newer tables of look-alikes; of two names that share one now, the older has it."""

import sqlalchemy as sa
from alembic import op

from hyperoxo.store.name_rules import keys_of

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the keys of all names anew."""
    if op.get_context().as_sql:  # there is no database whose names could be read
        return
    connection = op.get_bind()
    keys: dict[str, int] = {}
    for name_id, text, room_id in connection.execute(
        sa.text("SELECT id, text, room_id FROM names ORDER BY made_at, id")
    ):
        for key in keys_of(text):
            keys.setdefault(key if room_id is None else f"{room_id}\n{key}", name_id)
    connection.execute(sa.text("DELETE FROM name_keys"))
    if keys:
        rows = [{"key": key, "name_id": name_id} for key, name_id in keys.items()]
        connection.execute(sa.text("INSERT INTO name_keys (key, name_id) VALUES (:key, :name_id)"), rows)
