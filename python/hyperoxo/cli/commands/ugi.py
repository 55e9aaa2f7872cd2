"""`oxo ugi`: a player as an engine of the Universal Game Interface, on standard input and output."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hyperoxo import Board
from hyperoxo.cli.arguments import add_seed, read_seed
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.players import player
from hyperoxo.ugi.server.options import EngineSettings, default_board
from hyperoxo.ugi.server.pipe import run_engine

if TYPE_CHECKING:
    import argparse

_DEFAULT_SEED = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo ugi`."""
    parser.add_argument("player", metavar="PLAYER", help="NAME or NAME:option=value,…; see oxo engines")
    parser.add_argument("--board", metavar="BOARD", help="such as 3x3x3 (default: 4x4x4, or one that the player takes)")
    add_seed(parser, str(_DEFAULT_SEED))


def run(arguments: argparse.Namespace) -> ExitCode:
    """Run the engine until its input says `quit`, or ends."""
    chosen = player(arguments.player)
    board = default_board(chosen) if arguments.board is None else Board(arguments.board)
    seed = _DEFAULT_SEED if arguments.seed is None else read_seed(arguments.seed)
    settings = EngineSettings(chosen, board, seed)
    if sys.stdin is not None:
        run_engine(settings, sys.stdin.fileno(), sys.stdout.fileno())
    return ExitCode.DONE
