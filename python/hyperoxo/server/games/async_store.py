"""The store of games for the event loop, which never waits for the disk.

One thread writes, in order, another reads games, and a third makes lists, so that no game waits for a list. All writes
that wait when the first can write go to the disk in one transaction, so that a hundred games that move at once cost one
wait for the disk and not a hundred.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import re
import time
import typing
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import Context

from pydantic import BaseModel

from hyperoxo.server.budgets import aside, charge_question, in_question
from hyperoxo.server.clients import Held
from hyperoxo.server.errors import NotSaved, ServerRefusal
from hyperoxo.server.games.state import GameState
from hyperoxo.server.games.storing import add_missing_summaries, decode_events
from hyperoxo.store import (
    Addition,
    ConflictError,
    DamagedError,
    DatabaseError,
    GoneError,
    PlaceError,
    Store,
    StoreError,
    default_url,
    lock_for_server,
)
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence

    from hyperoxo.errors import HyperoxoError
    from hyperoxo.server.clients import Client
    from hyperoxo.server.turns import T
    from hyperoxo.store import StoredGame


FIRST_SECONDS = 0.5
"""The longest pause after the first failure."""
LONGEST_SECONDS = 15.0
"""The longest pause of all, so that a store that works again is noticed soon."""


async def repeated(attempt: Callable[[], Coroutine[None, None, T]], on_failure: Callable[[], None] = lambda: None) -> T:
    """Repeat an attempt until the store does not fail, and return its answer; each pause is longer, up to a limit."""
    pause = FIRST_SECONDS
    while True:
        try:
            return await attempt()
        except (NotSaved, StoreError):
            on_failure()
        # Many games do not repeat their attempts at once.
        await asyncio.sleep(pause * random.uniform(0.5, 1))
        pause = min(2 * pause, LONGEST_SECONDS)


Use: typing.TypeAlias = typing.Literal["read", "list", "write"]
"""What a store is used for, each in its thread: games are read beside long lists; a locked file cannot be written."""

MAX_ERROR_CHARACTERS = 200
"""The characters of the error of a game that are logged."""
_PARTICIPLES: dict[Use, str] = {"read": "read", "list": "listed", "write": "saved"}
_log = logging.getLogger(__name__)

NO_GAME = ""
"""An id that no game has, looked for to find out whether games can be read."""


class _Write(typing.NamedTuple):
    additions: Sequence[Addition]
    done: asyncio.Future[None]

    def settle(self, error: HyperoxoError | None) -> None:
        """Report the end of the write to the caller, if it still waits."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


MAX_LISTS = 64
"""The lists of one client that are made, or wait for it; a page of a member asks for five at a time."""
LOCK_PAUSE = 2.0
"""Seconds between two looks at the lock of the database."""


