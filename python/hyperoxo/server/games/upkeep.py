"""What is done to games that no client may have open: those by days end in time, old finished ones are removed.

Queries find the due ones and the old ones, which are removed a few at a time, so that moves never wait for it.
"""

from __future__ import annotations

import asyncio
import functools
import typing

from hyperoxo.server.games.async_store import repeated
from hyperoxo.server.games.live_game import LiveGame
from hyperoxo.store import Store, now

if typing.TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.registry import GameRegistry

BATCH = 100
"""The games that are asked for at a time."""
INTERVAL = 10.0
"""Seconds between two queries. A move that comes after the deadline is refused in any case."""
NEARLY = 4 * 3_600_000
"""The milliseconds before the deadline at which a turn is reported again."""
OLD_BATCH = 10
"""The games that are removed before the next pause."""
PAUSE = 0.5
"""Seconds between two batches."""
OLD_INTERVAL = 3600.0
"""Seconds until the server looks again for games that have become old."""
_DAY = 86_400_000
_AFTER_ALL = "~"
"""A text that comes after the ids of all games."""


async def keep_ending_late(store: AsyncStore, registry: GameRegistry, *, reports: bool = False) -> None:
    """End games by days whose time is over, and may report turns again whose time is nearly over, until cancelled."""
    reported = now() + NEARLY
    while True:
        await _for_each_due(store, registry, LiveGame.end_if_due, now())
        if reports:
            reported = await report_nearly_late(store, registry, reported)
        await asyncio.sleep(INTERVAL)


async def report_nearly_late(store: AsyncStore, registry: GameRegistry, after: int) -> int:
    """Report the turns that end after a time and are nearly over; return the time after which the next ones end."""

    async def report(game: LiveGame) -> None:
        registry.report_turn(game, game.state)

    before = max(after, now() + NEARLY)
    await _for_each_due(store, registry, report, before, (after, _AFTER_ALL))
    return before


async def _for_each_due(
    store: AsyncStore,
    registry: GameRegistry,
    work: Callable[[LiveGame], Awaitable[None]],
    before: int,
    after: tuple[int, str] | None = None,
) -> None:
    """Do some work on the games that are due up to a time."""

    def due(store: Store) -> list[tuple[int, str]]:
        return store.summaries.due(before, BATCH, after)

    while batch := await repeated(functools.partial(store.ask, "read", due)):
        await registry.for_each([game_id for _, game_id in batch], work)
        after = batch[-1]


async def keep_forgetting(store: AsyncStore, registry: GameRegistry, days: int) -> None:
    """Remove games that have been over for some days, until cancelled."""
    while True:
        await forget_finished(store, registry, now() - days * _DAY)
        await asyncio.sleep(OLD_INTERVAL)


async def forget_finished(store: AsyncStore, registry: GameRegistry, before: int) -> None:
    """Remove the games that have been over since before a time."""
    forget = functools.partial(store.ask, "write", functools.partial(Store.forget, before=before, most=OLD_BATCH))
    while gone := await repeated(forget):
        await registry.forget(gone)
        await asyncio.sleep(PAUSE)
