#!/usr/bin/env python3
"""Draws the pictures of the explanations and of the proofs in the docs; `make pictures` runs it."""

from __future__ import annotations

from pathlib import Path

from hyperoxo import Board
from hyperoxo.solver.explain import explain

IMAGES = Path(__file__).parents[1] / "docs" / "images"


def _proof(board: str, cell: str, depth: int = 2) -> str:
    """Return the picture of the proof of a first move, which must be within reach."""
    found = explain(Board(board), cell)
    if found is None:
        raise RuntimeError(f"no proof of {cell} on {board}")
    return found.svg(depth)


def pictures() -> dict[str, str]:
    """Return the text of each picture, by its path in `docs/images`."""
    return {
        "proofs/cube.svg": _proof("3x3x3", "222"),
    }


def main() -> None:
    """Write the pictures."""
    for name, text in pictures().items():
        path = IMAGES / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
