"""`oxo ugi`: runs a player as an engine of the Universal Game Interface, on standard input and output."""

from __future__ import annotations

import sys
import typing

from hyperoxo.cli.arguments import (
    PLAYER_HELP,
    UsageError,
    add_board,
    add_seed,
    read_optional_board,
    read_program,
)
from hyperoxo.ugi.server.settings import EngineSettings, default_board

if typing.TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("player", metavar="PLAYER", help=PLAYER_HELP)
    add_board(parser, "such as 3x3x3 (default: 4x4x4, or a board that the player can play)")
    add_seed(parser, default=0)


def run(arguments: argparse.Namespace) -> None:
    """Run the engine until `quit` or the end of its input."""
    if sys.platform == "win32":
        raise UsageError("oxo ugi: engines run on Linux and macOS, whose pipes can be polled; on Windows, use oxo play")
    else:  # noqa: RET506 - checked as on Windows, mypy skips this branch, and reports code behind the first one
        chosen = read_program(arguments.player)
        board = read_optional_board(arguments) or default_board(chosen)
        settings = EngineSettings(chosen, board, arguments.seed)
        if sys.stdin is not None:
            from hyperoxo.ugi.server.pipe import run_engine  # noqa: PLC0415 - it cannot be imported on Windows

            run_engine(settings, sys.stdin.fileno(), sys.stdout.fileno())
