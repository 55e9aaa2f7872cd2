"""All live games: created, found, and removed from memory when no client has them open. The store has all of them."""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
import typing
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from hyperoxo import InputError
from hyperoxo.lru_cache import LruCache
from hyperoxo.server.budgets import in_question
from hyperoxo.server.clients import Client
from hyperoxo.server.errors import Conflict, NotFound, NotSaved
from hyperoxo.server.games import action_rules
from hyperoxo.server.games.async_store import repeated, shielded
from hyperoxo.server.games.live_game import Counted, LiveGame
from hyperoxo.server.games.seat_secrets import ID, digest_of, ids_of, new_id, new_secret
from hyperoxo.server.games.state import HOST, GameState
from hyperoxo.server.games.storing import addition_of
from hyperoxo.server.games.summaries import scope_of
from hyperoxo.server.messages import games
from hyperoxo.server.messages.common import SEED_LIMIT, started_game
from hyperoxo.store import DatabaseError, StoreError, now

if typing.TYPE_CHECKING:
    from collections.abc import Awaitable, Iterable, Mapping, Sequence

    from hyperoxo import Board
    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.turn_timer import TurnTime
    from hyperoxo.server.workers.scheduler import JobScheduler
    from hyperoxo.sides import Side
    from hyperoxo.store import SeatName


MAX_LEFT_GAMES = 10_000
"""The games that have left the memory, and whose clocks run on."""
MAX_EVENTS_IN_MEMORY = 200_000
"""Events of all games in memory, about 1 KiB each, above which games that no client has open are removed."""
OnClientTurn: typing.TypeAlias = Callable[[Client, str, "Side", int], None]
"""Called with the client whose action began a turn by days, the game, the side, and when that side loses on time."""


