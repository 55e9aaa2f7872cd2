"""The lock under which one server at a time serves a database.

It is on a file of its own next to a file of SQLite, since SQLite locks the database itself. In PostgreSQL, it is that
of a session, which a restart ends: then the server takes it anew. Until then, the key of an event refuses a second
writer.
"""

from __future__ import annotations

import os
import socket
import typing
from contextlib import ExitStack, suppress
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from hyperoxo.draft import lock
from hyperoxo.store.database import LOCK_KEY, connector, opening
from hyperoxo.store.errors import DatabaseError
from hyperoxo.store.urls import read_url, shown
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine

# A link that another user put there is not followed, so that no other file is emptied.
_FLAGS = os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)
_LOCKED = "55P03"
"""PostgreSQL's code for a lock that another session has."""
_REMEDY = "end that server, or name another database"


class ServerLock(ExitStack):
    """A lock that a server has until this is closed or the process ends."""

    def keep(self) -> None:
        """Take the lock anew if the database has ended its session; a file cannot lose it."""


class _SessionLock(ServerLock):
    """The lock of a session of PostgreSQL."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._session = self._take()

    def _take(self) -> Connection:
        """Wait a while for the lock: the session of a server that was just killed ends soon."""
        with ExitStack() as stack:
            session = stack.enter_context(self._engine.connect())
            session.detach()  # it is none of a pool, so that to close it ends it
            # A machine that was switched off frees the lock after a minute; sockets of files ignore this.
            for setting in ("idle = 30", "interval = 10", "count = 3"):
                session.exec_driver_sql(f"SET tcp_keepalives_{setting}")
            try:
                # Each schema of a database has another second key.
                session.execute(select(func.pg_advisory_lock(LOCK_KEY, func.hashtext(func.current_schema()))))
            except OperationalError as error:
                if getattr(error.orig, "sqlstate", None) != _LOCKED:
                    raise
                raise DatabaseError(shown(self._engine.url), "another oxo serve uses it", _REMEDY) from None
            self.enter_context(suppress(SQLAlchemyError))  # as the session ends
            self.push(stack.pop_all())
            return session

    def keep(self) -> None:
        """Take the lock anew if its session has ended; while the database is away, try again the next time.

        Raises:
            DatabaseError: another server has it.
        """
        with suppress(SQLAlchemyError):
            self._session.exec_driver_sql("SELECT 1")
            return
        self.close()
        with suppress(SQLAlchemyError):
            self._session = self._take()


def lock_for_server(text: str) -> ServerLock:
    """Lock the database at a URL for this server, if it is a file or PostgreSQL.

    Raises:
        DatabaseError: another server has locked it, or its lock cannot be written.
    """
    url = read_url(text)
    if url.get_backend_name() == "sqlite":
        return _lock_file(url)
    if url.get_backend_name() != "postgresql":
        return ServerLock()
    with opening(engine := connector(url)):
        return _SessionLock(engine)


def _lock_file(url: URL) -> ServerLock:
    with ServerLock() as stack:
        path = Path(f"{os.path.realpath(str(url.database))}-lock")
        try:
            # Other users of the machine cannot even read the file: a reader could lock it, too.
            while lock(file := stack.enter_context(os.fdopen(os.open(path, _FLAGS, 0o660), "r+b", buffering=0))):
                # The server that has just ended may have removed this file.
                with suppress(FileNotFoundError):
                    if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                        file.truncate()
                        file.write(f"process {os.getpid()} on {socket.gethostname()}".encode())
                        stack.enter_context(suppress(OSError))  # Windows removes no file that is open
                        stack.callback(path.unlink)
                        return stack.pop_all()
            holder = shortened(file.read(100).decode(errors="replace")) or "which has just started"
        except OSError as error:
            raise DatabaseError(shown(url), f"{shortened(str(path))} cannot be locked: {error.strerror}") from None
    raise DatabaseError(shown(url), f"another oxo serve uses it, {holder}", _REMEDY)
