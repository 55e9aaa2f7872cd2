"""The tables of the store, in their newest version; `migrations` upgrades older ones to it, step by step.

Times are whole milliseconds since 1970 in UTC, which every database keeps alike.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

VERSION = "0003"
"""The version of these tables: that of the newest migration."""
ID_LENGTH = 22
"""Characters of a game's id."""


class Base(DeclarativeBase):
    """All tables."""


class GameRow(Base):
    """A game; all else about it is in its events."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    made_at: Mapped[int] = mapped_column(BigInteger)


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
