"""`oxo analyse`: what moving to each empty cell is worth, proved, for people or for programs; or many (`--batch`)."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import (
    UsageError,
    add_board,
    add_json,
    add_start,
    print_json,
    read_board,
    read_game,
    read_seconds,
)
from hyperoxo.cli.batch import add_batch, read_batch, run_batch
from hyperoxo.cli.cell_explanation import add_why, read_why, why_as_json, why_lines
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.progress_line import StatusLine
from hyperoxo.players import Control
from hyperoxo.solver.analysis import PATIENCE, Analysis, analyse, analysis_as_json, finishes

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from hyperoxo import Board, Game
    from hyperoxo.game import JSON
    from hyperoxo.solver.analysis import CellAnalysis


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo analyse`."""
    add_board(parser)
    add_start(parser)
    default = f"until all is known where that can be expected, else {PATIENCE:.0f}"
    parser.add_argument("--time", metavar="S", help=f"seconds that it may take (default: {default})")
    add_why(parser)
    add_json(parser)
    add_batch(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the analysis; Ctrl-C ends it and prints what is known; the exit code is 2 if a line was refused."""
    board = read_board(arguments.board)
    seconds = None if arguments.time is None else read_seconds(arguments.time)
    wanted = read_batch(arguments)
    if arguments.batch and (arguments.why is not None or arguments.depth is not None):
        raise UsageError("--why explains a cell of one position; leave --batch out")
    if wanted is not None:
        return run_batch(board, wanted, _Analyst(seconds))
    control = Control()
    with _ctrl_c_cancels(control):
        if arguments.batch:
            return run_batch(board, None, lambda game: analysis_as_json(game, _analysed(game, seconds, control)))
        game = read_game(board, arguments.moves, arguments.position)
        why = read_why(game, arguments.why, arguments.depth)
        analysis = _watched(game, seconds, control)
        patience = PATIENCE if seconds is None else seconds
        if arguments.json:
            explained: dict[str, JSON] = {} if why is None else {"why": why_as_json(why, analysis, patience, control)}
            print_json(analysis_as_json(game, analysis) | explained)
        else:
            told = [] if why is None else why_lines(why, analysis, patience, control)
            _print(board, analysis)
            for line in told:
                print(line)
    return ExitCode.INTERRUPTED if control.cancelled else ExitCode.DONE


@dataclass(frozen=True, slots=True)
class _Analyst:
    """Analyses one game after another beside others who do so, and therefore on one thread."""

    seconds: float | None

    def __call__(self, game: Game) -> dict[str, JSON]:
        return analysis_as_json(game, _analysed(game, self.seconds, Control(), threads=1))


def _watched(game: Game, seconds: float | None, control: Control) -> Analysis:
    """Analyse, and tell on a terminal how many cells are known."""
    cells, known = len(game.position.legal_moves()), set[int]()
    with StatusLine() as status:

        def tell(found: CellAnalysis) -> None:
            known.add(found.cell)
            status.show(f"{len(known)} of {cells} cells known")

        return _analysed(game, seconds, control, tell)


def _analysed(
    game: Game,
    seconds: float | None,
    control: Control,
    on_update: Callable[[CellAnalysis], None] | None = None,
    threads: int | None = None,
) -> Analysis:
    position = game.position
    if seconds is None and not finishes(position):
        seconds = PATIENCE
    return analyse(position, seconds=seconds, threads=threads, on_update=on_update, control=control)


@contextmanager
def _ctrl_c_cancels(control: Control) -> Iterator[None]:
    """Let Ctrl-C end the analysis and not the program, so that what is known can be printed."""
    before = signal.signal(signal.SIGINT, lambda *_: control.cancel())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _print(board: Board, analysis: Analysis) -> None:
    if not analysis.cells:
        print("The game is over: there is nothing to analyse.")
        return
    side = analysis.position.to_move.upper()
    searched = f"{analysis.nodes:,} positions searched in {analysis.seconds:.2f} s"
    print(f"{board}, {side} to move: {analysis.value.label} ({searched})")
    for text, cells in groupby(analysis.ranking, key=lambda found: found.text):
        print(f"  {text:<5}  {board.names(found.cell for found in cells)}")
    if any(found.promise is not None for found in analysis.cells.values()):
        print("  Numbers behind ~ are guesses at cells whose value is not known, in hundredths of the most promising.")
