"""`oxo review`: values a recorded game ply by ply, names the moves that gave something away, and shows better ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import record
from hyperoxo.cli.arguments import (
    UsageError,
    add_board_option,
    add_json,
    add_start,
    read_board,
    read_count,
    read_seconds,
    read_start,
)
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import load_game, malformed_file, read_game_file
from hyperoxo.cli.input_lines import standard_input
from hyperoxo.cli.interruptible import cancelled_by_interrupt
from hyperoxo.cli.output import ProgressLine, game_summary, print_json, print_text
from hyperoxo.errors import InputError
from hyperoxo.review.json_form import review_as_json
from hyperoxo.review.plan import DEFAULT_NODES
from hyperoxo.review.reviewer import Review, review
from hyperoxo.review.text import review_lines

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from hyperoxo import Game
    from hyperoxo.players import Control

SECONDS = 30.0
"""The time limit of a review, unless a limit is typed."""
_STANDARD_INPUT = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo review`."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="a record, as oxo play saves it; - for standard input")
    parser.add_argument(
        "--game", metavar="N", help="number of the game in the file (default: all, one after the other)"
    )
    add_board_option(parser)
    add_start(parser)
    parser.add_argument(
        "--nodes", metavar="N", help=f"positions searched for a game, about (default: {DEFAULT_NODES:,}, with --time)"
    )
    default = f"{SECONDS:.0f}, and none with --nodes"
    parser.add_argument("--time", metavar="S", help=f"time limit for a game in seconds (default: {default})")
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Review each game; Ctrl-C ends the review and prints what is known."""
    nodes = DEFAULT_NODES if arguments.nodes is None else read_count(arguments.nodes, "--nodes")
    seconds = None if arguments.time is None else read_seconds(arguments.time, "--time")
    if arguments.time is None and arguments.nodes is None:
        seconds = SECONDS
    count = 0
    with cancelled_by_interrupt() as control:
        for game in _games(arguments):
            found = _reviewed(game, nodes, seconds, control)
            if arguments.json:
                print_json(review_as_json(found))
            else:
                _print(found, is_first=not count)
            count += 1
            if control.cancelled:
                return ExitCode.INTERRUPTED
    if not count:
        raise InputError(arguments.file, "there is no game in the file")
    return ExitCode.DONE


def _games(arguments: argparse.Namespace) -> Iterator[Game]:
    """Yield the games: of the file, of standard input, or the one that was typed."""
    typed = [name for name in ("board_option", "moves", "position") if getattr(arguments, name) is not None]
    if arguments.file is None:
        if arguments.game is not None:
            raise UsageError(f"--game {arguments.game}: it is a number of a game in a file; name the file")
        if not typed:
            raise UsageError("a game is missing; name a file, or type --moves; see oxo review --help")
        yield read_start(read_board(arguments), arguments.moves, arguments.position)
        return
    if typed:
        option = f"--{typed[0].removesuffix('_option')}"
        raise UsageError(f"{arguments.file} and {option}: a file has its own board and moves; leave one of them out")
    number = None if arguments.game is None else read_count(arguments.game, "--game", least=1)
    if arguments.file != _STANDARD_INPUT:
        yield from read_game_file(arguments.file) if number is None else [load_game(arguments.file, number)]
        return
    with malformed_file("standard input"):
        for at, game in enumerate(record.read(standard_input()), 1):
            if number in {None, at}:
                yield game
            if number == at:
                return
    if number is not None:
        raise InputError("standard input", f"there is no game {number}")


def _reviewed(game: Game, nodes: int, seconds: float | None, control: Control) -> Review:
    """Review a game, and show on a terminal how far the review is."""
    progress = [0.0]

    def set_progress(found: Review) -> None:
        progress[0] = found.progress

    with (
        ProgressLine() as status,
        status.every_second(lambda: f"{progress[0]:.0%} of the review done; Ctrl-C ends it"),
    ):
        return review(game, nodes=nodes, seconds=seconds, control=control, on_progress=set_progress)


def _print(found: Review, *, is_first: bool) -> None:
    if not is_first:
        print()
    print_text(game_summary(found.game), "  ")
    searched = f"{found.nodes:,} positions searched in {found.seconds:.2f} s"
    print_text(searched if found.is_complete else f"{searched}; ended before it was complete", "  ")
    print()
    print("\n".join(review_lines(found)))
