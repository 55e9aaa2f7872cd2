"""A meter of the event loop's time: what requests and sockets cost is charged to the clients that sent them."""

from __future__ import annotations

import time
import types
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator

T = TypeVar("T")


@types.coroutine
def metered(
    work: Coroutine[Any, Any, T],
    charge: Callable[[float], None],
    clock: Callable[[], float] = time.thread_time,
) -> Generator[Any, Any, T]:
    """Await work, and charge every step of it that runs in the event loop.

    The time of a step lasts from where the loop continues it to where it waits again. Tasks that the work starts are
    not metered.

    Args:
        work: what to await.
        charge: called after each step with the seconds that it took.
        clock: seconds; by default those in which this thread had a processor, so that a busy machine costs nothing.
    """
    error: BaseException | None = None
    while True:
        began = clock()
        try:
            waited = work.send(None) if error is None else work.throw(error)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            charge(clock() - began)
        error = None
        try:
            yield waited
        except BaseException as thrown:  # cancellation included
            error = thrown
