"""How much a room may have, checked in the transaction that adds to it, so that several writers keep to it together.

A transaction that adds to rooms, or takes from them, locks their rows first, then names, and games last: so two of
them never wait for each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from hyperoxo.store.errors import GoneError, PlaceError
from hyperoxo.store.schema import GameRow, NameRow, RoomRow

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

MOST_ROOMS, MOST_MEMBERS, MOST_GAMES = 1_000, 40, 2_000
"""The rooms of a database, and the members and games of each."""


def lock_room(connection: Connection, room_id: str) -> None:
    """Keep others from changing what a room has until the end of the transaction."""
    # SQLite has one writer anyway.
    if connection.scalar(select(RoomRow.id).where(RoomRow.id == room_id).with_for_update()) is None:
        raise GoneError(room_id, "the room was deleted")


def make_place(
    connection: Connection, room_id: str, *, games: int = 0, members: int = 0, known_games: int | None = None
) -> None:
    """Lock a room to which so much will be added, unless that is too much, or it has other games than are known."""
    lock_room(connection, room_id)
    for what, column, more, most, remedy, known in (
        ("games", GameRow.room_id, games, MOST_GAMES, "make another room", known_games),
        ("members", NameRow.room_id, members, MOST_MEMBERS, "ask its owner to remove one", None),
    ):
        if more:
            before = connection.scalar(select(func.count()).where(column == room_id)) or 0
            if known not in {None, before}:
                raise PlaceError("room", f"it has {before:,} {what} by now", "look at them before you make more")
            if before + more > most:
                raise PlaceError("room", f"it has {before:,} {what}, and {more:,} more exceed {most:,}", remedy)


def keep_names(connection: Connection, name_ids: Collection[int]) -> None:
    """Keep names from being deleted until the end of the transaction, in which seats are held under them."""
    rows = select(NameRow.id).where(NameRow.id.in_(name_ids)).order_by(NameRow.id)
    if len(connection.scalars(rows.with_for_update(read=True, key_share=True)).all()) < len(name_ids):
        raise PlaceError("name", "it was deleted meanwhile", "look again who is there")
