"""`oxo svg`: draws a position as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import add_board, add_start, read_board, read_start
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import OutputFile, add_force
from hyperoxo.svg import svg

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo svg`."""
    add_board(parser)
    add_start(parser)
    parser.add_argument("--out", metavar="FILE", help="write the picture to this file (default: print it)")
    add_force(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Draw the position with its last move and its completed lines."""
    picture = svg(read_start(read_board(arguments), arguments.moves, arguments.position))
    if arguments.out is None:
        print(picture, end="")
    else:
        with OutputFile(arguments.out, (".svg",), replace=arguments.force) as file:
            file.write(picture.encode())
    return ExitCode.DONE
