"""The labels of an analysis as text: on the cells of a board, and one of them in a sentence.

Proved labels are bold and guesses (`~62`) faint, on the one scale that every user interface has. A drawing has to fit
24 lines of 80 columns with its headline, its legend and the prompt; 4x4x4x4 with labels of four characters just does.
"""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

from hyperoxo.outcomes import Outcome
from hyperoxo.solver.analysis import DEFAULT_SECONDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo import Board
    from hyperoxo.drawing import Style
    from hyperoxo.solver.analysis import Analysis, CellAnalysis

PROVED, GUESSED = "1", "2"
"""How labels are painted (SGR parameters): bold and faint."""
LEGEND = "W wins, L loses, D draws, within so many plies: proved. ~62: a guess, 0 to 100."
"""What the labels mean, in one line."""
MOST_LINES = 20
"""The height of a drawing with headings; a higher one is drawn densely, without them."""
_LONGER = f"{6 * DEFAULT_SECONDS:.0f}"


def analysis_headline(analysis: Analysis, side: str) -> str:
    """Return what is known of the position in one line: its value, and how many labels are proved.

    Args:
        analysis: the analysis.
        side: the letter of the side to move.
    """
    known = sum(found.value.is_known for found in analysis.cells.values())
    value = analysis.value.label if analysis.chance is None else f"~{analysis.chance}"
    longer = "" if analysis.complete else f" analyse {_LONGER} searches for {_LONGER} s."
    return f"{side} to move: {value}; {known} of {len(analysis.cells)} labels proved.{longer}"


def label_sentence(analysis: Analysis, cell: int, side: str) -> str:
    """Return a label in words, with a game that shows a win or a loss.

    Args:
        analysis: the analysis.
        cell: a cell that can be played.
        side: the letter of the side to move.
    """
    board, found = analysis.position.board, analysis.cells[cell]
    name, value = board.name(cell), found.value
    if not value.is_known:
        return (
            f"{name}: {found.text}, a guess: an expected score of {found.chance} % for {side}. "
            f"Nothing is proved yet; label {name} {_LONGER} searches for {_LONGER} s."
        )
    if value.outcome is Outcome.DRAW:
        return f"{name}: {found.text}, proved: a draw under best play."
    line = f" A game that shows it: {board.names(found.line)}." if found.line else ""
    return f"{name}: {found.text}, proved: {side} {value.in_words()}, this move counted.{line}"


def label_lines(analysis: Analysis, style: Style) -> list[str]:
    """Draw the position with the label of every empty cell, in as few lines as the width allows."""
    drawing = _LabelDrawing(analysis, style)
    roomy = drawing.lines(gap=3, margin=3)
    fits = len(roomy) <= MOST_LINES and drawing.grid_width + 3 <= style.width
    return roomy if fits else drawing.lines(gap=1, margin=0)


class _LabelDrawing:
    """Draws the grids of a board, as many side by side as fit."""

    def __init__(self, analysis: Analysis, style: Style) -> None:
        self.board = analysis.position.board
        self.style = style
        self.prefix_sides = self.board.sides[:-2]
        self.rows, self.columns = (1, *self.board.sides)[-2:]
        shown = {cell: self._label(found) for cell, found in analysis.cells.items()}
        self.width = max((len(text) for text, _ in shown.values()), default=1)
        for cell in range(self.board.size):
            stone = analysis.position.stone(cell)
            if stone:
                shown[cell] = style.letter(stone), style.stone_colour(stone)
        self.cells = [
            style.painted(text.center(self.width), code) for text, code in (shown[cell] for cell in range(len(shown)))
        ]
        self.grid_width = self.columns * (self.width + 1) - 1

    def lines(self, gap: int, margin: int) -> list[str]:
        """Draw with `gap` columns between grids; with a margin there are numbers of rows and columns as well."""
        across = max((self.style.width - margin + gap) // (self.grid_width + gap), 1)
        lines: list[str] = []
        for grids in _bands(self.prefix_sides, across):
            if self.prefix_sides:
                lines.append(self._spread([_grid_name(self.board, grid) for grid in grids], gap, margin))
            if margin:
                numbers = " ".join(str(column + 1).center(self.width) for column in range(self.columns))
                lines.append(self._spread([numbers] * len(grids), gap, margin))
            for row in range(self.rows):
                starts = ((grid * self.rows + row) * self.columns for grid in grids)
                cells = (" ".join(self.cells[start : start + self.columns]) for start in starts)
                number = str(row + 1) if margin and self.board.dimensions > 1 else ""
                between = "|" if gap == 1 else " " * gap
                lines.append((number.rjust(max(margin - 1, 0)) + " " * min(margin, 1) + between.join(cells)).rstrip())
        return lines

    def _label(self, found: CellAnalysis) -> tuple[str, str]:
        return found.text, PROVED if found.value.is_known else GUESSED

    def _spread(self, texts: Sequence[str], gap: int, margin: int) -> str:
        line = " " * margin + (" " * gap).join(text.center(self.grid_width) for text in texts)
        return line.rstrip()


def _bands(sides: Sequence[int], across: int) -> list[range]:
    """Divide the grids of a board into bands of at most `across` grids; a band keeps to one value of the first axes."""
    if not sides:
        return [range(1)]
    last = sides[-1]
    size = math.ceil(last / math.ceil(last / across))
    return [
        range(start + part, start + min(part + size, last))
        for start in range(0, math.prod(sides), last)
        for part in range(0, last, size)
    ]


def _grid_name(board: Board, grid: int) -> str:
    """Return `tier 2`, or `block 23` where several axes stand before rows and columns."""
    prefix_sides = board.sides[:-2]
    at = list(product(*(range(1, side + 1) for side in prefix_sides)))[grid]
    joined = ("." if max(board.sides) > 9 else "").join(map(str, at))
    return f"{'tier' if len(prefix_sides) == 1 else 'block'} {joined}"
