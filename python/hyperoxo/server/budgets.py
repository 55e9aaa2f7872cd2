"""What an address may do: budgets for games, questions, and what is made; docs/maintainers/reliability.md has figures.

Messages of a seat in a game are cheap and never wait. Everything else is a question. Questions of all addresses are
answered one after another in the event loop, addresses in turns and the members of each in turns, so that games go on
after every one of them. The time that a question takes of the loop is charged to its address afterwards, whose next
question waits until the debt is paid.
"""

from __future__ import annotations

import asyncio
import functools
import sys
import time
import typing
from collections import deque
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.clients import Client, Held, Members
from hyperoxo.server.errors import TooManyRequests
from hyperoxo.server.settings import Proxies
from hyperoxo.server.turns import Rounds, T, Turns

if typing.TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Container, Hashable

    from starlette.requests import HTTPConnection

    from hyperoxo.server.settings import ClientLimits


@dataclass(slots=True)
class _Bucket:
    """The tokens left in a bucket, and the time at which they were counted."""

    left: float
    at: float


class TokenBuckets:
    """A token bucket for each key."""

    def __init__(
        self, size: float, refill: float, most: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._size = size
        self._refill = refill
        self._clock = clock
        self._buckets: LruCache[Hashable, _Bucket] = LruCache(most)

    def take(self, key: Hashable, tokens: float = 1) -> bool:
        """Take tokens out of the key's bucket, and return whether there were as many; if not, none is taken."""
        bucket = self._bucket(key)
        if bucket.left < tokens:
            return False
        bucket.left -= tokens
        return True

    def spend(self, key: Hashable, what: str, reason: str, remedy: str) -> None:
        """Take a token out of the key's bucket.

        Raises:
            TooManyRequests: there is none; it says so of `what`, for this reason and with this remedy.
        """
        if not self.take(key):
            raise TooManyRequests(what, reason, remedy)

    def charge(self, key: Hashable, tokens: float) -> None:
        """Take tokens for what has been done already; a bucket may owe as many as it holds when full."""
        bucket = self._bucket(key)
        bucket.left = max(-self._size, bucket.left - tokens)

    def seconds_of_debt(self, key: Hashable) -> float:
        """Return how long it takes until a key's bucket owes nothing."""
        return max(0.0, -self._bucket(key).left / self._refill)

    def _bucket(self, key: Hashable) -> _Bucket:
        """Return the key's bucket, refilled up to now."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = _Bucket(self._size, now)
            self._buckets.put(key, bucket)
        bucket.left = min(self._size, bucket.left + (now - bucket.at) * self._refill)
        bucket.at = now
        return bucket


class _Question:
    """A question that is answered: its time in the event loop is measured from where it goes on to where it waits.

    Args:
        charge: takes the seconds.
        end_turn: is called when it waits for the first time, so that the next question has its turn.
    """

    def __init__(self, charge: Callable[[float], None], end_turn: Callable[[], None]) -> None:
        self.charge = charge
        self._end_turn: Callable[[], None] | None = end_turn
        self._since: float | None = None
        self.go_on()

    def go_on(self) -> None:
        """Measure from now on."""
        self._since = time.thread_time()
        # Where it waits without a word, the loop comes to this.
        asyncio.get_running_loop().call_soon(self.wait)

    def wait(self) -> None:
        """Charge what was measured."""
        if self._since is not None:
            self.charge(time.thread_time() - self._since)
            self._since = None
        if self._end_turn is not None:
            self._end_turn()
            self._end_turn = None


_answered: ContextVar[_Question | None] = ContextVar("answered", default=None)
"""The question that a task works at."""


async def aside(work: Awaitable[T]) -> T:
    """Await what is done elsewhere, by a helper, the store or the network: the question that needs it takes no time."""
    question = _answered.get()
    if question is None:
        return await work
    question.wait()
    try:
        return await work
    finally:
        question.go_on()


def charge_question(seconds: float) -> None:
    """Charge the question that a task works at for processor time of another thread."""
    if (question := _answered.get()) is not None:
        question.charge(seconds)


async def in_question(work: Awaitable[T]) -> T:
    """Await the work of a new task: it takes the time of the question that has started it."""
    if (question := _answered.get()) is not None:
        question.go_on()
    return await work


def end_question() -> None:
    """Charge no question for what a task does from now on."""
    if (question := _answered.get()) is not None:
        question.wait()
        _answered.set(None)


class Questions:
    """The questions of all addresses, answered one at a time."""

    def __init__(self, limits: ClientLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowances = TokenBuckets(limits.work, limits.work_refill, limits.tracked_clients, clock)
        self._held = Held(limits.waiting, limits.all_waiting)
        # An address with questions is in one of three places: its first one is answered, it is due, or a timer
        # makes it due once its debt is paid.
        self._waiting: dict[str, Turns[asyncio.Future[None]]] = {}
        self._due: deque[str] = deque()
        self._is_busy = False

    @asynccontextmanager
    async def asked(self, client: Client) -> AsyncIterator[None]:
        """Answer a question within the block, which begins when it is its turn.

        Raises:
            Busy: as many as may are waiting already.
        """
        turn = self._line_up(client)
        end_turn = functools.partial(self._end_turn, client.address)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                end_turn()
            raise
        question = _Question(functools.partial(self.charge, client.address), end_turn)
        before = _answered.set(question)
        try:
            yield
        finally:
            question.wait()
            _answered.reset(before)

    def charge(self, address: str, seconds: float) -> None:
        """Charge an address for processor time of the event loop."""
        self._allowances.charge(address, 1_000 * seconds)

    def _line_up(self, client: Client) -> asyncio.Future[None]:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = self._waiting.get(client.address, Turns(self._held))
        waiting.add(client, turn)
        if client.address not in self._waiting:
            self._waiting[client.address] = waiting
            self._make_due(client.address)
        return turn

    def _make_due(self, address: str) -> None:
        """Let an address that has questions ask the next one, once its debt is paid."""
        debt = self._allowances.seconds_of_debt(address)
        if debt:
            asyncio.get_running_loop().call_later(debt, self._make_due, address)
        else:
            self._due.append(address)
            self._begin_next()

    def _begin_next(self) -> None:
        while self._due and not self._is_busy:
            address = self._due.popleft()
            waiting = self._waiting[address]
            while (turn := waiting.pop()) is not None and turn.done():
                pass  # its task was cancelled
            if turn is None:
                del self._waiting[address]
            else:
                self._is_busy = True
                turn.set_result(None)

    def _end_turn(self, address: str) -> None:
        # Other work of the loop comes before the next question.
        asyncio.get_running_loop().call_soon(self._pass_on, address)

    def _pass_on(self, address: str) -> None:
        """Let the next question begin, after one of an address."""
        self._is_busy = False
        if len(self._waiting[address]):
            self._make_due(address)
        else:
            del self._waiting[address]
        self._begin_next()


class Budgets:
    """The budgets of all addresses, each over all its connections.

    Attributes:
        questions: the questions, with their time of the event loop.
        messages: messages of players in games.
        seats: those of each seat.
        checks: questions of a monitor whether the server works.
        games: new games.
        names: new names of people.
        rooms: new rooms.
        codes: recovery codes of names that were wrong.
        answers: bytes of long answers that are being sent.
        members: the members of rooms.
    """

    def __init__(self, limits: ClientLimits, clock: Callable[[], float] = time.monotonic) -> None:
        buckets = functools.partial(TokenBuckets, most=limits.tracked_clients, clock=clock)
        self.questions = Questions(limits, clock)
        self.messages = buckets(limits.messages, limits.messages_refill)
        self.seats = buckets(limits.seat, limits.seat_refill)
        self.checks = buckets(limits.checks, limits.checks_refill)
        self.games = buckets(limits.games, limits.games_refill)
        self.names = buckets(limits.names, limits.names_refill)
        self.rooms = buckets(limits.rooms, limits.rooms_refill)
        self.codes = buckets(limits.wrong_codes, limits.wrong_codes / 60)
        self.answers = Held(limits.answers, limits.all_answers)
        self.members = Members(limits.tracked_clients)


def budgets_of(connection: HTTPConnection) -> Budgets:
    """Return the budgets of the application that serves a connection."""
    budgets: Budgets = connection.app.state.budgets
    return budgets


PROXIES = Proxies()
ARRIVALS, ARRIVALS_REFILL = 500, 50
"""New connections of an address: how many at once, and how many a second."""
FRAMES, FRAMES_REFILL = 1_000, 200
"""Frames on the WebSockets of an address, messages and pings included: how many at once, and how many a second."""
OWN_FRAMES, OWN_REFILL = 20, 1
"""Frames that each WebSocket may have besides, so that one browser cannot cut off the others of its address."""


class ConnectionLimits:
    """Limits of addresses, over HTTP and WebSockets.

    Args:
        most: connections of one address.
        exempt: addresses of which each may have any number.
        together: connections of all addresses, these included.

    Attributes:
        rounds: in which what arrives is processed.
    """

    def __init__(self, most: int, exempt: Container[str] = PROXIES, *, together: int = sys.maxsize) -> None:
        # Asked for every frame.
        self._is_exempt = functools.lru_cache(1_000)(exempt.__contains__)
        self._open = Held(most, together)
        self._arrivals = TokenBuckets(ARRIVALS, ARRIVALS_REFILL)
        self._frames = TokenBuckets(FRAMES, FRAMES_REFILL)
        self._own_frames = TokenBuckets(OWN_FRAMES, OWN_REFILL)
        self.rounds = Rounds()

    def open(self, host: str) -> bool:
        """Count a connection, and return whether its address may have it."""
        is_free = self._is_exempt(host) or (self._open.may_add(Client(host)) and self._arrivals.take(host))
        may = is_free and self._open.has_room()
        self._open.add(Client(host))
        return may

    def close(self, host: str) -> None:
        """Stop counting a connection."""
        self._open.add(Client(host), -1)

    def take_frames(self, host: str, connection: object, frames: int) -> bool:
        """Count frames on a WebSocket, and return whether its address, or a proxy on one connection, may send them."""
        if self._is_exempt(host):
            return self._frames.take(id(connection), frames)
        return self._own_frames.take(id(connection), frames) or self._frames.take(host, frames)
