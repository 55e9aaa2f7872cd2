"""The lists of games that wait for a player, and that are played. A scope is a list, such as the public one.

A row is written with the events that change it, and goes when the game is over. It says again what the events say, so
that a list is read with one query.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Text, cast, delete, insert, select, update

from hyperoxo.store.database import READS, transaction
from hyperoxo.store.schema import LISTINGS, SEAT_NAMES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import Connection, Engine, Select

    from hyperoxo.game import JSON

PUBLIC = ""
"""The scope of the public games."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list says of a game.

    Attributes:
        scope: the list, 22 characters at most.
        is_open: whether a seat waits for a player; None for a game that is over, and leaves the list.
        summary: the board, the seats and the settings.
    """

    scope: str
    is_open: bool | None
    summary: Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in a list.

    Attributes:
        game_id: the game's.
        summary: as in its `Listing`, as JSON.
        listed_at: since when it waits, or is played, in milliseconds since 1970.
        seen_at: when a player last had it open.
    """

    game_id: str
    summary: str
    listed_at: int
    seen_at: int


def put_listing(connection: Connection, game_id: str, listing: Listing, now: int) -> None:
    """Replace the row of a game."""
    connection.execute(delete(LISTINGS).where(LISTINGS.c.game_id == game_id))
    if listing.is_open is not None:
        row = {"scope": listing.scope, "is_open": listing.is_open, "summary": listing.summary}
        connection.execute(insert(LISTINGS).values(**row, game_id=game_id, listed_at=now, seen_at=now))


class Listings:
    """The lists in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reads = engine.execution_options(**{READS: True})

    @staticmethod
    def ids(scope: str, *, is_open: bool, since: int, most: int) -> Select[str]:
        """Return the query for the ids of the same games as `listed`."""
        return (
            select(LISTINGS.c.game_id)
            .where(LISTINGS.c.scope == scope, LISTINGS.c.is_open == is_open, LISTINGS.c.seen_at >= since)
            .order_by(LISTINGS.c.listed_at.desc(), LISTINGS.c.game_id)
            .limit(most)
        )

    def listed(self, scope: str, *, is_open: bool, since: int, most: int) -> list[ListedGame]:
        """Return at most `most` games of a list, newest first, that a player has had open since a time."""
        rows = self.ids(scope, is_open=is_open, since=since, most=most).add_columns(
            cast(LISTINGS.c.summary, Text), LISTINGS.c.listed_at, LISTINGS.c.seen_at
        )
        with transaction(self._reads) as connection:
            return [ListedGame(*row) for row in connection.execute(rows)]

    def still_listed(self, game_ids: Collection[str], since: int) -> list[str]:
        """Return those of some games that are in a list, and that a player has had open since a time."""
        rows = select(LISTINGS.c.game_id).where(LISTINGS.c.game_id.in_(game_ids), LISTINGS.c.seen_at >= since)
        with transaction(self._reads) as connection:
            return list(connection.scalars(rows))

    def left(self) -> list[str]:
        """Return the games of rooms that are not over, in which a name held a seat that was deleted."""
        rows = select(LISTINGS.c.game_id).join(SEAT_NAMES, SEAT_NAMES.c.game_id == LISTINGS.c.game_id)
        rows = rows.where(LISTINGS.c.scope != PUBLIC, SEAT_NAMES.c.name_id.is_(None)).distinct()
        with transaction(self._reads) as connection:
            return list(connection.scalars(rows))

    def see(self, game_ids: Collection[str], now: int) -> None:
        """Note that a player has some games open."""
        with transaction(self._engine) as connection:
            connection.execute(update(LISTINGS).where(LISTINGS.c.game_id.in_(game_ids)).values(seen_at=now))
