"""The games of rooms as clients get them: the list with its table, both also as CSV, and all records in one text.

A room may have thousands of games. What is known of a game is kept until its next event, and a whole answer for a
second, for all clients that ask meanwhile. What is new is read a few games at a time, so that other games are played
beside it; few answers are made at a time, each charged to the client that asked first.
"""

from __future__ import annotations

import asyncio
import csv
import functools
import io
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from pydantic import TypeAdapter

from hyperoxo import InputError, record
from hyperoxo.arena.scores import GameScore, Standings
from hyperoxo.arena.tables import standings_csv
from hyperoxo.lru_cache import LruCache
from hyperoxo.server.clients import Held
from hyperoxo.server.errors import Busy, NotFound
from hyperoxo.server.games.async_store import decode_event
from hyperoxo.server.games.state import GameState
from hyperoxo.server.messages import rooms
from hyperoxo.sides import SIDES
from hyperoxo.store import MOST_GAMES, DamagedError, Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from hyperoxo.server.clients import Client
    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.sides import Side
    from hyperoxo.store import HeldGame, SeatName, StoredEvent

What: TypeAlias = Literal["games", "table", "results", "records"]

KEPT_SECONDS = 1.0
"""How long an answer serves all clients."""
KEPT_ANSWERS, KEPT_BYTES = 50, 512 * 1024
"""The answers that are kept so, and the most bytes of each; a longer one serves those alone who wait for it."""
KEPT_GAMES, KEPT_RECORD = 10_000, 2_000
"""Games that are kept in memory, and the most characters of the record of each."""
MOST_MADE, MOST_WAITING = 2, 16
"""The answers that are made at a time, and those that may wait for it."""
MOST_OF_CLIENT = 4
"""The answers of one client that may be made or wait."""
MOST_BYTES = 8 * 1024 * 1024
"""The bytes of an answer."""
BATCH = 200
"""The events that are read together, unless one game has more."""
PIECE = 20
"""Games, or events of one game, after which other work has its turn."""
_ID = re.compile(r"[A-Za-z0-9_-]{22}")
_TABLE = TypeAdapter(list[rooms.TableRow])


def check_room_id(room_id: str) -> None:
    """Check that a text can be the id of a room, before anything is read or kept for it."""
    if not _ID.fullmatch(room_id):
        raise NotFound(room_id, "no room has this address")


class _Names(NamedTuple):
    """The names at the seats of a game, None where a person has none."""

    x: SeatName | None
    o: SeatName | None


@dataclass(slots=True)
class _KnownGame:
    """What is known of a game after an event: what is shown of it without names, its holders, and its score.

    Attributes:
        score: the score, if the game counts in the table.
        shown: the game as JSON, for the names that it has.
        written: the same of its record.
    """

    game: rooms.RoomGame
    holders: Mapping[Side, int]
    score: GameScore | None
    shown: tuple[_Names, str] | None = None
    written: tuple[_Names, str] | None = None

    def names(self, people: Mapping[int, SeatName]) -> _Names:
        """Return the names at its seats."""
        return _Names(*(people.get(self.holders.get(side, -1)) for side in SIDES))

    def as_json(self, names: _Names) -> str:
        """Return what is shown of the game."""
        if self.shown is None or self.shown[0] != names:
            seats = self.game.seats
            named = {
                str(side): getattr(seats, side).model_copy(update={"name": name.text})
                for side, name in zip(SIDES, names, strict=True)
                if name is not None
            }
            game = self.game.model_copy(update={"seats": seats.model_copy(update=named)})
            self.shown = names, game.model_dump_json()
        return self.shown[1]


@dataclass(slots=True)
class _Game:
    """A game of a room with the names at its seats."""

    held: HeldGame
    known: _KnownGame
    names: _Names
    people: Mapping[int, SeatName] = field(default_factory=dict)


