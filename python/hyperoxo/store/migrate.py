"""Migration of a database to the newest version of the store's schema.

Alembic runs the migrations, and is loaded only when there is one to run.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import column, inspect, select, table

from hyperoxo.store.schema import VERSION

if TYPE_CHECKING:
    from sqlalchemy import Connection

SCRIPTS = Path(__file__).parent / "migrations"
_VERSIONS = table("alembic_version", column("version_num"))
"""Where Alembic keeps the version of a database."""


class NewerSchemaError(Exception):
    """The database was written by a newer version of the program."""


def migrate(connection: Connection) -> None:
    """Bring the schema of a database to the newest version, within the transaction that is open.

    Raises:
        NewerSchemaError: it has a version that is not known here.
    """
    version = _version(connection)
    if version == VERSION:
        return
    # Loading it takes a tenth of the server's start.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    # The configuration takes % for the start of a variable.
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if version is not None and version not in known:
        raise NewerSchemaError(f"its schema is of version {version}, and the newest that is known here is {VERSION}")
    command.upgrade(config, VERSION)


def _version(connection: Connection) -> str | None:
    """Return the version of a database, None for an empty one."""
    if not inspect(connection).has_table(_VERSIONS.name):
        return None
    version: str | None = connection.execute(select(_VERSIONS.c.version_num)).scalar()
    return version
