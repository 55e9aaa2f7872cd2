"""Ends the games by days whose time is over, also those that no client has open: one query finds them."""

from __future__ import annotations

import asyncio
import functools
import logging
from typing import TYPE_CHECKING

from hyperoxo.server.errors import Conflict
from hyperoxo.server.games.async_store import repeated
from hyperoxo.server.games.live_game import LiveGame
from hyperoxo.server.games.turn_timer import now, report_turn
from hyperoxo.store import DueTime, Store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.registry import GameRegistry
    from hyperoxo.server.games.turn_timer import OnTurn

BATCH = 100
"""The games that are asked for at a time."""
INTERVAL = 10.0
"""Seconds between two queries. A move that comes after the deadline is refused in any case."""
NEARLY = 4 * 3_600_000
"""The milliseconds before the deadline at which a turn is reported again."""
_AFTER_ALL = "~"
"""A text that comes after the ids of all games."""
_log = logging.getLogger(__name__)


async def keep_ending_late(store: AsyncStore, registry: GameRegistry, on_turn: OnTurn | None = None) -> None:
    """End games by days whose time is over, and report turns again whose time is nearly over, until cancelled."""
    reported = now() + NEARLY
    while True:
        await end_late(store, registry)
        if on_turn is not None:
            reported = await report_nearly_late(store, registry, on_turn, reported)
        await asyncio.sleep(INTERVAL)


async def end_late(store: AsyncStore, registry: GameRegistry) -> None:
    """End the games by days whose time is over."""
    await _for_each(store, registry, LiveGame.end_if_late, now())


async def report_nearly_late(store: AsyncStore, registry: GameRegistry, on_turn: OnTurn, after: int) -> int:
    """Report the turns that end after a time and are nearly over; return the time after which the next ones end."""

    async def report(game: LiveGame) -> None:
        report_turn(game.state, on_turn)

    before = max(after, now() + NEARLY)
    await _for_each(store, registry, report, before, DueTime(after, _AFTER_ALL))
    return before


async def _for_each(
    store: AsyncStore,
    registry: GameRegistry,
    work: Callable[[LiveGame], Awaitable[None]],
    before: int,
    after: DueTime | None = None,
) -> None:
    """Do some work on the games that are due up to a time, which leave the memory again; log the faults of each."""
    while True:
        asked = functools.partial(Store.due_times, before=before, most=BATCH, after=after)
        batch = await repeated(functools.partial(store.ask, "read", asked), 0, "due times")
        for due in batch:
            was_held = registry.in_memory(due.game_id) is not None
            try:
                game = await registry.get(due.game_id)
                used_at = game.last_used
                await work(game)
                await asyncio.sleep(0)  # for what follows the end of a game between people
                if not was_held and game.last_used == used_at:  # only this function has it
                    registry.evict_idle_game(due.game_id)
            except Conflict:  # a move came first
                pass
            except Exception:
                _log.exception("a game by days cannot be ended or reported")
        if len(batch) < BATCH:
            return
        after = batch[-1]
