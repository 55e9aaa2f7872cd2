"""Analyses during a game: started, watched, stopped by Ctrl-C, and drawn as labels on the cells of a board.

Proved labels are bold and guesses (`~62`) faint, on the one scale that every user interface has. A drawing has to fit
24 lines of 80 columns with its headline, its legend and the prompt; 4x4x4x4 with labels of four characters just does.
"""

from __future__ import annotations

import math
import typing
from itertools import product

from hyperoxo.advice import hint
from hyperoxo.cancellation import DEFAULT_SECONDS
from hyperoxo.cli.analysis_limits import reviewed, watched
from hyperoxo.cli.arguments import read_seconds
from hyperoxo.cli.interruptible import cancelled_by_interrupt
from hyperoxo.coach import label_in_words
from hyperoxo.errors import InputError, MoveError
from hyperoxo.outcomes import Outcome
from hyperoxo.planes import plane_name
from hyperoxo.players import Limits
from hyperoxo.slowness import SLOWNESS

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hyperoxo import Board, Game, Position
    from hyperoxo.advice import Hint
    from hyperoxo.drawing import Style
    from hyperoxo.review import Review
    from hyperoxo.solver.analysis import Analysis

MAX_SECONDS = 24 * 60 * 60
"""The longest analysis that a person can start."""
HINT_SECONDS = 0.4
"""The time limit of the search for a hint. It ends a step late, so that a person waits for up to a second."""


class Analyser:
    """Analyses positions for a person, and keeps the last analysis and the last hint, which are often wanted again.

    Attributes:
        was_stopped: whether Ctrl-C stopped the last analysis.
    """

    def __init__(self) -> None:
        self._last: Analysis | None = None
        self._hint: tuple[Position, Hint] | None = None
        self.was_stopped = False

    def analyse(self, position: Position, seconds: float | None = None) -> Analysis:
        """Analyse a position; the first Ctrl-C ends the analysis with what is known, the second is raised."""
        refuse_decided(position, "analyse")
        with cancelled_by_interrupt() as control:
            self._last = watched(position, Limits(seconds), control)
        self.was_stopped = control.cancelled
        return self._last

    def hint(self, game: Game) -> Hint:
        """Suggest a cell; the first Ctrl-C ends the search with the best that is known, the second is raised."""
        refuse_decided(game.position, "hint")
        with cancelled_by_interrupt() as control:
            position, kept = self._hint or (None, None)
            is_kept = position == game.position
            found = kept if kept and is_kept else hint(game, control, HINT_SECONDS * SLOWNESS)
        self.was_stopped = control.cancelled
        self._hint = None if self.was_stopped else (game.position, found)
        return found

    def review(self, game: Game) -> Review:
        """Review a game; the first Ctrl-C ends the review with what is known, the second is raised."""
        with cancelled_by_interrupt() as control:
            return reviewed(game, control=control)

    def analysis_of(self, position: Position, seconds: float | None = None) -> Analysis:
        """Return the last analysis if it is of this position and no time is typed; otherwise analyse anew."""
        if seconds is None and self._last is not None and self._last.position == position:
            return self._last
        return self.analyse(position, seconds)


def refuse_decided(position: Position, command: str) -> None:
    """Refuse a command about moves in a position that ends the game."""
    if position.is_over:
        raise MoveError(command, "the game is over", "take moves back with undo")


def read_time(typed: str) -> float | None:
    """Return the time limit that a person typed, None for nothing."""
    if not typed:
        return None
    seconds = read_seconds(typed)
    if seconds > MAX_SECONDS:
        raise InputError(typed, f"more than {MAX_SECONDS:,} seconds, which is a day")
    return seconds


def read_label_request(board: Board, typed: str, read_cell: Callable[[str], str]) -> tuple[int, float | None]:
    """Return the cell and the time limit of the command `label CELL [SECONDS]`."""
    name, *rest = typed.split()
    if len(rest) > 1:
        raise InputError(rest[1], "unexpected", "type label CELL or label CELL SECONDS")
    return board.cell(read_cell(name)), read_time("".join(rest))


