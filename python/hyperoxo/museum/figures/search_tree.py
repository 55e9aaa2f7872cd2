"""Delphi's search tree: the rating of every open field, and below the best one those of every reply.

A rating is that of the best reply seen from the other side, one move further from 50. So along the best moves every
level explains the one above it, down to the move that completes a line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.museum.figures.step import FigureStep, RowState, TreeGroup, TreeLevel
from hyperoxo.players import Control, Limits
from hyperoxo.players.delphi_player import rate
from hyperoxo.players.historic.delphi.ratings import FieldRating

if TYPE_CHECKING:
    from hyperoxo._core import Position


def search_tree_step(position: Position, cell: int) -> FigureStep:
    """Return the tree from a position on, in which the first level follows the field that the program has chosen."""
    tree = [_tree_level(position, cell)]
    while not (position := position.play(tree[-1].chosen)).is_over:
        tree.append(_tree_level(position, None))
    states: dict[str, RowState] = {}
    notes: dict[str, str] = {}
    for group in tree[0].groups:
        states[group.label] = "decided" if cell in group.cells else "found"
        notes[group.label] = f"{len(group.cells)} field{'s' if len(group.cells) > 1 else ''}"
    return FigureStep(states, notes, tuple(tree))


def _tree_level(position: Position, chosen: int | None) -> TreeLevel:
    by_rating: dict[int, list[int]] = {}
    for cell, field in rate(position, Limits(), Control()).fields.items():
        by_rating.setdefault(field.rating, []).append(cell)
    groups = tuple(
        TreeGroup(rating, FieldRating(rating).label, tuple(by_rating[rating]))
        for rating in sorted(by_rating, reverse=True)
    )
    return TreeLevel(position.to_move, groups, groups[0].cells[0] if chosen is None else chosen)
