"""Waiting for a player to decide, so that Ctrl-C reaches it whatever it is doing.

A player may spend a long time in code that Python cannot interrupt, so it thinks in a thread of its own while the
main thread, where Ctrl-C arrives, waits.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.players import Control

T = TypeVar("T")

SLOW = 0.5
"""Seconds after which whoever waits is told."""
GRACE = 2.0
"""Seconds that a player has to end after Ctrl-C."""


def think(decide: Callable[[], T], control: Control, on_slow: Callable[[], None] = lambda: None) -> T:
    """Call `decide` in a thread and return what it returns, or raise what it raises.

    Args:
        decide: the call; it honours `control`.
        control: cancelled by Ctrl-C.
        on_slow: called once if the answer takes longer than `SLOW` seconds.

    Raises:
        KeyboardInterrupt: Ctrl-C was typed; the call has then ended, or did not end within `GRACE` seconds.
    """
    answers: list[T] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            answers.append(decide())
        except BaseException as error:  # raised again below, where somebody waits for it
            errors.append(error)

    # A daemon thread, so that a player which does not listen to `control` cannot keep the program from ending.
    thread = threading.Thread(target=work, name="thinking", daemon=True)
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
    return answers[0]
