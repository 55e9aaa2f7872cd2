"""The speed of the core's random games from the empty board of 4x4x4, called from Python.

The claimed speed: 3 million games a second on one thread, the goal being 10. The sum of the results depends on the seed
only and is asserted; processor time is printed and never asserted.
"""

from __future__ import annotations

import time

from hyperoxo import Board, Playouts

TARGET = 3e6
"""Claimed games a second."""
GOAL = 10e6
"""The goal in games a second."""
GAMES = 2_000_000
SEED = 1
EXPECTED = Playouts(x_wins=1_053_145, o_wins=946_787, draws=68, plies=70_936_441)
"""The results of the games of this seed."""


def main() -> None:
    """Print the speed, and its ratios to the target and the goal."""
    start = Board("4x4x4").empty()
    began = time.process_time()
    found = start.playouts(GAMES, SEED)
    rate = GAMES / (time.process_time() - began)
    if found != EXPECTED:
        raise SystemExit(f"random games of 4x4x4 came to {found!r}, expected {EXPECTED!r}")
    print(
        f"random games, 4x4x4: {rate / 1e6:.2f} million/s, {found.plies / GAMES:.1f} plies each; "
        f"{rate / TARGET:.1f} times the target of 3 million, {rate / GOAL:.2f} times the goal of 10 million"
    )


if __name__ == "__main__":
    main()
