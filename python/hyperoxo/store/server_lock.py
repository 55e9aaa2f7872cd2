"""The lock under which one server at a time serves a file of SQLite.

It is on a file of its own next to the database, since SQLite locks the database itself.
"""

from __future__ import annotations

import os
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

from hyperoxo.file_lock import lock
from hyperoxo.store.errors import DatabaseError
from hyperoxo.store.urls import read_url, shown
from hyperoxo.text import shortened

# A link that another user put there is not followed, so that no other file is emptied.
_FLAGS = os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)


def lock_for_server(text: str) -> ExitStack:
    """Lock the database at a URL for this server until the context is closed or the process ends, if it is a file.

    Raises:
        DatabaseError: another server has locked it, or its lock cannot be written.
    """
    url = read_url(text)
    with ExitStack() as stack:
        if url.get_backend_name() != "sqlite":
            return stack.pop_all()
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
    raise DatabaseError(shown(url), f"another oxo serve uses it, {holder}", "end that server, or name another database")
