"""Streams of random numbers for sessions, which are copied and pickled with them."""

from __future__ import annotations

import random
from typing import Any

from hyperoxo.pickles import pickled


class Stream(random.Random):
    """A stream of random numbers, the same as `random.Random` draws, whose copies take little time."""

    def __reduce__(self) -> tuple[Any, ...]:
        return pickled(type(self), self.getstate())

    def __deepcopy__(self, memo: object) -> Stream:
        return self._restored(self.getstate())

    @classmethod
    def _restored(cls, state: tuple[Any, ...]) -> Stream:
        stream = cls.__new__(cls)
        stream.setstate(state)
        return stream
