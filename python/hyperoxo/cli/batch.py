"""Answers many positions: reads one from each line of standard input, and prints one JSON object for each, in order.

Lines do not depend on one another, so several processes can answer them at once; lines are then read ahead.
"""

from __future__ import annotations

import sys
import typing
from contextlib import ExitStack
from functools import partial

from hyperoxo.cli.arguments import UsageError, WorkerOptions, add_workers, read_start, read_workers
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.input_lines import Pipe, standard_input
from hyperoxo.cli.output import print_json
from hyperoxo.errors import InputError

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator

    from hyperoxo import Board, Game
    from hyperoxo.game import JSON

_ERROR = "error"
"""The key of the answer to a line that is refused."""


def add_batch(parser: argparse.ArgumentParser) -> None:
    """Add the choice of a batch, and the processes that answer its lines."""
    parser.add_argument(
        "--batch", action="store_true", help="read moves or a position from each line of input, and print JSON for each"
    )
    add_workers(parser, "processes that share the lines of a batch (default: this one, line by line)")


def read_batch(arguments: argparse.Namespace) -> WorkerOptions | None:
    """Return the processes that answer the lines of a batch; None if this process answers them, line by line."""
    is_shared = arguments.jobs is not None or arguments.executor is not None
    if not arguments.batch:
        if is_shared:
            raise UsageError("--jobs and --executor share the lines of a batch; add --batch, or leave them out")
        return None
    if any(getattr(arguments, name) is not None for name in ("moves", "position", "game", "ply")):
        unfit = "--moves, --position, --game and --ply"
        raise UsageError(f"--batch reads moves and positions from standard input; leave {unfit} out")
    wanted = read_workers(arguments) if is_shared else None
    return None if wanted == WorkerOptions(1, None) else wanted


def run_batch(
    board: Board,
    wanted: WorkerOptions | None,
    answer: Callable[[Game], dict[str, JSON]],
    failed: Callable[[dict[str, JSON]], bool] = lambda _: False,
) -> ExitCode:
    """Answer each line; the exit code is 2 if one was refused, otherwise 1 if an answer is a failure.

    Other processes need an `answer` that can be pickled. Without `wanted` this one answers each line before it reads
    the next.
    """
    code = ExitCode.DONE
    with ExitStack() as stack:
        for number, entry in enumerate(_answers(partial(_answered, board, answer), wanted, stack), 1):
            if code is ExitCode.DONE and failed(entry):
                code = ExitCode.NO
            if _ERROR in entry:
                entry[_ERROR] = f"line {number}: {entry[_ERROR]}"
                print(f"oxo: {entry[_ERROR]}", file=sys.stderr)
                code = ExitCode.USAGE
            print_json(entry)
    return code


def _answers(
    answered: Callable[[str | InputError], dict[str, JSON]], wanted: WorkerOptions | None, stack: ExitStack
) -> Iterable[dict[str, JSON]]:
    """Return the answers to the lines of standard input, in order."""
    if wanted is None:
        return map(answered, _lines())
    from hyperoxo.executor import in_order  # noqa: PLC0415 - most of the time that starting takes

    return in_order(stack.enter_context(wanted.open()), answered, _lines())


def _lines() -> Iterator[str | InputError]:
    """Yield the lines of standard input, and errors for those that are not text."""
    lines = Pipe(standard_input())
    while True:
        try:
            line = lines.read()
            if line is None:
                return
            yield line
        except InputError as error:
            yield error


def _answered(board: Board, answer: Callable[[Game], dict[str, JSON]], line: str | InputError) -> dict[str, JSON]:
    """Answer a line, in this or another process."""
    try:
        if isinstance(line, InputError):
            raise line
        is_position = line.split()[-1:] in (["x"], ["o"])
        moves, position = (None, line.strip()) if is_position else (line, None)
        return answer(read_start(board, moves, position))
    except InputError as error:
        return {_ERROR: str(error)}