class AsyncStore:
    """Reads and writes games for the event loop; opened before the loop runs, so that errors are reported plainly.

    Args:
        url: that of the database; None for a file of the user.
        report: called while earlier games get a summary, with how many have one and how many will.

    Attributes:
        lost: why the server has to end: another has locked the database.
        on_lost: called in the event loop when that is known.
    """

    def __init__(self, url: str | None, report: Callable[[int, int], None] = lambda _, __: None) -> None:
        self._threads = {use: ThreadPoolExecutor(1, f"store-{use}") for use in _PARTICIPLES}
        self._listing = Held(MAX_LISTS)
        # Why each use fails, as it was logged last.
        self._causes: dict[Use, str] = {}
        self._asking: Counter[Use] = Counter()
        text = default_url() if url is None else url
        self._lock = lock_for_server(text)
        try:
            self._store = self._threads["write"].submit(Store, text).result()
            add_missing_summaries(self._store, self.noting_damage, report)
        except BaseException:
            self._threads["write"].shutdown()
            self._lock.close()
            raise
        self.lost: DatabaseError | None = None
        self.on_lost: Callable[[], object] = lambda: None
        self._waiting: list[_Write] = []
        self._writing: asyncio.Task[None] | None = None

    async def write(self, *additions: Addition) -> None:
        """Store additions, all of them or none; they are on the disk when this returns."""
        loop = asyncio.get_running_loop()
        write = _Write(additions, loop.create_future())
        self._waiting.append(write)
        if self._writing is None:
            # In no client's question: it writes for all.
            self._writing = loop.create_task(self._write_waiting(), context=Context())
        try:
            await aside(write.done)
        except StoreError as error:
            raise NotSaved("game", "it was not saved, since the database has failed", "send it again") from error

    async def read(self, game_id: str) -> StoredGame | None:
        """Return a game, None if there is none with this id."""
        return await self._call("read", self._store.read, game_id)

    def restored(self, game_id: str, stored: StoredGame) -> GameState:
        """Return a game as it was stored.

        Raises:
            DamagedError: another program has changed its events.
        """
        with self.noting_damage():
            return GameState(game_id, decode_events(stored.events), stored.people)

    @contextmanager
    def noting_damage(self) -> Iterator[None]:
        """Log what the damaged events of a game lead to within the block, whatever it is.

        Raises:
            DamagedError: in its place.
        """
        try:
            yield
        except Exception as error:
            self.note_damage(repr(error))
            raise DamagedError("game", "another program has changed what is stored of it") from error

    def note_damage(self, cause: str) -> None:
        """Log what the damaged events of a game have led to."""
        _log.error("a game cannot be read or saved: %s", shortened(cause, MAX_ERROR_CHARACTERS))

    async def ask(self, use: Use, question: Callable[[Store], T]) -> T:
        """Return what a function of the store returns; it is called in the thread for this use.

        Raises:
            DatabaseError: the database fails, or has failed, and another question waits for it: moves come after one.
        """
        if use in self._causes and self._asking[use]:
            raise DatabaseError("database", "it fails at present", "try again in a few seconds")
        self._asking[use] += 1
        try:
            return await self._call(use, question, self._store)
        finally:
            self._asking[use] -= 1

    async def listed(self, client: Client, make: Callable[[Store], BaseModel | str]) -> bytes:
        """Return an answer that a function makes of the store, as JSON or text, at the expense of a client.

        It is made and written in a thread, so that the event loop goes on.
        """
        with self._listing.holding(client, "lists"):
            answer, seconds = await self._call("list", _timed, make, self._store)
        charge_question(seconds)
        return answer

    async def check(self) -> bool:
        """Return whether games can be read and written now."""
        try:
            await self.read(NO_GAME)
            await self._call("write", self._store.check)
        except StoreError:
            return False
        return True

    async def keep_lock(self) -> None:
        """Check every second or two that no other server has locked the database, until cancelled or one has."""
        while self.lost is None:
            await asyncio.sleep(LOCK_PAUSE)
            await self.check_lock()

    async def check_lock(self) -> None:
        """Take the lock of the database anew if it was lost; in the thread that writes, which waits for it."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads["write"], self._lock.keep)
        except DatabaseError as error:
            self.lost = error
            self.on_lost()

    def close(self) -> None:
        """Close the database, after all writes that wait."""
        for use in ("read", "list"):
            self._threads[use].shutdown()
        self._threads["write"].submit(self._store.close)
        self._threads["write"].shutdown()
        self._lock.close()

    async def _write_waiting(self) -> None:
        while self._waiting:
            writes, self._waiting = self._waiting, []
            error = await self._try_write(addition for write in writes for addition in write.additions)
            for write in writes:
                # One of several has failed and none is stored; writing each alone shows which. If the whole database
                # fails, the others would wait as long as the first did, and in vain.
                if error is not None and len(writes) > 1 and not isinstance(error, DatabaseError):
                    alone = await self._try_write(write.additions)
                    error = alone if isinstance(alone, DatabaseError) else error
                    write.settle(alone)
                else:
                    write.settle(error)
        self._writing = None

    async def _try_write(self, additions: Iterable[Addition]) -> HyperoxoError | None:
        """Write additions, and return the error if that fails."""
        try:
            await self._call("write", self._store.write, list(additions))
        except (ConflictError, GoneError, PlaceError, StoreError) as error:
            return error
        return None

    async def _call(self, use: Use, call: Callable[..., T], *arguments: object) -> T:
        """Call a method of the store in a thread, and note whether it works."""
        try:
            answer = await aside(asyncio.get_running_loop().run_in_executor(self._threads[use], call, *arguments))
        except (ConflictError, GoneError, PlaceError, ServerRefusal):
            self._note_success(use)
            raise
        except DatabaseError as error:
            self._note_failure(use, error.cause)
            raise
        except StoreError as error:
            self.note_damage(error.cause)
            raise
        except Exception as error:
            # The caller must get an answer, whatever the fault is.
            self.note_damage(repr(error))
            raise StoreError("games", "the store has failed") from error
        self._note_success(use)
        return answer

    def _note_success(self, use: Use) -> None:
        if self._causes.pop(use, None) is not None:
            _log.warning("games can be %s again", _PARTICIPLES[use])

    def _note_failure(self, use: Use, cause: str) -> None:
        # The same failure has another port or process number each time.
        kind = re.sub(r"\d+", "0", cause)
        if kind != self._causes.get(use):
            _log.error("games cannot be %s, which is tried again: %s", _PARTICIPLES[use], cause)
        self._causes[use] = kind


def _timed(make: Callable[[Store], BaseModel | str], store: Store) -> tuple[bytes, float]:
    """Return an answer with the seconds of processor time that this thread has taken for it."""
    began = time.thread_time()
    # A long list has so many objects that collections of garbage would visit all games in memory meanwhile.
    gc.disable()
    try:
        made = make(store)
        answer = (made.model_dump_json() if isinstance(made, BaseModel) else made).encode()
        del made
    finally:
        gc.enable()
    return answer, time.thread_time() - began


async def shielded(work: Coroutine[None, None, T]) -> T:
    """Await work that runs to its end even if its caller is cancelled: what is stored must be applied, too."""
    return await asyncio.shield(asyncio.create_task(in_question(work)))
