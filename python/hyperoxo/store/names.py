"""The repository of people's names: who owns one, and which seats of games were taken under it.

A name has no account: a secret in a browser owns it, of which the hash is here. Seats refer to a name and never repeat
it, so a name that is deleted leaves all games at the same moment.
"""

from __future__ import annotations

import secrets
import typing
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, update

from hyperoxo.store.database import Repository, now, transaction
from hyperoxo.store.errors import ConflictError, GoneError, PlaceError
from hyperoxo.store.name_rules import SOMEONE, keys_of
from hyperoxo.store.schema import (
    GAMES,
    NAME_KEYS,
    NAME_SECRETS,
    NAMES,
    ROOMS,
    SEAT_NAMES,
    SUMMARIES,
)

if typing.TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import ColumnElement, Connection, Select

MAX_BROWSERS = 10
"""The browsers that have one name; one more replaces the first."""
_ALIKE = "another name is like it"
"""The reason that a name is not stored."""
ID_BITS = 62
"""Bits of a name's id, which is drawn, so that the id of a deleted name is not given again."""


class SeatName(typing.NamedTuple):
    """The name of a person, at a seat or elsewhere.

    Attributes:
        name_id: the name's id; None if it was deleted or banned.
        text: what is shown.
        room_id: the room in which alone it is used; None for a public name.
    """

    name_id: int | None
    text: str
    room_id: str | None = None


@dataclass(frozen=True, slots=True)
class ListedName:
    """A name as the owner of the server sees it.

    Attributes:
        text: the name.
        made_at: when it was chosen, in milliseconds since 1970.
        games: in how many games it holds, or held, a seat.
        is_banned: whether it is banned.
    """

    text: str
    made_at: int
    games: int
    is_banned: bool


def people_of(connection: Connection, game_ids: Collection[str] | Select[str]) -> dict[str, dict[int, SeatName]]:
    """Return the names at the seats of games, by game and holder; seats that were taken without a name are left out."""
    rows = (
        select(
            SEAT_NAMES.c.game_id, SEAT_NAMES.c.holder, NAMES.c.id, func.coalesce(NAMES.c.text, SOMEONE), NAMES.c.room_id
        )
        .select_from(SEAT_NAMES)
        .join(NAMES, (NAMES.c.id == SEAT_NAMES.c.name_id) & ~NAMES.c.is_banned, isouter=True)
        .where(SEAT_NAMES.c.game_id.in_(game_ids))
    )
    found: dict[str, dict[int, SeatName]] = {}
    for game_id, holder, name_id, text, room_id in connection.execute(rows):
        found.setdefault(game_id, {})[holder] = SeatName(name_id, text, room_id)
    return found


UNDERWAY = "waiting", "running"
"""The stages of the games that are not over, and have no rematch."""
PUBLIC = ""
"""The scope of the public games."""


def running_in_rooms(held: ColumnElement[bool]) -> Select[str]:
    """Return the question for the games of rooms that are not over, in which some seats are held under names."""
    rows = select(SUMMARIES.c.game_id).join(SEAT_NAMES, SEAT_NAMES.c.game_id == SUMMARIES.c.game_id).distinct()
    return rows.where(SUMMARIES.c.scope != PUBLIC, SUMMARIES.c.stage.in_(UNDERWAY), held)


def remove_name(connection: Connection, name_id: int) -> list[str]:
    """Delete a name, and return the games of its room that run; if it is one of a room, that was locked before."""
    connection.execute(select(NAMES.c.id).where(NAMES.c.id == name_id).with_for_update())  # no seat is taken under it
    running = list(connection.scalars(running_in_rooms(SEAT_NAMES.c.name_id == name_id)))
    connection.execute(delete(NAMES).where(NAMES.c.id == name_id))
    return running


