"""The summaries of games, by which the server finds, lists and forgets games without reading their events.

A summary is written in the transaction of each event of its game. It says again what the events say, but no name, since
a name can change: names are read with it.
"""

from __future__ import annotations

import typing

from sqlalchemy import bindparam, case, exists, insert, or_, select, tuple_, update

from hyperoxo.store.database import Repository, transaction
from hyperoxo.store.names import UNDERWAY, people_of, running_in_rooms
from hyperoxo.store.schema import EVENTS, GAMES, NAME_SECRETS, SEAT_NAMES, SECRETS, SUMMARIES

if typing.TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import ColumnElement, Connection, Select

    from hyperoxo.game import JSON
    from hyperoxo.store.names import SeatName

Stage: typing.TypeAlias = typing.Literal["waiting", "running", "over", "replaced"]
"""Whether a game waits for a player, is played, is over, or has a rematch before its end."""


class Summary(typing.NamedTuple):
    """What the events of a game make of it.

    Attributes:
        scope: the list that it is in, 22 characters at most; None for a game that is found by its link alone.
        stage: its stage.
        awaits_computer: whether a computer is to move or to answer, also without a client.
        due_at: when the side to move loses on time, in milliseconds since 1970; None unless a clock by days runs.
        about: what lists show of it.
    """

    scope: str | None = None
    stage: Stage = "running"
    awaits_computer: bool = False
    due_at: int | None = None
    about: Mapping[str, JSON] = {}


class FoundGame(typing.NamedTuple):
    """A game that was found by its summary.

    Attributes:
        game_id: the game's.
        changed_at: when it last changed, in milliseconds since 1970.
        seen_at: when a player last had it open.
        due_at, about: as in its `Summary`.
        people: the names of holders of its seats.
    """

    game_id: str
    changed_at: int
    seen_at: int
    due_at: int | None
    about: Mapping[str, typing.Any]
    people: Mapping[int, SeatName]


_IS_SAME = SUMMARIES.c.stage == bindparam("new_stage")
_PUT = (
    update(SUMMARIES)
    .where(SUMMARIES.c.game_id == bindparam("which"))
    .values({name: case((_IS_SAME, SUMMARIES.c[name]), else_=bindparam("now")) for name in ("listed_at", "seen_at")})
)
"""Replaces a summary; made once, since that takes a fifth of the processor time of writing a move."""


def put_summary(connection: Connection, game_id: str, summary: Summary, now: int) -> None:
    """Write the summary of a game to which events are added; others wait for its row until the transaction ends."""
    row = summary._asdict() | {"changed_at": now}
    if not connection.execute(_PUT, row | {"which": game_id, "new_stage": summary.stage, "now": now}).rowcount:
        connection.execute(insert(SUMMARIES).values(**row, game_id=game_id, listed_at=now, seen_at=now))


