"""Rate limits of clients, which are distinguished by their addresses."""

import ipaddress
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.settings import ClientLimits

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
    """A token bucket for each key.

    Args:
        size: tokens that a full bucket holds.
        refill: tokens added per second.
        most: buckets kept at a time; the one that was used longest ago gives way, as if it were full.
        clock: seconds.
    """

    def __init__(
        self, size: float, refill: float, most: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._size = size
        self._refill = refill
        self._clock = clock
        self._buckets: LruCache[Hashable, _Bucket] = LruCache(most)

    def take(self, key: Hashable = None) -> bool:
        """Take one token out of the key's bucket, and return whether there was one."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = _Bucket(self._size, now)
            self._buckets.put(key, bucket)
        bucket.left = min(self._size, bucket.left + (now - bucket.at) * self._refill)
        bucket.at = now
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True


class RateLimits:
    """Token buckets of all clients, each over all its connections.

    Attributes:
        requests: requests to the API.
        games: new games.
        messages: messages on WebSockets.

    Args:
        limits: the limits of one client.
    """

    def __init__(self, limits: ClientLimits) -> None:
        self.requests = TokenBuckets(limits.requests, limits.requests_refill, limits.tracked_clients)
        self.games = TokenBuckets(limits.games, limits.games_refill, limits.tracked_clients)
        self.messages = TokenBuckets(limits.messages, limits.messages_refill, limits.tracked_clients)


def rate_limits_of(connection: HTTPConnection) -> RateLimits:
    """Return the rate limits of the application that serves a connection."""
    rate_limits: RateLimits = connection.app.state.rate_limits
    return rate_limits
