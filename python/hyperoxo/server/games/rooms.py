"""The rooms of a server: made, joined, paired and deleted; `room_games` shows their games.

A room's owner has a secret, as a seat has. A member is a name that exists in the room alone, and holds seats in its
games only.
"""

from __future__ import annotations

import asyncio
import functools
import hmac
from typing import TYPE_CHECKING

from hyperoxo import Board, InputError
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.server.errors import Conflict, Forbidden, NotFound
from hyperoxo.server.games.room_games import room_of
from hyperoxo.server.games.seat_secrets import digest_of, new_id, new_secret
from hyperoxo.server.messages import rooms
from hyperoxo.server.messages.games import FirstSeat, FirstSeats, NewGame
from hyperoxo.store import MOST_GAMES, MOST_ROOMS, read_name, read_title

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo.server.clients import Client
    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.names import NameService
    from hyperoxo.server.games.registry import GameRegistry
    from hyperoxo.server.messages.games import GameMade, GameSettings
    from hyperoxo.sides import Side
    from hyperoxo.store import SeatName, StoredRoom


class RoomService:
    """The rooms of one server."""

    def __init__(self, store: AsyncStore, registry: GameRegistry, names: NameService) -> None:
        self._store = store
        self._registry = registry
        self._names = names
        self._pairing = asyncio.Lock()

    async def create(self, title: str) -> rooms.RoomMade:
        """Make a room."""
        made = rooms.RoomMade(id=new_id(), title=read_title(title), secret=new_secret())
        owner = digest_of(made.secret)
        if not await self._store.ask("write", lambda store: store.rooms.add(made.id, made.title, owner, MOST_ROOMS)):
            raise Conflict("room", f"the server has {MOST_ROOMS:,} rooms", "wait until one is deleted")
        return made

    async def join(self, room_id: str, text: str) -> rooms.MemberMade:
        """Give a name of a room to a new owner."""
        await self._room(room_id)
        name, secret = read_name(text), new_secret()
        digest = digest_of(secret)
        if not await self._store.ask("write", lambda store: store.names.add(name, digest, None, room_id)):
            raise Conflict("name", "it is taken in this room, or one that looks like it", "choose another")
        return rooms.MemberMade(name=name, secret=secret)

    async def has_member(self, room_id: str, secret: str) -> bool:
        """Return whether a secret is that of a member."""
        owned = await self._store.ask("read", lambda store: store.names.owned_by(digest_of(secret)))
        return owned is not None and owned.room_id == room_id

    async def challenge(self, room_id: str, new: rooms.NewRoomGame, client: Client) -> GameMade:
        """Make a game as a member."""
        _check_not_public(new.settings)
        if new.name is None:
            raise Forbidden("name", "a game of a room is made by a member", "join the room")
        await self._room(room_id)
        return await self._registry.create(new, await self._names.owned_by(new.name, room_id), client)

    async def pair(self, room_id: str, request: rooms.RoundRobin) -> int:
        """Make the games of a round robin, and return their number."""
        _check_not_public(request.settings)
        person = FirstSeat(kind="person")
        start = request.model_dump(include={"board", "start", "moves"})
        new = NewGame(**start, seats=FirstSeats(x=person, o=person), settings=request.settings)
        async with self._pairing:
            room = await self._owned(room_id, request.secret)
            if request.seen not in {None, room.games}:
                raise Conflict("room", f"it has {room.games:,} games by now", "look at them before you make more")
            members = room.members
            if len(members) < 2:
                raise InputError("members", "a round robin needs two", "wait until more have joined")
            names = tuple(member.text for member in members)
            schedule = Schedule(Competition.TOURNAMENT, Board(new.board), names, games=request.games, seed=0)
            # The store checks it, too; this comes before the work.
            if room.games + schedule.total > MOST_GAMES:
                reason = f"it has {room.games:,} games, and {schedule.total:,} more exceed {MOST_GAMES:,}"
                raise Conflict("room", reason, "make another room")
            fixtures: list[tuple[int, Mapping[Side, SeatName]]] = [
                (each.game, {"x": members[each.first], "o": members[each.second]}) for each in schedule.fixtures()
            ]
            await self._registry.create_fixtures(new, fixtures, room_id, request.seen)
        return schedule.total

    async def remove_member(self, room_id: str, request: rooms.MemberRemoval) -> None:
        """Delete the name of a member, as the owner, and end its games."""
        await self._owned(room_id, request.secret)
        removed = await self._store.ask("write", lambda store: store.rooms.remove_member(room_id, request.name))
        if removed is None:
            raise NotFound("name", "no member has it", "read the list of members again")
        await self._registry.end_without(removed)

    async def remove(self, room_id: str, secret: str) -> None:
        """Delete a room with all that it has, as the owner."""
        await self._owned(room_id, secret)
        await self._registry.forget(await self._store.ask("write", lambda store: store.rooms.remove(room_id)))

    # ---- Who may ----

    async def _room(self, room_id: str) -> StoredRoom:
        return await self._store.ask("read", functools.partial(room_of, room_id))

    async def _owned(self, room_id: str, secret: str) -> StoredRoom:
        """Return a room whose owner has a secret."""
        room = await self._room(room_id)
        if not hmac.compare_digest(room.owner, digest_of(secret)):
            raise Forbidden("secret", "it does not open this room", "use the browser that made the room")
        return room


def _check_not_public(settings: GameSettings) -> None:
    if settings.public:
        raise InputError("public", "a game of a room is in the list of the room alone", "leave it out")
