"""Removes finished games some days after their last event, a few at a time, so that moves never wait for it."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from typing import TYPE_CHECKING, TypeVar

from hyperoxo.server.games.async_store import decode_events, repeated
from hyperoxo.server.games.state import GameState
from hyperoxo.store import Store, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.server.games.async_store import AsyncStore, Use
    from hyperoxo.server.games.registry import GameRegistry
    from hyperoxo.store import LastEvent

T = TypeVar("T")

BATCH = 10
"""The games that are read, and removed if they are finished, before the next pause."""
PAUSE = 0.5
"""Seconds between two batches."""
INTERVAL = 3600.0
"""Seconds until the server looks again for games that have become old."""
_DAY = 86_400_000
_log = logging.getLogger(__name__)


async def keep_forgetting(store: AsyncStore, registry: GameRegistry, days: int) -> None:
    """Remove finished games whose last event is older than some days, until cancelled."""
    last: LastEvent | None = None
    while True:
        last = await forget_finished(store, registry, time.time_ns() // 1_000_000 - days * _DAY, last)
        await asyncio.sleep(INTERVAL)


async def forget_finished(
    store: AsyncStore, registry: GameRegistry, before: int, after: LastEvent | None = None
) -> LastEvent | None:
    """Remove the finished games whose last event comes after one and before a time; return the last event read.

    A game that is not finished stays so without a new event, so that event is the one to begin after the next time.
    """
    while batch := await _repeated(store, "read", functools.partial(_old_games, before=before, after=after)):
        if finished := [game for game, is_over in batch.items() if is_over]:
            await registry.forget(await _repeated(store, "write", functools.partial(Store.forget, games=finished)))
        after = next(reversed(batch))
        await asyncio.sleep(PAUSE)
    return after


async def _repeated(store: AsyncStore, use: Use, question: Callable[[Store], T]) -> T:
    return await repeated(functools.partial(store.ask, use, question), 0, "old games")


def _old_games(store: Store, before: int, after: LastEvent | None) -> dict[LastEvent, bool]:
    """Return the last events of the next games, in order, and whether the games are finished."""
    return {event: _is_over(store, event.game_id) for event in store.last_events(before, BATCH, after)}


def _is_over(store: Store, game_id: str) -> bool:
    try:
        stored = store.read(game_id)
        return stored is not None and GameState(game_id, decode_events(stored)).game.is_over
    except StoreError:
        raise
    except Exception:  # a fault of one game must not keep the others
        _log.exception("a game cannot be read, and is not removed")
        return False
