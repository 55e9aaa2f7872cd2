"""The review of a game: what it was worth at every ply, which moves changed that, and what would have been better.

`findings` collects what is proved of each position, `judgement` judges the moves by it, `plan` says which position to
analyse next and for how long, and `reviewer` does that. `text` and `as_json` are the forms for people and for programs.
docs/review.md describes all of it.

>>> from hyperoxo import Game
>>> found = review(Game("3x3", "22 12 11 33 21 23 31"))
>>> [(mark.ply, mark.kind.value, found.game.board.names(mark.better.line)) for mark in found.marks]
[(2, 'gave away a draw', '11')]
"""

from hyperoxo.review.findings import PositionValue
from hyperoxo.review.judgement import BetterMove, MarkKind, MoveMark
from hyperoxo.review.plan import DEFAULT_NODES, ReviewStep
from hyperoxo.review.reviewer import Review, Reviewer, review

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
