"""The tables of the store, in their newest version; `migrations` upgrades older ones to it, step by step.

Times are whole milliseconds since 1970 in UTC, which every database keeps alike.
"""

from __future__ import annotations

import typing

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    Named,
    PrimaryKeyConstraint,
    String,
    Table,
    TypedColumns,
)

VERSION = "0011"
"""The version of these tables: that of the newest migration."""
ID_LENGTH = 22
"""Characters of the id of a game."""
TABLES: typing.Final = MetaData()
"""All tables with games, names and rooms."""


class VersionRow(TypedColumns):
    """The version of a database, where Alembic looks for it."""

    version_num: Named[str] = Column(String(32))


VERSIONS = Table(
    "alembic_version", MetaData(), VersionRow, PrimaryKeyConstraint("version_num", name="alembic_version_pkc")
)


class RoomRow(TypedColumns):
    """A room of a class or club, with the SHA-256 of its owner's secret."""

    id: Named[str] = Column(String(ID_LENGTH), primary_key=True)
    title: Named[str] = Column(String(60))
    owner: Named[bytes] = Column(LargeBinary(32))
    made_at: Named[int] = Column(BigInteger)


ROOMS = Table("rooms", TABLES, RoomRow)


class GameRow(TypedColumns):
    """A game; all else about it is in its events, and its summary says the last of it again."""

    id: Named[str] = Column(String(ID_LENGTH), primary_key=True)
    made_at: Named[int] = Column(BigInteger)
    room_id: Named[str | None] = Column(String(ID_LENGTH), ForeignKey("rooms.id"))
    """The room that it is deleted with."""


GAMES = Table("games", TABLES, GameRow, Index("games_by_room", "room_id"))


class EventRow(TypedColumns):
    """One event of a game; its key keeps two writers from both writing the same number."""

    game_id: Named[str] = Column(String(ID_LENGTH), ForeignKey("games.id"), primary_key=True)
    number: Named[int] = Column(primary_key=True, autoincrement=False)
    kind: Named[str] = Column(String(20))
    payload: Named[dict[str, typing.Any]] = Column(JSON)
    stored_at: Named[int] = Column(BigInteger)


EVENTS = Table("events", TABLES, EventRow)


class SecretRow(TypedColumns):
    """The SHA-256 of the secret of a person who holds, or held, a seat of a game."""

    game_id: Named[str] = Column(String(ID_LENGTH), ForeignKey("games.id"), primary_key=True)
    holder: Named[int] = Column(primary_key=True, autoincrement=False)
    digest: Named[bytes] = Column(LargeBinary(32))


SECRETS = Table("secrets", TABLES, SecretRow)


class NameRow(TypedColumns):
    """A name that a person has chosen; one that is banned has no owner."""

    id: Named[int] = Column(BigInteger, primary_key=True, autoincrement=False)
    text: Named[str] = Column(String(20))
    recovery: Named[bytes | None] = Column(LargeBinary(32))
    """The SHA-256 of the recovery code."""
    made_at: Named[int] = Column(BigInteger)
    is_banned: Named[bool]
    room_id: Named[str | None] = Column(String(ID_LENGTH), ForeignKey("rooms.id"))
    """The room in which alone it is used; none for a public name."""


NAMES = Table("names", TABLES, NameRow, Index("names_by_room", "room_id"))


class NameKeyRow(TypedColumns):
    """What a name looks like; the key keeps two names from looking alike."""

    key: Named[str] = Column(String(400), primary_key=True)
    name_id: Named[int] = Column(BigInteger, ForeignKey("names.id", ondelete="CASCADE"))


NAME_KEYS = Table("name_keys", TABLES, NameKeyRow)


class NameSecretRow(TypedColumns):
    """The SHA-256 of the secret of a browser that owns a name."""

    digest: Named[bytes] = Column(LargeBinary(32), primary_key=True)
    name_id: Named[int] = Column(BigInteger, ForeignKey("names.id", ondelete="CASCADE"))
    made_at: Named[int] = Column(BigInteger)


NAME_SECRETS = Table("name_secrets", TABLES, NameSecretRow)


class SeatNameRow(TypedColumns):
    """A seat that was taken under a name, which is none once the name was deleted."""

    game_id: Named[str] = Column(String(ID_LENGTH), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    holder: Named[int] = Column(primary_key=True, autoincrement=False)
    name_id: Named[int | None] = Column(BigInteger, ForeignKey("names.id", ondelete="SET NULL"))


SEAT_NAMES = Table("seat_names", TABLES, SeatNameRow, Index("seat_names_by_name", "name_id", "game_id"))


class SummaryRow(TypedColumns):
    """What lists show of a game and what is asked of all games, as its events make it; it is stored with each event."""

    game_id: Named[str] = Column(String(ID_LENGTH), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    changed_at: Named[int] = Column(BigInteger)
    """When the last event was stored."""
    scope: Named[str | None] = Column(String(ID_LENGTH))
    """The list that the game is in; none for one that is found by its link alone."""
    stage: Named[str] = Column(String(8))
    awaits_computer: Named[bool]
    """Whether a computer is to move or to answer, also without a client."""
    due_at: Named[int | None] = Column(BigInteger)
    """When the side to move loses on time; none unless a clock by days runs."""
    listed_at: Named[int] = Column(BigInteger)
    """Since when it is at its stage."""
    seen_at: Named[int] = Column(BigInteger)
    """When a player last had the game open."""
    about: Named[dict[str, typing.Any]] = Column(JSON)


SUMMARIES = Table(
    "summaries",
    TABLES,
    SummaryRow,
    Index("summaries_by_scope", "scope", "stage", "seen_at"),
    Index("summaries_by_stage", "stage", "changed_at"),
    Index("summaries_by_computer", "awaits_computer", "changed_at"),
    Index("summaries_by_due_time", "due_at", "game_id"),
)
