"""The speed of perft, which plays and counts every sequence of legal moves of a given length.

The counts are known independently: 64 x 63 x 62 x 61 sequences of four plies on 4x4x4, where no side can have a line
yet, and the 127,872 games of 3x3, of all 255,168, that last until the ninth ply. The last ply is counted and not
played, which is why the first count takes no time.
"""

from __future__ import annotations

import time

from hyperoxo import Board

COUNTS = {("4x4x4", 4): 64 * 63 * 62 * 61, ("3x3", 9): 127_872}
"""Numbers of sequences, by board and plies."""


def main() -> None:
    """Print how many sequences are counted a second."""
    for (board, depth), expected in COUNTS.items():
        start = Board(board).empty()
        began = time.process_time()
        found = start.perft(depth)
        seconds = time.process_time() - began
        if found != expected:
            raise SystemExit(f"perft({board}, {depth}) is {found:,}, expected {expected:,}")
        print(
            f"perft({board}, {depth}) = {found:,}: {1e3 * seconds:.1f} ms, {found / seconds / 1e6:.1f} million a second"
        )


if __name__ == "__main__":
    main()
