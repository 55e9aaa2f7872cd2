"""All live games: made, found, and let out of the memory when nobody has them open. The store has every one of them."""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import TYPE_CHECKING

from hyperoxo import Board, Game, InputError
from hyperoxo.server.games import action_rules, credentials
from hyperoxo.server.games.live_game import Table
from hyperoxo.server.games.state import HOST, State
from hyperoxo.server.http_errors import Absent
from hyperoxo.server.messages import events, games
from hyperoxo.server.messages.common import SEED_LIMIT
from hyperoxo.sides import SIDES

if TYPE_CHECKING:
    from hyperoxo.server.games.async_store import Keeper
    from hyperoxo.server.services import MoveService
    from hyperoxo.sides import Side

_ID = re.compile(r"[A-Za-z0-9_-]{22}")


class Hall:
    """The games of one server.

    Args:
        keeper: the store.
        move_service: decides for computers.
        seconds: how long a computer may think about a move.
        idle: seconds after which a game that nobody has open leaves the memory.
    """

    def __init__(self, keeper: Keeper, move_service: MoveService, *, seconds: float, idle: float) -> None:
        self._keeper = keeper
        self._move_service = move_service
        self._seconds = seconds
        self._idle = idle
        self._tables: dict[str, Table] = {}
        self._reading: dict[str, asyncio.Task[Table]] = {}

    async def make(self, wish: games.NewGame) -> games.GameMade:
        """Make a game and return it with the secrets of whoever wished for it.

        Raises:
            BoardError: there is no such board.
            PositionError: the position is not one.
            CellError: a move is not on the board.
            MoveError: a move cannot be played.
            PlayerError: a computer player cannot take its seat.
            StoreError: it could not be stored.
        """
        board = Board(wish.board)
        game = Game(board if wish.start is None else board.position(wish.start), wish.moves)
        seats = events.FirstSeats(x=_checked(board, "x", wish.seats.x), o=_checked(board, "o", wish.seats.o))
        created = events.Created(
            number=1,
            by=None,
            board=str(board),
            start=None if game.start == board.empty() else game.start.text,
            moves=[board.name(cell) for cell in game.moves],
            seats=seats,
            seed=secrets.randbelow(SEED_LIMIT) if wish.seed is None else wish.seed,
            delay=wish.delay,
        )
        state = State(credentials.new_id(), [created])
        told: dict[games.HolderRole, str] = {}
        digests: dict[int, bytes] = {}
        for side in SIDES:
            holder = state.seats[side].holder
            if holder is not None:
                told[side] = credentials.new_secret()
                digests[holder] = credentials.digest_of(told[side])
        if state.has_only_computers:
            told["host"] = credentials.new_secret()
            digests[HOST] = credentials.digest_of(told["host"])
        await self._keeper.write(credentials.addition(state.id, [created], digests, is_new=True))
        table = self._seat(state, digests)
        return games.GameMade(game=table.snapshot(), secrets=told)

    async def table(self, game_id: str) -> Table:
        """Return a live game.

        Raises:
            Absent: there is none with this id.
            StoreError: it could not be read.
        """
        table = self._tables.get(game_id)
        if table is None or table.is_stale:
            if not _ID.fullmatch(game_id):
                raise Absent(game_id, "there is no such game")
            if game_id not in self._reading:
                self._reading[game_id] = asyncio.create_task(self._read(game_id))
            table = await asyncio.shield(self._reading[game_id])
        table.last_used = asyncio.get_running_loop().time()
        return table

    async def _read(self, game_id: str) -> Table:
        try:
            stored = await self._keeper.read(game_id)
            if stored is None:
                raise Absent(game_id, "there is no such game")
            return self._seat(State(game_id, credentials.history(stored)), dict(stored.digests))
        finally:
            del self._reading[game_id]

    def _seat(self, state: State, digests: dict[int, bytes]) -> Table:
        table = Table(state, digests, self._keeper, self._move_service, self._seconds)
        table.last_used = asyncio.get_running_loop().time()
        self._tables[state.id] = table
        table.go_on()
        return table

    @property
    def size(self) -> int:
        """How many games are in the memory."""
        return len(self._tables)

    def let_idle_go(self, idle: float) -> None:
        """Let those games out of the memory that nobody has open, or has asked for in the last `idle` seconds."""
        latest = asyncio.get_running_loop().time() - idle
        for game_id, table in list(self._tables.items()):
            if table.is_idle and table.last_used <= latest:
                del self._tables[game_id]

    async def keep_house(self) -> None:
        """Let idle games go now and then, for ever."""
        while True:
            await asyncio.sleep(self._idle / 2)
            self.let_idle_go(self._idle)

    async def close(self) -> None:
        """Stop everything that goes on, when what is being stored has been."""
        for table in self._tables.values():
            await table.close()
        self._tables.clear()


def _checked(board: Board, side: Side, wish: games.SeatWish) -> events.FirstSeat:
    """Return a wish for a seat with the full name of its player.

    Raises:
        InputError: a player is named for a seat that is not a player's, or none for one that is.
        PlayerError: the player cannot take the seat.
    """
    if (wish.kind == "player") != (wish.player is not None):
        raise InputError(f"seat {side}", "only the kind 'player' names a player, and has to")
    name = None if wish.player is None else action_rules.seated_name(board, wish.player, side)
    return events.FirstSeat(kind=wish.kind, player=name)
