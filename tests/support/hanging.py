"""A plugin that fails a test that hangs, with the stacks of all threads, while hyperoxo is as patient as its tests are.

A timer that fires again and again counts a pause of the whole process as one tick, however long it is.
"""

from __future__ import annotations

import faulthandler
import os
import signal
from typing import TYPE_CHECKING

import pytest
from support.patience import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Generator

LIMIT = 1.25 * PATIENCE
"""Seconds after which a test hangs; what it waits for ends earlier and says what it is."""
TICKS = 10
# The limits of hyperoxo, which it reads when it is imported, later: a test of a limit sets a short one.
os.environ.setdefault("HYPEROXO_SLOWNESS", str(max(1, round(PATIENCE / 24))))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    """Fail a part of a test that hangs."""
    left = TICKS

    def tick(*_: object) -> None:
        nonlocal left
        left -= 1
        if left % TICKS == 0:  # and once more, if what ends the test hangs as well
            faulthandler.dump_traceback(2)
            pytest.fail(f"it hangs: {LIMIT:g} s have passed")

    usual = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, LIMIT / TICKS, LIMIT / TICKS)
    # What computes in the core without looking at signals is killed; pytest-xdist, if it runs, takes another worker.
    signal.setitimer(signal.ITIMER_PROF, 2 * LIMIT)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGALRM, usual)


pytest_runtest_call = pytest_runtest_teardown = pytest_runtest_setup
