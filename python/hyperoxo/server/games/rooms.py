"""The rooms of a server: made, joined, paired, shown and deleted.

A room's owner has a secret, as a seat has. A member is a name that exists in the room alone, and holds seats in its
games only. The store is asked once for all clients that ask for the games of a room within a second.
"""

from __future__ import annotations

import asyncio
import csv
import hmac
import io
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from hyperoxo import InputError
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.arena.scores import GameScore, Standings
from hyperoxo.arena.tables import standings_csv
from hyperoxo.lru_cache import LruCache
from hyperoxo.server.errors import Conflict, Forbidden, NotFound
from hyperoxo.server.games.async_store import decode_events
from hyperoxo.server.games.seat_secrets import digest_of, new_id, new_secret
from hyperoxo.server.games.state import GameState
from hyperoxo.server.messages import rooms
from hyperoxo.sides import SIDES
from hyperoxo.store import read_name, read_title

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from hyperoxo import Game
    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.challenges import ChallengeService
    from hyperoxo.server.games.names import NameService
    from hyperoxo.server.games.registry import GameRegistry
    from hyperoxo.server.messages.games import GameMade
    from hyperoxo.sides import Side
    from hyperoxo.store import HeldGame, SeatName, StoredRoom

MOST_ROOMS, MOST_MEMBERS, MOST_GAMES = 1_000, 40, 2_000
"""The rooms of a server, and the members and games of each."""
KEPT_GAMES = 10_000
"""Games that are kept in memory, so that each is read again only after an event."""
KEPT_SECONDS = 1.0
"""How long the games of a room that were read serve all clients."""
KEPT_ROOMS = 100
"""The rooms whose games are kept so."""
_ID = re.compile(r"[A-Za-z0-9_-]{22}")


