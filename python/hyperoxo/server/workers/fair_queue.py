"""A fair queue: clients are served in turn, however many requests each of them has."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Generic, TypeVar

from hyperoxo.server.services import Busy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")


class FairQueue(Generic[T]):
    """A queue that serves clients in turn, and the items of each client in the order of their arrival.

    Args:
        per_client: how many of one client may wait.
        total: how many may wait altogether.
    """

    def __init__(self, per_client: int, total: int) -> None:
        self._per_client = per_client
        self._total = total
        # The client that is next comes first.
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        """Return how many wait."""
        return sum(map(len, self._waiting.values()))

    def add(self, client: str, item: T) -> None:
        """Add an item of a client.

        Raises:
            Busy: too much is waiting already.
        """
        if len(self._waiting.get(client, ())) >= self._per_client:
            raise Busy("too many questions", f"{self._per_client} of yours are waiting already", "wait for an answer")
        if len(self) >= self._total:
            raise Busy("too many questions", "the server is busy", "try again in a few seconds")
        self._waiting.setdefault(client, deque()).append(item)

    def remove(self, client: str, item: T) -> None:
        """Remove an item that waits.

        Raises:
            ValueError: it does not wait.
        """
        items = self._waiting.get(client, deque())
        items.remove(item)
        if not items:
            self._waiting.pop(client)

    def pop(self, may: Callable[[str], bool] = lambda _: True) -> T | None:
        """Remove and return the next item; None if there is none.

        Args:
            may: whether a client may be served now; one that may not keeps its turn.
        """
        client = next((client for client in self._waiting if may(client)), None)
        if client is None:
            return None
        items = self._waiting.pop(client)
        item = items.popleft()
        if items:
            self._waiting[client] = items
        return item

    def __iter__(self) -> Iterator[T]:
        """Yield all items in the order in which they are served if none is added and all clients may be served."""
        for turn in range(max(map(len, self._waiting.values()), default=0)):
            for items in self._waiting.values():
                if turn < len(items):
                    yield items[turn]
