"""`oxo play`: plays a game between persons and players, at a terminal or through a pipe."""

from __future__ import annotations

import random
import sys
import typing

from hyperoxo import Board
from hyperoxo.cli.arguments import (
    DEFAULT_BOARD,
    ENGINES,
    HUMAN,
    LOG,
    UsageError,
    add_plain,
    add_seed,
    add_start,
    house_player,
    is_person,
    read_optional_board,
    read_player,
    read_start,
)
from hyperoxo.cli.files import (
    RECORD_SUFFIXES,
    add_output,
    add_source,
    at_ply,
    check_output,
    read_recorded_game,
    review_command,
    save_game,
)
from hyperoxo.cli.input_lines import Keyboard, Pipe, standard_input
from hyperoxo.cli.named_players import RecordedPlayers, recorded_players, recorded_seed
from hyperoxo.cli.output import is_terminal, style_of
from hyperoxo.cli.terminal.dialogue import Dialogue
from hyperoxo.cli.terminal.local_game import LocalGame
from hyperoxo.cli.terminal.screens import PERIOD_SCREEN, PLAIN_SCREEN, SCREENS, find_screen
from hyperoxo.cli.terminal.views import LogView, PersonView
from hyperoxo.planes import find_plane
from hyperoxo.players import DEFAULT_OPPONENT
from hyperoxo.seeds import derived_seed, draw_seed

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from hyperoxo.cli.exit_codes import ExitCode
    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.cli.terminal.screens.screen import Screen
    from hyperoxo.cli.terminal.views import View
    from hyperoxo.sides import Side

_STARTERS = ("you", "computer", "random")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_source(parser)
    add_plain(
        parser,
        ("--first", "PLAYER", f"player of X, who moves first (default: the record's, else {HUMAN})"),
        ("--second", "PLAYER", "player of O (default: the record's, else the house player at level 4)"),
        ("--level", "N", "level of the house player as your opponent, from 1 to 9"),
    )
    parser.add_argument("--starts", choices=_STARTERS, help="who moves first; random is drawn from the seed")
    add_plain(parser, ENGINES, LOG)
    add_seed(parser)
    add_start(parser)
    add_output(parser, "--save", "write the game to a new file at the end (.oxo)")
    about_screen = (
        "show the game as a historical program did, and play that program unless you name another: "
        f"{', '.join(SCREENS)}; {PERIOD_SCREEN} for the screen of the player that you name; {PLAIN_SCREEN} (default)"
    )
    add_plain(
        parser,
        ("--slice", "PLANE", "also show a plane flat: tier=2, row=column, tier+column=5, …"),
        ("--reasons", "", "give the reasons of each computer move"),
        ("--screen", "SCREEN", about_screen),
    )
    parser.epilog = "In the game, type a cell, such as 231 for tier 2, row 3, column 1; or help for all commands."


def run(arguments: argparse.Namespace) -> ExitCode:
    is_interactive = is_terminal(sys.stdin, sys.stdout)
    lines, errors = (Keyboard(), None) if is_interactive else (Pipe(standard_input()), sys.stderr)
    dialogue = open_dialogue(arguments, lines, errors)
    code = dialogue.run()
    if arguments.save is not None:
        may_replace = arguments.force or dialogue.has_saved(arguments.save)
        save_game(dialogue.local.tagged_game(), arguments.save, replace=may_replace)
        if is_interactive:
            print(f"Saved in {arguments.save}.")
            if dialogue.local.game.is_over:
                print(f"To review it: {review_command(arguments.save)}")
    return code


def open_dialogue(arguments: argparse.Namespace, lines: InputLines, errors: typing.TextIO | None) -> Dialogue:
    """Return the chosen game, ready to be played."""
    game = recorded_game = read_recorded_game(arguments)
    names: dict[Side, str | None] = {"x": arguments.first, "o": arguments.second}
    recorded = RecordedPlayers()
    if game is not None:
        recorded = recorded_players(game, [side for side, name in names.items() if name is None])
        names |= {side: name for side, name in recorded.names.items() if arguments.level is None or is_person(name)}
    seated = (read_player(name) for name in names.values() if name is not None)
    screen = None if arguments.screen is None else find_screen(arguments.screen, seated)
    if game is None:
        board = read_optional_board(arguments) or Board(DEFAULT_BOARD if screen is None else screen.boards[0])
        game = at_ply(read_start(board, arguments.moves, arguments.position), arguments.ply)
    if arguments.save is not None:
        check_output(arguments.save, RECORD_SUFFIXES, replace=arguments.force)
    recorded_or_typed = recorded_seed(game) if arguments.seed is None else arguments.seed
    seed = draw_seed() if recorded_or_typed is None else recorded_or_typed
    first, second = _players(arguments, names, recorded, seed, screen)
    has_screen = errors is None and HUMAN in (first, second)
    style = style_of(sys.stdout)

    def view_of(screen: type[Screen] | None) -> View:
        return (screen or (PersonView if has_screen else LogView))(sys.stdout, style)

    view = view_of(screen)
    view.check_board(game.board)
    view.plane = None if arguments.slice is None else find_plane(game.board, arguments.slice)
    view.shows_reasons = arguments.reasons
    local = LocalGame(game, read_player(first), read_player(second), seed)
    for side in recorded.refusals:
        view.write_about(local, recorded.note(side, local.participants[side].display_name))
    if not game.is_over and recorded.names == {"x": first, "o": second} and HUMAN not in (first, second):
        view.write_text(f"The players of the record play on; with --first {HUMAN} you play X, with --second {HUMAN} O.")
    return Dialogue(
        local,
        lines,
        view,
        errors,
        chooses_first_mover=not (arguments.first or arguments.starts or recorded_game),
        screens=lambda name, local: view_of(find_screen(name, (seat.player for seat in local.participants.values()))),
    )


def _players(
    arguments: argparse.Namespace,
    names: Mapping[Side, str | None],
    recorded: RecordedPlayers,
    seed: int,
    screen: type[Screen] | None,
) -> tuple[str, str]:
    """Return the names of the two players, X first."""
    first, second = (HUMAN if name is not None and is_person(name) else name for name in (names["x"], names["o"]))
    opponent = DEFAULT_OPPONENT if screen is None else screen.program
    if arguments.level is not None:
        opponent = house_player(arguments.level, "--level")
    if ("x" in recorded.refusals or (arguments.level is not None and first is None)) and second == HUMAN:
        first = opponent
    if screen is not None and screen.program_starts and first is None and second is None:
        first = opponent
    if second is None:
        second = opponent if first in (None, HUMAN) else HUMAN
    if first is None:
        first = HUMAN
    if arguments.level is not None and opponent not in (first, second):
        raise UsageError(f"--level {arguments.level}: {first} meets {second}; leave --level or one of them out")
    if arguments.starts == "random":
        swaps = random.Random(derived_seed(seed, "starts")).random() < 0.5
    elif arguments.starts is None:
        swaps = False
    elif (first == HUMAN) == (second == HUMAN):
        raise UsageError(f"--starts {arguments.starts} needs one person and one computer; {first} meets {second}")
    else:
        swaps = (first == HUMAN) != (arguments.starts == "you")
    return (second, first) if swaps else (first, second)