class RoomService:
    """The rooms of one server."""

    def __init__(
        self, store: AsyncStore, registry: GameRegistry, names: NameService, challenges: ChallengeService
    ) -> None:
        self._store = store
        self._registry = registry
        self._names = names
        self._challenges = challenges
        # By the game's id and the number of its last event: the game, its holders, and its score once it is over.
        self._known: LruCache[tuple[str, int], _KnownGame] = LruCache(KEPT_GAMES)
        self._read: LruCache[str, tuple[float, asyncio.Future[_PlayedGames]]] = LruCache(KEPT_ROOMS)
        self._changing = asyncio.Lock()

    async def create(self, title: str) -> rooms.RoomMade:
        """Make a room."""
        made = rooms.RoomMade(id=new_id(), title=read_title(title), secret=new_secret())
        owner = digest_of(made.secret)
        if not await self._store.ask("write", lambda store: store.rooms.add(made.id, made.title, owner, MOST_ROOMS)):
            raise Conflict("room", f"the server has {MOST_ROOMS:,} rooms", "wait until one is deleted")
        return made

    async def describe(self, room_id: str) -> rooms.Room:
        """Return a room with the games that wait for a player."""
        room = await self._room(room_id)
        waiting = await self._challenges.listed(MOST_MEMBERS, room_id)
        members = [member.text for member in room.members]
        return rooms.Room(title=room.title, members=members, games=room.games, challenges=waiting.challenges)

    async def join(self, room_id: str, text: str) -> rooms.MemberMade:
        """Give a name of a room to a new owner."""
        name, secret = read_name(text), new_secret()
        async with self._changing:
            if len((await self._room(room_id)).members) >= MOST_MEMBERS:
                raise Conflict("room", f"it has {MOST_MEMBERS} members", "ask its owner to remove one")
            digest = digest_of(secret)
            if not await self._store.ask_names("write", lambda names: names.add(name, digest, None, room_id)):
                raise Conflict("name", "it is taken in this room, or one that looks like it", "choose another")
        return rooms.MemberMade(name=name, secret=secret)

    async def has_member(self, room_id: str, secret: str) -> bool:
        """Return whether a secret is that of a member."""
        owned = await self._store.ask_names("read", lambda names: names.owned_by(digest_of(secret)))
        return owned is not None and owned.room_id == room_id

    async def challenge(self, room_id: str, new: rooms.NewRoomGame) -> GameMade:
        """Make a game as a member."""
        if new.public:
            raise InputError("public", "a game of a room is in the list of the room alone", "leave it out")
        if new.name is None:
            raise Forbidden("name", "a game of a room is made by a member", "join the room")
        member = await self._names.owned_by(new.name, room_id)
        async with self._changing:
            self._check_games(await self._room(room_id), 1)
            made = await self._registry.create(new, member)
        self._read.pop(room_id)
        return made

    async def pair(self, room_id: str, request: rooms.RoundRobin) -> int:
        """Make the games of a round robin, and return their number."""
        new = request.settings
        if new.public or {new.seats.x.kind, new.seats.o.kind} != {"person"}:
            raise InputError("settings", "members hold both seats of a game of a room", "ask for persons, not public")
        async with self._changing:
            room = await self._owned(room_id, request.secret)
            if request.seen not in {None, room.games}:
                raise Conflict("room", f"it has {room.games:,} games by now", "look at them before you make more")
            members = room.members
            if len(members) < 2:
                raise InputError("members", "a round robin needs two", "wait until more have joined")
            names = [member.text for member in members]
            schedule = Schedule(Competition.TOURNAMENT, new.board, names, games=request.games, seed=0)
            self._check_games(room, schedule.total)
            fixtures: list[tuple[int, Mapping[Side, SeatName]]] = [
                (each.game, {"x": members[each.first], "o": members[each.second]}) for each in schedule.fixtures()
            ]
            await self._registry.create_fixtures(new, fixtures, room_id)
        self._read.pop(room_id)
        return schedule.total

    async def remove_member(self, room_id: str, request: rooms.MemberRemoval) -> None:
        """Delete the name of a member, as the owner."""
        room = await self._owned(room_id, request.secret)
        if request.name not in {member.text for member in room.members}:
            raise InputError("name", "no member has it", "read the list of members again")
        await self._store.ask("write", lambda store: store.rooms.remove_member(room_id, request.name))
        self._read.pop(room_id)
        await self._registry.update_people()

    async def remove(self, room_id: str, secret: str) -> None:
        """Delete a room with all that it has, as the owner."""
        await self._owned(room_id, secret)
        await self._registry.forget(await self._store.ask("write", lambda store: store.rooms.remove(room_id)))
        self._read.pop(room_id)

    # ---- Its games ----

    async def games(self, room_id: str) -> rooms.RoomGames:
        """Return the games of a room, and the table of its round robins."""
        played = await self._played(room_id)
        standings = played.standings()
        tallies = [(name, standings.tally(at)) for at, name in enumerate(standings.entrants)]
        rows = [
            rooms.TableRow(
                place=1 + sum(other.points > each.points for _, other in tallies),
                name=name,
                games=each.games,
                wins=each.wins,
                draws=each.draws,
                losses=each.losses,
                points=each.points,
            )
            for name, each in tallies
        ]
        table = sorted(rows, key=lambda row: (-row.points, row.games, row.name))
        return rooms.RoomGames(games=played.games, table=table)

    async def results(self, room_id: str) -> str:
        """Return the results of the round robins as CSV: a row for each pairing."""
        return standings_csv((await self._played(room_id)).standings())

    async def table(self, room_id: str) -> str:
        """Return the table as CSV for spreadsheets. No name is a formula, since it begins with a letter or a digit."""
        table = io.StringIO()
        writer = csv.writer(table)
        writer.writerow(["place", "name", "games", "won", "drawn", "lost", "points"])
        writer.writerows(row.model_dump().values() for row in (await self.games(room_id)).table)
        return table.getvalue()

    async def records(self, room_id: str) -> AsyncIterator[Game]:
        """Return the games of a room as they are written down, the oldest last."""
        await self._room(room_id)
        return self._recorded(await self._store.ask("read", lambda store: store.rooms.games_of(room_id, MOST_GAMES)))

    async def _recorded(self, held: Sequence[HeldGame]) -> AsyncIterator[Game]:
        for each in held:
            stored = await self._store.read(each.game_id)
            if stored is not None:
                yield GameState(each.game_id, decode_events(stored), stored.people).recorded()

    async def _played(self, room_id: str) -> _PlayedGames:
        now = asyncio.get_running_loop().time()
        kept = self._read.get(room_id)
        if kept is None or kept[0] < now:
            kept = now + KEPT_SECONDS, asyncio.ensure_future(self._read_games(room_id))
            self._read.put(room_id, kept)
        return await asyncio.shield(kept[1])

    async def _read_games(self, room_id: str) -> _PlayedGames:
        await self._room(room_id)
        held = await self._store.ask("read", lambda store: store.rooms.games_of(room_id, MOST_GAMES))
        ids = [each.game_id for each in held]
        people = await self._store.ask_names("read", lambda names: names.at_seats(ids))
        found = [(known, people.get(each.game_id, {})) for each in held if (known := await self._game(each))]
        return _PlayedGames(sorted(found, key=lambda each: (each[0].game.result is not None, -each[0].game.at)))

    async def _game(self, held: HeldGame) -> _KnownGame | None:
        key = held.game_id, held.number
        known = self._known.get(key)
        if known is None:
            stored = await self._store.read(held.game_id)
            if stored is None:
                return None  # the room was deleted meanwhile
            known = _KnownGame(GameState(held.game_id, decode_events(stored)), held.stored_at)
            self._known.put(key, known)
        return known

    # ---- Who may ----

    async def _room(self, room_id: str) -> StoredRoom:
        room = None
        if _ID.fullmatch(room_id):
            room = await self._store.ask("read", lambda store: store.rooms.read(room_id))
        if room is None:
            raise NotFound(room_id, "no room has this address")
        return room

    async def _owned(self, room_id: str, secret: str) -> StoredRoom:
        """Return a room whose owner has a secret."""
        room = await self._room(room_id)
        if not hmac.compare_digest(room.owner, digest_of(secret)):
            raise Forbidden("secret", "it does not open this room", "use the browser that made the room")
        return room

    @staticmethod
    def _check_games(room: StoredRoom, more: int) -> None:
        if room.games + more > MOST_GAMES:
            reason = f"it has {room.games:,} games, and {more:,} more exceed {MOST_GAMES:,}"
            raise Conflict("room", reason, "make another room")


