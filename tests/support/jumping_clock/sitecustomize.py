"""Lets the wall clock of a Python process, and of those that it starts, jump twice a second by up to 400 days.

Python imports this module when it starts, where the folder is in PYTHONPATH. CLOCK_SEED draws the jumps. The monotonic
clock stays as it is. With CLOCK_FORWARD, a time of that clock, it jumps forward alone, from then on.
"""

from __future__ import annotations

import os
import random
import time

MAX_JUMP_SECONDS = 400 * 86_400
"""The most seconds of a jump, or by which a clock that jumps both ways is wrong."""
HOLDS = 0.5
"""The seconds between two jumps."""


def _let_jump(seed: str, forward: float | None) -> None:
    real, real_ns = time.time, time.time_ns

    def error() -> int:
        jump = time.monotonic() // HOLDS
        drawn = random.Random(f"{seed} {jump}").randint(-MAX_JUMP_SECONDS, MAX_JUMP_SECONDS)
        return drawn if forward is None else MAX_JUMP_SECONDS * int(jump - forward // HOLDS) + abs(drawn)

    time.time = lambda: real() + error()
    time.time_ns = lambda: real_ns() + 1_000_000_000 * error()


_let_jump(os.environ["CLOCK_SEED"], float(os.environ["CLOCK_FORWARD"]) if "CLOCK_FORWARD" in os.environ else None)
