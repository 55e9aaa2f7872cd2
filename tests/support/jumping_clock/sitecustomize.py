"""Lets the wall clock of a Python process, and of those that it starts, jump twice a second by up to 400 days.

Python imports this module when it starts, where the folder is in PYTHONPATH. CLOCK_SEED draws the jumps. The monotonic
clock stays as it is.
"""

from __future__ import annotations

import os
import random
import time

MOST = 400 * 86_400
"""The most seconds by which the clock is wrong."""
HOLDS = 0.5
"""The seconds between two jumps."""


def _let_jump(seed: str) -> None:
    real, real_ns = time.time, time.time_ns

    def error() -> int:
        return random.Random(f"{seed} {time.monotonic() // HOLDS}").randint(-MOST, MOST)

    time.time = lambda: real() + error()
    time.time_ns = lambda: real_ns() + 1_000_000_000 * error()


_let_jump(os.environ["CLOCK_SEED"])
