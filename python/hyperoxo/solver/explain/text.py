"""The tree of a proof as indented text and as JSON, both as deep as wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.solver.explain.tree import Kind
from hyperoxo.solver.strategies import Meeting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo._core import Board
    from hyperoxo.game import JSON
    from hyperoxo.solver.explain.tree import Move, Node, Replies

_INDENT = "  "
_PURPOSES = {
    Kind.BLOCKS: "to block",
    Kind.STRATEGIC: "as the proof has it",
    Kind.PAIR: "for the pair",
    Kind.FREE: "or anything else",
}


def node_lines(node: Node, depth: int) -> list[str]:
    """Return a tree as text.

    Args:
        node: where it begins.
        depth: how many replies deep.
    """
    board = node.position.board
    if node.position.is_over:
        return ["the game is over"]
    if node.move is not None:
        told = f"{node.strategist.upper()} {_move_in_words(board, node.move)}"
        if node.move.kind in {Kind.COMPLETES, Kind.RUN} or depth == 0:
            return [told]
        return [told, *_indented(node_lines(node.step(node.move.cell), depth))]
    if depth == 0:
        return ["…"]
    told_replies: list[str] = []
    for group in node.replies:
        if group.met_by is not Meeting.PAIR:
            told_replies += _reply_in_words(node, group, depth)
    pairs = {
        (min(*pair), max(*pair)) for group in node.replies if group.met_by is Meeting.PAIR for pair in _pairs(group)
    }
    if pairs:
        told_replies.append("one of a pair: the other, of " + ", ".join(board.names(pair) for pair in sorted(pairs)))
    return told_replies


def _pairs(group: Replies) -> list[tuple[int, int]]:
    return [(cell, group.line[0]) for cell in group.cells]


def _reply_in_words(node: Node, group: Replies, depth: int) -> list[str]:
    board = node.position.board
    cells = board.names(group.cells)
    if group.met_by is Meeting.COMPLETION:
        return [f"{cells}: {board.name(group.line[0])} completes a line"]
    if group.met_by is Meeting.RUN:
        return [f"{cells}: by force {board.names(group.line)}"]
    if group.met_by is Meeting.NOTHING:
        return [f"{cells}: nothing is needed"]
    after = node.step(group.cells[0])
    alike = "" if len(group.cells) == 1 else " (alike by symmetry; after the first)"
    first, *rest = node_lines(after, depth - 1)
    return [f"{cells}{alike}: {first}", *rest]


def _move_in_words(board: Board, move: Move) -> str:
    if move.kind is Kind.COMPLETES:
        return f"completes a line with {board.name(move.cell)}"
    if move.kind is Kind.RUN:
        return f"wins by force: {board.names(move.line)}"
    return f"plays {board.name(move.cell)}, {_PURPOSES[move.kind]}"


def _indented(told: Sequence[str]) -> list[str]:
    return [_INDENT + line for line in told]


def node_as_json(node: Node, depth: int) -> dict[str, JSON]:
    """Return a tree as JSON.

    Each node has `position`, `to_move`, `strategist`, whether it `wins`, `plies`, and whether the game is `over`. Where
    the strategist is to move there is `move`, and `then` unless the line of the move ends the game. Where its opponent
    is, there are `replies`, or null if they lie deeper than was asked for, and `then` in those that have an answer of
    their own. Where the game is over there is none of these.

    Args:
        node: where it begins.
        depth: how many replies deep.
    """
    board, position = node.position.board, node.position
    told: dict[str, JSON] = {
        "position": position.text,
        "to_move": position.to_move,
        "strategist": node.strategist,
        "wins": node.wins,
        "plies": node.plies,
        "over": position.is_over,
    }
    if node.move is not None:
        ends = node.move.kind in {Kind.COMPLETES, Kind.RUN}
        told["move"] = {
            "cell": board.name(node.move.cell),
            "kind": node.move.kind.value,
            "line": _names(board, node.move.line),
        }
        return told if ends else told | {"then": node_as_json(node.step(node.move.cell), depth)}
    if position.is_over:
        return told
    if depth == 0:
        return told | {"replies": None}
    replies: list[JSON] = [_reply_as_json(node, group, depth) for group in node.replies]
    return told | {"replies": replies}


def _reply_as_json(node: Node, group: Replies, depth: int) -> JSON:
    board = node.position.board
    told: dict[str, JSON] = {
        "cells": _names(board, group.cells),
        "met_by": group.met_by.value,
        "line": _names(board, group.line),
        "plies": group.plies,
    }
    if group.met_by is Meeting.RECORD:
        told["then"] = node_as_json(node.step(group.cells[0]), depth - 1)
    return told


def _names(board: Board, cells: Sequence[int]) -> list[JSON]:
    return [board.name(cell) for cell in cells]
