"""`oxo tournament`: plays a round-robin tournament, or a gauntlet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.arena.schedule import Competition
from hyperoxo.cli.arguments import PLAYER_HELP, add_board_option
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.match_command import run_match
from hyperoxo.cli.match_options import add_anchor, add_match_options, read_match_options

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo tournament`."""
    parser.add_argument("players", nargs="+", metavar="PLAYER", help=f"two or more; {PLAYER_HELP}")
    add_board_option(parser)
    add_match_options(parser, "games of each pair of players, half of them with each moving first")
    add_anchor(parser)
    parser.add_argument(
        "--gauntlet",
        metavar="PLAYER",
        help="only games of this player, by its name or number, against each other one (default: each two meet)",
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Play the tournament and print its results."""
    run_match(arguments, read_match_options(arguments, Competition.TOURNAMENT, arguments.players))
    return ExitCode.DONE
