"""The review of a game: what it was worth at every ply, which moves changed that, and what would have been better.

`judgement` collects what is proved of each position and judges the moves by it, and `reviewer` analyses the positions.
`text`, `json_form` and `html_form` are the forms for people and for programs. docs/review.md describes all of it.

>>> from hyperoxo import Game
>>> found = review(Game("3x3", "22 12 11 33 21 23 31"))
>>> [(mark.ply, mark.kind.value, found.game.board.names(mark.better.line)) for mark in found.marks]
[(2, 'gave away a draw', '11')]
"""

from hyperoxo.deprecated import name_main_function
from hyperoxo.review.judgement import BetterMove, MarkKind, MoveMark, PositionValue
from hyperoxo.review.reviewer import DEFAULT_NODES, Review, Reviewer, ReviewStep, review

__all__ = [
    "DEFAULT_NODES",
    "BetterMove",
    "MarkKind",
    "MoveMark",
    "PositionValue",
    "Review",
    "ReviewStep",
    "Reviewer",
    "review",
]

name_main_function(__name__, "review")
