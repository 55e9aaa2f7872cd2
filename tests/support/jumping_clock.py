"""Runs `oxo` with a wall clock that jumps twice a second, by up to 400 days: `python -m support.jumping_clock SEED …`.

The monotonic clock stays as it is. Processes that the program starts have the clock of the machine.
"""

from __future__ import annotations

import random
import sys
import time

MOST = 400 * 86_400
"""The most seconds by which the clock is wrong."""
HOLDS = 0.5
"""The seconds between two jumps."""


def let_jump(seed: str) -> None:
    """Replace the wall clock of this process; to be called before hyperoxo is imported."""
    real, real_ns = time.time, time.time_ns

    def error() -> int:
        return random.Random(f"{seed} {time.monotonic() // HOLDS}").randint(-MOST, MOST)

    time.time = lambda: real() + error()
    time.time_ns = lambda: real_ns() + 1_000_000_000 * error()


if __name__ == "__main__":
    let_jump(sys.argv.pop(1))
    from hyperoxo.cli import main

    sys.exit(main())
