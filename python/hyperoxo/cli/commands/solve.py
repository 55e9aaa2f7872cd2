"""`oxo solve`: decides who wins a position under best play, and writes the proof to a file."""

from __future__ import annotations

import time
import typing
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from hyperoxo.cli.arguments import (
    EXECUTOR,
    JSON_ONLY,
    MAX_SOLVER_NODES,
    UsageError,
    add_count,
    add_plain,
    add_start,
    add_time,
    check_executor,
)
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import add_output, add_source, check_output, output_file, read_source
from hyperoxo.cli.interruptible import cancelled_by_interrupt, ended_by_signals
from hyperoxo.cli.output import ProgressLine, elapsed, print_json
from hyperoxo.errors import CheckpointError, HyperoxoError
from hyperoxo.outcomes import SearchEnding, moves_in_words, plies_in_words
from hyperoxo.position_json import start_as_json
from hyperoxo.sides import SIDES
from hyperoxo.solver.solve import DEFAULT_MEMORY, Solution, SolveProgress, solve
from hyperoxo.solver.within import MAX_PLIES, within

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Mapping

    from hyperoxo import Game
    from hyperoxo.game import JSON


_ENDINGS: Mapping[SearchEnding, str] = {
    "exhausted": "exhausted",
    "nodes": "out of positions (--nodes)",
    "time": "out of time (--time)",
    "memory": "out of memory (--memory)",
    "interrupted": "interrupted",
}

_AFTER_ALL = "; try --atlas, which decides it reply by reply, or both sides without --attacker"
"""What may decide a position after a search has tried all that it tries."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_source(parser)
    add_start(parser)
    add_count(parser, "--threads", "threads that search (default: one for each processor)", least=1)
    add_plain(parser, EXECUTOR)
    about_memory = f"memory limit of each process in MiB (default: {DEFAULT_MEMORY})"
    add_count(parser, "--memory", about_memory, least=1, default=DEFAULT_MEMORY, metavar="MB")
    add_time(parser, "time limit in seconds (default: none)")
    add_count(parser, "--nodes", "search about N positions at most (default: none)", most=MAX_SOLVER_NODES)
    add_plain(
        parser,
        ("--minimise", "", "after the first proof, search for a smaller one"),
        (
            "--shorten",
            "",
            "after the first proof, and before --minimise, search for a proof whose longest game is shorter",
        ),
    )
    parser.add_argument(
        "--attacker", choices=SIDES, help="search for wins of this side only (default: of both, mainly the one ahead)"
    )
    add_plain(
        parser,
        ("--atlas", "", "decide the replies that a search of the whole leaves one by one, as the atlas does"),
        (
            "--resume",
            "FILE",
            "continue the search saved in this file, and save an unfinished search there, also about each minute",
        ),
    )
    add_count(
        parser,
        "--win-within",
        "decide only whether X, to move, completes a line within N plies, an odd number",
        least=1,
        most=MAX_PLIES,
    )
    add_output(parser, "--certificate", "write the proof to this file (.oxc); oxo-check verifies it")
    add_plain(parser, JSON_ONLY)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the outcome; the exit code is 0 if it is decided, 3 if not, and 130 after Ctrl-C."""
    game = read_source(arguments)
    with ended_by_signals():
        return _decide(game, arguments) if arguments.win_within is None else _bound(game, arguments)


