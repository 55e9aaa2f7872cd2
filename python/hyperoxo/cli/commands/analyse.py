"""`oxo analyse`: gives the proved value of every move, for people or for programs; or of many positions (`--batch`)."""

from __future__ import annotations

import typing
from functools import partial

from hyperoxo import MAX_CELLS
from hyperoxo.cli.analysis_limits import add_analysis_limits, analysed, watched
from hyperoxo.cli.arguments import (
    JSON_ONLY,
    UsageError,
    add_count,
    add_plain,
    add_start,
    read_board,
)
from hyperoxo.cli.batch import add_batch, read_batch, run_batch
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import add_output, add_source, picture_file, read_source
from hyperoxo.cli.interruptible import cancelled_by_interrupt
from hyperoxo.cli.output import print_json, print_text
from hyperoxo.cli.why import read_why, with_one_value
from hyperoxo.coach import LEGEND
from hyperoxo.explorer.proved import stored_in_words
from hyperoxo.players import Limits
from hyperoxo.solver.analysis.forms import analysis_described
from hyperoxo.solver.explain import DEFAULT_DEPTH

if typing.TYPE_CHECKING:
    import argparse

    from hyperoxo import Board, Game
    from hyperoxo.game import JSON
    from hyperoxo.players import Control
    from hyperoxo.solver.analysis import Analysis


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_source(parser)
    add_start(parser)
    add_analysis_limits(parser)
    parser.add_argument(
        "--why",
        metavar='"CELLS"',
        help="show a game that proves the value of a cell; with replies after the cell, the proof from there on",
    )
    add_count(parser, "--depth", "also show the proof of --why, this many replies deep", most=MAX_CELLS)
    about = f"draw the proof of --why, {DEFAULT_DEPTH} replies deep unless --depth is set, as .svg, .png or .pdf"
    add_output(parser, "--tree", about)
    add_plain(parser, JSON_ONLY)
    add_batch(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the analysis; Ctrl-C ends it and prints what is known; the exit code is 2 if a line was refused."""
    limits = Limits(arguments.time, arguments.nodes)
    wanted = read_batch(arguments)
    if arguments.batch and (arguments.why, arguments.depth, arguments.tree) != (None, None, None):
        raise UsageError("--why explains a cell of one position; leave --batch out")
    if wanted is not None:  # other processes analyse at the same time, so each works on one thread
        return run_batch(read_board(arguments), wanted, partial(_answer, limits, None, 1))
    with cancelled_by_interrupt() as control:
        if arguments.batch:
            return run_batch(read_board(arguments), None, partial(_answer, limits, control, None))
        game = read_source(arguments)
        why = read_why(game, arguments.why, arguments.depth, arguments.tree)
        proof = None
        with picture_file(arguments.tree, replace=arguments.force) as draw:
            first = analysis = watched(game.position, limits, control)
            if why is not None and (proof := why.proof(first, limits, control, is_wanted=arguments.json)) is not None:
                proof, analysis = with_one_value(proof, first)
                if why.is_drawn:
                    draw(why.picture(proof))
        if arguments.json:
            explained: dict[str, JSON] = {} if why is None else {"why": why.as_json(analysis, proof)}
            print_json(analysis_described(game, analysis).as_json() | explained)
        else:
            lines = [] if why is None else why.lines(first, proof)
            _print(game.board, analysis)
            for line in lines:
                print_text(line, " " * (len(line) - len(line.lstrip()) + 4))
    if control.cancelled:
        return ExitCode.INTERRUPTED
    return ExitCode.UNKNOWN if arguments.tree is not None and proof is None else ExitCode.DONE


def _answer(limits: Limits, control: Control | None, threads: int | None, game: Game) -> dict[str, JSON]:
    return analysis_described(game, analysed(game.position, limits, control, threads=threads)).as_json()


def _print(board: Board, analysis: Analysis) -> None:
    if not analysis.cells:
        print("The game is over: there is nothing to analyse; --ply N goes back to the position after N moves.")
        return
    print(
        f"{board}, {analysis.position.to_move.upper()} to move: {analysis.value.explained()} "
        f"({analysis.nodes:,} positions searched in {analysis.seconds:.2f} s)"
    )
    for text, cells in analysis.by_text:
        print_text(f"  {text:<5}  {board.names(cells)}", " " * 9)
    print_text(f"  {stored_in_words(analysis)}{LEGEND}", "  ")
