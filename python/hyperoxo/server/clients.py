"""Clients as the limits count them: an address, followed for a member of a room by a space and what tells it apart.

A member has limits besides those of the address, so that one browser of a class cannot keep the others from playing.
What clients hold at a time, such as sockets, is scarce: a member may have a part of what a client may, and all members
behind an address ten times as much as one of them, however many they are.
"""

from __future__ import annotations

from collections import Counter

MEMBERS_TIMES = 10
"""How many times the limits of one member all members behind one address have together."""
MEMBERS_PART = 8
"""The part of what a client may hold at a time that a member may."""


def address_in(client: str) -> str:
    """Return the address of a client."""
    return client.partition(" ")[0]


class Held:
    """What each client holds at a time, and all members behind each address.

    Args:
        most: how much a client without a room may hold; a member may hold less, and at least two.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: Counter[str] = Counter()

    def may_add(self, client: str, size: int = 1) -> bool:
        """Return whether a client may hold so much more; of a member, one thing is not too large by itself."""
        address, _, member = client.partition(" ")
        held = self._held[client]
        if not member:
            return held + size <= self.most
        own = max(self.most // MEMBERS_PART, 2)
        together = self._held[f"{address} "]
        return (not held or held + size <= own) and together + size <= MEMBERS_TIMES * own

    def add(self, client: str, size: int = 1) -> None:
        """Count what a client holds from now on; less than before if `size` is negative."""
        address, _, member = client.partition(" ")
        for key in (client, f"{address} ") if member else (client,):
            self._held[key] += size
            if self._held[key] <= 0:
                del self._held[key]

    def total(self) -> int:
        """Return what all clients hold together."""
        return sum(size for key, size in self._held.items() if not key.endswith(" "))
