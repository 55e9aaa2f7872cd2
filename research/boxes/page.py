"""The page of these boards, docs/boxes.md, made of docs/boxes.json alone, so that a test can compare the two."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boxes.boards import MAX_CELLS, boxes
from boxes.results import UNKNOWN
from experiments.common.pages import filled, table
from hyperoxo import Board

if TYPE_CHECKING:
    from boxes.results import Attempt, Results

PROSE = Path(__file__).with_name("page.md")
MADE_OF = "<!-- Made by `make boxes ARGS=--pages` of research/boxes/page.md and docs/boxes.json. -->"
HEADINGS = ("board", "lines", "outcome")


def page(results: Results) -> str:
    """Return the page.

    Raises:
        ValueError: the prose and the figures do not fit together.
    """
    outcomes = [found.outcome for found in results.best.values()]
    text = filled(
        PROSE.read_text(encoding="utf-8"),
        {
            "most_cells": str(MAX_CELLS),
            "count": str(len(boxes())),
            "won": str(outcomes.count("x wins")),
            "drawn": str(outcomes.count("draw")),
            "open": str(len(boxes()) - len(outcomes) + outcomes.count(UNKNOWN)),
            "boxes": table(HEADINGS, (_row(board, results.best.get(board)) for board in boxes())),
        },
    )
    return f"{MADE_OF}\n\n{text}"


def _row(name: str, found: Attempt | None) -> tuple[str | int, ...]:
    board = Board(name)
    outcome = "open" if found is None or found.outcome == UNKNOWN else found.outcome
    if found is not None and outcome == "x wins":
        outcome = f"W≤{found.plies}{'*' if found.plies == 2 * board.line_length - 1 else ''}"
    return name, len(board.lines), outcome
