"""Rate limits of clients, which are distinguished by their addresses."""

import asyncio
import functools
import hashlib
import ipaddress
import time
import types
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Hashable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.requests import HTTPConnection

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.clients import MEMBERS_TIMES, Held
from hyperoxo.server.settings import ClientLimits

T = TypeVar("T")
TRY_SECONDS = 60
"""For how long a try counts."""
IPV6_NETWORK = 64
"""Bits of an IPv6 address that one client shares among its own addresses."""


MEMBER = "x-hyperoxo-member"
"""The header by which a member of a room counts as a client; a browser's WebSocket offers it as a subprotocol."""
SUBPROTOCOL = "hyperoxo"
"""The subprotocol that is accepted beside the secret of a member."""
_CLIENT = "hyperoxo.client"


def client_of(connection: HTTPConnection) -> str:
    """Return the client: its address, followed by what distinguishes a member of a room behind it."""
    client: str = connection.scope.get(_CLIENT, "") or address_of(connection)
    return client


def offered_secret(connection: HTTPConnection) -> str:
    """Return the secret of a member that a client sends; the empty text if it sends none."""
    headers = connection.headers
    return headers.get(MEMBER) or headers.get("sec-websocket-protocol", "").rpartition(",")[2].strip()


def is_local(connection: HTTPConnection) -> bool:
    """Return whether a client is on this machine."""
    try:
        address = ipaddress.ip_address(connection.client.host if connection.client else "")
    except ValueError:
        return False
    mapped = None if isinstance(address, ipaddress.IPv4Address) else address.ipv4_mapped
    return (mapped or address).is_loopback


def address_of(connection: HTTPConnection) -> str:
    """Return the address of a client, of IPv6 the network; the empty text for a client without one, as in tests."""
    return network_of(connection.client.host if connection.client else "")


def network_of(host: str) -> str:
    """Return the network of an address of IPv6, and any other host as it is."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    # So a socket for both versions writes an address of version 4.
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_NETWORK), strict=False))


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

    def take(self, key: Hashable = None, tokens: float = 1) -> bool:
        """Take tokens out of the key's bucket, and return whether there were as many; if not, none is taken."""
        bucket = self._bucket(key)
        if bucket.left < tokens:
            return False
        bucket.left -= tokens
        return True

    def charge(self, key: Hashable, tokens: float) -> None:
        """Take tokens for what has been done already; a bucket may owe as many as it holds when full."""
        bucket = self._bucket(key)
        bucket.left = max(-self._size, bucket.left - tokens)

    def has_any(self, key: Hashable) -> bool:
        """Return whether a key's bucket is neither empty nor in debt."""
        return self._bucket(key).left > 0

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


