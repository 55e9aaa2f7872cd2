"""Estimates where nothing is proved: a search ahead, and the value of the open lines through a cell.

Positional scores are a rule of thumb. A line with stones of both sides is dead and counts nothing. Every other line
counts one, and `growth` times as much for each stone on it, of either side: a line of the player itself counts as much
as one of the opponent's that it blocks.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from hyperoxo.players.control import Progress
from hyperoxo.solver.search import search

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo._core import Board, Position
    from hyperoxo.players.oxo.budget import Budget
    from hyperoxo.solver.search import SearchResult


def search_ahead(
    position: Position, among: Iterable[int], depth: int | None, budget: Budget, share: float = 1.0
) -> SearchResult:
    """Return the best of the given moves by a search of at most `depth` plies, within a share of the remaining budget.

    Each completed depth is reported as progress.
    """
    depths = [bound for bound in (depth, budget.limits.depth) if bound is not None]
    nodes, seconds = budget.share(share)
    found = search(
        position,
        among=among,
        depth=min(depths, default=None),
        nodes=nodes,
        seconds=seconds,
        control=budget.control,
        on_progress=lambda best: budget.control.report(_progress(best, budget.spent)),
    )
    budget.spend(found.nodes)
    return found


def _progress(best: SearchResult, before: int) -> Progress:
    nodes = before + best.nodes
    if best.value.is_known:
        return Progress(depth=best.depth, nodes=nodes, label=best.value.label, line=best.line)
    return Progress(depth=best.depth, nodes=nodes, label=f"~{best.chance}", line=best.line, points=best.score)


@functools.lru_cache(maxsize=16)
def _lines_through(board: Board) -> tuple[tuple[int, ...], ...]:
    return tuple(board.lines_through(cell) for cell in range(board.size))


def _stones_on_lines(position: Position) -> tuple[list[int], list[int]]:
    """Return how many stones of X, and of O, each line holds."""
    board = position.board
    through = _lines_through(board)
    both = [0] * len(board.lines), [0] * len(board.lines)
    for counts, stones in zip(both, (position.x, position.o), strict=True):
        for cell in stones:
            for line in through[cell]:
                counts[line] += 1
    return both


def count_open_lines(position: Position, cell: int) -> tuple[int, int]:
    """Return how many open lines run through an empty cell, and how many of these hold stones."""
    x, o = _stones_on_lines(position)
    lines = [line for line in _lines_through(position.board)[cell] if not (x[line] and o[line])]
    return len(lines), sum(x[line] + o[line] > 0 for line in lines)


def positional_scores(position: Position, cells: Iterable[int], growth: int) -> dict[int, int]:
    """Return the positional score of a stone on each of some cells; only the order of scores has a meaning.

    Args:
        position: the position before the stone is placed.
        cells: empty ones.
        growth: the factor of an open line for each stone on it.
    """
    through = _lines_through(position.board)
    worth = [0 if a and b else growth ** (a + b) for a, b in zip(*_stones_on_lines(position), strict=True)]
    return {cell: sum(worth[line] for line in through[cell]) for cell in cells}
