"""`oxo museum`: shows the historical programs, steps through their sample games, and lets two of them meet."""

from __future__ import annotations

import re
import shutil
import sys
from typing import TYPE_CHECKING

from hyperoxo.cli import exhibit_text
from hyperoxo.cli.arguments import UsageError, add_json, add_seed
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.input_lines import LEAVING, Keyboard, ask_ply
from hyperoxo.cli.output import is_terminal, print_json, print_text, style_of
from hyperoxo.drawing import draw
from hyperoxo.errors import InputError
from hyperoxo.museum import (
    exhibit_as_json,
    exhibit_names,
    find_exhibit,
    find_pairing,
    meeting,
    pairings,
    replayed_sample,
    room_as_json,
)
from hyperoxo.players import kind
from hyperoxo.seeds import draw_seed
from hyperoxo.text import shortened

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from hyperoxo import Game
    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.drawing import Style
    from hyperoxo.game import JSON
    from hyperoxo.museum import Exhibit, MeetingTurn, SampleGame

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_NEXT = "Enter: next, q: quit> "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo museum`."""
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help=f"the program: {', '.join(exhibit_names())} (default: list them)"
    )
    parser.add_argument("--meet", nargs=2, metavar=("A", "B"), help="let two programs play, A first")
    parser.add_argument("--board", metavar="BOARD", help="with --meet, the board (default: the first that fits both)")
    add_seed(parser, "drawn, and shown; with --meet")
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the room, an exhibit or a meeting."""
    if arguments.meet is not None:
        if arguments.name is not None:
            raise UsageError(f"{arguments.name}: --meet names its two programs itself; leave NAME out")
        _meet(arguments)
        return ExitCode.DONE
    for option in ("board", "seed"):
        if getattr(arguments, option) is not None:
            raise UsageError(f"--{option} {getattr(arguments, option)}: only a meeting has one; add --meet A B")
    if arguments.name is None:
        _show_room(as_json=arguments.json)
        return ExitCode.DONE
    exhibit = find_exhibit(arguments.name)
    if arguments.json:
        print_json(exhibit_as_json(exhibit))
    elif is_terminal(sys.stdin, sys.stdout):
        walk_through(exhibit, Keyboard(), style_of(sys.stdout), shutil.get_terminal_size().lines)
    else:
        _show(exhibit, style_of(sys.stdout))
    return ExitCode.DONE


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


# ---- The room, and an exhibit ----


def _show_room(*, as_json: bool) -> None:
    if as_json:
        print_json(room_as_json())
    else:
        _print(exhibit_text.room_lines([find_exhibit(name) for name in exhibit_names()], pairings()))


def _show(exhibit: Exhibit, style: Style) -> None:
    """Print a whole exhibit."""
    replayed = replayed_sample(exhibit)
    _print(_story_lines(exhibit))
    print()
    _print(_figure_lines(exhibit, style))
    print(f"\n{exhibit_text.opening_line(exhibit)}\n")
    for move in replayed.moves:
        _print(exhibit_text.move_lines(exhibit, move))
    _print(exhibit_text.last_word_lines(replayed))
    print()
    _print(exhibit_text.strength_lines(exhibit.strength))
    print()
    _print(_end_lines(exhibit))


def walk_through(exhibit: Exhibit, lines: InputLines, style: Style, height: int | None = None) -> None:
    """Show an exhibit to a person, part by part, and let the person step through its sample game."""
    pages = _Pages(lines, style.width, height)
    if not (pages.show(_story_lines(exhibit)) and _wants_next(lines)):
        return
    if not (pages.show(_figure_lines(exhibit, style)) and _wants_next(lines)):
        return
    replayed = replayed_sample(exhibit)
    print_text(exhibit_text.opening_line(exhibit))
    if not _steps_to_end(exhibit, replayed, pages, style):
        return
    last = [*exhibit_text.last_word_lines(replayed), "", *exhibit_text.strength_lines(exhibit.strength)]
    if pages.show(last) and _wants_next(lines):
        pages.show(_end_lines(exhibit))


class _Pages:
    """Prints parts of an exhibit; a part that is higher than the terminal waits for the person, between two lines."""

    def __init__(self, lines: InputLines, width: int, height: int | None) -> None:
        self.lines = lines
        self._width = width
        self._room = None if height is None else max(height - 1, 1)  # the prompt needs a line

    def show(self, part: Iterable[str]) -> bool:
        """Print a part; return false if the person left before its end."""
        shown = 0
        for line in part:
            rows = max(-(-_columns(line) // self._width), 1)
            if self._room is not None and shown and shown + rows > self._room:
                if not _wants_next(self.lines):
                    return False
                shown = 0
            print(line)
            shown += rows
        return True


def _columns(line: str) -> int:
    """Return the columns that a line takes, without its colours."""
    return len(_COLOUR.sub("", line))


def _steps_to_end(exhibit: Exhibit, replayed: SampleGame, pages: _Pages, style: Style) -> bool:
    """Show the moves of the sample game that a person asks for; false if the person left before the last."""
    game = exhibit.sample.branch()
    game.go_to(0)
    while (ply := ask_ply(game, pages.lines)) is not None:
        game.go_to(ply)
        reasons = exhibit_text.move_lines(exhibit, replayed.moves[ply - 1]) if ply else ()
        if not pages.show(["", *_board(game, style).splitlines(), *reasons]):
            return False
    return game.ply == game.length


def _story_lines(exhibit: Exhibit) -> list[str]:
    return [*exhibit_text.heading_lines(exhibit), *exhibit_text.story_lines(exhibit)]


def _figure_lines(exhibit: Exhibit, style: Style) -> list[str]:
    """Return the drawn position, and how the program thinks."""
    game = exhibit.sample.branch()
    game.go_to(exhibit.picture_ply)
    board = _board(game, style).splitlines()
    return [*board, *exhibit_text.picture_lines(exhibit), "", *exhibit_text.figure_lines(exhibit)]


def _end_lines(exhibit: Exhibit) -> list[str]:
    """Return the slips of the document, and how to play."""
    slips = exhibit_text.slip_lines(kind(exhibit.name).slips)
    return [*slips, "", *exhibit_text.closing_lines(exhibit)]


def _board(game: Game, style: Style) -> str:
    return draw(game.position, style, last_move=game.last_move)


# ---- A meeting ----


def _meet(arguments: argparse.Namespace) -> None:
    first, second = arguments.meet
    pairing = find_pairing(first, second, arguments.board)
    seed = draw_seed() if arguments.seed is None else arguments.seed
    turns = meeting(pairing.first, pairing.second, board=pairing.board, seed=seed)
    if arguments.json:
        print_json(_meeting_as_json(list(turns), seed))
        return
    print(f"{pairing.board}: X {pairing.first} meets O {pairing.second}; seed {seed}")
    watch(turns, Keyboard() if is_terminal(sys.stdin, sys.stdout) else None, style_of(sys.stdout))


def watch(turns: Iterable[MeetingTurn], lines: InputLines | None, style: Style) -> None:
    """Print the turns of a meeting; for a person, the board after each, when the person asks for the next."""
    game = None
    for turn in turns:
        game = turn.game
        if lines is not None:
            print(f"\n{_board(game, style)}")
        cell = "no move" if turn.cell is None else game.board.name(turn.cell)
        print_text(f"{game.ply:3} {turn.player} {cell}  {turn.reasons}".rstrip(), " " * 4)
        if turn.decision.remark:
            print_text(f'    "{turn.decision.remark}"', " " * 4)
        if lines is not None and not game.is_over and not _wants_next(lines):
            return
    if game is not None:
        if lines is None:
            print(f"\n{_board(game, style)}")
        print(game.result)


def _wants_next(lines: InputLines) -> bool:
    """Return whether the person asks for the next turn, and does not leave."""
    while True:
        try:
            typed = lines.read(_NEXT)
        except InputError as error:
            print(error)
            continue
        if typed is None or typed.strip().lower() in LEAVING:
            return False
        if not typed.strip():
            return True
        print(f"{shortened(typed.strip())}: press Enter for what comes next, or type q")


def _meeting_as_json(turns: list[MeetingTurn], seed: int) -> dict[str, JSON]:
    game = turns[-1].game
    result = game.result
    return {
        "board": str(game.board),
        "first": game.tags["First"],
        "second": game.tags["Second"],
        "seed": seed,
        "turns": [
            {
                "player": turn.player,
                "cell": None if turn.cell is None else game.board.name(turn.cell),
                "sentence": turn.reasons,
                "reasons": turn.decision.reasons.as_json(game.board),
                "remark": turn.decision.remark,
            }
            for turn in turns
        ],
        "result": None if result is None else {"winner": result.winner, "ending": result.ending.value},
    }