def _decide(game: Game, arguments: argparse.Namespace) -> ExitCode:
    begin_with = None if arguments.resume is None else _left_in(arguments.resume)
    if arguments.executor is not None:
        if arguments.threads is not None:
            raise UsageError("--threads is for a search in one process; leave it out, or leave --executor out")
        check_executor(arguments.executor)
    if arguments.atlas and (arguments.executor or arguments.shorten or arguments.minimise):
        unfit = "--executor, --shorten and --minimise"
        raise UsageError(f"--atlas goes with none of {unfit}; leave it out, or leave them out")
    with (
        output_file(arguments.certificate, (".oxc",), replace=arguments.force) as write_proof,
        output_file(arguments.resume, (), replace=True) as write_left,
    ):
        try:
            solution, progress, is_interrupted = _search(game, arguments, begin_with)
        except CheckpointError as error:
            of = "of the same position with --atlas" if arguments.atlas else "on the same board"
            raise CheckpointError(arguments.resume, error.reason, f"name a file of a search {of}") from None
        if solution.unfinished is not None:
            write_left(solution.unfinished)
        if solution.certificate is not None:
            write_proof(solution.certificate)
    written = arguments.certificate if solution.is_decided else None
    if arguments.json:
        print_json(_as_json(game, solution, written))
    else:
        _print(game, solution, _place(progress), written)
        if solution.unfinished is not None and arguments.resume is not None:
            print(f"kept: {arguments.resume}, {len(solution.unfinished):,} bytes; the same command continues")
    if solution.is_decided:
        return ExitCode.DONE
    return ExitCode.INTERRUPTED if is_interrupted else ExitCode.UNKNOWN


def _bound(game: Game, arguments: argparse.Namespace) -> ExitCode:
    """Print whether X wins within the plies of `--win-within`; the exit code is that of an outcome."""
    unfit = {
        "--minimise": arguments.minimise,
        "--shorten": arguments.shorten,
        "--attacker": arguments.attacker,
        "--atlas": arguments.atlas,
        "--resume": arguments.resume,
        "--threads": arguments.threads,
        "--executor": arguments.executor,
    }
    if given := next((option for option, value in unfit.items() if value), None):
        raise UsageError(f"{given} does not go with --win-within; leave one of them out")
    with output_file(arguments.certificate, (".oxc",), replace=arguments.force) as write_proof:
        started = time.monotonic()
        with ProgressLine() as status, cancelled_by_interrupt() as control:

            def show(nodes: int) -> None:
                status.show(f"{elapsed(started)}  {nodes:,} positions; Ctrl-C ends the search")

            bound = within(
                game.position,
                arguments.win_within,
                nodes=arguments.nodes,
                seconds=arguments.time,
                memory=arguments.memory,
                control=control,
                on_progress=show,
            )
        if bound.certificate is not None:
            write_proof(bound.certificate)
    answer = {True: "yes", False: "no", None: "unknown"}[bound.wins]
    written = None if bound.certificate is None else arguments.certificate
    if arguments.json:
        print_json(
            start_as_json(game)
            | {
                "within": bound.plies,
                "answer": answer,
                "plies": bound.longest,
                "positions": bound.records,
                "nodes": bound.nodes,
                "seconds": round(bound.seconds, 3),
                "certificate": written,
            }
        )
    else:
        wanted = f"{moves_in_words(bound.plies)} ({plies_in_words(bound.plies)})"
        print(f"{game.board}: X wins within {wanted}: {answer}")
        if bound.certificate is not None:
            longest = "" if bound.longest is None else f"; X wins within {moves_in_words(bound.longest)}"
            print(f"proof: {bound.records:,} positions{longest}")
        print(f"searched: {bound.nodes:,} positions in {bound.seconds:.1f} s")
        if written is not None and bound.certificate is not None:
            print(f"certificate: {written}, {len(bound.certificate):,} bytes")
    if bound.wins is not None:
        return ExitCode.DONE
    return ExitCode.INTERRUPTED if control.cancelled else ExitCode.UNKNOWN


def _left_in(path: str) -> bytes | None:
    """Return the unfinished search saved in a file; None if there is no such file yet."""
    check_output(path, (), replace=True)
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        return None


