"""`oxo analyse`: gives the proved value of every move, for people or for programs; or of many positions (`--batch`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from hyperoxo import MAX_CELLS
from hyperoxo.cancellation import DEFAULT_SECONDS
from hyperoxo.cli.analysis_limits import add_analysis_limits, analysed, watched
from hyperoxo.cli.arguments import UsageError, add_board, add_count, add_json, add_start, read_board, read_start
from hyperoxo.cli.batch import add_batch, read_batch, run_batch
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import add_output, picture_file
from hyperoxo.cli.interruptible import cancelled_by_interrupt
from hyperoxo.cli.output import print_json, print_text
from hyperoxo.errors import InputError
from hyperoxo.outcomes import Outcome, is_more_precise
from hyperoxo.players import Control, Limits
from hyperoxo.slowness import SLOWNESS
from hyperoxo.solver.analysis import analysis_as_json
from hyperoxo.solver.explain import DEFAULT_DEPTH, explain, node_as_json, node_lines, proof_svg

if TYPE_CHECKING:
    import argparse

    from hyperoxo import Board, Game
    from hyperoxo.game import JSON
    from hyperoxo.solver.analysis import Analysis
    from hyperoxo.solver.explain import Explanation
    from hyperoxo.svg import Svg

_ABOUT_GUESSES = (
    "Numbers after ~ are guesses for cells of unknown value: the expected score in percent, a draw counting half."
)
_WHY_DEPTH = 1
"""How many replies deep a proof is shown, unless a depth is typed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_board(parser)
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
    add_json(parser)
    add_batch(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the analysis; Ctrl-C ends it and prints what is known; the exit code is 2 if a line was refused."""
    board = read_board(arguments)
    limits = Limits(arguments.time, arguments.nodes)
    wanted = read_batch(arguments)
    if arguments.batch and (arguments.why, arguments.depth, arguments.tree) != (None, None, None):
        raise UsageError("--why explains a cell of one position; leave --batch out")
    if wanted is not None:
        return run_batch(board, wanted, partial(_answer, limits))
    with cancelled_by_interrupt() as control:
        if arguments.batch:
            return run_batch(board, None, lambda game: analysis_as_json(game, analysed(game.position, limits, control)))
        game = read_start(board, arguments.moves, arguments.position)
        why = _read_why(game, arguments.why, arguments.depth, arguments.tree)
        with picture_file(arguments.tree, replace=arguments.force) as draw:
            first = analysis = watched(game.position, limits, control)
            found = None
            if why is not None and (why.is_drawn or why.depth is not None or arguments.json):
                seconds = DEFAULT_SECONDS * SLOWNESS if limits.seconds is None else limits.seconds
                found = explain(analysis.position, why.cell, nodes=None, seconds=seconds, control=control)
                if found is not None:
                    found, analysis = _with_one_value(found, first)
            if why is not None and why.is_drawn and found is not None:
                draw(_picture(why, found))
        if arguments.json:
            explained: dict[str, JSON] = {} if why is None else {"why": _why_as_json(why, analysis, found)}
            print_json(analysis_as_json(game, analysis) | explained)
        else:
            lines = [] if why is None else _why_lines(why, first, found)
            _print(board, analysis)
            for line in lines:
                print_text(line, " " * (len(line) - len(line.lstrip()) + 4))
    if control.cancelled:
        return ExitCode.INTERRUPTED
    return ExitCode.UNKNOWN if arguments.tree is not None and found is None else ExitCode.DONE


def _answer(limits: Limits, game: Game) -> dict[str, JSON]:
    """Analyse on one thread, since other processes analyse at the same time."""
    return analysis_as_json(game, analysed(game.position, limits, Control(), threads=1))


def _print(board: Board, analysis: Analysis) -> None:
    if not analysis.cells:
        print("The game is over: there is nothing to analyse.")
        return
    side = analysis.position.to_move.upper()
    searched = f"{analysis.nodes:,} positions searched in {analysis.seconds:.2f} s"
    print(f"{board}, {side} to move: {analysis.value.explained()} ({searched})")
    for text, cells in groupby(analysis.ranking, key=lambda found: found.text):
        print_text(f"  {text:<5}  {board.names(found.cell for found in cells)}", " " * 9)
    if any(found.chance is not None for found in analysis.cells.values()):
        print_text(f"  {_ABOUT_GUESSES}", "  ")


@dataclass(frozen=True, slots=True)
class _WhyRequest:
    """The request to explain a value.

    Attributes:
        cell: the cell.
        replies: the replies after it, along which the proof is followed.
        depth: how many replies deep the proof is shown; None for only a game that shows the value.
        is_drawn: whether the proof is drawn, too.
    """

    cell: int
    replies: tuple[int, ...]
    depth: int | None
    is_drawn: bool


def _read_why(game: Game, cells: str | None, depth: int | None, tree: str | None) -> _WhyRequest | None:
    if cells is None:
        if depth is not None:
            raise InputError(f"--depth {depth}", "it is the depth of --why", "name a cell with --why")
        if tree is not None:
            raise InputError(f"--tree {tree}", "it is the picture of --why", "name a cell with --why")
        return None
    named = game.board.moves(cells)
    if not named or named[0] not in game.position.legal_moves():
        raise InputError(cells, "the cell cannot be played")
    cell, *replies = named
    if depth is None and replies:
        depth = _WHY_DEPTH
    return _WhyRequest(cell, tuple(replies), depth, tree is not None)


def _picture(request: _WhyRequest, found: Explanation) -> Svg:
    """Return the picture of the proof, from the replies on that were typed."""
    depth = DEFAULT_DEPTH if request.depth is None else request.depth
    if not request.replies:
        return found.svg(depth)
    names = found.position.board.names((request.cell, *request.replies))
    title = f"{found.position.board}, after {names} and the answers to it"
    return proof_svg((found.at(request.replies),), depth=depth, title=title)


def _with_one_value(found: Explanation, analysis: Analysis) -> tuple[Explanation, Analysis]:
    """Return an explanation and an analysis of its position, both with the value of the cell that says more."""
    known = analysis.cells[found.cell]
    if not is_more_precise(found.value, known.value):
        return replace(found, value=known.value), analysis
    by_index = {**analysis.by_index, found.cell: replace(known, value=found.value, chance=None, line=())}
    is_best = found.value.outcome is Outcome.WIN and is_more_precise(found.value, analysis.value)
    return found, replace(analysis, by_index=by_index, value=found.value if is_best else analysis.value)


def _why_lines(request: _WhyRequest, analysis: Analysis, found: Explanation | None) -> list[str]:
    """Return the explanation as text: a game that shows the value, and the proof if it is requested."""
    board, cell = analysis.position.board, request.cell
    value, line = analysis.cells[cell].value, analysis.line(cell)
    if line:
        shown = board.names(line)
    elif value.is_known:
        is_shown = request.depth is not None or request.is_drawn
        shown = "no single game shows it" + ("" if is_shown else "; --depth 1 shows the proof")
    else:
        shown = "unknown so far; --time or --nodes sets a longer search"
    first = f"{board.name(cell)} is {value.label}: {shown}"
    if request.depth is None and not request.is_drawn:
        return [first]
    if found is None:
        return [first, "No proof was found in the time available."]
    if found.value != value:
        first = f"{board.name(cell)} is {found.value.label}, as a search for this cell alone has proved"
    if request.depth is None:
        return [first]
    if not request.replies:
        return [first, *(f"  {one}" for one in found.lines(request.depth))]
    node = found.at(request.replies)
    then = f"After {board.names((cell, *request.replies))} and the answers to it:"
    return [first, then, *(f"  {one}" for one in node_lines(node, request.depth))]


def _why_as_json(request: _WhyRequest, analysis: Analysis, found: Explanation | None) -> dict[str, JSON]:
    """Return the line, and the proved value with its trees; null where there is no proof.

    The trees are one reply deep unless a depth was typed, and begin after the replies that were typed.
    """
    board, cell = analysis.position.board, request.cell
    depth = _WHY_DEPTH if request.depth is None else request.depth
    line: list[JSON] = [board.name(one) for one in analysis.line(cell)]
    replies: list[JSON] = [board.name(one) for one in request.replies]
    entry: dict[str, JSON] = {"cell": board.name(cell), "line": line, "replies": replies, "value": None, "trees": None}
    if found is None:
        return entry
    trees = [found.at(request.replies)] if request.replies else found.trees
    return entry | {"value": found.value.described().as_json(), "trees": [node_as_json(node, depth) for node in trees]}
