"""Who asks: clients as addresses, and how much each may ask for."""

import ipaddress
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.settings import Limits

IPV6_NETWORK = 64
"""Bits of an IPv6 address that one client shares among its own addresses."""


def client_of(connection: HTTPConnection) -> str:
    """Return who asks: the address, of IPv6 its network; the empty text for a client without one, as in tests."""
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
class _Level:
    """How much is left of a bucket, and when that was so."""

    left: float
    at: float


class Buckets:
    """A bucket of permissions for each key, which is refilled as time goes by.

    Args:
        size: permissions that a full bucket holds.
        refill: permissions that come back a second.
        most: buckets kept at a time; the one that was used longest ago gives way, as if it were full.
        clock: seconds.
    """

    def __init__(
        self, size: float, refill: float, most: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._size = size
        self._refill = refill
        self._clock = clock
        self._levels: LruCache[Hashable, _Level] = LruCache(most)

    def take(self, key: Hashable = None) -> bool:
        """Take one permission out of the key's bucket, and return whether there was one."""
        now = self._clock()
        level = self._levels.get(key)
        if level is None:
            level = _Level(self._size, now)
            self._levels.put(key, level)
        level.left = min(self._size, level.left + (now - level.at) * self._refill)
        level.at = now
        if level.left < 1:
            return False
        level.left -= 1
        return True


class Shares:
    """What each client still may ask for, over all its connections.

    Attributes:
        requests: requests to the API.
        games: new games.
        messages: messages on WebSockets.

    Args:
        limits: what a client may ask for.
    """

    def __init__(self, limits: Limits) -> None:
        self.requests = Buckets(limits.requests, limits.requests_refill, limits.clients)
        self.games = Buckets(limits.games, limits.games_refill, limits.clients)
        self.messages = Buckets(limits.messages, limits.messages_refill, limits.clients)


def shares_of(connection: HTTPConnection) -> Shares:
    """Return the shares that the server which is asked gives out."""
    shares: Shares = connection.app.state.shares
    return shares
