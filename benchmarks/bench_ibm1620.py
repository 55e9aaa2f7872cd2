"""The speed of `ibm1620` against itself from Python, through the `Game`, sessions and turns that all players use.

The claimed speed: 1000 games on 4x4x4 in less than 4 seconds on one core, the goal being 2. The results of the games
are asserted, since they depend on the seeds only; processor time is printed and never asserted.
"""

from __future__ import annotations

import time
from collections import Counter

from hyperoxo import Board, play_game, player

TARGET = 1000 / 4
"""Claimed games a second."""
GOAL = 1000 / 2
"""The goal in games a second."""

EXPECTED = {
    "4x4x4": {"x": 539, "o": 407, "tie": 54, "plies": 27975},
    "4x4x4x4": {"x": 51, "o": 49, "plies": 2943},
}
"""The results of the games of seeds 0, 1, ... on each board, and their total length."""


def measure(text: str) -> tuple[float, int]:
    """Play the games of one board, check how they ended, and return games a second and the number of plies."""
    board, machine = Board(text), player("ibm1620")
    expected = EXPECTED[text]
    games = sum(count for outcome, count in expected.items() if outcome != "plies")
    found: Counter[str] = Counter()
    began = time.process_time()
    for seed in range(games):
        game = play_game(machine, machine, board, seed, with_reasons=False)
        found[game.position.winner or "tie"] += 1
        found["plies"] += game.ply
    seconds = time.process_time() - began
    if found != expected:
        raise SystemExit(f"ibm1620 on {text}: games ended as {dict(found)}, expected {expected}")
    return games / seconds, found["plies"]


def main() -> None:
    """Print speeds, and their ratios to the target and the goal."""
    rate, plies = measure("4x4x4")
    each = 1e6 * 1000 / rate / plies
    print(
        f"ibm1620 against itself, 4x4x4:   {rate:7.0f} games/s, {each:.0f} microseconds a move; "
        f"{rate / TARGET:.1f} times the target of {TARGET:.0f}, {rate / GOAL:.1f} times the goal of {GOAL:.0f}"
    )
    rate, plies = measure("4x4x4x4")
    print(f"ibm1620 against itself, 4x4x4x4: {rate:7.0f} games/s, {1e6 * 100 / rate / plies:.0f} microseconds a move")


if __name__ == "__main__":
    main()
