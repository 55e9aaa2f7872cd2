"""The repository of rooms: each has an owner, games, and members, whose names are valid there alone."""

from __future__ import annotations

import typing
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select

from hyperoxo.store.database import Repository, now, transaction
from hyperoxo.store.errors import PlaceError
from hyperoxo.store.names import MAX_ROOMS, SeatName, lock_room, remove_name
from hyperoxo.store.schema import GAMES, NAMES, ROOMS, TABLES

if typing.TYPE_CHECKING:
    from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room.

    Attributes:
        title: its title.
        owner: the SHA-256 of its owner's secret.
        members: its members, in the order in which they joined.
        games: the number of its games.
    """

    title: str
    owner: bytes
    members: list[SeatName]
    games: int


def delete_games(connection: Connection, game_ids: list[str]) -> None:
    """Delete games, with everything that refers to them."""
    for table in reversed(TABLES.sorted_tables):
        for key in table.foreign_keys:
            if key.references(GAMES):
                connection.execute(delete(table).where(key.parent.in_(game_ids)))
    connection.execute(delete(GAMES).where(GAMES.c.id.in_(game_ids)))


class Rooms(Repository):
    """The rooms in a database."""

    def add(self, room_id: str, title: str, owner: bytes) -> None:
        """Add a room.

        Raises:
            PlaceError: there are as many as may be.
        """
        with transaction(self._engine) as connection:
            if (connection.scalar(select(func.count()).select_from(ROOMS)) or 0) >= MAX_ROOMS:
                raise PlaceError("room", f"the server has {MAX_ROOMS:,} rooms", "wait until one is deleted")
            row = {"id": room_id, "title": title, "owner": owner, "made_at": now()}
            connection.execute(insert(ROOMS).values(**row))

    def read(self, room_id: str) -> StoredRoom | None:
        """Return a room; None if there is none with this id."""
        members = select(NAMES.c.id, NAMES.c.text, NAMES.c.room_id).where(NAMES.c.room_id == room_id)
        games = select(func.count()).where(GAMES.c.room_id == room_id)
        with transaction(self._reads) as connection:
            found = connection.execute(select(ROOMS.c.title, ROOMS.c.owner).where(ROOMS.c.id == room_id)).first()
            if found is None:
                return None
            people = [SeatName(*row) for row in connection.execute(members.order_by(NAMES.c.made_at, NAMES.c.id))]
            return StoredRoom(found.title, found.owner, people, connection.scalar(games) or 0)

    def remove_member(self, room_id: str, text: str) -> list[str] | None:
        """Delete the name of a member, and return its games that run; None if no member has it."""
        with transaction(self._engine) as connection:
            lock_room(connection, room_id)
            name_id = connection.scalar(select(NAMES.c.id).where(NAMES.c.text == text, NAMES.c.room_id == room_id))
            return None if name_id is None else remove_name(connection, name_id)

    def remove(self, room_id: str) -> list[str]:
        """Delete a room with its members and games, and return the ids of those games."""
        with transaction(self._engine) as connection:
            lock_room(connection, room_id)
            gone = list(connection.scalars(select(GAMES.c.id).where(GAMES.c.room_id == room_id)))
            delete_games(connection, gone)
            connection.execute(delete(NAMES).where(NAMES.c.room_id == room_id))
            connection.execute(delete(ROOMS).where(ROOMS.c.id == room_id))
        return gone
