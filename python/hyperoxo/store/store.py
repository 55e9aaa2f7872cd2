"""The repository of games: created, appended to, and read as a whole.

Every call is one transaction, on the disk when it returns. Calls block, so a server makes them outside its event loop.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from hyperoxo.errors import HyperoxoError
from hyperoxo.store.database import StoreError, open_database
from hyperoxo.store.schema import EventRow, GameRow, SecretRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import Connection

    from hyperoxo.game import JSON


class ConflictError(HyperoxoError):
    """Another writer has added to the game first: read it again."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a game, as the store keeps it.

    Attributes:
        number: counts the game's events from 1.
        kind: the kind of event, 20 characters at most.
        payload: all else about it.
    """

    number: int
    kind: str
    payload: Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class Addition:
    """Events and secrets to append to one game.

    Attributes:
        game_id: the game's, 22 characters.
        events: at least one.
        digests: the SHA-256 of the secrets of new holders.
        is_new: whether the game begins with these events.
    """

    game_id: str
    events: Sequence[StoredEvent]
    digests: Mapping[int, bytes] = field(default_factory=dict)
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is stored.

    Attributes:
        events: its events, in order.
        digests: the SHA-256 of each holder's secret.
    """

    events: Sequence[StoredEvent]
    digests: Mapping[int, bytes]


class Store:
    """The games in a database.

    Args:
        url: where it is; `hyperoxo.store.database` says how it is written.

    Raises:
        StoreError: the database cannot be used.
    """

    def __init__(self, url: str) -> None:
        self._engine = open_database(url)

    def write(self, additions: Iterable[Addition]) -> None:
        """Store additions, all of them or none.

        Raises:
            ConflictError: an event or a holder with the same number is stored already, or a game with the same id.
            StoreError: the database has failed, or there is no such game.
        """
        try:
            with self._engine.begin() as connection:
                for addition in additions:
                    _insert(connection, addition)
        except IntegrityError as error:
            raise ConflictError("another writer was there first") from error
        except DBAPIError as error:
            raise _failure() from error

    def read(self, game_id: str) -> StoredGame | None:
        """Return a game, None if there is none with this id.

        Raises:
            StoreError: the database has failed.
        """
        event_rows = (
            select(EventRow.number, EventRow.kind, EventRow.payload)
            .where(EventRow.game_id == game_id)
            .order_by(EventRow.number)
        )
        secret_rows = select(SecretRow.holder, SecretRow.digest).where(SecretRow.game_id == game_id)
        try:
            with self._engine.begin() as connection:
                events = [
                    StoredEvent(number, kind, payload) for number, kind, payload in connection.execute(event_rows)
                ]
                digests = {row.holder: row.digest for row in connection.execute(secret_rows)}
        except DBAPIError as error:
            raise _failure() from error
        return StoredGame(events, digests) if events else None

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()


def _insert(connection: Connection, addition: Addition) -> None:
    now = time.time_ns() // 1_000_000
    key = {"game_id": addition.game_id}
    if addition.is_new:
        connection.execute(insert(GameRow).values(id=addition.game_id, made_at=now))
    rows = [
        key | {"number": event.number, "kind": event.kind, "payload": event.payload, "stored_at": now}
        for event in addition.events
    ]
    connection.execute(insert(EventRow), rows)
    if addition.digests:
        secrets = [key | {"holder": holder, "digest": digest} for holder, digest in addition.digests.items()]
        connection.execute(insert(SecretRow), secrets)


def _failure() -> StoreError:
    return StoreError("games", "the database has failed")
