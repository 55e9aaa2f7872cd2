"""Streams of random numbers for sessions, which are copied and pickled with them."""

from __future__ import annotations

import random
import typing

from hyperoxo.pickles import pickled


class Stream(random.Random):
    """A stream of random numbers, the same as `random.Random` draws, whose copies take little time."""

    def __reduce__(self) -> tuple[typing.Any, ...]:
        return pickled(Stream, self.getstate())

    def __deepcopy__(self, memo: object) -> Stream:
        return self._restored(self.getstate())

    @staticmethod
    def _restored(state: tuple[typing.Any, ...]) -> Stream:
        stream = Stream.__new__(Stream)
        stream.setstate(state)
        return stream