class Summaries(Repository):
    """The summaries in a database."""

    # ---- Lists ----

    def of_name(self, name_id: int, most: int) -> list[FoundGame]:
        """Return at most `most` games in which a name holds, or held, a seat, those that changed last first."""
        held = select(SEAT_NAMES.c.game_id).where(SEAT_NAMES.c.name_id == name_id)
        return self._latest(SUMMARIES.c.game_id.in_(held), most)

    def of_room(self, room_id: str, most: int) -> list[FoundGame]:
        """Return at most `most` games of a room, those that changed last first."""
        return self._latest(SUMMARIES.c.scope == room_id, most)

    def standing(self, game_ids: Collection[str], members: Collection[bytes], most: int) -> list[FoundGame]:
        """Return those of some games that exist, and at most `most` that run in rooms under names of some secrets."""
        owned = select(NAME_SECRETS.c.name_id).where(NAME_SECRETS.c.digest.in_(members))
        joined = running_in_rooms(SEAT_NAMES.c.name_id.in_(owned)).limit(most)
        asked = or_(SUMMARIES.c.game_id.in_(game_ids), SUMMARIES.c.game_id.in_(joined))
        return self._latest(asked, len(game_ids) + most)

    def opened(self, game_ids: Collection[str], digests: Collection[bytes]) -> set[tuple[str, int]]:
        """Return the holders in some games whose secrets are among some."""
        rows = select(SECRETS.c.game_id, SECRETS.c.holder)
        rows = rows.where(SECRETS.c.game_id.in_(game_ids), SECRETS.c.digest.in_(digests))
        with transaction(self._reads) as connection:
            return {(row.game_id, row.holder) for row in connection.execute(rows)}

    def listed(self, scope: str, stage: Stage, since: int, most: int) -> list[FoundGame]:
        """Return at most `most` games of a list, newest first, that a player has had open since a time."""
        rows = _FOUND.where(SUMMARIES.c.scope == scope, SUMMARIES.c.stage == stage, SUMMARIES.c.seen_at >= since)
        return self._found(rows.order_by(SUMMARIES.c.listed_at.desc(), SUMMARIES.c.game_id).limit(most))

    def still_listed(self, game_ids: Collection[str], since: int) -> list[str]:
        """Return those of some games that are in a list, and that a player has had open since a time."""
        rows = select(SUMMARIES.c.game_id).where(SUMMARIES.c.game_id.in_(game_ids), SUMMARIES.c.stage.in_(UNDERWAY))
        return self._firsts(rows.where(SUMMARIES.c.seen_at >= since))

    def see(self, game_ids: Collection[str], now: int) -> None:
        """Note that a player has some games open."""
        with transaction(self._engine) as connection:
            connection.execute(update(SUMMARIES).where(SUMMARIES.c.game_id.in_(game_ids)).values(seen_at=now))

    # ---- What the server does by itself ----

    def left(self) -> list[str]:
        """Return the games of rooms that are not over, in which a name held a seat that was deleted."""
        return self._firsts(running_in_rooms(SEAT_NAMES.c.name_id.is_(None)))

    def awaiting_computers(self, most: int) -> list[str]:
        """Return at most `most` games in which a computer is to move or to answer, those that changed last first."""
        rows = select(SUMMARIES.c.game_id).where(SUMMARIES.c.awaits_computer)
        return self._firsts(rows.order_by(SUMMARIES.c.changed_at.desc(), SUMMARIES.c.game_id).limit(most))

    def due(self, before: int, most: int, after: tuple[int, str] | None = None) -> list[tuple[int, str]]:
        """Return at most `most` due times with their games, earliest first: those after another one, up to a time."""
        rows = select(SUMMARIES.c.due_at, SUMMARIES.c.game_id).where(SUMMARIES.c.due_at <= before)
        if after is not None:
            rows = rows.where(tuple_(SUMMARIES.c.due_at, SUMMARIES.c.game_id) > after)
        with transaction(self._reads) as connection:
            found = connection.execute(rows.order_by(SUMMARIES.c.due_at, SUMMARIES.c.game_id).limit(most))
            return [(at, game_id) for at, game_id in found if at is not None]

    # ---- Games that were stored without a summary ----

    def missing(self) -> list[str]:
        """Return the games without a summary."""
        return self._firsts(select(GAMES.c.id).where(~exists().where(SUMMARIES.c.game_id == GAMES.c.id)))

    def add(self, summaries: Mapping[str, Summary]) -> None:
        """Store the summaries of games that have none; nothing but their last events says since when they are so."""
        events = select(EVENTS.c.stored_at).where(EVENTS.c.game_id == bindparam("which"))
        last = events.order_by(EVENTS.c.number.desc()).limit(1).scalar_subquery()
        times = {column.key: last for column in (SUMMARIES.c.changed_at, SUMMARIES.c.listed_at, SUMMARIES.c.seen_at)}
        rows = [summary._asdict() | {"game_id": game_id, "which": game_id} for game_id, summary in summaries.items()]
        if rows:
            with transaction(self._engine) as connection:
                connection.execute(insert(SUMMARIES).values(times), rows)

    def _latest(self, which: ColumnElement[bool], most: int) -> list[FoundGame]:
        return self._found(_FOUND.where(which).order_by(SUMMARIES.c.changed_at.desc(), SUMMARIES.c.game_id).limit(most))

    def _found(self, rows: Select[typing.Any]) -> list[FoundGame]:
        with transaction(self._reads) as connection:
            people = people_of(connection, rows.with_only_columns(SUMMARIES.c.game_id))
            return [
                FoundGame(game_id, changed_at, seen_at, due_at, about, people.get(game_id, {}))
                for game_id, changed_at, seen_at, due_at, about in connection.execute(rows)
            ]


_FOUND = select(SUMMARIES.c.game_id, SUMMARIES.c.changed_at, SUMMARIES.c.seen_at, SUMMARIES.c.due_at, SUMMARIES.c.about)
