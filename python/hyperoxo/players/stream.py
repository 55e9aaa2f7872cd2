"""Streams of random numbers for sessions, which are copied with them."""

from __future__ import annotations

import random


class Stream(random.Random):
    """A stream of random numbers, the same as `random.Random` draws, whose copies take little time."""

    def __deepcopy__(self, memo: object) -> Stream:
        twin = Stream.__new__(Stream)
        twin.setstate(self.getstate())
        return twin
