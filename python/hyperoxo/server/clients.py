"""Clients as the limits count them: an address and, behind it, the members of rooms.

What a client may do counts for its address. A member has turns of its own among the others of the address, so that one
browser of a class cannot keep the others from playing.
"""

from __future__ import annotations

import functools
import hashlib
import ipaddress
import sys
import time
import typing
from collections import Counter
from contextlib import contextmanager
from itertools import takewhile

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.errors import Busy, TooManyRequests

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.requests import HTTPConnection

IPV6_NETWORK = 64
"""Bits of an IPv6 address that one client shares among its own addresses."""
MEMBERS_PART = 8
"""The part of what all members behind one address may hold at a time that one of them may."""
PRESENT = 90.0
"""Seconds for which a member counts as here after its last request; a page asks at least each minute."""
MEMBER = "x-hyperoxo-member"
"""The header with the secret of a member of a room; a browser's WebSocket offers it as a subprotocol."""
SUBPROTOCOL = "hyperoxo"
"""The subprotocol that is accepted beside the secret of a member."""
_CLIENT = "hyperoxo.client"


class Client(typing.NamedTuple):
    """A client.

    Attributes:
        address: the address, of IPv6 the network; empty for one without, as in tests.
        member: tells a member of a room from the others of the address; empty for one that is in no room.
    """

    address: str
    member: str = ""


def client_of(connection: HTTPConnection) -> Client:
    """Return the client of a connection, as `Members.identify` has noted it."""
    client: Client | None = connection.scope.get(_CLIENT)
    return client or Client(address_of(connection))


def address_of(connection: HTTPConnection) -> str:
    """Return the address of a client."""
    return network_of(connection.client.host if connection.client else "")


@functools.lru_cache(1_000)
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


def is_local(connection: HTTPConnection) -> bool:
    """Return whether a client is on this machine."""
    try:
        address = ipaddress.ip_address(connection.client.host if connection.client else "")
    except ValueError:
        return False
    mapped = None if isinstance(address, ipaddress.IPv4Address) else address.ipv4_mapped
    return (mapped or address).is_loopback


def offered_secret(connection: HTTPConnection) -> str:
    """Return the secret of a member that a client sends; the empty text if it sends none."""
    headers = connection.headers
    return headers.get(MEMBER) or headers.get("sec-websocket-protocol", "").rpartition(",")[2].strip()


class Members:
    """The members of rooms that have joined or looked at their room since the start; no other secret has turns.

    Args:
        most: how many are remembered.
        clock: returns the time in seconds.
    """

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: LruCache[str, int | None] = LruCache(most)
        self._heard: LruCache[int | None, float] = LruCache(most)

    def know(self, secret: str, name_id: int | None) -> None:
        """Remember a member by its secret and the number of its name."""
        self._known.put(_member_of(secret), name_id)
        self._heard.put(name_id, self._clock())

    def identify(self, connection: HTTPConnection) -> Client:
        """Return the client of a new connection, and note it for `client_of`."""
        offered = offered_secret(connection)
        member = _member_of(offered) if offered else ""
        name_id = self._known.get(member)
        if name_id is None:
            member = ""
        else:
            self._heard.put(name_id, self._clock())
        client = connection.scope[_CLIENT] = Client(address_of(connection), member)
        return client

    def here(self) -> frozenset[int | None]:
        """Return the numbers of the names of members who have asked for something lately."""
        since = self._clock() - PRESENT
        return frozenset(name_id for name_id, _ in takewhile(lambda heard: heard[1] >= since, self._heard.newest()))


def _member_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Held:
    """What clients hold at a time: sockets, bytes, or places in a queue.

    Args:
        most: how much those of an address hold who are in no room, how much its members together, and each of them an
            eighth of it, at least two; of a member, one thing is not too large by itself.
        limit: how much all hold.

    Attributes:
        total: how much all hold now.
    """

    def __init__(self, most: int, limit: int = sys.maxsize) -> None:
        self._most = most
        self._limit = limit
        self._part = max(most // MEMBERS_PART, 2)
        self._held: Counter[Client | tuple[str]] = Counter()
        self.total = 0

    def may_add(self, client: Client, size: int = 1) -> bool:
        """Return whether a client may hold so much more."""
        if not client.member:
            return self._held[client] + size <= self._most
        own, together = self._held[client], self._held[client.address,]
        return (not own or own + size <= self._part) and together + size <= max(self._most, self._part)

    def has_room(self, size: int = 1) -> bool:
        """Return whether all may hold so much more."""
        return self.total + size <= self._limit

    def take(self, client: Client, what: str, size: int = 1) -> None:
        """Count what a client holds from now on.

        Raises:
            TooManyRequests: it holds as much as it may.
            Busy: all hold as much as they may.
        """
        if not self.may_add(client, size):
            raise TooManyRequests(what, "you have as many as you may at a time", "wait for one to end")
        if not self.has_room(size):
            raise Busy(what, "the server is busy", "try again in a few seconds")
        self.add(client, size)

    @contextmanager
    def holding(self, client: Client, what: str) -> Iterator[None]:
        """Count one thing more that a client holds within the block; raise as `take` does."""
        self.take(client, what)
        try:
            yield
        finally:
            self.add(client, -1)

    def add(self, client: Client, size: int = 1) -> None:
        """Count what a client holds from now on, however much it is; less than before if `size` is negative."""
        self.total += size
        keys: tuple[Client | tuple[str], ...] = (client, (client.address,)) if client.member else (client,)
        for key in keys:
            self._held[key] += size
            if self._held[key] <= 0:
                del self._held[key]
