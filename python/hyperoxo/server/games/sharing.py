"""Keeps the live games of one server up to date with those of others on its database.

The log of events is the truth: a notice makes the server read what is new, and a notice that was lost is made up for
every two seconds. When a server ends, the others make the moves that its computers owe.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from hyperoxo.server.games.registry import MOST_GAMES, resume_games
from hyperoxo.store import ASKED, GAME, HERE, NAME, PRESENT, TURN, StoreError

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.live_game import LiveGame
    from hyperoxo.server.games.registry import GameRegistry
    from hyperoxo.store import Notice


POLL_BEATS = 2
"""Beats between two looks at the log for events whose notices were lost."""
POLLED = 500
"""Games that are looked up together."""
_log = logging.getLogger(__name__)


class Sharing:
    """What one server does for the games that it shares with others."""

    def __init__(self, store: AsyncStore, registry: GameRegistry) -> None:
        self._store = store
        self._registry = registry
        self._beats = itertools.count()
        self._tasks: set[asyncio.Task[None]] = set()
        self._behind: set[str] = set()
        """The games that will be read."""

    async def run(self) -> None:
        """Listen to other servers, until cancelled."""
        try:
            await self._store.keep_watching(self._hear, self._beat)
        finally:
            for task in self._tasks:
                task.cancel()

    def _hear(self, notice: Notice) -> None:
        if notice.kind == HERE:
            self._store.servers.add(notice.server)
        if notice.kind == NAME:
            self._registry.check_name_again(int(notice.subject))
            self._begin(self._read_names())
            return
        game = self._registry.in_memory(notice.subject)
        if notice.kind in {ASKED, TURN}:
            self._registry.turns.hear(notice, game)
        elif game is None:
            return
        elif notice.kind == GAME:
            self._read_soon(game)
        elif notice.kind == PRESENT:
            game.presence.hear(notice.server, *notice.details)

    async def _read_names(self) -> None:
        """Read the names in all games again, since one may have been deleted."""
        with suppress(StoreError):  # the registry makes up for it
            await self._registry.update_people()

    def _beat(self, alive: frozenset[str]) -> None:
        if not self._store.servers.are_known:
            self._begin(resume_games(self._store, self._registry))
        gone, is_first = self._store.servers.update(alive)
        if gone or is_first:
            for game in self._registry.all_in_memory():
                game.note_gone(gone, asks=is_first)
        if gone:
            self._begin(self._take_over(gone))
        if is_first or next(self._beats) % POLL_BEATS == 0:
            self._begin(self._look_again(self._registry.in_use()))

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _read_soon(self, game: LiveGame) -> None:
        """Read what is new in a game; notices that come before the task begins need no other."""
        if game.state.id not in self._behind:
            self._behind.add(game.state.id)
            self._begin(self._read(game))

    async def _read(self, game: LiveGame) -> None:
        self._behind.discard(game.state.id)
        with suppress(StoreError):  # the next look makes up for it
            await game.catch_up()

    async def _look_again(self, games: list[LiveGame]) -> None:
        """Read the games in which more has happened than this server knows."""
        with suppress(StoreError):
            for begin in range(0, len(games), POLLED):
                some = games[begin : begin + POLLED]
                latest = await self._store.latest([game.state.id for game in some])
                for game in some:
                    if game.is_behind(latest.get(game.state.id)):
                        self._read_soon(game)

    async def _take_over(self, gone: frozenset[str]) -> None:
        """Let computers make the moves that servers which have ended owe."""
        with suppress(StoreError):
            found = await self._store.recent_games(MOST_GAMES, gone)
            results = await asyncio.gather(*map(self._registry.resume, found), return_exceptions=True)
            for error in results:
                if isinstance(error, Exception) and not isinstance(error, StoreError):
                    _log.error("a game cannot be taken over", exc_info=error)
