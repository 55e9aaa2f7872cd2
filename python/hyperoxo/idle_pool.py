"""Things that wait to be used again, such as processes whose start takes long: a few, shared by threads."""

from __future__ import annotations

import threading
import typing

from hyperoxo.in_groups import Key

if typing.TYPE_CHECKING:
    from collections.abc import Callable

Thing = typing.TypeVar("Thing")


class IdlePool(typing.Generic[Key, Thing]):
    """Idle things by keys, of which several may be equal.

    Args:
        most: how many are kept; the one that has waited longest is ended first.
        end: ends one.
    """

    def __init__(self, most: int, end: Callable[[Thing], object]) -> None:
        self._most, self._end = most, end
        self._lock = threading.Lock()
        self._idle: list[tuple[Key, Thing]] = []

    def take(self, key: Key) -> Thing | None:
        """Remove and return the latest thing with a key; None if there is none."""
        with self._lock:
            for at in reversed(range(len(self._idle))):
                if self._idle[at][0] == key:
                    return self._idle.pop(at)[1]
        return None

    def keep(self, key: Key, thing: Thing) -> None:
        """Keep a thing, and end one that is too many."""
        with self._lock:
            self._idle.append((key, thing))
            surplus = self._idle.pop(0) if len(self._idle) > self._most else None
        if surplus is not None:
            self._end(surplus[1])

    def close(self) -> None:
        """End all."""
        with self._lock:
            idle, self._idle = self._idle, []
        for _, thing in idle:
            self._end(thing)
