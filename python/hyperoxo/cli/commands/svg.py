"""`oxo svg`: a position as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import add_board, add_start, read_board, read_start
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.svg import svg

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo svg`."""
    add_board(parser)
    add_start(parser)
    parser.add_argument("--out", metavar="FILE", help="write the picture there (default: print it)")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Draw the position with its last move and its completed lines."""
    picture = svg(read_start(read_board(arguments.board), arguments.moves, arguments.position))
    if arguments.out is None:
        print(picture, end="")
    else:
        Path(arguments.out).write_text(picture, encoding="utf-8")
    return ExitCode.DONE
