"""Puzzles: positions in which one move is right, with what answers every other.

The shipped ones come from games of the house player's levels, and no two are alike by symmetry. docs/formats/puzzles.md
defines the classes, the themes and the format; `make puzzles` in `research` finds them.

>>> puzzle = puzzles(board="3x3x3", kind=PuzzleKind.ONLY_WIN)[0]
>>> attempt = Attempt(puzzle)
>>> attempt.play(puzzle.steps[0].right).is_right
True
"""

from __future__ import annotations

from hyperoxo.puzzles.files import SHIPPED, puzzle_of, puzzles, read_puzzles, shipped
from hyperoxo.puzzles.puzzle import WORDS, Answer, Attempt, Puzzle, PuzzleKind, Step

__all__ = [
    "SHIPPED",
    "WORDS",
    "Answer",
    "Attempt",
    "Puzzle",
    "PuzzleKind",
    "Step",
    "puzzle_of",
    "puzzles",
    "read_puzzles",
    "shipped",
]
__dir__ = __all__.copy