class GameRegistry:
    """The games of one server.

    Attributes:
        games: those in memory.
    """

    def __init__(
        self,
        store: AsyncStore,
        scheduler: JobScheduler,
        *,
        seconds: float,
        idle: float,
        counted: Counted,
        on_turn: OnClientTurn | None = None,
    ) -> None:
        self._store = store
        self._scheduler = scheduler
        self._seconds = seconds
        self._idle = idle
        self._counted = counted
        self._on_turn = on_turn
        self.games: dict[str, LiveGame] = {}
        self._left: LruCache[str, TurnTime] = LruCache(MAX_LEFT_GAMES)
        """How long the turns of games by seconds have lasted that have left the memory: their clocks run on."""
        self._loading: dict[str, asyncio.Task[LiveGame]] = {}
        self._pairing = asyncio.Lock()

    async def create(self, new: games.NewGame, owner: SeatName | None, client: Client) -> games.GameMade:
        """Create a game and return it with the secrets of its seats, which the owner of a name holds under it.

        The game is one of the room of that name, if it has one.
        """
        return await shielded(self._create(new, owner, client))

    async def _create(self, new: games.NewGame, owner: SeatName | None, client: Client) -> games.GameMade:
        prepared = _Prepared(new, {"x": owner, "o": owner}, None if owner is None else owner.room_id)
        async with self._counted(prepared.state, client):
            await self._store.write(prepared.addition)
        # Who asks the store which games go on may have loaded it meanwhile.
        game = self.games.get(prepared.state.id) or self._add(prepared.state, prepared.digests)
        return games.GameMade(game=game.snapshot(), secrets=prepared.given)

    async def create_fixtures(
        self,
        new: games.NewGame,
        fixtures: Sequence[tuple[int, Mapping[Side, SeatName]]],
        room_id: str,
        known: int | None,
    ) -> None:
        """Create games of a room, all or none, each with its number and with both seats held under names alone.

        If `known` is given, the room must have so many games before, also if another request adds some meanwhile.
        """
        async with self._pairing:
            made = []
            for number, owners in fixtures:
                made.append(replace(_Prepared(new, owners, room_id, number).addition, room_games=known))
                await asyncio.sleep(0)  # other games go on meanwhile
            await self._store.write(*made)

    async def get(self, game_id: str) -> LiveGame:
        """Return a live game."""
        game = self.games.get(game_id)
        if game is None or game.is_stale:
            if not ID.fullmatch(game_id):
                raise NotFound(game_id, "there is no such game")
            if game_id not in self._loading:
                self._loading[game_id] = asyncio.create_task(in_question(self._load(game_id)))
            game = await asyncio.shield(self._loading[game_id])
        game.last_used = asyncio.get_running_loop().time()
        return game

    async def _load(self, game_id: str) -> LiveGame:
        try:
            stored = await self._store.read(game_id)
            if stored is None:
                raise NotFound(game_id, "there is no such game")
            state = self._store.restored(game_id, stored)
            if (known := self.games.get(game_id)) is not None:
                if not known.is_stale:
                    return known  # it was created while it was read
                self._keep_turn(known)
            self._make_place(state.number)
            game = self._add(state, dict(stored.digests))
            if (turn := self._left.pop(game_id)) is not None:
                game.timer.resume(turn)
            return game
        finally:
            del self._loading[game_id]

    def _add(self, state: GameState, digests: dict[int, bytes]) -> LiveGame:
        game = LiveGame(
            state,
            digests,
            self._store,
            self._scheduler,
            seconds=self._seconds,
            on_turn=self.report_turn,
            counted=self._counted,
        )
        game.last_used = asyncio.get_running_loop().time()
        self.games[state.id] = game
        game.computers.update()
        return game

    def evict_idle(self, idle: float) -> None:
        """Remove from memory the games that no client has open or has asked for in the last `idle` seconds."""
        latest = asyncio.get_running_loop().time() - idle
        for game_id, game in list(self.games.items()):
            if game.last_used <= latest:
                self._evict_idle_game(game_id)

    def _make_place(self, events: int) -> None:
        """Remove from memory the idle games used longest ago while all have too many events for so many more."""
        events += sum(game.state.number for game in self.games.values())
        if events > MAX_EVENTS_IN_MEMORY:
            for game in sorted(self.games.values(), key=lambda game: game.last_used):
                if events > MAX_EVENTS_IN_MEMORY and game.is_idle:
                    self._evict_idle_game(game.state.id)
                    events -= game.state.number

    def _evict_idle_game(self, game_id: str) -> None:
        game = self.games.get(game_id)
        if game is not None and game.is_idle:
            game.timer.stop()
            self._keep_turn(game)
            game.is_stale = True  # a request that has it already reads it again
            del self.games[game_id]

    def _keep_turn(self, game: LiveGame) -> None:
        if (turn := game.timer.time) is not None:
            self._left.put(game.state.id, turn)

    async def keep_evicting(self) -> None:
        """Remove idle games from memory at intervals, and read the names in the others again, until cancelled."""
        while True:
            await asyncio.sleep(self._idle / 2)
            self.evict_idle(self._idle)
            with suppress(StoreError):
                await self.update_people()

    def report_turn(self, game: LiveGame, begun: GameState) -> None:
        """Report whose turn it is by days in a game, or in its rematch, unless one person holds both sides."""
        side, deadline = begun.timed_side, begun.deadline
        is_between = not game.state.is_played_alone
        if self._on_turn is not None and side is not None and deadline is not None and is_between:
            self._on_turn(game.client, begun.id, side, deadline)

    def attended(self) -> list[str]:
        """Return the ids of the listed games that a player has open."""
        return [
            game_id
            for game_id, game in self.games.items()
            if scope_of(game.state) is not None and game.followers.present_in(game.state)
        ]

    async def update_people(self) -> None:
        """Read the names in all games in memory again: another process may have changed or deleted some."""
        named = {game_id: game for game_id, game in self.games.items() if game.state.people}
        people = await self._store.ask("read", lambda store: store.names.at_seats(named))
        for game_id, game in named.items():
            game.update_people(people.get(game_id, {}))

    async def end_without(self, running: Sequence[str]) -> None:
        """Show a name that was deleted no more, and end games that run in its room."""
        await shielded(self._end_without(running))

    async def _end_without(self, running: Sequence[str]) -> None:
        await repeated(self.update_people)
        await self.for_each(running, LiveGame.end_if_due)

    async def for_each(self, game_ids: Iterable[str], work: Callable[[LiveGame], Awaitable[None]]) -> None:
        """Do some work on one game after another, each until the database does not fail; log the faults of each."""

        async def attempt(game_id: str) -> None:
            try:
                await work(await self.get(game_id))
            except (NotFound, Conflict):  # it was deleted or moved on meanwhile
                pass
            except (NotSaved, DatabaseError):
                raise
            except Exception:  # a fault of one game must not keep the others waiting
                _log.exception("a game cannot be resumed or ended")

        for game_id in game_ids:
            await repeated(functools.partial(attempt, game_id))

    def check_name_again(self, name_id: int | None) -> None:
        """Let the followers of all games of a name come back with their secrets."""
        for game in self.games.values():
            game.check_name_again(name_id)

    async def forget(self, game_ids: Iterable[str]) -> None:
        """Close games that the store no longer has."""
        for game_id in game_ids:
            if (loading := self._loading.get(game_id)) is not None:
                await asyncio.wait([loading])
            if (game := self.games.pop(game_id, None)) is not None:
                await game.close()

    async def close(self) -> None:
        """Stop all games, after the writes in progress, and those that are loaded meanwhile."""
        while self.games or self._loading:
            if self._loading:
                await asyncio.wait(self._loading.values())
            while self.games:
                _, game = self.games.popitem()
                await game.close()


