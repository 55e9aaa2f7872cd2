"""`oxo solve`: who wins a position under best play, with a proof in a file."""

from __future__ import annotations

import time
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import (
    UsageError,
    add_board,
    add_json,
    add_start,
    add_workers,
    read_board,
    read_count,
    read_seconds,
    read_start,
    read_workers,
)
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import OutputFile
from hyperoxo.cli.interruptible import cancelled_by_interrupt
from hyperoxo.cli.output import ProgressLine, print_json
from hyperoxo.solver.solve import DEFAULT_MEMORY, Solution, SolveProgress, solve

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from hyperoxo import Game
    from hyperoxo.cli.arguments import WorkerOptions
    from hyperoxo.game import JSON

_MOST_NODES = 2**64 - 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo solve`."""
    add_board(parser)
    add_start(parser)
    parser.add_argument("--threads", metavar="N", help="threads that search (default: all that the machine has)")
    add_workers(parser, "processes that share the search out (default: this one searches, on threads)")
    parser.add_argument("--memory", metavar="MB", help=f"MiB that each process may take (default: {DEFAULT_MEMORY})")
    parser.add_argument("--time", metavar="S", help="seconds that it may take (default: no limit)")
    parser.add_argument("--nodes", metavar="N", help="positions that it may search, about (default: no limit)")
    parser.add_argument("--minimise", action="store_true", help="go on from the first proof to a smaller one")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="begin with what an earlier search left there, and leave there what is not done",
    )
    parser.add_argument("--certificate", metavar="FILE", help="write the proof there; oxo-check FILE checks it")
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the outcome; the exit code is 0 if there is one, 3 if not, and 130 if Ctrl-C was why not."""
    game = read_start(read_board(arguments.board), arguments.moves, arguments.position)
    search = _Search(
        game,
        minimise=arguments.minimise,
        begin_with=None if arguments.resume is None else _left_in(arguments.resume),
        nodes=None if arguments.nodes is None else read_count(arguments.nodes, most=_MOST_NODES),
        seconds=None if arguments.time is None else read_seconds(arguments.time),
        memory=DEFAULT_MEMORY if arguments.memory is None else read_count(arguments.memory, least=1),
        threads=None if arguments.threads is None else read_count(arguments.threads, least=1),
        workers=_read_workers(arguments),
    )
    with ExitStack() as stack:
        file, left = (
            None if path is None else stack.enter_context(OutputFile(path))
            for path in (arguments.certificate, arguments.resume)
        )
        solution = search.run()
        if left is not None and solution.unfinished is not None:
            left.write(solution.unfinished)
        if file is not None and solution.certificate is not None:
            file.write(solution.certificate)
    written = arguments.certificate if solution.is_decided else None
    if arguments.json:
        print_json(_as_json(game, solution, written))
    else:
        _print(game, solution, search, written)
    if solution.is_decided:
        return ExitCode.DONE
    return ExitCode.INTERRUPTED if search.is_interrupted else ExitCode.UNKNOWN


def _read_workers(arguments: argparse.Namespace) -> WorkerOptions | None:
    """Return who is to share the search out; None if it is this process's own.

    Raises:
        UsageError: threads are wanted too.
    """
    if arguments.jobs is None and arguments.executor is None:
        return None
    if arguments.threads is not None:
        raise UsageError("--threads is for a search in one process; leave it out, or leave --jobs and --executor out")
    return read_workers(arguments)


def _left_in(path: str) -> bytes | None:
    """Return what an earlier search left in a file; None if there is no such file yet."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        return None


class _Search:
    """A search that shows how far it is, and that Ctrl-C ends with what is known by then.

    Args:
        game: what has come to the position.
        minimise: whether to go on from the first proof to a smaller one.
        begin_with: what an earlier search left unfinished.
        nodes: how many positions may be searched.
        seconds: how long it may take.
        memory: MiB that it may take.
        threads: how many search.
        workers: who shares the search out; None for this process alone.
    """

    def __init__(
        self,
        game: Game,
        *,
        minimise: bool,
        begin_with: bytes | None,
        nodes: int | None,
        seconds: float | None,
        memory: int,
        threads: int | None,
        workers: WorkerOptions | None,
    ) -> None:
        self.position = game.position
        self.progress = SolveProgress(0, 0, 0)
        """How far it is, or was."""
        self.is_interrupted = False
        """Whether Ctrl-C ended it."""
        self._minimise, self._begin_with = minimise, begin_with
        self._nodes, self._seconds, self._memory, self._threads = nodes, seconds, memory, threads
        self._workers = workers

    def run(self) -> Solution:
        """Search, and return what was found."""
        started = time.monotonic()
        with ProgressLine() as status, cancelled_by_interrupt() as control:

            def show(progress: SolveProgress) -> None:
                self.progress = progress
                status.show(_status(progress, time.monotonic() - started, minimise=self._minimise))

            with self._solver() as solver:
                solution = solver(
                    self.position,
                    minimise=self._minimise,
                    begin_with=self._begin_with,
                    nodes=self._nodes,
                    seconds=self._seconds,
                    memory=self._memory,
                    control=control,
                    on_progress=show,
                )
        self.is_interrupted = control.cancelled
        return solution

    @contextmanager
    def _solver(self) -> Iterator[Callable[..., Solution]]:
        """Return what solves, in a context in which it can."""
        if self._workers is None:
            yield partial(solve, threads=self._threads)
        elif self._workers.is_this_process:
            # One process that works on tasks finds what one thread finds, which can be watched.
            yield partial(solve, threads=1)
        else:
            from hyperoxo.solver.distributed import solve_distributed  # noqa: PLC0415 - most of the time that starting takes

            with self._workers.open() as workers:
                yield partial(solve_distributed, workers=workers)


def _status(progress: SolveProgress, seconds: float, *, minimise: bool) -> str:
    minutes, seconds = divmod(int(seconds), 60)
    is_proved = progress.tasks_done == progress.tasks > 0
    stage = "making the proof smaller" if minimise and is_proved else _tasks(progress)
    return f"{minutes}:{seconds:02}  {stage}, {progress.nodes:,} positions; Ctrl-C ends the search"


def _tasks(progress: SolveProgress) -> str:
    return f"{progress.tasks_done} of {progress.tasks} parts proved" if progress.tasks else "nothing proved yet"


def _as_json(game: Game, solution: Solution, written: str | None) -> dict[str, JSON]:
    board = game.board
    entry: dict[str, JSON] = {"board": str(board), "moves": board.names(game.moves)}
    if game.start != board.empty():
        entry["position"] = game.start.text
    return entry | {
        "outcome": solution.outcome.value,
        "winner": solution.winner,
        "strategic": solution.strategic,
        "forced": solution.forced,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
        "certificate": written,
    }


def _print(game: Game, solution: Solution, search: _Search, written: str | None) -> None:
    """Print for people: the outcome, what the proof is made of, what it cost, and where it is."""
    if solution.winner is not None:
        print(
            f"{game.board}: {solution.winner.upper()} wins (a {solution.outcome} for {game.to_move.upper()}, to move)"
        )
    elif solution.is_decided:
        print(f"{game.board}: a draw")
    else:
        print(
            f"{game.board}: unknown; {'stopped' if search.is_interrupted else 'ended'} with {_tasks(search.progress)}"
        )
    if solution.is_decided:
        print(f"proof: {solution.strategic:,} strategic and {solution.forced:,} forced positions")
    print(f"searched: {solution.nodes:,} positions in {solution.seconds:.1f} s")
    if written is not None and solution.certificate is not None:
        print(f"certificate: {written}, {len(solution.certificate):,} bytes")
