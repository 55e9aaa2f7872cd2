"""Distributed searches: the same proof as alone, and every result from a worker is checked."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Future
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import pytest
from support.parallel_tasks import workers_of
from support.present import present

from hyperoxo import Board, Game, InputError, Position
from hyperoxo.executor import Workers, open_executor
from hyperoxo.outcomes import Outcome
from hyperoxo.players import Control
from hyperoxo.solver import distributed
from hyperoxo.solver.distributed import DistributedTask, run_task, solve_distributed
from hyperoxo.solver.solve import Solution, SolveProgress, solve
from hyperoxo.solver.verify import Finding, verify

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")
Parameters = ParamSpec("Parameters")

OPENING = Board("4x4x4").position("xo19x42 o")
"""X has a corner and a centre of one diagonal, O an edge beside the corner: enough tasks for several stages."""


class InPlace(Workers):
    """Does each task in place, and can alter its result."""

    def __init__(self, spoil: Callable[[bytes, bytes], tuple[bytes, bytes]] | None = None) -> None:
        self.tasks: list[DistributedTask] = []
        self._spoil = spoil

    @property
    def capacity(self) -> int:
        return 3

    def submit(
        self, function: Callable[Parameters, Answer], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Answer]:
        (task,) = args
        assert isinstance(task, DistributedTask)
        self.tasks.append(task)
        future: Future[Answer] = Future()
        answer = function(*args, **kwargs)
        future.set_result(answer if self._spoil is None else self._spoil(*answer))  # type: ignore[misc, arg-type]
        return future


class Idle(Workers):
    """Never does anything."""

    def __init__(self) -> None:
        self.given: list[Future[object]] = []

    @property
    def capacity(self) -> int:
        return 2

    def submit(self, *_args: object, **_kwargs: object) -> Future[object]:  # type: ignore[override]
        self.given.append(Future())
        return self.given[-1]


def position(board: str, moves: str = "") -> Position:
    return Game(Board(board), moves.split()).position


def same(found: Solution, expected: Solution) -> bool:
    """Return whether two searches have the same result, byte for byte."""
    return (
        (found.outcome, found.winner, found.nodes) == (expected.outcome, expected.winner, expected.nodes)
        and (found.strategic, found.forced) == (expected.strategic, expected.forced)
        and (found.certificate, found.unfinished) == (expected.certificate, expected.unfinished)
    )


# ---- The same end ----


@pytest.mark.parametrize(
    ("start", "outcome"),
    [
        (position("3x3x3"), Outcome.WIN),
        (position("3x3x3", "222"), Outcome.LOSS),
        (position("3x3"), Outcome.DRAW),
        (position("6x6"), Outcome.DRAW),
        (OPENING, Outcome.LOSS),
        # X . . .
        # . . . .   each has one stone on tier 1: X's second move has to be chosen
        # . O . .
        # . . . .
        (position("4x4x4", "111 132"), Outcome.WIN),
    ],
)
def test_the_result_equals_that_of_a_search_alone(start: Position, outcome: Outcome) -> None:
    found, expected = solve_distributed(start, InPlace()), solve(start)
    assert found.outcome is outcome
    assert same(found, expected)
    assert verify(present(found.certificate)).finding is Finding.VERIFIED


@pytest.mark.parametrize("nodes", [1, 150_000])
def test_a_node_budget_has_the_same_result_as_in_a_search_alone(nodes: int) -> None:
    found = solve_distributed(position("4x4x4"), InPlace(), nodes=nodes)
    assert found.outcome is Outcome.UNKNOWN
    assert same(found, solve(position("4x4x4"), nodes=nodes))


def test_two_processes_find_the_same_proof_even_if_one_is_killed() -> None:
    killed: list[int] = []

    def kill_one(progress: SolveProgress) -> None:
        workers = workers_of(os.getpid())
        if workers and progress.tasks and not killed:
            killed.append(workers[0])
            os.kill(killed[0], signal.SIGKILL)

    with open_executor(2) as workers:
        found = solve_distributed(OPENING, workers, on_progress=kill_one)
    assert killed
    assert same(found, solve(OPENING))


def test_it_goes_on_where_another_search_ended_and_makes_the_proof_smaller() -> None:
    left = solve(OPENING, nodes=150_000).unfinished
    options = {"begin_with": left, "minimise": True, "nodes": 3_000_000}
    workers = InPlace()
    found = solve_distributed(OPENING, workers, **options)  # type: ignore[arg-type]
    assert workers.tasks
    assert same(found, solve(OPENING, **options))  # type: ignore[arg-type]


# ---- How far it is, and its end ----


def test_progress_is_reported_as_tasks_come_back() -> None:
    reports: list[SolveProgress] = []
    workers = InPlace()
    found = solve_distributed(OPENING, workers, on_progress=reports.append)
    assert reports[-1].tasks_done == reports[-1].tasks > 1
    assert [progress.nodes for progress in reports] == sorted(progress.nodes for progress in reports)
    assert reports[-1].nodes <= found.nodes
    assert max(task.number for task in workers.tasks) == reports[-1].tasks - 1


def test_it_can_be_cancelled() -> None:
    workers = Idle()
    control = Control()

    def cancel(progress: SolveProgress) -> None:
        if progress.tasks:
            control.cancel()

    found = solve_distributed(OPENING, workers, control=control, on_progress=cancel)
    assert found.outcome is Outcome.UNKNOWN
    assert found.unfinished is not None
    assert workers.given
    assert all(future.cancelled() for future in workers.given)


def test_an_error_of_the_callback_ends_it() -> None:
    def refuse(progress: SolveProgress) -> None:
        if progress.tasks:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        solve_distributed(OPENING, InPlace(), on_progress=refuse)


def test_the_time_limit_ends_it_even_without_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "DRAIN_SECONDS", 0)
    workers = Idle()
    assert solve_distributed(OPENING, workers, seconds=0.01).outcome is Outcome.UNKNOWN
    assert solve_distributed(OPENING, InPlace(), seconds=0).outcome is Outcome.UNKNOWN


def test_tasks_carry_their_limits() -> None:
    workers = InPlace()
    solve_distributed(OPENING, workers, seconds=1e9, memory=77)
    assert {task.memory for task in workers.tasks} == {77}
    assert all(task.seconds is not None and 0 < task.seconds <= 1e9 for task in workers.tasks)
    assert "known" not in repr(workers.tasks[0])


def test_memory_that_runs_out_on_a_worker_ends_it() -> None:
    # A search alone that takes as much as it may gives up too.
    assert solve_distributed(position("4x4x4", "111 132 113"), InPlace(), memory=1).outcome is Outcome.UNKNOWN


# ---- Results of tasks ----


@pytest.mark.parametrize(
    "spoil",
    [
        lambda task, found: (task[:-1], found),
        lambda task, found: (task, found[:-1]),
        lambda task, found: (found, task),
        lambda task, _found: (task, b""),
        lambda task, found: (task.replace(b"oxo task 1", b"oxo task 2"), found),
    ],
)
def test_a_damaged_result_is_refused(spoil: Callable[[bytes, bytes], tuple[bytes, bytes]]) -> None:
    message = "task result: damaged, or from another search; let the same hyperoxo work on all of them"
    with pytest.raises(InputError, match=message):
        solve_distributed(OPENING, InPlace(spoil))


def test_a_damaged_task_is_refused() -> None:
    workers = InPlace()
    solve_distributed(OPENING, workers)
    sent = workers.tasks[0]
    run_task(sent)
    for task, known in [(sent.task[1:], sent.known), (sent.task, sent.known[1:]), (b"", b"")]:
        with pytest.raises(InputError, match="a task: damaged, or not a task of a search; let the same hyperoxo"):
            run_task(DistributedTask(0, task, known, None, 64))


def test_answers_that_are_wrong_prove_nothing() -> None:
    first: list[bytes] = []

    def swap(task: bytes, found: bytes) -> tuple[bytes, bytes]:
        """Hand back the answers to the first task as those to every other one."""
        first.append(found)
        return task, first[0]

    found = solve_distributed(OPENING, InPlace(swap), nodes=20_000_000)
    assert found.certificate is None or verify(found.certificate).finding is Finding.VERIFIED
    assert found.outcome in {Outcome.UNKNOWN, Outcome.LOSS}
