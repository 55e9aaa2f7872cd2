"""Ctrl-C while answers are waited for leaves no future locked, by which its executor would wait for ever."""

from __future__ import annotations

import inspect
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

import pytest
from support.parallel_tasks import square

from hyperoxo.executor import Workers, as_completed

if TYPE_CHECKING:
    from types import FrameType


class Silent(Workers):
    """Workers that never answer."""

    capacity = 2

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, *_: object, **__: object) -> Future[Any]:
        self.futures.append(Future())
        return self.futures[-1]

    def are_free(self) -> bool:
        """Whether another thread than that which calls this could answer."""
        return all(future._condition.acquire(blocking=False) for future in self.futures)  # noqa: SLF001 - its lock


@pytest.mark.parametrize("interrupted", range(1, 9))
def test_no_call_of_a_future_can_be_interrupted_so_that_it_stays_locked(interrupted: int) -> None:
    workers, calls = Silent(), list[str]()

    def interrupt(frame: FrameType, event: str, _: object) -> None:
        if event == "c_return" and frame.f_code.co_filename == inspect.getfile(Future):
            calls.append(event)
            if len(calls) == interrupted:
                raise KeyboardInterrupt

    with suppress(KeyboardInterrupt), closing(as_completed(workers, square, range(9), tick=0)) as answers:
        sys.setprofile(interrupt)
        next(answers)
    sys.setprofile(None)
    with ThreadPoolExecutor(1) as other:
        assert other.submit(workers.are_free).result()
    assert calls