class Names(Repository):
    """The names in a database. Secrets and recovery codes come as their hashes."""

    def add(self, text: str, secret: bytes, recovery: bytes | None, room_id: str | None = None) -> int | None:
        """Add a name, in a room if one is given; return its id, or None if it is taken there, or like one that is.

        Raises:
            GoneError, PlaceError: the room was deleted, or is full.
        """
        name_id, row = secrets.randbits(ID_BITS), {"text": text, "recovery": recovery, "made_at": now()}
        try:
            with transaction(self._engine, _ALIKE) as connection:
                if room_id is not None:
                    make_place(connection, room_id, members=1)
                connection.execute(insert(NAMES).values(**row, id=name_id, is_banned=False, room_id=room_id))
                _insert_keys(connection, name_id, text, room_id)
                _insert_secret(connection, name_id, secret)
        except ConflictError:
            return None
        return name_id

    def owned_by(self, secret: bytes) -> SeatName | None:
        """Return the name that a secret owns; None if it owns none."""
        with transaction(self._reads) as connection:
            return _owned_by(connection, secret)

    def recover(self, recovery: bytes, secret: bytes) -> SeatName | None:
        """Let another secret own the name of a recovery code as well, and return the name; None if there is none."""
        with transaction(self._engine, _ALIKE) as connection:
            found = connection.execute(select(NAMES.c.id, NAMES.c.text).where(NAMES.c.recovery == recovery)).first()
            if found is None:
                return None
            _insert_secret(connection, found.id, secret)
            return SeatName(found.id, found.text)

    def replace_recovery(self, secret: bytes, recovery: bytes) -> bool:
        """Replace the recovery code of a name, which no other secret owns any more; return False if none is owned."""
        with transaction(self._engine, _ALIKE) as connection:
            owned = _owned_by(connection, secret)
            if owned is None:
                return False
            connection.execute(update(NAMES).where(NAMES.c.id == owned.name_id).values(recovery=recovery))
            others = (NAME_SECRETS.c.name_id == owned.name_id) & (NAME_SECRETS.c.digest != secret)
            connection.execute(delete(NAME_SECRETS).where(others))
        return True

    def remove(self, secret: bytes) -> list[str] | None:
        """Delete the name that a secret owns, and return the games of its room that run; None if it owns none."""
        with transaction(self._engine, _ALIKE) as connection:
            owned = _owned_by(connection, secret)
            if owned is None or owned.name_id is None:
                return None
            if owned.room_id is not None:
                lock_room(connection, owned.room_id)
            return remove_name(connection, owned.name_id)

    def owned_by_any(self, digests: Collection[bytes]) -> set[int]:
        """Return the ids of the names that some secrets own."""
        return set(self._firsts(select(NAME_SECRETS.c.name_id).where(NAME_SECRETS.c.digest.in_(digests))))

    def at_seats(self, game_ids: Collection[str] | Select[str]) -> Mapping[str, Mapping[int, SeatName]]:
        """Return the names at the seats of games, by game and holder."""
        with transaction(self._reads) as connection:
            return people_of(connection, game_ids)

    def is_banned(self, text: str) -> bool:
        """Return whether a public name that was banned is like a text."""
        return any(self._firsts(select(NAMES.c.is_banned).join(NAME_KEYS).where(NAME_KEYS.c.key.in_(keys_of(text)))))

    # ---- For the owner of the server ----

    def listed(self) -> list[ListedName]:
        """Return all public names, in the order in which they were chosen."""
        games = select(func.count()).where(SEAT_NAMES.c.name_id == NAMES.c.id).scalar_subquery()
        rows = select(NAMES.c.text, NAMES.c.made_at, games, NAMES.c.is_banned).where(NAMES.c.room_id.is_(None))
        with transaction(self._reads) as connection:
            return [ListedName(*row) for row in connection.execute(rows.order_by(NAMES.c.made_at, NAMES.c.id))]

    def rename(self, old: str, new: str) -> bool:
        """Give a name another text; return False if there is no such name.

        Raises:
            ConflictError: another name is like the new one.
        """
        with transaction(self._engine, _ALIKE) as connection:
            name_id = _id_of(connection, old)
            if name_id is None:
                return False
            connection.execute(update(NAMES).where(NAMES.c.id == name_id).values(text=new))
            connection.execute(delete(NAME_KEYS).where(NAME_KEYS.c.name_id == name_id))
            _insert_keys(connection, name_id, new)
        return True

    def ban(self, text: str) -> bool:
        """Take a name from its owner and let it not be chosen again; return False if there is no such name."""
        with transaction(self._engine, _ALIKE) as connection:
            name_id = _id_of(connection, text)
            if name_id is None:
                return False
            connection.execute(delete(NAME_SECRETS).where(NAME_SECRETS.c.name_id == name_id))
            connection.execute(update(NAMES).where(NAMES.c.id == name_id).values(recovery=None, is_banned=True))
        return True


