"""An analysis during a game: with progress, within a time limit, and stopped by Ctrl-C without ending the game."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from hyperoxo.advice import hint
from hyperoxo.cli.arguments import read_seconds
from hyperoxo.cli.interruptible import SLOW, cancelled_by_interrupt
from hyperoxo.cli.output import ProgressLine
from hyperoxo.errors import InputError, MoveError
from hyperoxo.solver.analysis import DEFAULT_SECONDS, Analysis, analyse, finishes_quickly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hyperoxo import Board, Game, Position
    from hyperoxo.advice import Hint
    from hyperoxo.players import Control
    from hyperoxo.solver.analysis import CellAnalysis

MOST_SECONDS = 24 * 60 * 60
"""The longest analysis that can be asked for."""


class Analyser:
    """Analyses positions for a person, and keeps the last analysis, since one is asked about cell by cell.

    Attributes:
        was_stopped: whether Ctrl-C stopped the last analysis.
    """

    def __init__(self) -> None:
        self._last: Analysis | None = None
        self.was_stopped = False

    def analyse(self, position: Position, seconds: float | None = None) -> Analysis:
        """Analyse a position; the first Ctrl-C ends the analysis with what is known, the second is raised.

        Args:
            position: the position.
            seconds: the time limit; None for none on small boards and late positions, else `DEFAULT_SECONDS`.

        Raises:
            MoveError: the game is over.
            KeyboardInterrupt: Ctrl-C was typed twice.
        """
        refuse_decided(position, "analyse")
        if seconds is None and not finishes_quickly(position):
            seconds = DEFAULT_SECONDS
        with self._watched(position, after=0.0) as (control, on_update):
            self._last = analyse(position, seconds=seconds, on_update=on_update, control=control)
        return self._last

    def hint(self, game: Game) -> Hint:
        """Suggest a cell; the first Ctrl-C ends the search with the best that is known, the second is raised.

        Raises:
            MoveError: the game is over.
            KeyboardInterrupt: Ctrl-C was typed twice.
        """
        refuse_decided(game.position, "hint")
        with self._watched(game.position, after=SLOW) as (control, on_update):
            return hint(game, control, on_update)

    @contextmanager
    def _watched(self, position: Position, after: float) -> Iterator[tuple[Control, Callable[[CellAnalysis], None]]]:
        """Show the progress of an analysis, after some seconds; Ctrl-C cancels it."""
        cells, known = len(position.legal_moves()), set[int]()

        def on_update(found: CellAnalysis) -> None:
            known.add(found.cell)

        with cancelled_by_interrupt() as control, ProgressLine() as status:
            with status.every_second(lambda: f"{len(known)} of {cells} cells known; Ctrl-C ends the analysis", after):
                yield control, on_update
            self.was_stopped = control.cancelled

    def analysis_of(self, position: Position, seconds: float | None = None) -> Analysis:
        """Return the last analysis if it is of this position and no time is typed; otherwise analyse anew."""
        if seconds is None and self._last is not None and self._last.position == position:
            return self._last
        return self.analyse(position, seconds)


def refuse_decided(position: Position, command: str) -> None:
    """Refuse a command about moves in a position that ends the game.

    Raises:
        MoveError: the game is over.
    """
    if position.is_over:
        raise MoveError(command, "the game is over", "take moves back with undo")


def read_time(typed: str) -> float | None:
    """Return the time limit that a person typed, None for nothing.

    Raises:
        InputError: it is not a number of seconds, or too long.
    """
    if not typed:
        return None
    seconds = read_seconds(typed)
    if seconds > MOST_SECONDS:
        raise InputError(typed, f"more than {MOST_SECONDS:,} seconds, which is a day")
    return seconds


def read_label_request(board: Board, typed: str, read_cell: Callable[[str], str]) -> tuple[int, float | None]:
    """Return the cell and the time limit of the command `label CELL [SECONDS]`.

    Args:
        board: the board.
        typed: what follows `label`.
        read_cell: returns the name of a cell that was typed.

    Raises:
        InputError: there is no cell, no such cell, or something else behind it.
    """
    words = typed.split()
    if not words:
        raise InputError("label", "a cell is missing", "type label CELL")
    name, *rest = words
    if len(rest) > 1:
        raise InputError(rest[1], "unexpected", "type label CELL or label CELL SECONDS")
    return board.cell(read_cell(name)), read_time("".join(rest))
