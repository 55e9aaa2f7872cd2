"""The game that a picture shows: typed as a board with moves or a position, or loaded from a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import UsageError, add_board, add_count, add_start, read_board, read_start
from hyperoxo.cli.files import load_game
from hyperoxo.svg import VIEWS

if TYPE_CHECKING:
    import argparse

    from hyperoxo import Game


def add_game_source(parser: argparse.ArgumentParser) -> None:
    """Declare the board, the position, the record, and how they are seen."""
    add_board(parser)
    add_start(parser)
    parser.add_argument("--load", metavar="FILE", help="a recorded game instead")
    add_count(parser, "--game", "number of the game in the file of --load, if it holds several", least=1)
    add_count(parser, "--ply", "the position after this many moves (default: all moves)")
    parser.add_argument("--view", default=VIEWS[0], metavar="VIEW", help=f"{' or '.join(VIEWS)} (default: {VIEWS[0]})")
    parser.add_argument("--slice", metavar="PLANE", help="draw one plane of a cube alone: x=2, y=z, x+z=5, …")


def read_game_source(arguments: argparse.Namespace) -> Game:
    """Return the game, at the ply that was typed."""
    if arguments.load is None:
        if arguments.game is not None:
            raise UsageError(f"--game {arguments.game}: it is a number of a game in a file; name the file with --load")
        game = read_start(read_board(arguments), arguments.moves, arguments.position)
    else:
        typed = (arguments.board, arguments.board_option, arguments.moves, arguments.position)
        if any(given is not None for given in typed):
            raise UsageError("--load brings its own board and moves; leave BOARD, --moves and --position out")
        game = load_game(arguments.load, arguments.game)
    game.go_to(game.length if arguments.ply is None else arguments.ply)
    return game
