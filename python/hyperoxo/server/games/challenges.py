"""The list of public games, and how many of one client may be in it.

A game leaves the list when it is over, or a day after a player last had it open; it comes back when one opens it again.
"""

from __future__ import annotations

import asyncio
import typing
from contextlib import asynccontextmanager, suppress

from hyperoxo.lru_cache import LruCache
from hyperoxo.players.registry import registered_files
from hyperoxo.server.errors import TooManyRequests
from hyperoxo.server.games.summaries import entries_of
from hyperoxo.server.messages.lists import GameLists
from hyperoxo.store import PUBLIC, StoreError, now

if typing.TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hyperoxo.server.clients import Client
    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.registry import GameRegistry
    from hyperoxo.server.games.state import GameState
    from hyperoxo.server.messages.lists import GameEntry
    from hyperoxo.store import Store
    from hyperoxo.store.summaries import Stage

MAX_LISTED_GAMES, USUAL = 1_000, 50
"""The games of either sort that can be listed, and those that the page asks for."""
UNSEEN = 86_400_000
"""Milliseconds for which a game stays in the list without a player who has it open."""
INTERVAL = 30.0
"""Seconds after which the server notes again which games players have open."""


class PublicGames:
    """The public games that clients have made lately, a bounded number of which may be in the list.

    Args:
        store: the games; it does not know clients.
        most: how many of one client may be in the list.
        clients: how many clients are followed.
    """

    def __init__(self, store: AsyncStore, most: int, clients: int) -> None:
        self._store = store
        self._most = most
        self._made: LruCache[str, list[str]] = LruCache(clients)
        self._making = asyncio.Lock()

    @asynccontextmanager
    async def counted(self, new: GameState, client: Client) -> AsyncIterator[None]:
        """Count a game that a client makes in the block, if it is public; refuse it if too many are in the list."""
        if not new.settings.public:
            yield
            return
        async with self._making:
            made, since = self._made.get(client.address) or [], now() - UNSEEN
            listed = await self._store.ask("read", lambda store: store.summaries.still_listed(made, since))
            if len(listed) >= self._most:
                reason = f"{self._most} games of yours are in the list"
                raise TooManyRequests("public", reason, "end one, or make a game by link")
            yield
            self._made.put(client.address, [*listed, new.id])


def public_lists(store: Store, most: int, *, reachable: bool, for_others: str | None) -> GameLists:
    """Return at most `most` public games that wait for a player, and as many that are played."""

    def listed(stage: Stage) -> list[GameEntry]:
        return [*entries_of(store.summaries.listed(PUBLIC, stage, now() - UNSEEN, most)).values()]

    waiting, running = listed("waiting"), listed("running")
    files = [kind.name for kind in registered_files()]
    return GameLists(challenges=waiting, running=running, reachable=reachable, for_others=for_others, files=files)


async def keep_seen(store: AsyncStore, registry: GameRegistry) -> None:
    """Note at intervals which games players have open, until cancelled."""
    while True:
        await asyncio.sleep(INTERVAL)
        with suppress(StoreError):
            await note_seen(store, registry)


async def note_seen(store: AsyncStore, registry: GameRegistry) -> None:
    """Note which games of lists players have open."""
    if attended := registry.attended():
        await store.ask("write", lambda store: store.summaries.see(attended, now()))