def _owned_by(connection: Connection, secret: bytes) -> SeatName | None:
    rows = select(NAMES.c.id, NAMES.c.text, NAMES.c.room_id).join(NAME_SECRETS).where(NAME_SECRETS.c.digest == secret)
    found = connection.execute(rows).first()
    return None if found is None else SeatName(*found)


def _id_of(connection: Connection, text: str) -> int | None:
    """Return the id of the public name with this text, however its letters are written."""
    return connection.scalar(
        select(NAME_KEYS.c.name_id).where(NAME_KEYS.c.key.in_(keys_of(text.encode(errors="replace").decode())))
    )


def _insert_keys(connection: Connection, name_id: int, text: str, room_id: str | None = None) -> None:
    connection.execute(insert(NAME_KEYS), [{"key": key, "name_id": name_id} for key in keys_of(text, room_id)])


def _insert_secret(connection: Connection, name_id: int, digest: bytes) -> None:
    older = (
        select(NAME_SECRETS.c.digest)
        .where(NAME_SECRETS.c.name_id == name_id)
        .order_by(NAME_SECRETS.c.made_at.desc(), NAME_SECRETS.c.digest)
        .offset(MAX_BROWSERS - 1)
    )
    dropped = list(connection.scalars(older))
    connection.execute(delete(NAME_SECRETS).where(NAME_SECRETS.c.digest.in_(dropped)))
    connection.execute(insert(NAME_SECRETS).values(digest=digest, name_id=name_id, made_at=now()))


# A transaction that adds to rooms, or takes from them, locks their rows first, then names, and games last: so two
# of them never wait for each other. It checks how much a room may have, so that several writers keep to it together.
MAX_ROOMS, MAX_MEMBERS, MAX_GAMES = 1_000, 40, 2_000
"""The rooms of a database, and the members and games of each."""


def lock_room(connection: Connection, room_id: str) -> None:
    """Keep others from changing what a room has until the end of the transaction."""
    # SQLite has one writer anyway.
    if connection.scalar(select(ROOMS.c.id).where(ROOMS.c.id == room_id).with_for_update()) is None:
        raise GoneError(room_id, "the room was deleted")


def make_place(
    connection: Connection, room_id: str, *, games: int = 0, members: int = 0, known_games: int | None = None
) -> None:
    """Lock a room to which so much will be added, unless that is too much, or it has other games than are known."""
    lock_room(connection, room_id)
    for what, column, more, most, remedy, known in (
        ("games", GAMES.c.room_id, games, MAX_GAMES, "make another room", known_games),
        ("members", NAMES.c.room_id, members, MAX_MEMBERS, "ask its owner to remove one", None),
    ):
        if more:
            before = connection.scalar(select(func.count()).where(column == room_id)) or 0
            if known not in {None, before}:
                raise PlaceError("room", f"it has {before:,} {what} by now", "look at them before you make more")
            if before + more > most:
                raise PlaceError("room", f"it has {before:,} {what}, and {more:,} more exceed {most:,}", remedy)


def keep_names(connection: Connection, name_ids: Collection[int]) -> None:
    """Keep names from being deleted until the end of the transaction, in which seats are held under them."""
    rows = select(NAMES.c.id).where(NAMES.c.id.in_(name_ids)).order_by(NAMES.c.id)
    if len(connection.scalars(rows.with_for_update(read=True, key_share=True)).all()) < len(name_ids):
        raise PlaceError("name", "it was deleted meanwhile", "look again who is there")
