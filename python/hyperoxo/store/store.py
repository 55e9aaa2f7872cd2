"""The repository of games: created, appended to, and read as a whole.

Every call is one transaction, on the disk when it returns. Calls block, so a server makes them outside its event loop.
"""

from __future__ import annotations

import typing
from collections import Counter
from dataclasses import dataclass, field, replace
from operator import attrgetter

from sqlalchemy import insert, select
from sqlalchemy.exc import SQLAlchemyError

from hyperoxo.in_groups import in_groups
from hyperoxo.store.database import Repository, check_writable, failure, now, open_database, transaction
from hyperoxo.store.names import Names, SeatName, keep_names, make_place
from hyperoxo.store.rooms import Rooms, delete_games
from hyperoxo.store.schema import EVENTS, GAMES, SEAT_NAMES, SECRETS, SUMMARIES
from hyperoxo.store.summaries import Summaries, Summary, put_summary

if typing.TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sqlalchemy import Connection

    from hyperoxo.game import JSON

_INSERT = insert(EVENTS)
_WRITTEN = "another writer has stored it first"
"""The reason that events are not stored."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a game, as the store keeps it.

    Attributes:
        number: counts the game's events from 1.
        kind: the kind of event, 20 characters at most.
        payload: all about it; a text of JSON while it is written, and any if another program has damaged it.
    """

    number: int
    kind: str
    payload: Mapping[str, JSON] | str


@dataclass(frozen=True, slots=True)
class Addition:
    """Events and secrets to append to one game.

    Attributes:
        game_id: the game's, 22 characters.
        events: at least one.
        summary: what all events of the game make of it.
        digests: the SHA-256 of the secrets of new holders.
        is_new: whether the game begins with these events.
        names: the ids of the names of new holders.
        room_id: the room of a new game; None for a game of no room.
        room_games: the games that its room must have before; None for any number.
    """

    game_id: str
    events: Sequence[StoredEvent]
    summary: Summary
    digests: Mapping[int, bytes] = field(default_factory=dict)
    is_new: bool = False
    names: Mapping[int, int] = field(default_factory=dict)
    room_id: str | None = None
    room_games: int | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is stored.

    Attributes:
        events: its events, in order.
        digests: the SHA-256 of each holder's secret.
        people: the names of the holders who took their seats under one.
    """

    events: Sequence[StoredEvent]
    digests: Mapping[int, bytes]
    people: Mapping[int, SeatName]


class Store(Repository):
    """The games in a database, and the names of their players. One thread may write while another reads.

    Attributes:
        names: the names.
        summaries: the lists of games, and what else is asked of all games.
        rooms: the rooms.
    """

    def __init__(self, url: str) -> None:
        super().__init__(open_database(url))
        self.names = Names(self._engine)
        self.summaries = Summaries(self._engine)
        self.rooms = Rooms(self._engine)

    def write(self, additions: Iterable[Addition]) -> None:
        """Store additions, all of them or none.

        If the connection breaks during the commit, they may be stored in spite of a `StoreError`. A repeated write then
        fails with a `ConflictError`.

        Raises:
            GoneError, PlaceError: a room was deleted, is full or has got more games, or a name was deleted.
        """
        with transaction(self._engine, _WRITTEN) as connection:
            # In one order, so that two writers never wait for each other.
            ordered = sorted(additions, key=attrgetter("game_id"))
            games = Counter(addition.room_id for addition in ordered if addition.is_new and addition.room_id)
            known = {addition.room_id: addition.room_games for addition in ordered if addition.room_games is not None}
            for room_id in sorted(games):
                make_place(connection, room_id, games=games[room_id], known_games=known.get(room_id))
            if name_ids := {name_id for addition in ordered for name_id in addition.names.values()}:
                keep_names(connection, name_ids)
            for addition in ordered:
                self._insert(connection, addition)

    def read(self, game_id: str) -> StoredGame | None:
        """Return a game, None if there is none with this id."""
        game = self.read_all([game_id]).get(game_id)
        if game is None:
            return None
        rows = select(SECRETS.c.holder, SECRETS.c.digest).where(SECRETS.c.game_id == game_id)
        with transaction(self._reads) as connection:
            # Secrets are read last: one that was added meanwhile is of a later event, and does no harm without it.
            return replace(game, digests={row.holder: row.digest for row in connection.execute(rows)})

    def events_of(self, game_ids: Collection[str]) -> dict[str, list[StoredEvent]]:
        """Return all events of some games, in order; those that are gone are left out."""
        rows = (
            select(EVENTS.c.game_id, EVENTS.c.number, EVENTS.c.kind, EVENTS.c.payload)
            .where(EVENTS.c.game_id.in_(game_ids))
            .order_by(EVENTS.c.game_id, EVENTS.c.number)
        )
        with transaction(self._reads) as connection:
            return in_groups((game_id, StoredEvent(*event)) for game_id, *event in connection.execute(rows))

    def read_all(self, game_ids: Sequence[str]) -> dict[str, StoredGame]:
        """Return some games in this order, without secrets; those that are gone are left out."""
        events, people = self.events_of(game_ids), self.names.at_seats(game_ids)
        return {each: StoredGame(events[each], {}, people.get(each, {})) for each in game_ids if each in events}

    def forget(self, before: int, most: int) -> list[str]:
        """Remove at most `most` games that have been over since before a time, with everything that refers to them.

        The ids of those that were removed are returned.
        """
        over = select(SUMMARIES.c.game_id).where(SUMMARIES.c.stage == "over", SUMMARIES.c.changed_at < before)
        with transaction(self._engine, _WRITTEN) as connection:
            # What another writer changes is not over for so long. It waits then for a row that is here no more.
            rows = over.order_by(SUMMARIES.c.changed_at).limit(most).with_for_update(skip_locked=True)
            gone = list(connection.scalars(rows))
            delete_games(connection, gone)
        return gone

    def check(self) -> None:
        """Check that games can be written, without leaving one behind."""
        try:
            check_writable(self._engine)
        except SQLAlchemyError as error:
            raise failure(error, self._engine.url) from error

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()

    def _insert(self, connection: Connection, addition: Addition) -> None:
        at = now()
        key = {"game_id": addition.game_id}
        if addition.is_new:
            connection.execute(insert(GAMES).values(id=addition.game_id, made_at=at, room_id=addition.room_id))
        put_summary(connection, addition.game_id, addition.summary, at)
        rows: list[dict[str, object]] = [
            key | {"number": event.number, "kind": event.kind, "payload": event.payload, "stored_at": at}
            for event in addition.events
        ]
        connection.execute(_INSERT, rows)
        for table, column, held in ((SECRETS, "digest", addition.digests), (SEAT_NAMES, "name_id", addition.names)):
            if held:
                by_holder = [key | {"holder": holder, column: value} for holder, value in held.items()]
                connection.execute(insert(table), by_holder)
