"""Parallel work: the same answers in place and in processes, workers that are lost, and nothing left behind."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import Future
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.parallel_tasks import (
    lose_worker_of_seven,
    lose_worker_once,
    lose_worker_while_it_answers_once,
    process_of,
    refuse_odd,
    square,
)

from hyperoxo.errors import ExecutorError
from hyperoxo.executor import (
    MOST_LOSSES,
    Workers,
    as_completed,
    check_workers,
    checked_address,
    cores,
    in_order,
    open_executor,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


VERSION = metadata.version("hyperoxo")


@pytest.fixture(scope="module")
def pair() -> Iterator[Workers]:
    """Two processes, for tests that lose none or do not mind."""
    with open_executor(2) as workers:
        yield workers


def is_running(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


# ---- Answers ----


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_answers_come_in_the_order_of_the_tasks_whoever_does_them(jobs: int) -> None:
    with open_executor(jobs) as workers:
        assert list(in_order(workers, square, range(40))) == [number * number for number in range(40)]
        assert sorted(as_completed(workers, square, range(40))) == [(number, number * number) for number in range(40)]


def test_one_job_is_done_in_place() -> None:
    with open_executor(1) as workers:
        assert list(in_order(workers, process_of, range(3))) == [os.getpid()] * 3


def test_more_are_processes_of_their_own(pair: Workers) -> None:
    assert os.getpid() not in set(in_order(pair, process_of, range(20)))


def test_no_tasks_have_no_answers(pair: Workers) -> None:
    assert list(in_order(pair, square, [])) == []
    assert list(as_completed(pair, square, [])) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_is_the_callers(jobs: int) -> None:
    with open_executor(jobs) as workers:
        with pytest.raises(ValueError, match="3 is odd"):
            list(in_order(workers, refuse_odd, [0, 2, 3, 4]))
        assert list(in_order(workers, refuse_odd, [0, 2])) == [0, 2]


def test_whoever_waits_is_asked_back_now_and_then() -> None:
    given: list[Future[object]] = []

    class Slow(Workers):
        """Does a task when the test says so."""

        @property
        def capacity(self) -> int:
            return 1

        def submit(self, *_args: object, **_kwargs: object) -> Future[object]:  # type: ignore[override]
            given.append(Future())
            return given[-1]

    answers = as_completed(Slow(), square, [3, 4], tick=0)
    assert next(answers) is None
    assert next(answers) is None
    given[0].set_result(9)
    assert next(answers) == (3, 9)
    assert next(answers) is None
    given[1].set_result(16)
    assert list(answers) == [(4, 16)]


def test_tasks_are_taken_only_when_there_is_room(pair: Workers) -> None:
    taken: list[int] = []

    def endless() -> Iterator[int]:
        while True:
            taken.append(len(taken))
            yield taken[-1]

    with closing(in_order(pair, square, endless())) as answers:
        assert [next(answers) for _ in range(100)] == [number * number for number in range(100)]
    assert len(taken) <= 100 + 2 * pair.capacity


def test_in_place_each_answer_comes_before_the_next_task_is_taken() -> None:
    steps: list[str] = []

    def tasks() -> Iterator[int]:
        for number in range(3):
            steps.append(f"take {number}")
            yield number

    with open_executor(1) as workers:
        for number, _ in as_completed(workers, square, tasks()):
            steps.append(f"done {number}")
    assert steps == ["take 0", "done 0", "take 1", "done 1", "take 2", "done 2"]


def test_somebody_has_to_work() -> None:
    with pytest.raises(ValueError, match="0 jobs: at least 1 has to work"):
        open_executor(0)


def test_there_is_a_processor() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


# ---- Workers that are lost ----


def test_what_a_lost_worker_did_is_done_again(pair: Workers, tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path / f"{number % 2}")) for number in range(30)]
    assert list(in_order(pair, lose_worker_once, tasks)) == list(range(30))
    assert len(list(tmp_path.iterdir())) == 2


def test_a_worker_may_die_in_the_middle_of_an_answer(pair: Workers, tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path / f"{number % 2}")) for number in range(30)]
    assert list(in_order(pair, lose_worker_while_it_answers_once, tasks)) == list(range(30))
    assert len(list(tmp_path.iterdir())) == 2


def test_a_worker_that_is_lost_between_tasks_is_replaced(pair: Workers) -> None:
    for process in set(in_order(pair, process_of, range(10))):
        os.kill(process, signal.SIGKILL)
    assert list(in_order(pair, square, range(10))) == [number * number for number in range(10)]


def test_a_task_that_loses_every_worker_is_named(pair: Workers) -> None:
    answers: list[int] = []
    with pytest.raises(ExecutorError) as refused:
        answers.extend(in_order(pair, lose_worker_of_seven, range(20)))
    assert answers == [0, 1, 2, 3, 4, 5, 6]
    assert str(refused.value) == (
        f"7: each of the {MOST_LOSSES} processes that began to do it was lost; "
        "look whether something ends them, or memory is short"
    )
    assert list(in_order(pair, square, range(3))) == [0, 1, 4]


def test_no_process_outlives_the_context() -> None:
    with open_executor(2) as workers:
        processes = set(in_order(workers, process_of, range(20)))
        assert all(is_running(process) for process in processes)
    assert not any(is_running(process) for process in processes)


# ---- Addresses of clusters ----


def test_an_address_is_written_as_dask_writes_it() -> None:
    assert checked_address("dask://127.0.0.1:8786") == "tcp://127.0.0.1:8786"
    assert checked_address("dask://[::1]:8786") == "tcp://[::1]:8786"
    assert checked_address("dask://node-1.example.org:65535") == "tcp://node-1.example.org:65535"


@pytest.mark.parametrize(
    "address",
    [
        *("", "dask", "dask://", "dask://host", "dask://host:", "dask://host:0", "dask://host:65536", "dask://host:1/"),
        *("tcp://host:1", "dask://a b:1", "dask://host:1\n", "dask://höst:1", "dask://h:99999999", "127.0.0.1:8786"),
    ],
)
def test_another_address_is_refused_with_an_example(address: str) -> None:
    with pytest.raises(ExecutorError, match=r"not the address of an executor; such as dask://127\.0\.0\.1:8786"):
        checked_address(address)


class Cluster:
    """A stand-in for the connection to a scheduler, whose workers have these versions of the package."""

    def __init__(self, *versions: object) -> None:
        self.versions = {f"tcp://10.0.0.{number}:1": version for number, version in enumerate(versions, 1)}

    def wait_for_workers(self, n_workers: int, timeout: float) -> None:
        if len(self.versions) < n_workers:
            raise TimeoutError(f"after {timeout} s")

    def run(self, function: object, *_: object, on_error: str) -> dict[str, object]:
        assert function is metadata.version
        assert on_error == "return"
        return self.versions


@pytest.mark.parametrize(
    ("versions", "message"),
    [
        ((), "dask://h:1: the cluster has no worker after 10 s; start some with: dask worker tcp://h:1"),
        ((VERSION, "0.0.1"), f"dask://h:1: the worker tcp://10.0.0.2:1 has hyperoxo 0.0.1; install hyperoxo {VERSION}"),
        ((metadata.PackageNotFoundError("hyperoxo"),), "dask://h:1: the worker tcp://10.0.0.1:1 has no hyperoxo; inst"),
    ],
)
def test_workers_of_a_cluster_must_have_the_same_version(versions: tuple[object, ...], message: str) -> None:
    check_workers(Cluster(VERSION, VERSION), "tcp://h:1", "dask://h:1")
    with pytest.raises(ExecutorError) as refused:
        check_workers(Cluster(*versions), "tcp://h:1", "dask://h:1")
    assert str(refused.value).startswith(message)


def test_a_cluster_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(ExecutorError, match=r"distributed is not installed; pip install 'hyperoxo\[cluster\]'"),
        open_executor(address="dask://127.0.0.1:8786"),
    ):
        pass
