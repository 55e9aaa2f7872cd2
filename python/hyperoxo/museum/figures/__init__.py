"""How each program thinks: which rows of its figure light up at a move, worked out from the program's own reasons.

- `step`: what lights up, for every kind of figure.
- `levels`, `sums`, `formulas`, `search_tree`, `program_lines`: one module for each kind.
- `drawing`: a figure as a picture.
"""

from hyperoxo.museum.figures.drawing import figure_svg
from hyperoxo.museum.figures.figure_step import figure_step
from hyperoxo.museum.figures.step import NO_FIGURE, FigureStep, RowState, TreeGroup, TreeLevel

__all__ = ["NO_FIGURE", "FigureStep", "RowState", "TreeGroup", "TreeLevel", "figure_step", "figure_svg"]
