"""Copies of a file of SQLite, which a server may change meanwhile."""

from __future__ import annotations

import sqlite3
import typing
from contextlib import closing
from pathlib import Path

from hyperoxo.store.errors import DatabaseError
from hyperoxo.store.urls import shown

if typing.TYPE_CHECKING:
    from sqlalchemy import URL

COMPANIONS = ("-wal", "-shm", "-journal")
"""The ends of the names of files next to a database that SQLite takes for parts of it."""
PAGES = 1_000
"""Pages that are copied at a time."""


def copy_database(url: URL, target: Path) -> int:
    """Copy a file of SQLite, as it is at one moment, to an empty file, and return how many games it has.

    Raises:
        DatabaseError: it is damaged or not of a server, or the copy cannot be written.
    """
    try:
        # The copy has no locks and no journal: its file is not in use, and is removed after an error.
        with (
            closing(_connect(Path(str(url.database)), "mode=rw")) as database,
            closing(_connect(target, "nolock=1")) as copy,
        ):
            # Within a transaction, what others write meanwhile neither gets into the copy nor begins it anew.
            database.execute("BEGIN")
            if len(database.execute("SELECT 1 FROM sqlite_master WHERE name IN ('games', 'events')").fetchall()) < 2:
                raise DatabaseError(shown(url), "not a database of oxo serve", "name that with --database")
            [games] = database.execute("SELECT count(*) FROM games").fetchone()
            copy.execute("PRAGMA journal_mode = OFF")
            # Ctrl-C is noticed in what is called after each step.
            database.backup(copy, pages=PAGES, progress=lambda *_: None)
        with closing(_connect(target, "immutable=1")) as copy:
            [found] = copy.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise DatabaseError(shown(url), f"it cannot be copied: {error}") from None
    if found != "ok":
        raise DatabaseError(shown(url), f"it is damaged: {found.splitlines()[-1]}")
    return int(games)


def _connect(file: Path, options: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?{options}", uri=True, isolation_level=None)
