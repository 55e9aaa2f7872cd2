"""The registry of live games: what becomes of games that are loaded while it closes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from support.live_games import COMPUTER, FakeScheduler, database_url, serving

from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.server.games.registry import GameRegistry
from hyperoxo.server.messages.live import PlayAction

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo.store import Addition, StoredGame


class HeldStore(AsyncStore):
    """A store that holds writes and reads back until a test releases them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(database_url(folder))
        self.may_write, self.may_read = asyncio.Event(), asyncio.Event()
        self.is_writing = asyncio.Event()
        self.may_read.set()

    async def write(self, *additions: Addition) -> None:
        self.is_writing.set()
        await self.may_write.wait()
        await super().write(*additions)

    async def read(self, game_id: str) -> StoredGame | None:
        await self.may_read.wait()
        return await super().read(game_id)


def test_a_game_that_is_loaded_while_the_registry_closes_is_closed_too(tmp_path: Path) -> None:
    with serving(tmp_path, FakeScheduler(holds=True)) as client:
        played, waiting = client.make(), client.make(x=COMPUTER)

    async def run() -> None:
        store, moves = HeldStore(tmp_path), FakeScheduler(holds=True)
        registry = GameRegistry(store, moves, seconds=1, idle=60)
        game = await registry.get(played.id)
        store.may_read.clear()
        loading = asyncio.create_task(registry.get(waiting.id))
        holders = await game.holders_of([played.secrets["x"]])
        move = asyncio.create_task(game.act(holders, "x", PlayAction(kind="play", cell="22", ply=0), "client"))
        await store.is_writing.wait()
        closing = asyncio.create_task(registry.close())
        await asyncio.sleep(0)
        store.may_read.set()
        await loading
        while not moves.asked:
            await asyncio.sleep(0)
        store.may_write.set()
        await asyncio.gather(move, closing)
        await asyncio.sleep(0)
        assert (registry.size, len(moves.asked), moves.cancelled) == (0, 1, 1)
        store.close()

    asyncio.run(run())
