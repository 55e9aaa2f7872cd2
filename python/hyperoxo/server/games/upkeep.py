"""What is done to games that no client may have open: those by days end in time, old finished ones are removed.

One query finds the due ones. The old ones are removed a few at a time, so that moves never wait for it.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from typing import TYPE_CHECKING, TypeVar

from hyperoxo.server.errors import Conflict
from hyperoxo.server.games.async_store import decode_events, repeated
from hyperoxo.server.games.live_game import LiveGame
from hyperoxo.server.games.state import GameState
from hyperoxo.server.games.turn_timer import now, report_turn
from hyperoxo.store import DueTime, Store, StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from hyperoxo.server.games.async_store import AsyncStore, Use
    from hyperoxo.server.games.registry import GameRegistry
    from hyperoxo.server.games.turn_timer import OnTurn
    from hyperoxo.store import LastEvent

T = TypeVar("T")

BATCH = 100
"""The games that are asked for at a time."""
INTERVAL = 10.0
"""Seconds between two queries. A move that comes after the deadline is refused in any case."""
NEARLY = 4 * 3_600_000
"""The milliseconds before the deadline at which a turn is reported again."""
OLD_BATCH = 10
"""The games that are read, and removed if they are finished, before the next pause."""
PAUSE = 0.5
"""Seconds between two batches."""
OLD_INTERVAL = 3600.0
"""Seconds until the server looks again for games that have become old."""
_DAY = 86_400_000
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


async def keep_forgetting(store: AsyncStore, registry: GameRegistry, days: int) -> None:
    """Remove finished games whose last event is older than some days, until cancelled."""
    last: LastEvent | None = None
    while True:
        last = await forget_finished(store, registry, time.time_ns() // 1_000_000 - days * _DAY, last)
        await asyncio.sleep(OLD_INTERVAL)


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
    return {event: _is_over(store, event.game_id) for event in store.last_events(before, OLD_BATCH, after)}


def _is_over(store: Store, game_id: str) -> bool:
    try:
        stored = store.read(game_id)
        return stored is not None and GameState(game_id, decode_events(stored)).game.is_over
    except StoreError:
        raise
    except Exception:  # a fault of one game must not keep the others
        _log.exception("a game cannot be read, and is not removed")
        return False
