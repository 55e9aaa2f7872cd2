"""Resumption of games whose computer was to move when the server ended.

Without it, such a game stands still until a client opens it. One game at a time is resumed, so that all but one of the
processes that make moves are free for clients. A client that opens its game does not wait for that game's turn here.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, TypeVar

from hyperoxo.server.games.retry_pauses import retry_pauses
from hyperoxo.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.registry import GameRegistry

T = TypeVar("T")
U = TypeVar("U")

MOST_GAMES = 1_000
"""The most games that are resumed: those with the latest events."""
_log = logging.getLogger(__name__)


async def resume_computers(store: AsyncStore, registry: GameRegistry) -> None:
    """Have computers make their due moves, one game after another, those with the latest events first."""
    for game_id in await _repeated(store.recent_games, MOST_GAMES):
        try:
            await _repeated(registry.resume, game_id)
        except Exception:  # a fault of one game must not keep the others waiting
            _log.exception("a game cannot be resumed")


async def _repeated(call: Callable[[U], Coroutine[None, None, T]], argument: U) -> T:
    """Repeat a call until the store does not fail, and return the answer."""
    pauses = retry_pauses(0, str(argument))
    while True:
        try:
            return await call(argument)
        except StoreError:
            await asyncio.sleep(next(pauses))
