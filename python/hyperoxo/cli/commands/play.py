"""`oxo play`: plays a game between persons and players, at a terminal or through a pipe."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import (
    HUMAN,
    UsageError,
    add_board,
    add_seed,
    add_start,
    is_person,
    read_board,
    read_player,
    read_seed,
    read_start,
)
from hyperoxo.cli.files import RECORD_SUFFIXES, add_force, check_output, load_game, save_game
from hyperoxo.cli.input_lines import Keyboard, Pipe, standard_input
from hyperoxo.cli.output import is_terminal, style_of
from hyperoxo.cli.terminal.dialogue import Dialogue
from hyperoxo.cli.terminal.local_game import LocalGame
from hyperoxo.cli.terminal.teletype import TeletypeView
from hyperoxo.cli.terminal.views import LogView, ScreenView
from hyperoxo.planes import find_plane
from hyperoxo.players import DEFAULT_OPPONENT
from hyperoxo.seeds import derived_seed, draw_seed

if TYPE_CHECKING:
    import argparse

    from hyperoxo import Game
    from hyperoxo.cli.exit_codes import ExitCode
    from hyperoxo.cli.terminal.views import View

_STARTERS = ("you", "computer", "random")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo play`."""
    add_board(parser)
    parser.add_argument("--first", metavar="PLAYER", help=f"player of X, who moves first (default: {HUMAN})")
    parser.add_argument("--second", metavar="PLAYER", help="player of O (default: the house player at level 4)")
    parser.add_argument("--starts", choices=_STARTERS, help="who moves first; random is drawn from the seed")
    add_seed(parser, "drawn, and shown")
    add_start(parser)
    parser.add_argument("--load", metavar="FILE", help="continue a recorded game")
    parser.add_argument("--save", metavar="FILE", help="write the game to a new file at the end (.oxo)")
    add_force(parser)
    parser.add_argument("--slice", metavar="PLANE", help="also show a plane flat: x=2, y=z, x+z=5, …")
    parser.add_argument("--reasons", action="store_true", help="give the reasons of each computer move")
    parser.add_argument(
        "--teletype", action="store_true", help="imitate the IBM 1620: 32 columns, capitals, M against P"
    )
    parser.epilog = "In the game, type a cell, such as 231 for tier 2, row 3, column 1; or help for all commands."


def run(arguments: argparse.Namespace) -> ExitCode:
    """Play the game, and return the exit code of the dialogue."""
    game = _game(arguments)
    if arguments.save is not None:
        check_output(arguments.save, RECORD_SUFFIXES, replace=arguments.force)
    seed = draw_seed() if arguments.seed is None else read_seed(arguments.seed)
    first, second = _players(arguments, seed)
    is_interactive = is_terminal(sys.stdin, sys.stdout)
    has_person = HUMAN in (first, second)
    view: View
    if arguments.teletype:
        view = TeletypeView(sys.stdout)
    else:
        view = (ScreenView if is_interactive and has_person else LogView)(sys.stdout, style_of(sys.stdout))
    view.check_board(game.board)
    view.plane = None if arguments.slice is None else find_plane(game.board, arguments.slice)
    view.shows_reasons = arguments.reasons
    local = LocalGame(game, read_player(first), read_player(second), seed)
    lines, errors = (Keyboard(), None) if is_interactive else (Pipe(standard_input()), sys.stderr)
    chosen = arguments.first or arguments.second or arguments.starts or arguments.load
    dialogue = Dialogue(local, lines, view, errors, asks_who_starts=not chosen)
    code = dialogue.run()
    if arguments.save is not None:
        may_replace = arguments.force or dialogue.has_saved(arguments.save)
        save_game(local.tagged_game(), arguments.save, replace=may_replace)
    return code


def _game(arguments: argparse.Namespace) -> Game:
    if arguments.load is None:
        return read_start(read_board(arguments), arguments.moves, arguments.position)
    if arguments.board or arguments.board_option or arguments.moves or arguments.position:
        raise UsageError("--load brings its own board and moves; leave BOARD, --moves and --position out")
    return load_game(arguments.load)


def _players(arguments: argparse.Namespace, seed: int) -> tuple[str, str]:
    """Return the names of the two players, X first."""
    first, second = (
        HUMAN if name is not None and is_person(name) else name for name in (arguments.first, arguments.second)
    )
    if second is None:
        second = DEFAULT_OPPONENT if first in (None, HUMAN) else HUMAN
    if first is None:
        first = HUMAN
    if arguments.starts == "random":
        swaps = random.Random(derived_seed(seed, "starts")).random() < 0.5
    elif arguments.starts is None:
        swaps = False
    elif (first == HUMAN) == (second == HUMAN):
        raise UsageError(f"--starts {arguments.starts} needs one person and one computer; {first} meets {second}")
    else:
        swaps = (first == HUMAN) != (arguments.starts == "you")
    return (second, first) if swaps else (first, second)