PROVED, GUESSED = "1", "2"
"""How labels are painted (SGR parameters): bold and faint."""
MAX_LINES = 20
"""The height of a drawing with headings; a higher one is drawn densely, without them."""
_LONGER = f"{6 * DEFAULT_SECONDS:.0f}"


def analysis_headline(analysis: Analysis, side: str, *, in_words: bool = True) -> str:
    """Return what is known of the position in one line: its value, in words too, and how many labels are proved."""
    known = sum(found.value.is_known for found in analysis.cells.values())
    value = (analysis.value.explained if in_words else analysis.value.text)(analysis.chance)
    longer = "" if analysis.complete else f" To search for {_LONGER} s: analyse {_LONGER}."
    return f"{side} to move: {value}; {known} of {len(analysis.cells)} labels proved.{longer}"


def label_sentence(analysis: Analysis, cell: int, side: str) -> str:
    """Return a label in words, with a game that shows a win or a loss."""
    board, found = analysis.position.board, analysis.cells[cell]
    name, value = board.name(cell), found.value
    if not value.is_known:
        return (
            f"{name}: {found.text}, a guess: an expected score of {found.chance} % for {side}. "
            f"Nothing is proved yet; to search for {_LONGER} s: label {name} {_LONGER}."
        )
    if value.outcome is Outcome.DRAW:
        return f"{name}: {found.text}, proved: a draw under best play."
    line = f" A game that shows it: {board.names(found.line)}." if found.line else ""
    return f"{name}: {found.text}, proved: {side} {label_in_words(value, None)}, this move counted.{line}"


def label_lines(analysis: Analysis, style: Style) -> list[str]:
    """Draw the position with the label of every empty cell, in as few lines as the width allows."""
    drawing = _LabelDrawing(analysis, style)
    roomy = drawing.lines(gap=3, margin=3)
    fits = len(roomy) <= MAX_LINES and drawing.grid_width + 3 <= style.width
    return roomy if fits else drawing.lines(gap=1, margin=0)


class _LabelDrawing:
    """Draws the grids of a board, as many side by side as fit."""

    def __init__(self, analysis: Analysis, style: Style) -> None:
        self.board = analysis.position.board
        self.style = style
        self.prefix_shape = self.board.shape[:-2]
        self.rows, self.columns = (1, *self.board.shape)[-2:]
        shown = {
            cell: (found.text, PROVED if found.value.is_known else GUESSED) for cell, found in analysis.cells.items()
        }
        self.width = max((len(text) for text, _ in shown.values()), default=1)
        for cell in range(self.board.size):
            stone = analysis.position.stone(cell)
            if stone:
                shown[cell] = style.letters[stone], style.colours[stone]
        self.cells = [
            style.painted(text.center(self.width), code) for text, code in (shown[cell] for cell in range(len(shown)))
        ]
        self.grid_width = self.columns * (self.width + 1) - 1

    def lines(self, gap: int, margin: int) -> list[str]:
        """Draw with `gap` columns between grids; with a margin there are numbers of rows and columns as well."""
        across = max((self.style.width - margin + gap) // (self.grid_width + gap), 1)
        lines: list[str] = []
        for grids in _bands(self.prefix_shape, across):
            if self.prefix_shape:
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

    def _spread(self, texts: Sequence[str], gap: int, margin: int) -> str:
        line = " " * margin + (" " * gap).join(text.center(self.grid_width) for text in texts)
        return line.rstrip()


def _bands(shape: Sequence[int], across: int) -> list[range]:
    """Divide the grids of a board into bands of at most `across` grids; a band keeps to one value of the first axes."""
    if not shape:
        return [range(1)]
    last = shape[-1]
    size = math.ceil(last / math.ceil(last / across))
    return [
        range(start + part, start + min(part + size, last))
        for start in range(0, math.prod(shape), last)
        for part in range(0, last, size)
    ]


def _grid_name(board: Board, grid: int) -> str:
    """Return the name of a grid: `tier 2`, `block 2, tier 3`."""
    at = list(product(*(range(1, length + 1) for length in board.shape[:-2])))[grid]
    return plane_name(board, at)
