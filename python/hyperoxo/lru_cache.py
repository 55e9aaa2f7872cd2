"""A cache of bounded size, which evicts the least recently used value."""

from __future__ import annotations

import typing
from collections import OrderedDict

from hyperoxo.in_groups import Key

if typing.TYPE_CHECKING:
    from collections.abc import Iterator

Value = typing.TypeVar("Value")


class LruCache(typing.Generic[Key, Value]):
    """Values by key, the most recently used ones; it is not safe to share it between threads.

    Args:
        capacity: how many values it holds at most.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        # The least recently used comes first.
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, which counts as use; None if there is none."""
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def put(self, key: Key, value: Value) -> Value | None:
        """Set the value of a key, which counts as use; return the value of another key that this evicts, if any."""
        self._values[key] = value
        self._values.move_to_end(key)
        return self._values.popitem(last=False)[1] if len(self._values) > self._capacity else None

    def newest(self) -> Iterator[tuple[Key, Value]]:
        """Yield keys and values, the most recently used first; nothing may be put meanwhile."""
        return reversed(self._values.items())

    def pop(self, key: Key) -> Value | None:
        """Remove and return the value of a key; None if there is none."""
        return self._values.pop(key, None)
