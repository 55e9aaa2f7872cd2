"""`oxo svg` draws a position as a picture, as SVG, PNG or PDF; `oxo gif` a game as an animated picture."""

from __future__ import annotations

import typing
from pathlib import Path

from hyperoxo import gif, svg
from hyperoxo.cli.analysis_limits import add_analysis_limits, watched
from hyperoxo.cli.arguments import (
    Read,
    UsageError,
    add_count,
    add_plain,
    add_start,
    read_seconds,
)
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import add_output, add_source, output_file, picture_file, read_source
from hyperoxo.cli.interruptible import cancelled_by_interrupt
from hyperoxo.cli.output import ProgressLine
from hyperoxo.errors import CellError, InputError
from hyperoxo.gif import MAX_LOOPS
from hyperoxo.players import Limits
from hyperoxo.svg import MAX_WIDTH_PX, PICTURE_SUFFIXES, VIEWS

if typing.TYPE_CHECKING:
    import argparse

    from hyperoxo import Position
    from hyperoxo.svg import PictureOptions

_THREATS = "threats"
_SECONDS = 1
"""How long an animation shows a position, unless another time is typed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _add_game_source(parser)
    add_plain(
        parser,
        ("--lines", "WHAT", f"show the lines through a cell, or {_THREATS} of both sides"),
        ("--labels", "", "write on each cell what a move there is worth"),
    )
    add_analysis_limits(parser)
    parser.add_argument(
        "--scheme", default="auto", metavar="SCHEME", help="light, dark, or auto for the reader's choice (default)"
    )
    about_size = "width in pixels (default: 36 for a cell, and twice that in PNG)"
    add_count(parser, "--size", about_size, least=1, most=MAX_WIDTH_PX)
    about_out = f"write the picture to a file that ends in {' or '.join(PICTURE_SUFFIXES)} (default: print it as SVG)"
    add_output(parser, "--out", about_out)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Draw the position with its last move and its completed lines; Ctrl-C ends an analysis and draws what is known."""
    game = read_source(arguments)
    limits = Limits(arguments.time, arguments.nodes)
    if not arguments.labels and (arguments.time is not None or arguments.nodes is not None):
        raise UsageError("--time and --nodes limit the analysis of --labels; add --labels")
    is_png = arguments.out is not None and Path(arguments.out).suffix.lower() == ".png"
    options: PictureOptions = {
        "view": arguments.view,
        "plane": arguments.slice,
        "last_move": game.last_move,
        "lines": _lines(game.position, arguments.lines),
        "scheme": arguments.scheme,
        "size": None if is_png else arguments.size,
    }
    # This refuses what it cannot draw before a file is begun and an analysis takes its time.
    picture = svg.board(game, **options)
    with picture_file(arguments.out, replace=arguments.force, width=arguments.size) as write:
        code = ExitCode.DONE
        if arguments.labels:
            with cancelled_by_interrupt() as control:
                picture = watched(game.position, limits, control).svg(**options)
                code = ExitCode.INTERRUPTED if control.cancelled else ExitCode.DONE
        write(picture)
    if arguments.out is None:
        print(picture, end="")
    return code


def _lines(position: Position, wanted: str | None) -> list[int]:
    if wanted is None:
        return []
    if wanted.lower() == _THREATS:
        return [line for side in ("x", "o") for _, line in position.threats(side)]
    try:
        return list(position.board.lines_through(wanted))
    except CellError as error:
        raise InputError(f"--lines {wanted}", f"neither {_THREATS} nor a cell", error.remedy) from None


def add_gif_arguments(parser: argparse.ArgumentParser) -> None:
    _add_game_source(parser)
    add_output(parser, "--out", "the file to write (.gif)", required=True)
    for option, default, about in (
        ("--delay", _SECONDS, f"how long each position is shown (default: {_SECONDS})"),
        ("--last", None, "how long the last one is shown (default: three times as long)"),
    ):
        parser.add_argument(option, action=Read, read=read_seconds, default=default, metavar="S", help=about)
    add_count(parser, "--loops", "how often the game is shown (default: forever)", least=1, most=MAX_LOOPS)
    add_count(parser, "--size", "width in pixels (default: 36 for a cell, at least 320)", least=1, most=MAX_WIDTH_PX)
    parser.add_argument("--scheme", default="light", metavar="SCHEME", help="light or dark (default: light)")


def run_gif(arguments: argparse.Namespace) -> None:
    """Draw the start and every move, and show on a terminal how many frames are done."""
    game = read_source(arguments)
    with output_file(arguments.out, (".gif",), replace=arguments.force) as write, ProgressLine() as status:
        moving = gif.game(
            game,
            delay=arguments.delay,
            last_seconds=arguments.last,
            loops=arguments.loops,
            width=arguments.size,
            view=arguments.view,
            plane=arguments.slice,
            scheme=arguments.scheme,
            on_frame=lambda done, frames: status.show(f"{done} of {frames} frames drawn; Ctrl-C ends it"),
        )
        write(moving.content)


def _add_game_source(parser: argparse.ArgumentParser) -> None:
    add_source(parser)
    add_start(parser)
    parser.add_argument("--view", default=VIEWS[0], metavar="VIEW", help=f"{' or '.join(VIEWS)} (default: {VIEWS[0]})")
    parser.add_argument(
        "--slice", metavar="PLANE", help="draw only one plane of a cube: tier=2, row=column, tier+column=5, …"
    )