class _KnownGame:
    """A game without names, its holders by side, and its score if it counts in the table."""

    def __init__(self, state: GameState, at: int) -> None:
        ended = state.finished()
        fixture = state.created.fixture
        self.game = rooms.RoomGame(
            id=state.id,
            board=str(state.board),
            position=ended.position.text,
            seats=state.seat_states(),
            moves=ended.ply,
            to_move=None if state.game.is_over else state.due_side,
            result=None if state.game.result is None else str(state.game.result),
            fixture=fixture,
            at=at,
        )
        self.holders = {side: holder for side in SIDES if (holder := state.seats[side].holder) is not None}
        counts = fixture is not None and ended.result is not None
        self.score = GameScore.of(ended, number=fixture or 0, pair=None, first=0, second=1) if counts else None


class _PlayedGames:
    """The games of a room with the names at their seats."""

    def __init__(self, found: Sequence[tuple[_KnownGame, Mapping[int, SeatName]]]) -> None:
        self.games: list[rooms.RoomGame] = []
        self._scores: list[tuple[GameScore, dict[Side, SeatName]]] = []
        for known, people in found:
            named = {side: people[holder] for side, holder in known.holders.items() if holder in people}
            seats = known.game.seats.model_copy(
                update={
                    str(side): getattr(known.game.seats, side).model_copy(update={"name": name.text})
                    for side, name in named.items()
                }
            )
            self.games.append(known.game.model_copy(update={"seats": seats}))
            # A game of a deleted name counts no more: the table cannot tell several such names apart.
            if known.score is not None and len({name.name_id for name in named.values()} - {None}) == len(SIDES):
                self._scores.append((known.score, named))

    def standings(self) -> Standings:
        """Return the scores of the round robins."""
        names = {name.name_id: name.text for _, named in self._scores for name in named.values()}
        at = {name_id: number for number, name_id in enumerate(names)}
        standings = Standings(list(names.values()))
        for score, named in self._scores:
            standings.add(replace(score, first=at[named["x"].name_id], second=at[named["o"].name_id]))
        return standings
