"""`oxo tournament`: every player meets every other one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.arena.schedule import Event
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.match_command import EveryGame, play_match
from hyperoxo.cli.match_options import add_board_option, add_conditions, read_conditions

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo tournament`."""
    parser.add_argument(
        "players", nargs="+", metavar="PLAYER", help="two or more; NAME or NAME:option=value,…; see oxo engines"
    )
    add_board_option(parser)
    add_conditions(parser, "how many games each two play, half of them with each in the first seat")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Play the tournament and print what came of it."""
    finished, _ = play_match(arguments, read_conditions(arguments, Event.TOURNAMENT, arguments.players), EveryGame)
    finished.tell(arguments)
    return ExitCode.DONE
