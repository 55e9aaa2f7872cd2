"""The store of games as the event loop sees it: nobody waits for the disk but whoever asked for it.

One thread reads and writes, in order. What is waiting when it comes to write goes to the disk in one transaction, so
that a hundred games that move at once cost one wait for the disk and not a hundred.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from hyperoxo.errors import HyperoxoError
from hyperoxo.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo.store import Addition, StoredGame


class _Write(NamedTuple):
    additions: Sequence[Addition]
    done: asyncio.Future[None]


class Keeper:
    """Reads and writes games for the event loop; it is opened before the loop runs, so that errors are told plainly.

    Args:
        url: the database.

    Raises:
        StoreError: the database cannot be used.
    """

    def __init__(self, url: str) -> None:
        self._thread = ThreadPoolExecutor(1, "store")
        try:
            self._store = self._thread.submit(Store, url).result()
        except BaseException:
            self._thread.shutdown()
            raise
        self._waiting: list[_Write] = []
        self._writing: asyncio.Task[None] | None = None

    async def write(self, *additions: Addition) -> None:
        """Store additions, all of them or none; they are on the disk when this returns.

        Raises:
            ConflictError: another writer was there first.
            StoreError: the database has failed.
        """
        loop = asyncio.get_running_loop()
        write = _Write(additions, loop.create_future())
        self._waiting.append(write)
        if self._writing is None:
            self._writing = loop.create_task(self._write_waiting())
        await write.done

    async def read(self, game_id: str) -> StoredGame | None:
        """Return a game, None if there is none with this id.

        Raises:
            StoreError: the database has failed.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._store.read, game_id)

    def close(self) -> None:
        """Let go of the database, after everything that was to be written."""
        self._thread.submit(self._store.close)
        self._thread.shutdown()

    async def _write_waiting(self) -> None:
        while self._waiting:
            writes, self._waiting = self._waiting, []
            try:
                await self._write(writes)
            except HyperoxoError:
                # One of them failed and none is stored; each for itself tells which.
                for write in writes:
                    await self._write_alone(write)
        self._writing = None

    async def _write_alone(self, write: _Write) -> None:
        try:
            await self._write([write])
        except HyperoxoError as error:
            if not write.done.done():
                write.done.set_exception(error)

    async def _write(self, writes: Sequence[_Write]) -> None:
        additions = [addition for write in writes for addition in write.additions]
        await asyncio.get_running_loop().run_in_executor(self._thread, self._store.write, additions)
        for write in writes:
            if not write.done.done():
                write.done.set_result(None)