def _search(
    game: Game, arguments: argparse.Namespace, begin_with: bytes | None
) -> tuple[Solution, SolveProgress, bool]:
    """Search with a progress line; return the solution, the last progress, and whether Ctrl-C ended the search."""
    latest, started = SolveProgress(0, 0, 0), time.monotonic()
    with (
        ProgressLine() as status,
        cancelled_by_interrupt() as control,
        _solver(arguments, begin_with) as solver,
    ):

        def show(progress: SolveProgress) -> None:
            nonlocal latest
            latest = progress
            stage = f"{_stage(arguments, progress)}, {progress.nodes:,} positions"
            status.show(f"{elapsed(started)}  {stage}; Ctrl-C ends the search")

        def save(unfinished: bytes) -> None:
            try:
                with output_file(arguments.resume, (), replace=True) as write:
                    write(unfinished)
            except (HyperoxoError, OSError) as error:
                status.print_above(f"oxo: warning: not saved, the search continues: {error}")

        solution = solver(
            game.position,
            attacker=arguments.attacker,
            nodes=arguments.nodes,
            seconds=arguments.time,
            memory=arguments.memory,
            control=control,
            on_progress=show,
            on_unfinished=None if arguments.resume is None else save,
        )
    return solution, latest, control.cancelled


@contextmanager
def _solver(arguments: argparse.Namespace, begin_with: bytes | None) -> Iterator[Callable[..., Solution]]:
    """Yield the function that solves, with its workers and what only one of them takes."""
    more = {"minimise": arguments.minimise, "shorten": arguments.shorten, "begin_with": begin_with}
    if arguments.atlas:
        from hyperoxo.solver.by_replies import solve_by_replies  # noqa: PLC0415 - most searches do without

        yield partial(solve_by_replies, threads=arguments.threads, begin_with=begin_with)
    elif arguments.executor is None:
        yield partial(solve, threads=arguments.threads, **more)
    else:
        from hyperoxo.executor import open_executor  # noqa: PLC0415 - most of the time that starting takes
        from hyperoxo.solver.distributed import solve_distributed  # noqa: PLC0415 - most of the time that starting takes

        with open_executor(address=arguments.executor) as opened:
            yield partial(solve_distributed, workers=opened, **more)


def _stage(arguments: argparse.Namespace, progress: SolveProgress) -> str:
    if progress.tasks_done < progress.tasks or progress.tasks == 0:
        return _tasks(progress)
    if arguments.shorten:
        return "making its games shorter" + (", then the proof smaller" if arguments.minimise else "")
    return "making the proof smaller" if arguments.minimise else _tasks(progress)


def _tasks(progress: SolveProgress) -> str:
    return f"{progress.tasks_done} of {progress.tasks} tasks proved" if progress.tasks else "nothing proved yet"


def _place(progress: SolveProgress) -> str:
    if 0 < progress.tasks == progress.tasks_done:
        return "while the proof was written, with all tasks proved"
    return f"with {_tasks(progress)}"


def _as_json(game: Game, solution: Solution, written: str | None) -> dict[str, JSON]:
    return start_as_json(game) | {
        "outcome": solution.outcome.value,
        "winner": solution.winner,
        "strategic": solution.strategic,
        "forced": solution.forced,
        "plies": solution.plies,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
        "certificate": written,
        "ended": solution.ended,
    }


def _print(game: Game, solution: Solution, place: str, written: str | None) -> None:
    """Print the outcome, the size of the proof, its cost, and its file, for people."""
    ended = "" if solution.ended is None else _ENDINGS[solution.ended]
    if solution.winner is not None:
        plies = "" if solution.plies is None else f" ({plies_in_words(solution.plies)})"
        print(f"{game.board}: {solution.in_words}{plies}; {game.to_move.upper()} is to move")
    elif solution.is_decided:
        print(f"{game.board}: a draw")
    else:
        print(f"{game.board}: unknown; {ended} {place}{_AFTER_ALL if solution.ended == 'exhausted' else ''}")
    if solution.is_decided:
        print(f"proof: {solution.strategic:,} strategic and {solution.forced:,} forced positions")
    cut = f"; {ended}" if solution.is_decided and ended else ""
    print(f"searched: {solution.nodes:,} position{'' if solution.nodes == 1 else 's'} in {solution.seconds:.1f} s{cut}")
    if written is not None and solution.certificate is not None:
        print(f"certificate: {written}, {len(solution.certificate):,} bytes")
