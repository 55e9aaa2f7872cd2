"""The store of games for the event loop, which never waits for the disk, and the form in which it keeps events.

One thread reads and writes, in order. All writes that wait when it comes to write go to the disk in one transaction, so
that a hundred games that move at once cost one wait for the disk and not a hundred.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from pydantic import TypeAdapter

from hyperoxo.errors import HyperoxoError
from hyperoxo.server.messages.events import Event
from hyperoxo.store import Addition, Store, StoredEvent, default_url

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hyperoxo.store import StoredGame

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)


def encode_events(
    game_id: str, happened: Sequence[Event], digests: Mapping[int, bytes] | None = None, *, is_new: bool = False
) -> Addition:
    """Return events as the store takes them."""
    events = [
        StoredEvent(event.number, event.kind, event.model_dump(mode="json", exclude={"number", "kind"}))
        for event in happened
    ]
    return Addition(game_id, events, digests or {}, is_new)


def decode_events(stored: StoredGame) -> list[Event]:
    """Return a stored game's events."""
    return [
        _EVENT.validate_python({"number": event.number, "kind": event.kind, **event.payload}) for event in stored.events
    ]


class _Write(NamedTuple):
    additions: Sequence[Addition]
    done: asyncio.Future[None]


class AsyncStore:
    """Reads and writes games for the event loop; opened before the loop runs, so that errors are reported plainly.

    Args:
        url: the database; None for a file in the user's data folder.

    Raises:
        StoreError: the database cannot be used.
        OSError: the folder of the user's own database cannot be made.
    """

    def __init__(self, url: str | None) -> None:
        self._thread = ThreadPoolExecutor(1, "store")
        try:
            self._store = self._thread.submit(Store, default_url() if url is None else url).result()
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
        """Close the database, after all writes that wait."""
        self._thread.submit(self._store.close)
        self._thread.shutdown()

    async def _write_waiting(self) -> None:
        while self._waiting:
            writes, self._waiting = self._waiting, []
            try:
                await self._write(writes)
            except HyperoxoError:
                # One of them failed and none is stored; writing each alone shows which.
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
