"""Long work that Ctrl-C stops, through the one handle that every command uses: a `Control`."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from hyperoxo.players import Control

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

SLOW = 0.5
"""Seconds after which work counts as slow."""
GRACE = 2.0
"""Seconds that work has to end after Ctrl-C."""


def run_interruptibly(work: Callable[[Control], T], on_slow: Callable[[], None] = lambda: None) -> T:
    """Call `work` and return what it returns, or raise what it raises; Ctrl-C cancels its control and is raised.

    Work may spend a long time in code that Python cannot interrupt, so it runs in a thread of its own while the main
    thread, where Ctrl-C arrives, waits.

    Args:
        work: the call; it honours the control that it is given, or is left behind.
        on_slow: called once if the work takes longer than `SLOW` seconds.

    Raises:
        KeyboardInterrupt: Ctrl-C was typed; the work has then ended, or did not end within `GRACE` seconds.
    """
    control = Control()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work(control))
        except BaseException as error:  # raised again below, in the thread that waits
            errors.append(error)

    # A daemon thread, so that work which does not honour `control` cannot keep the program from ending.
    thread = threading.Thread(target=run, name="interruptible", daemon=True)
    thread.start()
    try:
        thread.join(SLOW)
        if thread.is_alive():
            on_slow()
            thread.join()
    except KeyboardInterrupt:
        control.cancel()
        thread.join(GRACE)
        raise
    if errors:
        raise errors[0]
    return results[0]


@contextmanager
def cancelled_by_interrupt() -> Iterator[Control]:
    """Yield a control that the first Ctrl-C cancels, so that what is known can be printed; a second one is raised.

    Raises:
        KeyboardInterrupt: Ctrl-C was typed twice.
    """
    control = Control()
    usual = signal.getsignal(signal.SIGINT)

    def cancel(_number: int, _frame: object) -> None:
        control.cancel()
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, cancel)
    try:
        yield control
    finally:
        signal.signal(signal.SIGINT, usual)
