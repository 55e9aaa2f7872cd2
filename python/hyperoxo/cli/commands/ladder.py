"""`oxo ladder`: all players that fit a board meet one another and are rated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.arena.ladder import ladder_players
from hyperoxo.arena.schedule import Event
from hyperoxo.cli.arguments import add_board, read_board
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.match_command import AllGamesScoring, play_match
from hyperoxo.cli.match_options import add_match_options, read_match_options

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo ladder`."""
    add_board(parser)
    parser.add_argument(
        "--players",
        nargs="+",
        metavar="PLAYER",
        help="who plays (default: all that fit the board in both seats, the house player at each level)",
    )
    add_match_options(parser, "how many games each two play, half of them with each in the first seat")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Play the ladder and print the ratings."""
    names = arguments.players or [entrant.name for entrant in ladder_players(read_board(arguments.board))]
    results, _ = play_match(arguments, read_match_options(arguments, Event.LADDER, names), AllGamesScoring)
    results.print(arguments)
    return ExitCode.DONE
