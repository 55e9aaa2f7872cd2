"""`oxo ladder`: rates all players that can play a board, by a round robin between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.arena.schedule import Competition
from hyperoxo.cli.arguments import add_board, read_board
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.match_command import run_match
from hyperoxo.cli.match_options import add_anchor, add_match_options, read_match_options
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
        help="who plays (default: all that can play both sides of the board, the house player at each level)",
    )
    add_match_options(parser, "games of each pair of players, half of them with each moving first")
    add_anchor(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Play the games and print the ratings."""
    entrants = arguments.players or [entrant.name for entrant in ladder_players(read_board(arguments))]
    run_match(arguments, read_match_options(arguments, Competition.LADDER, entrants))
    return ExitCode.DONE


def ladder_players(board: Board) -> list[Player]:
    """Return the players of a board's ladder: each kind with its default options, then the house player's levels.

    All of them can take both seats. Outside programs are left out, since each needs a command of the user's.
    """
    kinds = [kind(name) for name in names()]
    one_of_each = [found.player() for found in kinds if not found.is_outside and found.name != OXO.name]
    levels = [OXO.player(level=level) for level in sorted(LEVELS)]
    seats: tuple[Side, Side] = ("x", "o")
    return [
        entrant for entrant in (*one_of_each, *levels) if all(entrant.refusal(board, seat) is None for seat in seats)
    ]
