"""Finds the module that knows a kind of figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.museum.figures.formulas import formulas_step
from hyperoxo.museum.figures.levels import levels_step
from hyperoxo.museum.figures.program_lines import program_lines_step
from hyperoxo.museum.figures.search_tree import search_tree_step
from hyperoxo.museum.figures.sums import sums_step

if TYPE_CHECKING:
    from hyperoxo.game import Game
    from hyperoxo.museum.exhibit import FigureKind
    from hyperoxo.museum.figures.step import FigureStep
    from hyperoxo.players import Play


def figure_step(kind: FigureKind, game: Game, decision: Play) -> FigureStep:
    """Return what of a figure lights up at a decision.

    Args:
        kind: the kind of figure.
        game: the game before the move.
        decision: the program's.

    Raises:
        TypeError: the decision is one of another program.
    """
    match kind:
        case "levels":
            return levels_step(game.board, decision.reasons)
        case "sums":
            return sums_step(decision.reasons)
        case "formulas":
            return formulas_step(decision.reasons)
        case "search-tree":
            return search_tree_step(game.position, decision.cell)
        case "program-lines":
            return program_lines_step(decision.reasons)
