"""`oxo explore`: shows what is known of an opening; at a terminal a person steps through the tree of openings."""

from __future__ import annotations

import shutil
import sys
import typing

from hyperoxo import Game
from hyperoxo.cli.arguments import JSON_ONLY, PLAYER_HELP, add_plain, read_program
from hyperoxo.cli.files import STRICT, add_games, add_source, read_games, read_source
from hyperoxo.cli.input_lines import Keyboard, read_word
from hyperoxo.cli.output import drawn_game, error_text, in_columns, is_terminal, print_json, print_text, style_of
from hyperoxo.errors import InputError
from hyperoxo.explorer import Explorer

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.drawing import Style
    from hyperoxo.explorer import Continuation, ExplorerNode

MIN_ROWS = 5
"""Moves that a terminal shows at least."""
_PROMPT = "a cell: play it, b: back, a: all moves, q: quit> "
_ABOUT_STEPS = "Type a cell, or several: they are played. b takes the last one back; a lists all\nmoves; quit leaves."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_source(parser)
    parser.add_argument("--moves", metavar='"CELLS"', help="the opening: cells in order, X first")
    add_games(parser)
    about = f"also show what this player plays: {PLAYER_HELP}"
    parser.add_argument("--player", action="append", default=[], metavar="PLAYER", help=about)
    add_plain(parser, STRICT, JSON_ONLY)


def run(arguments: argparse.Namespace) -> None:
    """Print a node; step through the tree if a person types and reads."""
    game = read_source(arguments)
    if game.start != game.board.empty():
        raise InputError(arguments.board, "the game starts from a position, and an opening from the empty board")
    games = read_games(arguments.games, strict=arguments.strict) or ()
    explorer = Explorer(game.board, games, map(read_program, arguments.player))
    if arguments.json:
        print_json(explorer.node(game.moves).as_json())
    elif is_terminal(sys.stdin, sys.stdout):
        step_through_openings(explorer, game, Keyboard(), style_of(sys.stdout))
    else:
        _print(game, explorer.node(game.moves), style_of(sys.stdout))


def step_through_openings(explorer: Explorer, game: Game, lines: InputLines, style: Style) -> None:
    """Show nodes as a person steps through them, from the position of a game on."""
    word: str | None = ""
    while word is not None:
        shows_all = word in {"a", "all"}
        try:
            if word in {"b", "back"}:
                game.undo()
            elif word and not shows_all:
                game = Game(game.board, [*game.moves, *game.board.moves(word)])
            _print(game, explorer.node(game.moves), style, None if shows_all else shutil.get_terminal_size().lines)
        except InputError as error:
            print_text(error_text(error))
        word = read_word(lines, _PROMPT, _ABOUT_STEPS)


def _print(game: Game, node: ExplorerNode, style: Style, height: int | None = None) -> None:
    """Print a node; a height is that of the terminal, into which board, text and the first moves are to fit."""
    drawn = drawn_game(game, style)
    text = [f"{node.board}{f' after {node.moves}' if node.moves else ', no move played'}", node.about]
    if node.games is not None:
        text.append(f"{node.games.words}.")
    text += [f"{program.player} {program.words}." for program in node.programs]
    print(drawn)
    for line in text:
        print_text(line)
    if not node.continuations:
        return
    room = len(node.continuations)
    if height is not None:
        used = len(drawn.splitlines()) + sum(1 + len(line) // style.width for line in text) + 4
        room = max(height - used, MIN_ROWS)
    shown = node.continuations[:room]
    has_games = node.games is not None
    heads = ("move", "alike", "label", "value", *(("games", "X", "O", "draw") if has_games else ()), "played by")
    rows = [heads, *(_row(found) for found in shown)]
    print("\n".join(["", *in_columns(rows)]))
    if (more := len(node.continuations) - room) > 0:
        print(f"and {more} more")


def _row(found: Continuation) -> Sequence[str]:
    counts = found.games
    games = () if counts is None else tuple(map(str, (counts.games, counts.x, counts.o, counts.draws)))
    value = found.value
    return found.cell, str(len(found.cells)), value.label, value.words, *games, " ".join(found.programs)
