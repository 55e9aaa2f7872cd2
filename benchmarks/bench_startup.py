"""The time of starting: the import of boards, games and players, and `oxo --help`.

The claimed times: 60 ms for the import, beyond Python's own start, and 150 ms for all of `oxo --help`.
`import hyperoxo` alone loads nothing, since public names are loaded when they are first used. The program asserts that
the import loads only the standard library besides; times are medians of fresh processes, printed and never asserted.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

TARGET_IMPORT = 0.060
"""Seconds for the import."""
TARGET_HELP = 0.150
"""Seconds for the help."""
PROCESSES = 15

OXO = Path(sys.executable).with_name("oxo")
IMPORT = """
import json, sys, time
before = set(sys.modules)
began = time.perf_counter()
from hyperoxo import Board, Game, play_game
seconds = time.perf_counter() - began
print(json.dumps([seconds, sorted({name.partition(".")[0] for name in set(sys.modules) - before})]))
"""


def import_seconds() -> float:
    """Return how long a fresh interpreter takes to import the package, and check what else that loads."""
    ran = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, check=True)  # noqa: S603 - our own
    seconds, loaded = json.loads(ran.stdout)
    foreign = set(loaded) - sys.stdlib_module_names - {"hyperoxo"}
    if foreign:
        raise SystemExit(f"the import loads {', '.join(sorted(foreign))}")
    return float(seconds)


def help_seconds() -> float:
    """Return how long `oxo --help` takes from its start to its end."""
    began = time.perf_counter()
    ran = subprocess.run([OXO, "--help"], capture_output=True, check=True)  # noqa: S603 - our own
    seconds = time.perf_counter() - began
    if b"usage: oxo" not in ran.stdout:
        raise SystemExit(f"oxo --help printed {ran.stdout!r}")
    return seconds


def main() -> None:
    """Print the medians, and their ratios to what is claimed."""
    for name, measure, target in (
        ("from hyperoxo import Board, Game, play_game", import_seconds, TARGET_IMPORT),
        ("oxo --help", help_seconds, TARGET_HELP),
    ):
        times = [measure() for _ in range(PROCESSES)]
        median = statistics.median(times)
        print(
            f"{name}: {1e3 * median:.0f} ms (median of {PROCESSES}, from {1e3 * min(times):.0f}), "
            f"{median / target:.2f} times the {1e3 * target:.0f} ms allowed"
        )


if __name__ == "__main__":
    main()
