"""A review as JSON, as `oxo review --json` and the server write it; docs/review.md describes the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.review.text import mark_sentence
from hyperoxo.solver.analysis import value_as_json

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.game import JSON
    from hyperoxo.review.judgement import MoveMark, PositionValue
    from hyperoxo.review.reviewer import Review


def review_as_json(review: Review) -> dict[str, JSON]:
    """Return a review as `oxo review --json` writes it."""
    game, board = review.game, review.game.board
    data: dict[str, JSON] = {"board": str(board), "moves": board.names(game.moves)}
    if game.start != board.empty():
        data["position"] = game.start.text
    return data | {
        "result": None if game.result is None else str(game.result),
        "winner": game.winner,
        **_findings_as_json(review),
        "complete": review.is_complete,
        "nodes": review.nodes,
        "seconds": round(review.seconds, 6),
    }


def _findings_as_json(review: Review) -> dict[str, JSON]:
    board = review.game.board
    return {
        "values": [position_value_as_json(value) for value in review.values],
        "marks": [mark_as_json(board, mark) for mark in review.marks],
        "moments": [mark.ply for mark in review.moments],
        "progress": round(review.progress, 3),
    }


def position_value_as_json(known: PositionValue) -> dict[str, JSON]:
    """Return what is known of a position as JSON."""
    return {"ply": known.ply, "to_move": known.to_move, "value": value_as_json(known.value), "chance": known.chance}


def mark_as_json(board: Board, mark: MoveMark) -> dict[str, JSON]:
    """Return a mark as JSON, with the sentence that user interfaces show."""
    better: dict[str, JSON] | None = None
    if mark.better is not None:
        better = {
            "cell": board.name(mark.better.cell),
            "value": value_as_json(mark.better.value),
            "line": [board.name(cell) for cell in mark.better.line],
        }
    return {
        "ply": mark.ply,
        "side": mark.side,
        "cell": board.name(mark.cell),
        "kind": mark.kind.key,
        "text": mark_sentence(board, mark),
        "before": value_as_json(mark.before),
        "value": value_as_json(mark.value),
        "line": [board.name(cell) for cell in mark.line],
        "forced": mark.forced,
        "better": better,
    }