class Tries:
    """The tries of each key in the last minute, so that no more are made in any minute than a limit says."""

    def __init__(self, limit: int, most: int = 10_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._times: LruCache[Hashable, deque[float]] = LruCache(most)

    def begin(self, key: Hashable) -> bool:
        """Count a try, and return whether it may be made; if not, it is not counted."""
        now, times = self._clock(), self._times.get(key)
        if times is None:
            times = deque(maxlen=self._limit)
            self._times.put(key, times)
        if len(times) == self._limit and now - times[0] < TRY_SECONDS:
            return False
        times.append(now)
        return True

    def forgive(self, key: Hashable) -> None:
        """Count a key's last try no more, since it was right."""
        times = self._times.get(key)
        if times:
            times.pop()


class ClientBudget:
    """What clients hold at a time, each and all together: open sockets, or bytes in memory."""

    def __init__(self, per_client: int, total: int) -> None:
        self._total = total
        self._held = Held(per_client)

    def is_exhausted_by(self, client: str, size: int) -> bool:
        """Return whether `size` more are too many for a client."""
        return not self._held.may_add(client, size)

    def is_exhausted(self, size: int) -> bool:
        """Return whether `size` more are too many for all clients together."""
        return self._held.total() + size > self._total

    def hold(self, client: str, size: int) -> None:
        """Count what a client holds from now on."""
        self._held.add(client, size)

    def release(self, client: str, size: int) -> None:
        """Stop counting what it no longer holds."""
        self._held.add(client, -size)


_charge: ContextVar[Callable[[float], None]] = ContextVar("charge", default=lambda _: None)
"""Charges the client whose work a task does."""


async def metered(
    work: Coroutine[Any, Any, T],
    charge: Callable[[float], None],
    clock: Callable[[], float] = time.thread_time,
) -> T:
    """Await work, and charge every step of it that runs in the event loop.

    The time of a step lasts from where the loop continues it to where it waits again. Of the tasks that the work
    starts, those of `metered_task` are charged too.
    """
    _charge.set(charge)
    return await _metered_steps(work, charge, clock)


async def metered_for_current_client(work: Coroutine[Any, Any, T]) -> T:
    """Await work, and charge its steps to the client whose work starts the task that it is in, if a client's does."""
    return await metered(work, _charge.get())


def metered_task(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Start a task, and charge its steps to the client whose work starts it, if a client's does."""
    return asyncio.get_running_loop().create_task(metered_for_current_client(work))


@types.coroutine
def _metered_steps(
    work: Coroutine[Any, Any, T], charge: Callable[[float], None], clock: Callable[[], float]
) -> Generator[Any, Any, T]:
    error: BaseException | None = None
    while True:
        began = clock()
        try:
            waited = work.send(None) if error is None else work.throw(error)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            charge(clock() - began)
        error = None
        try:
            yield waited
        except BaseException as thrown:  # cancellation included
            error = thrown


class RateLimits:
    """Token buckets of all clients, each over all its connections.

    Attributes:
        requests: requests to the API; the longer a body is, the more tokens it takes.
        checks: questions of a monitor whether the server works.
        pages: requests for everything else.
        games: new games.
        names: new names of people.
        rooms: new rooms.
        codes: recovery codes of names that were wrong.
        messages: messages on WebSockets.
        work: milliseconds of the event loop that requests and messages have taken, charged afterwards.
        answers: bytes of long answers that are being sent.
    """

    def __init__(self, limits: ClientLimits, clock: Callable[[], float] = time.monotonic) -> None:
        most = limits.tracked_clients
        buckets = functools.partial(TokenBuckets, most=most, clock=clock)
        self.requests = buckets(limits.requests, limits.requests_refill)
        self.checks = buckets(limits.checks, limits.checks_refill)
        self.pages = buckets(limits.pages, limits.pages_refill)
        self.games = buckets(limits.games, limits.games_refill)
        self.names = buckets(limits.names, limits.names_refill)
        self.rooms = buckets(limits.rooms, limits.rooms_refill)
        self.codes = Tries(limits.wrong_codes, most, clock)
        self.messages = buckets(limits.messages, limits.messages_refill)
        self.work = buckets(limits.work, limits.work_refill)
        self.answers = ClientBudget(limits.answers, limits.all_answers)
        many = MEMBERS_TIMES
        self._member_requests = buckets(many * limits.requests, many * limits.requests_refill)
        self._member_messages = buckets(many * limits.messages, many * limits.messages_refill)
        self._member_games = buckets(many * limits.games, many * limits.games_refill)
        self._member_work = buckets(limits.members_work, limits.members_work_refill)
        self._members: LruCache[bytes, bool] = LruCache(most)

    def know_member(self, secret: str) -> None:
        """Count the member of a room with this secret as a client from now on."""
        self._members.put(_digest(secret), True)  # noqa: FBT003 - a set would need another class

    def identify(self, connection: HTTPConnection) -> str:
        """Return the client of a new connection, and note it for `client_of`."""
        client, offered = address_of(connection), offered_secret(connection)
        if offered and self._members.get(digest := _digest(offered)):
            client = f"{client} {digest.hex()}"
        connection.scope[_CLIENT] = client
        return client

    def take_request(self, client: str) -> bool:
        """Count a request to the API, and return whether the client may send it."""
        address, _, member = client.partition(" ")
        return self.requests.take(client) and (not member or self._member_requests.take(address))

    def take_game(self, client: str) -> bool:
        """Count a new game, and return whether the client may make it."""
        address, _, member = client.partition(" ")
        return self.games.take(client) and (not member or self._member_games.take(address))

    def take_message(self, client: str) -> bool:
        """Count a message on a WebSocket, and return whether the client may send it."""
        address, _, member = client.partition(" ")
        may = self.messages.take(client) and (not member or self._member_messages.take(address))
        return may and self.may_work(client)

    def may_work(self, client: str) -> bool:
        """Return whether a client has processor time left."""
        address, _, member = client.partition(" ")
        return self.work.has_any(client) and (not member or self._member_work.has_any(address))

    def charge_work(self, client: str, seconds: float) -> None:
        """Charge a client the processor time of the event loop that it has taken."""
        address, _, member = client.partition(" ")
        self.work.charge(client, 1_000 * seconds)
        if member:
            self._member_work.charge(address, 1_000 * seconds)


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def rate_limits_of(connection: HTTPConnection) -> RateLimits:
    """Return the rate limits of the application that serves a connection."""
    rate_limits: RateLimits = connection.app.state.rate_limits
    return rate_limits
