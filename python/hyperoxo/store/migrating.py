"""The versions of the store's schema: which one a database has, and how it is led to the newest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

if TYPE_CHECKING:
    from sqlalchemy import Connection

SCRIPTS = Path(__file__).parent / "migrations"


class NewerSchemaError(Exception):
    """The database was written by a newer version of the program."""


def migrate(connection: Connection) -> None:
    """Bring the schema of a database to the newest version, within the transaction that is open.

    Raises:
        NewerSchemaError: it has a version that is not known here.
    """
    config = Config(attributes={"connection": connection})
    # The configuration takes % for the start of a variable.
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    newest = scripts.get_current_head()
    has = MigrationContext.configure(connection).get_current_revision()
    if has == newest:
        return
    if has is not None and has not in {script.revision for script in scripts.walk_revisions()}:
        raise NewerSchemaError(f"its schema is of version {has}, and the newest that is known here is {newest}")
    command.upgrade(config, "head")
