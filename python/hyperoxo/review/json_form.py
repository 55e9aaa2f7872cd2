"""A review as JSON, as `oxo review --json` and the server write it; docs/review.md describes the keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.json_shape import JsonShape
from hyperoxo.outcomes import ValueDescribed
from hyperoxo.review.judgement import MarkName, MoveMark
from hyperoxo.review.text import mark_sentence
from hyperoxo.sides import Side

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.game import JSON
    from hyperoxo.review.reviewer import Review


@dataclass(frozen=True, slots=True)
class PositionReviewed(JsonShape):
    """The value of a position of the game."""

    ply: int
    to_move: Side
    value: ValueDescribed
    """The proved value for the side to move; a game that is over is lost or drawn in 0 plies."""
    chance: int | None
    """If the value is unknown, a guess at the expected score of the side to move, in percent."""


@dataclass(frozen=True, slots=True)
class BetterMoveDescribed(JsonShape):
    """A move that was better, or is at least not proved to lose."""

    cell: str
    value: ValueDescribed
    line: tuple[str, ...]
    """The move, and a game that shows its value as far as there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkDescribed(JsonShape):
    """A move after which less is proved for its side than before."""

    ply: int
    """The number of the move, from 1."""
    side: Side
    cell: str
    kind: MarkName
    text: str
    """What it did, in a sentence for people without its subject."""
    before: ValueDescribed
    """The proved value of the position before it, for the side that moved."""
    value: ValueDescribed
    """The proved value of the move."""
    line: tuple[str, ...]
    """The move, and a game that shows its value if there is one."""
    forced: bool
    """Whether that game is a forced win of the opponent."""
    better: BetterMoveDescribed | None
    """None if no other move is known to be better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewFindings(JsonShape):
    """The values and marks of a game."""

    values: tuple[PositionReviewed, ...]
    """A value for each position, from the start to the end."""
    marks: tuple[MarkDescribed, ...]
    """The marked moves, in the order of play."""
    moments: tuple[int, ...]
    """The marked moves that mattered most, three at most, in the order of play."""
    progress: float
    """How much of the work is done, from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedReview(ReviewFindings):
    """The values and marks of a game at the end of a review."""

    complete: bool
    """Whether it was not ended by the time limit of the server."""


def review_as_json(review: Review) -> dict[str, JSON]:
    """Return a review as `oxo review --json` writes it."""
    game, board = review.game, review.game.board
    data: dict[str, JSON] = {"board": str(board), "moves": board.names(game.moves)}
    if game.start != board.empty():
        data["position"] = game.start.text
    return data | {
        "result": None if game.result is None else str(game.result),
        "winner": game.winner,
        **findings_of(review).as_json(),
        "nodes": review.nodes,
        "seconds": round(review.seconds, 6),
    }


def findings_of(review: Review) -> FinishedReview:
    """Return what a review has found."""
    board = review.game.board
    return FinishedReview(
        values=tuple(
            PositionReviewed(known.ply, known.to_move, known.value.described(), known.chance) for known in review.values
        ),
        marks=tuple(_described(board, mark) for mark in review.marks),
        moments=tuple(mark.ply for mark in review.moments),
        progress=round(review.progress, 3),
        complete=review.is_complete,
    )


def _described(board: Board, mark: MoveMark) -> MarkDescribed:
    better = None
    if mark.better is not None:
        line = tuple(board.names(mark.better.line).split())
        better = BetterMoveDescribed(line[0], mark.better.value.described(), line)
    return MarkDescribed(
        ply=mark.ply,
        side=mark.side,
        cell=board.name(mark.cell),
        kind=mark.kind.key,
        text=mark_sentence(board, mark),
        before=mark.before.described(),
        value=mark.value.described(),
        line=tuple(board.names(mark.line).split()),
        forced=mark.forced,
        better=better,
    )
