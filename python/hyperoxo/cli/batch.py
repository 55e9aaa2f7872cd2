"""Many positions on standard input, one a line, and one JSON object for each on standard output, in order."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import UsageError, print_json, read_game, standard_input
from hyperoxo.cli.codes import ExitCode
from hyperoxo.cli.lines import Pipe
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from hyperoxo import Board, Game
    from hyperoxo.game import JSON


def add_batch(parser: argparse.ArgumentParser) -> None:
    """Add the wish for a batch."""
    parser.add_argument(
        "--batch", action="store_true", help="read moves or a position from each line of input, print JSON for each"
    )


def run_batch(arguments: argparse.Namespace, board: Board, answer: Callable[[Game], dict[str, JSON]]) -> ExitCode:
    """Answer each line; the exit code is 2 if one was refused.

    Raises:
        UsageError: moves or a position are given on the command line too.
    """
    if arguments.moves is not None or arguments.position is not None:
        raise UsageError("--batch reads moves and positions from standard input; leave --moves and --position out")
    lines = Pipe(standard_input())
    code = ExitCode.DONE
    while True:
        try:
            line = lines.read()
            if line is None:
                return code
            is_position = line.split()[-1:] in (["x"], ["o"])
            game = read_game(board, None, line.strip()) if is_position else read_game(board, line, None)
            answered = answer(game)
        except InputError as error:
            message = f"line {lines.number}: {error}"
            print(f"oxo: {message}", file=sys.stderr)
            answered, code = {"error": message}, ExitCode.USAGE
        print_json(answered)
