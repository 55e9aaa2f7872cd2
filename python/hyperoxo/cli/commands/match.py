"""`oxo match`: plays a match between two players, and measures their difference in strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.arena.schedule import Competition
from hyperoxo.cli.arguments import PLAYER_HELP, add_board_option
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.match_command import run_match
from hyperoxo.cli.match_options import add_match_options, read_match_options

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo match`."""
    parser.add_argument("players", nargs=2, metavar="PLAYER", help=PLAYER_HELP)
    add_board_option(parser)
    add_match_options(parser, "number of games, half of them with each player moving first")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Play the match and print its results."""
    run_match(arguments, read_match_options(arguments, Competition.MATCH, arguments.players))
    return ExitCode.DONE
