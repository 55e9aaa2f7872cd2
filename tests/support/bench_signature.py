"""The bench signature: the exact number of positions that each search of the solver examines.

A change that should only make a search faster or its code simpler leaves every count unchanged. If a change should
alter a count, `make signature` rewrites the file, and the commit shows the difference.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo import Board
from hyperoxo.solver.analysis import analyse
from hyperoxo.solver.forced_wins import forced_win
from hyperoxo.solver.search import search
from hyperoxo.solver.solve import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hyperoxo import Position

FILE = Path(__file__).parents[1] / "golden" / "bench_signature.json"
COMMAND = "make signature"

SEARCHES: Mapping[str, tuple[str, str, Callable[[Position], int]]] = {
    "exact search": ("4x5:4", "20 x", lambda position: solve(position, threads=1).nodes),
    "threat search": (
        "4x4x4",
        "xo1xo7x2x4x1oo5o7o13x2o8x x",
        lambda position: forced_win(position, nodes=1_000_000).nodes,
    ),
    "proof search": ("4x4x4", "xo19x42 o", lambda position: solve(position, threads=1).nodes),
    "minimise": ("4x4x4", "xx12o21o27 x", lambda position: solve(position, threads=1, minimise=True).nodes),
    "analysis": ("5x5:4", "4x2o2x1o3o2x2x2 o", lambda position: analyse(position, threads=1, book=False).nodes),
    "principal variation search": ("5x5x5", "62x62 o", lambda position: search(position, depth=5).nodes),
}
"""Board, position and search by name. No search is cut off by a budget: its end is part of what is counted."""


def signature() -> dict[str, dict[str, str | int]]:
    """Return the board, the position and the node count of every search."""
    return {
        name: {"board": board, "position": text, "nodes": count(Board(board).position(text))}
        for name, (board, text, count) in SEARCHES.items()
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(signature(), indent=2) + "\n")
