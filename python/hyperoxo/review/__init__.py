"""The review of a game: its value at every ply, the moves that changed it, and better moves.

`judgement` collects the proved values of the positions and judges the moves by them, `key_moves` chooses the moves that
teach something, and `reviewer` analyses positions. `text`, `json_form` and `html_form` are the forms for people and for
programs. docs/review.md describes all of it.

>>> from hyperoxo import Game
>>> found = review(Game("3x3", "22 12 11 33 21 23 31"))
>>> [(mark.ply, mark.kind.value, found.game.board.names(mark.better.line)) for mark in found.marks]
[(2, 'gave away a draw', '11')]
"""

from hyperoxo.review.judgement import BetterMove, MarkKind, MoveMark, PositionValue
from hyperoxo.review.key_moves import Figures, KeyMove, KeyMoveKind
from hyperoxo.review.reviewer import DEFAULT_NODES, Review, Reviewer, ReviewStep, review

__all__ = [
    "DEFAULT_NODES",
    "BetterMove",
    "Figures",
    "KeyMove",
    "KeyMoveKind",
    "MarkKind",
    "MoveMark",
    "PositionValue",
    "Review",
    "ReviewStep",
    "Reviewer",
    "review",
]
__dir__ = __all__.copy
