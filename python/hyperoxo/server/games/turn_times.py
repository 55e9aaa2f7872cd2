"""How long the turns of games by seconds have lasted, as far as the servers know that have measured them.

A clock runs as long as such a server lives: also when no client has the game open, so that it has left the memory, and
when a move is sent to a server that has not read the game yet, which asks the others.

Servers tell one another differences of monotonic times. Such a difference means the same on each machine, and no jump
of a wall clock changes it. The database's time would not do: it is the wall clock of its machine.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.games import turn_timer
from hyperoxo.server.games.turn_timer import TurnTime
from hyperoxo.slowness import SLOWNESS
from hyperoxo.store import ASKED, TURN

if TYPE_CHECKING:
    from hyperoxo.game import JSON
    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.live_game import LiveGame
    from hyperoxo.store import Notice

MOST_LEFT = 10_000
"""The games that have left the memory, and whose clocks run on."""
ANSWER_SECONDS = 1.0 * SLOWNESS
"""Seconds for which a request waits for the other servers, one of which may have stopped."""


@dataclass
class _Question:
    """A question to the other servers.

    Attributes:
        missing: those that have not answered yet.
        is_answered: set when all have, or when it waits no longer.
    """

    missing: set[str] = field(default_factory=set)
    is_answered: asyncio.Event = field(default_factory=asyncio.Event)


class TurnTimes:
    """What one server measures of games that have left its memory, and what it asks the others."""

    def __init__(self, store: AsyncStore) -> None:
        self._store = store
        self._left: LruCache[str, TurnTime] = LruCache(MOST_LEFT)
        self._questions: dict[str, _Question] = {}

    def keep(self, game: LiveGame) -> None:
        """Let the clock of a game run on that leaves the memory."""
        if (turn := game.timer.time) is not None:
            self._left.put(game.state.id, turn)

    async def resume(self, game: LiveGame) -> None:
        """Give a game that was read the time that its turn has lasted, as far as a server knows."""
        if (turn := self._left.pop(game.state.id)) is not None:
            game.timer.resume(turn)
        await self.ask(game)

    async def ask(self, game: LiveGame) -> None:
        """Ask the other servers how long the turn of a game has lasted, and wait for their answers."""
        servers, game_id = self._store.servers, game.state.id
        if servers.own is None or game.timer.time is None or game_id in self._questions:
            return
        question = self._questions[game_id] = _Question()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                while not servers.are_known:
                    await asyncio.sleep(ANSWER_SECONDS / 20)
                if servers.others:
                    question.missing |= servers.others
                    self._store.tell_soon(ASKED, game_id)
                    await question.is_answered.wait()
        except TimeoutError:
            pass  # a later answer counts when it comes
        finally:
            question.is_answered.set()
            del self._questions[game_id]

    async def known(self, game_id: str) -> None:
        """Wait for the answers about a game if the other servers are being asked."""
        if (question := self._questions.get(game_id)) is not None:
            await question.is_answered.wait()

    def hear(self, notice: Notice, game: LiveGame | None) -> None:
        """Answer a question of another server, or note its answer; about a game that may be in memory."""
        if notice.kind == ASKED:
            turn = self._left.get(notice.subject) if game is None else game.timer.time
            told: JSON = None if turn is None else [turn.number, turn_timer.monotonic() - turn.began, turn.lag]
            self._store.tell_soon(TURN, notice.subject, told)
            return
        if notice.details is not None and game is not None:
            number, passed, lag = notice.details
            game.timer.resume(TurnTime(number, turn_timer.monotonic() - passed, lag))
        if (question := self._questions.get(notice.subject)) is not None:
            question.missing.discard(notice.server)
            if not question.missing:
                question.is_answered.set()
