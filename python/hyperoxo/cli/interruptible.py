"""Ctrl-C: raised in commands, and passed on to long work through the `Control` that every command uses."""

from __future__ import annotations

import signal
import sys
import threading
import typing
from contextlib import contextmanager

from hyperoxo.players import Control
from hyperoxo.slowness import SLOWNESS

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = typing.TypeVar("T")

SLOW = 0.5
"""Seconds after which work counts as slow."""
_WAKE = 0.1 if sys.platform == "win32" else None
"""Seconds after which a wait begins anew, since Ctrl-C does not end it on Windows; None for one wait."""
GRACE = 2.0 * SLOWNESS
"""Seconds within which work must end after Ctrl-C."""


@contextmanager
def interrupt_raised() -> Iterator[None]:
    """Raise `KeyboardInterrupt` for Ctrl-C inside the context if it would end the process outside.

    Nothing changes where a handler is installed already, where SIGINT is ignored, and outside of the main thread.
    """
    ends_process = signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    if not ends_process or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def run_interruptibly(work: Callable[[Control], T], on_slow: Callable[[], None] = lambda: None) -> T:
    """Call `work` and return its result or raise its exception; Ctrl-C cancels its control and is raised.

    The work may spend a long time in code that Python cannot interrupt. So it runs in a thread of its own, and the
    main thread, which receives Ctrl-C, waits.

    Args:
        work: the call; it must stop when the control that it gets is cancelled, or its thread is abandoned.
        on_slow: called once if the work takes longer than `SLOW` seconds.

    Raises:
        KeyboardInterrupt: Ctrl-C was typed, and the work has ended or `GRACE` seconds have passed.
    """
    control = Control()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work(control))
        except BaseException as error:  # raised again below, in the thread that waits
            errors.append(error)

    # A daemon thread, so that work which ignores `control` cannot keep the program from ending.
    thread = threading.Thread(target=run, name="interruptible", daemon=True)
    thread.start()
    try:
        thread.join(SLOW)
        if thread.is_alive():
            on_slow()
        while thread.is_alive():
            thread.join(_WAKE)
    except KeyboardInterrupt:
        control.cancel()
        thread.join(GRACE)
        raise
    if errors:
        raise errors[0]
    return results[0]


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Treat SIGTERM and SIGHUP like Ctrl-C inside the context, whose end then ends the process by that signal.

    The second signal ends the process at once. A signal that the process ignores or handles already stays so.
    """
    received: list[int] = []

    def interrupt(number: int, _frame: object) -> None:
        if received:
            end(number)
        received.append(number)
        signal.raise_signal(signal.SIGINT)

    def end(number: int) -> None:
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)

    numbers = [signal.SIGTERM]
    if sys.platform != "win32":
        numbers.append(signal.SIGHUP)
    taken = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, interrupt)
    try:
        yield
        sys.stdout.flush()
    except KeyboardInterrupt:
        if not received:
            raise
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)
    if received:
        end(received[0])


@contextmanager
def cancelled_by_interrupt() -> Iterator[Control]:
    """Yield a control that the first Ctrl-C cancels, so that partial results can be printed; the second is raised."""
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
