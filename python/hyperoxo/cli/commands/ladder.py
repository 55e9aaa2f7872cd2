"""`oxo ladder`: all players that fit a board meet one another and are rated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.arena.schedule import Competition
from hyperoxo.cli.arguments import add_board, read_board
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.match_command import AllGamesScoring, play_match
from hyperoxo.cli.match_options import add_match_options, read_match_options
from hyperoxo.players import kind, names
from hyperoxo.players.oxo import KIND as OXO
from hyperoxo.players.oxo.levels import LEVELS

if TYPE_CHECKING:
    import argparse

    from hyperoxo._core import Board
    from hyperoxo.players import Player
    from hyperoxo.sides import Side


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
    entrants = arguments.players or [entrant.name for entrant in ladder_players(read_board(arguments.board))]
    results, _ = play_match(arguments, read_match_options(arguments, Competition.LADDER, entrants), AllGamesScoring)
    results.print(arguments)
    return ExitCode.DONE


def ladder_players(board: Board) -> list[Player]:
    """Return the players of a board's ladder: one of each kind by name, with its defaults, then the house's levels.

    They can hold both seats. Outside programs are not among them, since each has a command of its own.
    """
    kinds = [kind(name) for name in names()]
    one_of_each = [found.player() for found in kinds if not found.is_outside and found.name != OXO.name]
    levels = [OXO.player(level=level) for level in sorted(LEVELS)]
    seats: tuple[Side, Side] = ("x", "o")
    return [
        entrant for entrant in (*one_of_each, *levels) if all(entrant.refusal(board, seat) is None for seat in seats)
    ]
