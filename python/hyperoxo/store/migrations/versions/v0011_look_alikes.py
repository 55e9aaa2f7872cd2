"""The eleventh version: keys of names by newer tables of look-alikes."""

import sqlalchemy as sa
from alembic import op

from hyperoxo.store.name_rules import keys_of

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the keys of all names anew; of two names that share one now, the older has it."""
    if op.get_context().as_sql:  # there are no names to read
        return
    names = op.get_bind().execute(sa.text("SELECT id, text, room_id FROM names ORDER BY made_at DESC, id DESC"))
    keys = {key: name_id for name_id, text, room_id in names for key in keys_of(text, room_id)}
    op.execute("DELETE FROM name_keys")
    op.bulk_insert(
        sa.table("name_keys", sa.column("key"), sa.column("name_id")),
        [{"key": key, "name_id": name_id} for key, name_id in keys.items()],
    )