class RoomAnswers:
    """The games of the rooms of one server.

    Args:
        store: the games.
    """

    def __init__(self, store: AsyncStore) -> None:
        self._store = store
        self._known: LruCache[tuple[str, int], _KnownGame] = LruCache(KEPT_GAMES)
        self._kept: LruCache[tuple[str, What], tuple[float, bytes]] = LruCache(KEPT_ANSWERS)
        self._made: dict[tuple[str, What], asyncio.Task[bytes]] = {}
        self._asking = Held(MOST_OF_CLIENT)
        self._turns = asyncio.Semaphore(MOST_MADE)

    async def answer(self, room_id: str, what: What, client: Client) -> bytes:
        """Return an answer about a room, as it was at most a second ago."""
        check_room_id(room_id)
        key = room_id, what
        kept, now = self._kept.get(key), asyncio.get_running_loop().time()
        if kept is not None and now < kept[0]:
            return kept[1]
        making = self._made.get(key)
        if making is None:
            if not self._asking.may_add(client):
                raise Busy("room", "as many answers of yours as may are being made", "wait for one")
            if len(self._made) >= MOST_MADE + MOST_WAITING:
                raise Busy("room", "the server is busy with other rooms", "try again in a few seconds")
            self._asking.add(client)
            making = self._made[key] = asyncio.create_task(self._make(room_id, what))
            making.add_done_callback(lambda task: self._note_made(key, client, task))
        return await asyncio.shield(making)

    def forget(self, room_id: str) -> None:
        """Make the answers about a room anew, since it was changed."""
        whats: tuple[What, ...] = get_args(What)
        for what in whats:
            self._kept.pop((room_id, what))
            self._made.pop((room_id, what), None)

    def _note_made(self, key: tuple[str, What], client: Client, task: asyncio.Task[bytes]) -> None:
        self._asking.add(client, -1)
        if self._made.get(key) is not task:
            return
        del self._made[key]
        if not task.cancelled() and task.exception() is None and len(task.result()) <= KEPT_BYTES:
            self._kept.put(key, (asyncio.get_running_loop().time() + KEPT_SECONDS, task.result()))

    async def _make(self, room_id: str, what: What) -> bytes:
        async with self._turns:
            if await self._store.ask("read", lambda store: store.rooms.read(room_id)) is None:
                raise NotFound(room_id, "no room has this address")
            games = await self._games(room_id)
            if what == "records":
                return await _joined("\n", self._records(games))
            standings = await _standings(games)
            if what == "results":
                return standings_csv(standings).encode()
            if what == "table":
                return _table_csv(_rows(standings))
            table = _TABLE.dump_json(_rows(standings))
            games.sort(key=lambda game: (game.known.game.result is not None, -game.held.stored_at))
            shown = await _joined(",", _shown(games))
            return b'{"games":[%b],"table":%b}' % (shown, table)

    async def _games(self, room_id: str) -> list[_Game]:
        """Return the games of a room, those with the latest events first."""
        held = await self._store.ask("read", lambda store: store.rooms.games_of(room_id, MOST_GAMES))
        ids = [each.game_id for each in held]
        people = await self._store.ask_names("read", lambda names: names.at_seats(ids))
        known = {each.game_id: self._known.get((each.game_id, each.number)) for each in held}
        unknown = [each for each in held if known[each.game_id] is None]
        async for each, state in self._read(unknown):
            game = known[each.game_id] = _known(state, each.stored_at)
            self._known.put((each.game_id, each.number), game)
        games = [(each, found, people.get(each.game_id, {})) for each in held if (found := known[each.game_id])]
        return [_Game(each, found, found.names(at), at) for each, found, at in games]

    async def _records(self, games: Sequence[_Game]) -> AsyncIterator[str]:
        """Yield the games as they are written down, those with the latest events first."""
        for begin in range(0, len(games), PIECE):
            some = games[begin : begin + PIECE]
            unwritten = [game for game in some if game.known.written is None or game.known.written[0] != game.names]
            texts: dict[str, str] = {}
            by_id = {game.held.game_id: game for game in unwritten}
            async for held, state in self._read([game.held for game in unwritten]):
                game = by_id[held.game_id]
                state.people = dict(game.people)
                texts[held.game_id] = text = record.dumps(state.recorded())
                if len(text) <= KEPT_RECORD:
                    game.known.written = game.names, text
                await asyncio.sleep(0)
            for game in some:
                if game not in unwritten and game.known.written is not None:
                    yield game.known.written[1]
                elif game.held.game_id in texts:
                    yield texts[game.held.game_id]
            await asyncio.sleep(0)

    async def _read(self, games: Sequence[HeldGame]) -> AsyncIterator[tuple[HeldGame, GameState]]:
        """Yield games with their states, read a few at a time; deleted and damaged ones are left out."""
        batch: list[HeldGame] = []
        size = 0
        for at, game in enumerate(games):
            batch.append(game)
            size += game.number
            if size < BATCH and at + 1 < len(games):
                continue
            asked = functools.partial(Store.events_of, game_ids=[each.game_id for each in batch])
            stored = await self._store.ask("read", asked)
            for each in batch:
                if each.game_id not in stored:
                    continue
                with suppress(DamagedError):
                    with self._store.noting_damage():
                        state = await _folded(each.game_id, stored[each.game_id])
                    yield each, state
            batch, size = [], 0


