"""Which of the servers on one PostgreSQL writes a game, and what these servers tell one another.

A game has one writer at a time, which holds its lease. A lease has a number, which grows whenever another server takes
it; what is written under an older one is refused in the same transaction. A server lives as long as it says so every
second, by the database's clock; the leases of one that does not may be taken.

Notices are a hint to read the log, and may be lost.
"""

from __future__ import annotations

import json
import selectors
import socket
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import BigInteger, case, cast, delete, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from hyperoxo.store.database import cause_of
from hyperoxo.store.errors import ConflictError, DatabaseError
from hyperoxo.store.schema import GameRow, ServerRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import ColumnElement, Connection, Engine


GAME = "game"
"""The kind of a notice that a game has new events, or that its lease was taken or is free."""
HERE = "here"
"""The kind of a notice that a server has begun."""
PRESENT = "present"
"""The kind of a notice about who has a game open at a server."""
ASKED = "asked"
"""The kind of a notice that a server asks how long the turn of a game has lasted."""
TURN = "turn"
"""The kind of the answer to it."""
NAME = "name"
"""The kind of a notice that the secrets of a name were replaced, or the name deleted."""
CHANNEL = "hyperoxo"
"""The channel of PostgreSQL on which servers tell one another what has happened."""
BEAT_SECONDS = 1.0
"""Seconds between two signs of life of a server."""
LEASE_SECONDS = 3.0
"""Seconds after its last sign of life from which the leases of a server may be taken."""
_FORGOTTEN = 3_600_000
"""Milliseconds after which nothing is kept of a server that ended without saying so."""
_NOW = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
"""The database's time in milliseconds, which all servers share."""


@dataclass(frozen=True, slots=True)
class Lease:
    """Who writes a game.

    Attributes:
        number: grows whenever another server takes it.
        server: the id of the server that holds it; None if it is free.
    """

    number: int = 0
    server: str | None = None


FREE = Lease()
"""A lease that no server has taken yet."""


class Notice(NamedTuple):
    """What a server tells the others.

    Attributes:
        server: its id.
        kind: what it is about.
        subject: the id of the game or name.
        details: more about it, as JSON.
    """

    server: str
    kind: str
    subject: str
    details: Any = None


def take(connection: Connection, server: str, game_id: str, known: int, *, only_if_free: bool = False) -> None:
    """Take the lease of a game, or keep it, and tell other servers.

    Raises:
        ConflictError: another server has a newer one than is known, or one that lives holds it and `only_if_free`.
    """
    number = case((GameRow.server == server, known), else_=known + 1)
    taken = update(GameRow).where(GameRow.id == game_id, GameRow.lease == known).values(lease=number, server=server)
    if only_if_free:
        lives = exists().where(ServerRow.id == GameRow.server, ServerRow.id != server, ServerRow.until > _NOW)
        taken = taken.where(~lives)
    if connection.execute(taken.returning(_told(Notice(server, GAME, game_id)))).first() is None:
        raise ConflictError("another server writes the game")


def release(connection: Connection, server: str, game_id: str) -> None:
    """Let another server take the lease of a game, if this one holds it, and tell them."""
    free = update(GameRow).where(GameRow.id == game_id, GameRow.server == server).values(server=None)
    connection.execute(free.returning(_told(Notice(server, GAME, game_id))))


def tell(connection: Connection, notice: Notice) -> None:
    """Tell the other servers something when the transaction is committed."""
    connection.execute(select(_told(notice)))


def _told(notice: Notice) -> ColumnElement[None]:
    return func.pg_notify(CHANNEL, json.dumps(notice, separators=(",", ":")))


class Watch:
    """Listens to other servers and gives signs of life, in the thread that calls `run`, until `stop`."""

    def __init__(self, engine: Engine, server: str) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._server = server
        self._woken, self._waker = socket.socketpair()
        self._is_stopped = False

    def run(self, on_notice: Callable[[Notice], object], on_beat: Callable[[frozenset[str]], object]) -> None:
        """Report each notice of another server, and every second the servers that live, until stopped."""
        try:
            self._run(on_notice, on_beat)
        except (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error) as error:
            reason = cause_of(error, self._engine.url)
            raise DatabaseError("games", "the database has failed", cause=reason) from error

    def _run(self, on_notice: Callable[[Notice], object], on_beat: Callable[[frozenset[str]], object]) -> None:
        with self._engine.connect() as connection, selectors.DefaultSelector() as ready:
            driver: Any = connection.connection.driver_connection
            connection.detach()  # it waits for notices, and is none of the pool's
            connection.exec_driver_sql("SET synchronous_commit = off")
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            ready.register(driver, selectors.EVENT_READ)
            ready.register(self._woken, selectors.EVENT_READ)
            # The sign of life comes first: others that hear of this server find that it lives.
            alive = self._beat(connection)
            tell(connection, Notice(self._server, HERE, self._server))
            on_beat(alive)
            due = time.monotonic() + BEAT_SECONDS
            while not self._is_stopped:
                if (now := time.monotonic()) >= due:
                    on_beat(self._beat(connection))
                    due = now + BEAT_SECONDS
                ready.select(max(0.0, due - time.monotonic()))
                for heard in driver.notifies(timeout=0):
                    notice = Notice(*json.loads(heard.payload))
                    if notice.server != self._server:
                        on_notice(notice)
            connection.execute(delete(ServerRow).where(ServerRow.id == self._server))

    def stop(self) -> None:
        """End `run`, from another thread."""
        self._is_stopped = True
        self._waker.send(b"\0")

    def close(self) -> None:
        """Close what `stop` needs, once `run` has ended."""
        self._woken.close()
        self._waker.close()

    def _beat(self, connection: Connection) -> frozenset[str]:
        """Give a sign of life, and return the ids of the servers that live."""
        until = _NOW + int(1000 * LEASE_SECONDS)
        here = insert(ServerRow).values(id=self._server, until=until)
        connection.execute(here.on_conflict_do_update(index_elements=[ServerRow.id], set_={"until": until}))
        connection.execute(delete(ServerRow).where(ServerRow.until < _NOW - _FORGOTTEN))
        return frozenset(connection.scalars(select(ServerRow.id).where(ServerRow.until > _NOW)))
