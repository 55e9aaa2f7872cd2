"""`oxo gif`: draws a game as an animated picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import gif
from hyperoxo.cli.arguments import Read, add_count, read_seconds
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import OutputFile, add_force
from hyperoxo.cli.game_source import add_game_source, read_game_source
from hyperoxo.cli.output import ProgressLine
from hyperoxo.gif import MOST_LOOPS
from hyperoxo.svg import MOST_WIDTH

if TYPE_CHECKING:
    import argparse

_SECONDS = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo gif`."""
    add_game_source(parser)
    parser.add_argument("--out", metavar="FILE", required=True, help="the file to write, which ends in .gif")
    add_force(parser)
    for option, default, about in (
        ("--seconds", _SECONDS, f"how long each position is shown (default: {_SECONDS})"),
        ("--last", None, "how long the last one is shown (default: three times as long)"),
    ):
        parser.add_argument(option, action=Read, read=read_seconds, default=default, metavar="S", help=about)
    add_count(parser, "--loops", "how often the game is shown (default: forever)", least=1, most=MOST_LOOPS)
    add_count(parser, "--size", "width in pixels (default: 36 for a cell, at least 320)", least=1, most=MOST_WIDTH)
    parser.add_argument("--theme", default="light", metavar="THEME", help="light or dark (default: light)")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Draw the start and every move, and show on a terminal how many frames are done."""
    game = read_game_source(arguments)
    with OutputFile(arguments.out, (".gif",), replace=arguments.force) as file, ProgressLine() as status:
        moving = gif.game(
            game,
            seconds=arguments.seconds,
            last_seconds=arguments.last,
            loops=arguments.loops,
            width=arguments.size,
            view=arguments.view,
            plane=arguments.slice,
            theme=arguments.theme,
            on_frame=lambda done, frames: status.show(f"{done} of {frames} frames drawn; Ctrl-C ends it"),
        )
        file.write(moving.content)
    return ExitCode.DONE
