"""Rate limits of clients, which are distinguished by their addresses."""

import ipaddress
import time
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.settings import ClientLimits

TRY_SECONDS = 60
"""For how long a try counts."""
IPV6_NETWORK = 64
"""Bits of an IPv6 address that one client shares among its own addresses."""


def client_of(connection: HTTPConnection) -> str:
    """Return the client: its address, of IPv6 the network; the empty text for a client without one, as in tests."""
    host = connection.client.host if connection.client else ""
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


class RateLimits:
    """Token buckets of all clients, each over all its connections.

    Attributes:
        requests: requests to the API; the longer a body is, the more tokens it takes.
        pages: requests for everything else.
        games: new games.
        names: new names of people.
        rooms: new rooms.
        codes: recovery codes of names that were wrong.
        messages: messages on WebSockets.
        work: milliseconds of the event loop that requests and messages have taken, charged afterwards.
    """

    def __init__(self, limits: ClientLimits) -> None:
        most = limits.tracked_clients
        self.requests = TokenBuckets(limits.requests, limits.requests_refill, most)
        self.pages = TokenBuckets(limits.pages, limits.pages_refill, most)
        self.games = TokenBuckets(limits.games, limits.games_refill, most)
        self.names = TokenBuckets(limits.names, limits.names_refill, most)
        self.rooms = TokenBuckets(limits.rooms, limits.rooms_refill, most)
        self.codes = Tries(limits.wrong_codes, most)
        self.messages = TokenBuckets(limits.messages, limits.messages_refill, most)
        self.work = TokenBuckets(limits.work, limits.work_refill, most)

    def take_message(self, client: str) -> bool:
        """Count a message on a WebSocket, and return whether the client may send it."""
        return self.messages.take(client) and self.work.has_any(client)


def rate_limits_of(connection: HTTPConnection) -> RateLimits:
    """Return the rate limits of the application that serves a connection."""
    rate_limits: RateLimits = connection.app.state.rate_limits
    return rate_limits
