"""What waits, in fair turns: addresses take turns, and of each address its members or connections."""

from __future__ import annotations

import asyncio
import copy
import sys
import time
import typing
from collections import OrderedDict, deque

from hyperoxo.server.clients import Client, Held

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = typing.TypeVar("T")


class Turns(typing.Generic[T]):
    """Items of clients that wait; those of one client come in the order of their arrival.

    Args:
        held: counts what waits.
    """

    def __init__(self, held: Held) -> None:
        self._held = held
        # The address and the member that are next come first.
        self._lines: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._size = 0

    def __len__(self) -> int:
        """Return how many wait."""
        return self._size

    def add(self, client: Client, item: T) -> None:
        """Add an item of a client.

        Raises:
            Busy: as many as may are waiting already.
        """
        self._held.take(client, "questions")
        self._size += 1
        line = self._lines.setdefault(client.address, OrderedDict())
        line.setdefault(client.member, deque()).append(item)

    def remove(self, client: Client, item: T) -> None:
        """Remove an item; raise a `ValueError` if it does not wait."""
        self._lines.get(client.address, OrderedDict()).get(client.member, deque()).remove(item)
        self._forget(client)

    def pop(self, may: Callable[[str], bool] = lambda _: True) -> T | None:
        """Remove and return the next item of an address that may have its turn; None if there is none."""
        address = next(filter(may, self._lines), None)
        if address is None:
            return None
        line = self._lines[address]
        member, items = next(iter(line.items()))
        item = items.popleft()
        line.move_to_end(member)
        self._lines.move_to_end(address)
        self._forget(Client(address, member))
        return item

    def __iter__(self) -> Iterator[T]:
        """Yield all items in the order in which they are served if none is added and all addresses may be served."""
        rest: Turns[T] = Turns(Held(len(self)))
        rest._lines = OrderedDict(
            (address, OrderedDict((member, copy.copy(items)) for member, items in line.items()))
            for address, line in self._lines.items()
        )
        while (item := rest.pop()) is not None:
            yield item

    def _forget(self, client: Client) -> None:
        """Count an item no more that has been taken out."""
        self._held.add(client, -1)
        self._size -= 1
        line = self._lines[client.address]
        if not line[client.member]:
            del line[client.member]
        if not line:
            del self._lines[client.address]


ROUND_SECONDS = 0.001
"""Processor time of a round."""


class Rounds:
    """Work of the event loop that is done in turns, a few milliseconds at a time; other work comes between."""

    def __init__(self) -> None:
        self._waiting: Turns[Callable[[], None]] = Turns(Held(sys.maxsize))

    def do(self, client: Client, work: Callable[[], None]) -> None:
        """Do some work of a client when it is its turn."""
        if not len(self._waiting):
            asyncio.get_running_loop().call_soon(self._do_round)
        self._waiting.add(client, work)

    def _do_round(self) -> None:
        end = time.thread_time() + ROUND_SECONDS
        while time.thread_time() < end and (work := self._waiting.pop()) is not None:
            work()
        if len(self._waiting):
            asyncio.get_running_loop().call_soon(self._do_round)