class _Prepared:
    """A new game before it is stored.

    Attributes:
        state: the game.
        given: the secrets of its seats, or of its host.
        digests: their hashes, by holder.
        addition: the game for the store.
    """

    def __init__(
        self,
        new: games.NewGame,
        owners: Mapping[Side, SeatName | None],
        room_id: str | None = None,
        fixture: int | None = None,
    ) -> None:
        action_rules.check_settings(new, room_id)
        game = started_game(new.board, new.start, new.moves)
        board = game.board
        seats = games.FirstSeats(x=_first_seat(board, "x", new.seats.x), o=_first_seat(board, "o", new.seats.o))
        created = games.Created(
            number=1,
            by=None,
            board=str(board),
            start=None if game.start == board.empty() else game.start.text,
            moves=[board.name(cell) for cell in game.moves],
            seats=seats,
            seed=secrets.randbelow(SEED_LIMIT) if new.seed is None else new.seed,
            settings=new.settings,
            timing=None if new.settings.clock is None else games.Timing(at=now()),
            room=room_id,
            fixture=fixture,
        )
        self.state = state = GameState(new_id(), [created])
        holders: dict[games.HolderRole, int] = {
            side: seat.holder for side, seat in state.seats.items() if seat.holder is not None
        }
        if state.has_only_computers:
            holders["host"] = HOST
        self.given = {role: new_secret() for role in holders}
        self.digests = {holder: digest_of(self.given[role]) for role, holder in holders.items()}
        state.people |= {
            holders[side]: owner for side, owner in owners.items() if side in holders and owner is not None
        }
        self.addition = addition_of(state, [created], self.digests, ids_of(state.people))


def _first_seat(board: Board, side: Side, request: games.FirstSeat) -> games.FirstSeat:
    """Return the seat that was asked for, with the full name of its player."""
    if (request.kind == "player") != (request.player is not None):
        raise InputError(f"seat {side}", "only the kind 'player' names a player, and has to")
    name = None if request.player is None else action_rules.full_name_of_player(board, request.player, side)
    return games.FirstSeat(kind=request.kind, player=name)


MAX_GAMES = 1_000
"""The most games that are resumed: those with the latest events."""
_log = logging.getLogger(__name__)


async def resume_games(store: AsyncStore, registry: GameRegistry) -> None:
    """End the games that people have left, then have computers make their due moves, one game after another.

    Those in which computers move come with the latest events first.
    """
    left = functools.partial(store.ask, "read", lambda store: store.summaries.left())
    await registry.for_each(await repeated(left), LiveGame.end_if_due)
    waiting = functools.partial(store.ask, "read", lambda store: store.summaries.awaiting_computers(MAX_GAMES))
    await registry.for_each(await repeated(waiting), lambda game: game.computers.wait())
