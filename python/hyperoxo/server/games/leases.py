"""What one of several servers on a database knows of the others: which live, and which of them writes a game.

A server takes the lease of a game with the first event that it adds for a person, so that an action is never sent on to
another server: the number of the event shows that it was decided on the newest state. What no person asks for, such as
a computer's move, only the holder of the lease does, or a server that finds it free.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hyperoxo.store import LEASE_SECONDS, Lease

if TYPE_CHECKING:
    from collections.abc import Callable


class Servers:
    """The servers that share the database; one alone if it cannot be shared.

    Attributes:
        own: the id of this one; None if the database cannot be shared.
        others: the ids of the others that live.
        are_known: whether `others` was read; until then every lease may be that of one that lives.
    """

    def __init__(self, own: str | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.own = own
        self.others: frozenset[str] = frozenset()
        self.are_known = False
        self._clock = clock
        self._heard = self._trusted = 0.0

    def update(self, alive: frozenset[str]) -> tuple[frozenset[str], bool]:
        """Note which servers live; return those that have ended, and whether this is the first news for a while.

        After a failure of the database all others seem to have ended, so that some time passes until one is given up.
        """
        now = self._clock()
        is_first = now - self._heard > LEASE_SECONDS
        if is_first and self.are_known:
            self._trusted = now + LEASE_SECONDS
        self._heard = now
        self.are_known = True
        before, self.others = self.others, alive - {self.own}
        if now < self._trusted:
            self.others |= before
        return before - self.others, is_first

    def add(self, server: str) -> None:
        """Note another server that has begun."""
        self.others |= {server}


class GameLease:
    """The lease of one game, as far as this server knows.

    Attributes:
        lease: the lease as it was last read or taken.
    """

    def __init__(self, servers: Servers, lease: Lease) -> None:
        self.lease = lease
        self._servers = servers

    @property
    def is_held(self) -> bool:
        """Whether this server holds it, so that others cannot."""
        return self._servers.own is not None and self.lease.server == self._servers.own

    @property
    def is_mine(self) -> bool:
        """Whether this server holds it, or needs none."""
        return self._servers.own is None or self.is_held

    @property
    def may_be_taken(self) -> bool:
        """Whether this server holds it, or no other that lives: then it does what is due in the game unasked."""
        has_ended = self._servers.are_known and self.lease.server not in self._servers.others
        return self.is_mine or self.lease.server is None or has_ended

    @property
    def is_ours_to_report(self) -> bool:
        """Whether this server alone reports what all notice: it holds the lease, or is the first of those that live."""
        servers = self._servers
        if servers.own is None or self.is_held:
            return True
        is_first = servers.are_known and all(servers.own < other for other in servers.others)
        return is_first and self.lease.server not in servers.others

    @property
    def known(self) -> int | None:
        """The number under which this server writes; None where no leases are needed."""
        return None if self._servers.own is None else self.lease.number

    def note_taken(self) -> None:
        """Note that this server has written, or has taken it."""
        if not self.is_mine:
            self.lease = Lease(self.lease.number + 1, self._servers.own)

    def note_held(self) -> None:
        """Note that the server which holds it lives, since this one could not take it."""
        if self.lease.server is not None and not self.is_mine:
            self._servers.add(self.lease.server)

    def note_released(self) -> None:
        """Note that this server no longer holds it."""
        self.lease = Lease(self.lease.number)
