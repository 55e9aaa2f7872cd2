"""`oxo svg`: draws a position as a picture, as SVG, PNG or PDF."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo import svg
from hyperoxo.cli.analysis_limits import AnalysisLimits, add_analysis_limits, watched
from hyperoxo.cli.arguments import UsageError, add_count
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import OutputFile, add_force
from hyperoxo.cli.game_source import add_game_source, read_game_source
from hyperoxo.cli.interruptible import cancelled_by_interrupt
from hyperoxo.errors import CellError, InputError
from hyperoxo.svg import MOST_WIDTH, PICTURE_SUFFIXES

if TYPE_CHECKING:
    import argparse
    from contextlib import AbstractContextManager

    from hyperoxo import Position
    from hyperoxo.svg import PictureOptions

_THREATS = "threats"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo svg`."""
    add_game_source(parser)
    parser.add_argument("--lines", metavar="WHAT", help=f"show the lines through a cell, or {_THREATS} of both sides")
    parser.add_argument("--labels", action="store_true", help="write on each cell what a move there is worth")
    add_analysis_limits(parser)
    parser.add_argument(
        "--theme", default="auto", metavar="THEME", help="light, dark, or auto for the reader's choice (default)"
    )
    about_size = "width in pixels (default: 36 for a cell, and twice that in PNG)"
    add_count(parser, "--size", about_size, least=1, most=MOST_WIDTH)
    parser.add_argument(
        "--out",
        metavar="FILE",
        help=f"write the picture to a file that ends in {' or '.join(PICTURE_SUFFIXES)} (default: print it as SVG)",
    )
    add_force(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Draw the position with its last move and its completed lines; Ctrl-C ends an analysis and draws what is known."""
    game = read_game_source(arguments)
    limits = AnalysisLimits(arguments.time, arguments.nodes)
    if not arguments.labels and (arguments.time is not None or arguments.nodes is not None):
        raise UsageError("--time and --nodes limit the analysis of --labels; add --labels")
    suffix = "" if arguments.out is None else Path(arguments.out).suffix.lower()
    options: PictureOptions = {
        "view": arguments.view,
        "plane": arguments.slice,
        "last_move": game.last_move,
        "lines": _lines(game.position, arguments.lines),
        "theme": arguments.theme,
        "size": None if suffix == ".png" else arguments.size,
    }
    # This refuses what it cannot draw before a file is begun and an analysis takes its time.
    picture = svg.board(game, **options)
    with _output(arguments) as file:
        code = ExitCode.DONE
        if arguments.labels:
            with cancelled_by_interrupt() as control:
                picture = watched(game.position, limits, control).svg(**options)
                code = ExitCode.INTERRUPTED if control.cancelled else ExitCode.DONE
        if file is None:
            print(picture, end="")
        elif suffix == ".png":
            file.write(picture.png(width=arguments.size))
        else:
            file.write(picture.encoded(suffix or ".svg", arguments.out))
    return code


def _output(arguments: argparse.Namespace) -> AbstractContextManager[OutputFile | None]:
    """Return the file that was typed; None for standard output."""
    if arguments.out is None:
        return nullcontext()
    return OutputFile(arguments.out, PICTURE_SUFFIXES, replace=arguments.force)


def _lines(position: Position, wanted: str | None) -> list[int]:
    """Return the lines that were asked for."""
    if wanted is None:
        return []
    if wanted.lower() == _THREATS:
        return [line for side in ("x", "o") for _, line in position.threats(side)]
    try:
        return list(position.board.lines_through(wanted))
    except CellError as error:
        raise InputError(f"--lines {wanted}", f"neither {_THREATS} nor a cell", error.remedy) from None
