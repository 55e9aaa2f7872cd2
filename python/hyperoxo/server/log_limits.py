"""A limit of the log: what repeats is written once a minute, with a count."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from hyperoxo.lru_cache import LruCache

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

PERIOD = 60.0
"""Seconds in which one record of each kind is written."""
KINDS = 1_000
"""Kinds of records that are distinguished at a time."""


class RepeatFilter(logging.Filter):
    """A filter of records: one of each kind passes in a period, and says how many were left out since the last.

    Two records are of one kind if they come from one statement and report an error of one type from one place.

    Args:
        clock: seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        # When a record of a kind was last written, and how many were left out since.
        self._kinds: LruCache[Hashable, tuple[float, int]] = LruCache(KINDS)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written."""
        kind, now = _kind(record), self._clock()
        last = self._kinds.get(kind)
        if last is not None and now - last[0] < PERIOD:
            self._kinds.put(kind, (last[0], last[1] + 1))
            return False
        self._kinds.put(kind, (now, 0))
        if last is not None and last[1]:
            record.msg = f"{record.getMessage()} ({last[1]:,} more like this were left out)"
            record.args = None
        return True


def _kind(record: logging.LogRecord) -> Hashable:
    error = record.exc_info[1] if record.exc_info else None
    traceback = error.__traceback__ if error else None
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    place = None if traceback is None else (traceback.tb_frame.f_code.co_filename, traceback.tb_lineno)
    return record.pathname, record.lineno, type(error), place


def limit_repeats() -> None:
    """Limit the log of this process, that of uvicorn included; call it once uvicorn has set up its own."""
    repeats = RepeatFilter()
    for handler in (*logging.getLogger("uvicorn").handlers, *logging.getLogger().handlers, logging.lastResort):
        if handler is not None:
            handler.addFilter(repeats)
