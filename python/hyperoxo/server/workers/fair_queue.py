"""Who is served next: clients in turn, however much each of them asks for."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Generic, TypeVar

from hyperoxo.server.services import Busy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")


class FairQueue(Generic[T]):
    """What clients wait for. Each client's own things are served in the order in which they came.

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
        """Let something of a client wait for its turn.

        Raises:
            Busy: too much is waiting already.
        """
        if len(self._waiting.get(client, ())) >= self._per_client:
            raise Busy("too many questions", f"{self._per_client} of yours are waiting already", "wait for an answer")
        if len(self) >= self._total:
            raise Busy("too many questions", "the server is busy", "try again in a few seconds")
        self._waiting.setdefault(client, deque()).append(item)

    def remove(self, client: str, item: T) -> None:
        """Take out something that waits.

        Raises:
            ValueError: it does not wait.
        """
        items = self._waiting.get(client, deque())
        items.remove(item)
        if not items:
            self._waiting.pop(client)

    def pop(self, may: Callable[[str], bool] = lambda _: True) -> T | None:
        """Take out what is next, None if there is nothing.

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
        """Yield what waits in the order in which it is served if no more comes and all clients may be served."""
        for turn in range(max(map(len, self._waiting.values()), default=0)):
            for items in self._waiting.values():
                if turn < len(items):
                    yield items[turn]
