"""The tables of the store, in their newest version; `migrations` upgrades older ones to it, step by step.

Times are whole milliseconds since 1970 in UTC, which every database keeps alike.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

VERSION = "0009"
"""The version of these tables: that of the newest migration."""
ID_LENGTH = 22
"""Characters of the id of a game."""


class Base(DeclarativeBase):
    """All tables."""


class RoomRow(Base):
    """A room of a class or club, with the SHA-256 of its owner's secret."""

    __tablename__ = "rooms"

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    title: Mapped[str] = mapped_column(String(60))
    owner: Mapped[bytes] = mapped_column(LargeBinary(32))
    made_at: Mapped[int] = mapped_column(BigInteger)


class GameRow(Base):
    """A game; all else about it is in its events."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    made_at: Mapped[int] = mapped_column(BigInteger)
    room_id: Mapped[str | None] = mapped_column(ForeignKey(RoomRow.id))
    """The room that it is deleted with."""

    __table_args__ = (Index("games_by_room", room_id),)


class EventRow(Base):
    """One event of a game; its key keeps two writers from both writing the same number."""

    __tablename__ = "events"

    game_id: Mapped[str] = mapped_column(ForeignKey(GameRow.id), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(20))
    payload: Mapped[dict[str, Any]] = mapped_column(JSON)
    stored_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("events_by_time", stored_at, game_id),)


class SecretRow(Base):
    """The SHA-256 of the secret of a person who holds, or held, a seat of a game."""

    __tablename__ = "secrets"

    game_id: Mapped[str] = mapped_column(ForeignKey(GameRow.id), primary_key=True)
    holder: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    digest: Mapped[bytes] = mapped_column(LargeBinary(32))


class NameRow(Base):
    """A name that a person has chosen; one that is banned has no owner."""

    __tablename__ = "names"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    text: Mapped[str] = mapped_column(String(20))
    recovery: Mapped[bytes | None] = mapped_column(LargeBinary(32))
    """The SHA-256 of the recovery code."""
    made_at: Mapped[int] = mapped_column(BigInteger)
    is_banned: Mapped[bool]
    room_id: Mapped[str | None] = mapped_column(ForeignKey(RoomRow.id))
    """The room in which alone it is used; none for a public name."""

    __table_args__ = (Index("names_by_room", room_id),)


class NameKeyRow(Base):
    """What a name looks like; the key keeps two names from looking alike."""

    __tablename__ = "name_keys"

    key: Mapped[str] = mapped_column(String(400), primary_key=True)
    name_id: Mapped[int] = mapped_column(ForeignKey(NameRow.id, ondelete="CASCADE"))


class NameSecretRow(Base):
    """The SHA-256 of the secret of a browser that owns a name."""

    __tablename__ = "name_secrets"

    digest: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    name_id: Mapped[int] = mapped_column(ForeignKey(NameRow.id, ondelete="CASCADE"))
    made_at: Mapped[int] = mapped_column(BigInteger)


class SeatNameRow(Base):
    """A seat that was taken under a name, which is none once the name was deleted."""

    __tablename__ = "seat_names"

    game_id: Mapped[str] = mapped_column(ForeignKey(GameRow.id, ondelete="CASCADE"), primary_key=True)
    holder: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name_id: Mapped[int | None] = mapped_column(ForeignKey(NameRow.id, ondelete="SET NULL"))

    __table_args__ = (Index("seat_names_by_name", name_id, game_id),)


class DueTimeRow(Base):
    """When the side to move of a game by days loses on time; no row while no such clock runs."""

    __tablename__ = "due_times"

    game_id: Mapped[str] = mapped_column(ForeignKey(GameRow.id, ondelete="CASCADE"), primary_key=True)
    due_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("due_times_by_time", due_at, game_id),)


class ListingRow(Base):
    """A game that a list shows until it is over: whether a seat waits for a player, and what the list says of it."""

    __tablename__ = "listings"

    game_id: Mapped[str] = mapped_column(ForeignKey(GameRow.id, ondelete="CASCADE"), primary_key=True)
    scope: Mapped[str] = mapped_column(String(ID_LENGTH))
    is_open: Mapped[bool] = mapped_column()
    summary: Mapped[dict[str, Any]] = mapped_column(JSON)
    listed_at: Mapped[int] = mapped_column(BigInteger)
    seen_at: Mapped[int] = mapped_column(BigInteger)
    """When a player last had the game open."""

    __table_args__ = (Index("listings_by_scope", scope, is_open, seen_at),)