async def _folded(game_id: str, stored: Sequence[StoredEvent]) -> GameState:
    """Return the state of a game."""
    state = GameState(game_id, [decode_event(stored[0])])
    for at, event in enumerate(stored[1:], 1):
        state.apply(decode_event(event))
        if at % PIECE == 0:
            await asyncio.sleep(0)
    await asyncio.sleep(0)
    return state


def _known(state: GameState, at: int) -> _KnownGame:
    ended = state.finished()
    fixture = state.created.fixture
    game = rooms.RoomGame(
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
    holders = {side: holder for side in SIDES if (holder := state.seats[side].holder) is not None}
    counts = fixture is not None and ended.result is not None
    score = GameScore.of(ended, number=fixture or 0, pair=None, first=0, second=1) if counts else None
    return _KnownGame(game, holders, score)


async def _shown(games: Sequence[_Game]) -> AsyncIterator[str]:
    for at, game in enumerate(games):
        yield game.known.as_json(game.names)
        if at % PIECE == 0:
            await asyncio.sleep(0)


async def _joined(separator: str, texts: AsyncIterator[str]) -> bytes:
    """Return texts one after another, unless they are too long."""
    found: list[str] = []
    size = 0
    async for text in texts:
        found.append(text)
        size += len(text) + 1
        if size > MOST_BYTES:
            reason = f"what you ask for would be longer than {MOST_BYTES:,} bytes"
            raise InputError("room", reason, "read its games one by one")
    return separator.join(found).encode()


async def _standings(games: Sequence[_Game]) -> Standings:
    """Return the scores of the round robins."""
    # A game of a deleted name counts no more: the table cannot tell several such names apart.
    scored: list[tuple[GameScore, list[SeatName]]] = []
    for game in games:
        named = [name for name in game.names if name is not None]
        if game.known.score is not None and len({name.name_id for name in named} - {None}) == len(SIDES):
            scored.append((game.known.score, named))
    texts = {name.name_id: name.text for _, named in scored for name in named}
    at = {name_id: number for number, name_id in enumerate(texts)}
    standings = Standings(list(texts.values()))
    for number, (score, named) in enumerate(scored):
        standings.add(replace(score, first=at[named[0].name_id], second=at[named[1].name_id]))
        if number % PIECE == 0:
            await asyncio.sleep(0)
    return standings


def _rows(standings: Standings) -> list[rooms.TableRow]:
    """Return the table, most points first."""
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
    return sorted(rows, key=lambda row: (-row.points, row.games, row.name))


def _table_csv(rows: Sequence[rooms.TableRow]) -> bytes:
    """Return the table as CSV for spreadsheets. No name is a formula, since it begins with a letter or a digit."""
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(["place", "name", "games", "won", "drawn", "lost", "points"])
    writer.writerows(row.model_dump().values() for row in rows)
    return table.getvalue().encode("utf-8-sig")
