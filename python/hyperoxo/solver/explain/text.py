"""The tree of a proof as indented text and as JSON, to a given depth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.solver.explain.tree import MoveKind
from hyperoxo.solver.strategies import ResponseKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo._core import Board
    from hyperoxo.game import JSON
    from hyperoxo.solver.explain.tree import ExplanationMove, ExplanationNode, ReplyGroup

_INDENT = "  "


def node_lines(node: ExplanationNode, depth: int) -> list[str]:
    """Return a tree as text.

    Args:
        node: where it begins.
        depth: how many replies deep.
    """
    board = node.position.board
    if node.position.is_over:
        return ["the game is over"]
    if node.move is not None:
        move = f"{node.strategist.upper()} {_move_in_words(board, node.move)}"
        if node.move.kind in {MoveKind.COMPLETES, MoveKind.THREAT_SEQUENCE} or depth == 0:
            return [move]
        return [move, *_indented(node_lines(node.step(node.move.cell), depth))]
    if depth == 0:
        return ["…"]
    lines: list[str] = []
    for group in node.replies:
        if group.response is not ResponseKind.PAIR:
            lines += _reply_in_words(node, group, depth)
    paired = (group for group in node.replies if group.response is ResponseKind.PAIR)
    pairs = {(min(*pair), max(*pair)) for group in paired for pair in _pairs(group)}
    if pairs:
        listed = ", ".join(board.names(pair) for pair in sorted(pairs))
        lines.append(f"a cell of a pair: the other cell; pairs {listed}")
    return lines


def _pairs(group: ReplyGroup) -> list[tuple[int, int]]:
    return [(cell, group.line[0]) for cell in group.cells]


def _reply_in_words(node: ExplanationNode, group: ReplyGroup, depth: int) -> list[str]:
    board = node.position.board
    cells = board.names(group.cells)
    if group.response is ResponseKind.COMPLETION:
        return [f"{cells}: {board.name(group.line[0])} completes a line"]
    if group.response is ResponseKind.THREAT_SEQUENCE:
        return [f"{cells}: by force {board.names(group.line)}"]
    if group.response is ResponseKind.NOTHING:
        return [f"{cells}: nothing is needed"]
    after = node.step(group.cells[0])
    alike = "" if len(group.cells) == 1 else f" (symmetric; the answer to {board.name(group.cells[0])})"
    first, *rest = node_lines(after, depth - 1)
    return [f"{cells}{alike}: {first}", *rest]


def _move_in_words(board: Board, move: ExplanationMove) -> str:
    if move.kind is MoveKind.COMPLETES:
        return f"completes a line with {board.name(move.cell)}"
    if move.kind is MoveKind.THREAT_SEQUENCE:
        return f"wins by force: {board.names(move.line)}"
    return f"plays {board.name(move.cell)}, {move.kind.purpose}"


def _indented(lines: Sequence[str]) -> list[str]:
    return [_INDENT + line for line in lines]


def node_as_json(node: ExplanationNode, depth: int) -> dict[str, JSON]:
    """Return a tree as JSON.

    Each node has `position`, `to_move`, `strategist`, whether it `wins`, `plies`, and whether the game is `over`. Where
    the strategist is to move there is `move`, and `then` unless the line of the move ends the game. Where its opponent
    is, there are `replies`, or null if they lie deeper than was asked for, and `then` in those that have an answer of
    their own. Where the game is over, none of these is there.

    Args:
        node: where it begins.
        depth: how many replies deep.
    """
    board, position = node.position.board, node.position
    data: dict[str, JSON] = {
        "position": position.text,
        "to_move": position.to_move,
        "strategist": node.strategist,
        "wins": node.wins,
        "plies": node.plies,
        "over": position.is_over,
    }
    if node.move is not None:
        ends = node.move.kind in {MoveKind.COMPLETES, MoveKind.THREAT_SEQUENCE}
        data["move"] = {
            "cell": board.name(node.move.cell),
            "kind": node.move.kind.value,
            "line": _names(board, node.move.line),
        }
        return data if ends else data | {"then": node_as_json(node.step(node.move.cell), depth)}
    if position.is_over:
        return data
    if depth == 0:
        return data | {"replies": None}
    replies: list[JSON] = [_reply_as_json(node, group, depth) for group in node.replies]
    return data | {"replies": replies}


def _reply_as_json(node: ExplanationNode, group: ReplyGroup, depth: int) -> JSON:
    board = node.position.board
    data: dict[str, JSON] = {
        "cells": _names(board, group.cells),
        "met_by": group.response.value,
        "line": _names(board, group.line),
        "plies": group.plies,
    }
    if group.response is ResponseKind.RECORD:
        data["then"] = node_as_json(node.step(group.cells[0]), depth - 1)
    return data


def _names(board: Board, cells: Sequence[int]) -> list[JSON]:
    return [board.name(cell) for cell in cells]
