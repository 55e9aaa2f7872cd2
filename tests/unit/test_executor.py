"""Parallel work: the same answers in place and in processes, lost workers, and no process left behind."""

from __future__ import annotations

import fcntl
import os
import pickle
import signal
import subprocess
import sys
import termios
import threading
from concurrent.futures import BrokenExecutor, Future, wait
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from support.outside_engines import is_running
from support.parallel_tasks import (
    child_is_interruptible,
    fail_with_what_cannot_be_pickled,
    fork_and_lose_worker_once,
    interrupt_itself,
    lose_worker_of_seven,
    lose_worker_once,
    lose_worker_while_it_answers_once,
    number_in,
    open_pipes,
    print_and_read,
    process_of,
    refuse_odd,
    square,
    stop_by_a_signal,
    wait_for_ever,
    wait_for_stop,
)
from support.patience import PATIENCE, until
from support.present import present
from support.refusals import beginning, exactly

from hyperoxo.errors import ExecutorError
from hyperoxo.executor import (
    MAX_LOSSES,
    Workers,
    as_completed,
    in_order,
    open_executor,
)
from hyperoxo.executor.cluster import JOIN_TIMEOUT, check_workers, checked_address, warn_of_loss
from hyperoxo.executor.process_pool import ProcessPool, WorkerStartError
from hyperoxo.executor.worker import framed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


VERSION = metadata.version("hyperoxo")


@pytest.fixture(scope="module")
def pair() -> Iterator[Workers]:
    """Two processes, for tests that lose none or tolerate it."""
    with open_executor(2) as workers:
        yield workers


def unread_bytes(process: int) -> set[int]:
    """Return how many bytes wait in the pipes of a process."""
    sizes = set()
    for file in Path(f"/proc/{process}/fd").iterdir():
        if file.is_fifo():
            pipe = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
            sizes.add(int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder))
            os.close(pipe)
    return sizes


# ---- Answers ----


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 40])
def test_answers_come_in_the_order_of_the_tasks(jobs: int, count: int) -> None:
    answers = [(number, number * number) for number in range(count)]
    with open_executor(jobs) as workers:
        assert list(in_order(workers, square, range(count))) == [answer for _, answer in answers]
        assert sorted(as_completed(workers, square, range(count))) == answers


def test_one_job_is_done_in_place() -> None:
    with open_executor(1) as workers:
        assert list(in_order(workers, process_of, range(3))) == [os.getpid()] * 3


def test_more_are_processes_of_their_own(pair: Workers) -> None:
    assert os.getpid() not in set(in_order(pair, process_of, range(20)))


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_task_reaches_the_caller(jobs: int) -> None:
    with open_executor(jobs) as workers:
        with pytest.raises(ValueError, match="3 is odd"):
            list(in_order(workers, refuse_odd, [0, 2, 3, 4]))
        assert list(in_order(workers, refuse_odd, [0, 2])) == [0, 2]


def test_a_waiting_caller_is_polled_for_cancellation() -> None:
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


def test_at_least_one_worker_is_needed() -> None:
    with pytest.raises(ValueError, match="0 jobs: at least 1 is needed"):
        open_executor(0)


# ---- Workers that are lost ----


def test_the_task_of_a_lost_worker_is_done_again_with_a_warning(
    pair: Workers, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tasks = [(number, str(tmp_path / f"{number % 2}")) for number in range(30)]
    assert list(in_order(pair, lose_worker_once, tasks)) == list(range(30))
    assert len(list(tmp_path.iterdir())) == 2
    assert caplog.messages == ["a worker process ended in the middle of a call; its task is repeated"] * 2


@pytest.mark.parametrize(
    ("event", "warned"),
    [
        ({"action": "remove-worker", "expected": False, "worker": "tcp://h:2"}, True),
        ({"action": "remove-worker", "expected": True, "worker": "tcp://h:2"}, False),
        ({"action": "add-worker", "worker": "tcp://h:2"}, False),
        ("anything else", False),
    ],
)
def test_a_worker_that_a_cluster_loses_is_reported(
    event: object, *, warned: bool, caplog: pytest.LogCaptureFixture
) -> None:
    warn_of_loss((0.0, event))
    assert caplog.messages == ["the cluster lost the worker tcp://h:2; its tasks are repeated"] * warned


def test_a_worker_may_die_in_the_middle_of_an_answer(pair: Workers, tmp_path: Path) -> None:
    """Five times, after a byte of it, after a tenth, and so on."""
    tasks = [(number, str(tmp_path / f"{number % 20}")) for number in range(0, 40, 4)]
    assert list(in_order(pair, lose_worker_while_it_answers_once, tasks)) == list(range(0, 40, 4))
    assert len(list(tmp_path.iterdir())) == 5


def test_a_worker_may_die_before_it_has_read_its_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first two processes of each executor are killed as they start; a third loss would be an error."""
    started: list[int] = []

    class Doomed(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - passed on
            super().__init__(*args, **kwargs)
            if len(started) < 2:
                self.kill()
            started.append(self.pid)

    monkeypatch.setattr(subprocess, "Popen", Doomed)
    for _ in range(3):
        started.clear()
        with open_executor(2) as workers:
            assert list(in_order(workers, square, range(4))) == [0, 1, 4, 9]


def test_a_worker_that_a_signal_has_stopped_can_be_killed(tmp_path: Path) -> None:
    with ProcessPool(1) as pool:
        for number in range(5):
            pipe = tmp_path / str(number)
            os.mkfifo(pipe)
            stopped = pool.submit(stop_by_a_signal, str(pipe))
            process = int(pipe.read_text())
            os.waitid(os.P_PID, process, os.WSTOPPED | os.WNOWAIT)
            os.kill(process, signal.SIGKILL)
            with pytest.raises(BrokenExecutor):
                stopped.result(PATIENCE)
            assert pool.submit(square, number).result(PATIENCE) == number * number


def test_a_worker_that_leaves_a_process_with_its_pipes_is_known_to_be_lost(pair: Workers, tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    os.mkfifo(marker)
    answer = pair.submit(fork_and_lose_worker_once, (3, str(marker)))
    with pytest.raises(BrokenExecutor):
        answer.result(PATIENCE)
    assert marker.read_text() == "gone"


def test_a_worker_that_is_lost_between_tasks_is_replaced(pair: Workers) -> None:
    for process in set(in_order(pair, process_of, range(10))):
        os.kill(process, signal.SIGKILL)
    assert list(in_order(pair, square, range(10))) == [number * number for number in range(10)]


def test_a_task_that_loses_every_worker_is_named(pair: Workers) -> None:
    answers: list[int] = []
    with pytest.raises(
        ExecutorError,
        match=exactly(
            f"7: each of the {MAX_LOSSES} processes that began to do it was lost; "
            "check whether another program kills them, or memory is short"
        ),
    ):
        answers.extend(in_order(pair, lose_worker_of_seven, range(20)))
    assert answers == [0, 1, 2, 3, 4, 5, 6]
    assert list(in_order(pair, square, range(3))) == [0, 1, 4]


@pytest.mark.parametrize(
    ("task", "found"),
    [
        (print_and_read, ""),  # what it prints is no answer, and no call is on its input
        (child_is_interruptible, True),
        (open_pipes, 2),  # those of no other worker
    ],
)
def test_what_a_task_finds_in_its_worker(pair: Workers, task: Callable[[object], object], found: object) -> None:
    assert set(in_order(pair, task, range(6))) == {found}


def test_what_a_task_prints_goes_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    with ProcessPool(1) as pool:
        assert pool.submit(print_and_read, None).result(PATIENCE) == ""
    output, errors = capfd.readouterr()
    assert output == ""
    assert errors.replace("written", "") == "printed\n" != errors


def test_an_error_that_cannot_be_pickled_becomes_text(pair: Workers) -> None:
    with pytest.raises(RuntimeError, match="ValueError: a function in it"):
        list(in_order(pair, fail_with_what_cannot_be_pickled, [0]))


def test_an_error_says_where_in_the_worker_it_was_raised(pair: Workers) -> None:
    with pytest.raises(ValueError, match="3 is odd") as raised:
        list(in_order(pair, refuse_odd, [3]))
    assert "in refuse_odd" in raised.value.__notes__[0]


def test_an_unpicklable_task_is_refused_and_the_worker_goes_on(pair: Workers) -> None:
    with pytest.raises((AttributeError, pickle.PicklingError)):
        list(in_order(pair, square, [lambda: None]))  # type: ignore[arg-type]
    assert list(in_order(pair, square, [3])) == [9]


def test_a_pool_is_an_executor() -> None:
    pool = ProcessPool(1)
    answers = list(pool.map(square, range(3)))
    begun = [pool.submit(square, number) for number in range(3)]
    pool.shutdown()
    assert [answers, [future.result() for future in begun]] == [[0, 1, 4], [0, 1, 4]]
    with pytest.raises(RuntimeError, match="was shut down"):
        pool.submit(square, 3)


def test_a_pool_without_a_thread_for_a_worker_fails_the_call_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = Mock(side_effect=RuntimeError("can't start new thread"))
    with ProcessPool(2) as pool:
        with monkeypatch.context() as poor:
            poor.setattr(threading.Thread, "start", refuse)
            with pytest.raises(WorkerStartError, match="can't start new thread"):
                pool.submit(abs, -1).result()
        assert pool.submit(abs, -2).result() == 2
        monkeypatch.setattr(threading.Thread, "start", refuse)
        assert pool.submit(abs, -3).result() == 3, "the worker that there is makes the call"


def test_a_task_that_can_never_end_fails_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lost(Workers):
        capacity = 1
        failure = ExecutorError("dask://h:1", "the connection was lost")

        def submit(self, *_: Any, **__: Any) -> Future[Any]:  # noqa: ANN401 - as inherited
            return Future()

    monkeypatch.setattr("hyperoxo.executor.workers.CHECK_INTERVAL", 0.01)
    with pytest.raises(ExecutorError, match="the connection was lost"):
        list(in_order(Lost(), abs, [1]))


def test_a_waiting_task_can_be_cancelled(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pool = ProcessPool(1)
    running = pool.submit(wait_for_ever, str(pipe))
    waiting = [pool.submit(square, number) for number in range(3)]
    process = number_in(pipe)
    assert waiting[1].cancel()
    pool.shutdown(wait=False, cancel_futures=True)
    os.kill(process, signal.SIGKILL)
    with pytest.raises(BrokenExecutor):
        running.result(PATIENCE)
    assert wait(waiting, PATIENCE).not_done == set()
    assert all(future.cancelled() for future in waiting)
    pool.shutdown()


def test_no_thread_and_no_process_outlives_the_pool(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    threads = set(threading.enumerate())
    with ProcessPool(2) as pool:
        running = pool.submit(wait_for_ever, str(pipe))
        process = number_in(pipe)
        waiting = [pool.submit(wait_for_ever, str(pipe)) for _ in range(3)]
    assert not is_running(process)
    until(lambda: set(threading.enumerate()) <= threads)
    assert isinstance(running.exception(PATIENCE), BrokenExecutor)
    assert wait(waiting, PATIENCE).not_done == set()


def test_a_worker_that_is_killed_between_calls_leaves_no_zombie() -> None:
    with open_executor(2) as workers:
        processes = set(in_order(workers, process_of, range(20)))
        for process in processes:
            os.kill(process, signal.SIGKILL)
        for process in processes:
            until(lambda: not is_running(process))  # noqa: B023 - called now; a zombie runs


def test_a_request_to_stop_is_written_although_the_call_fills_the_pipe() -> None:
    """A worker that reads nothing for a while finds the request in its pipe afterwards."""
    with ProcessPool(1) as pool:
        process = pool.submit(process_of, None).result(PATIENCE)
        os.kill(process, signal.SIGSTOP)
        os.waitid(os.P_PID, process, os.WSTOPPED | os.WNOWAIT)
        room = 65_536 - len(framed(pickle.dumps((wait_for_stop, (bytes(60_000),), {}, True)))) + 60_000
        assert len(framed(pickle.dumps((wait_for_stop, (bytes(room),), {}, True)))) == 65_536
        call = pool.submit_with_context(wait_for_stop, bytes(room), on_progress=print)
        until(lambda: 65_536 in unread_bytes(process))
        call.request_stop()
        os.kill(process, signal.SIGCONT)
        assert call.result(PATIENCE) == "stopped"


def test_a_worker_ends_quietly_when_nothing_reads_its_answers() -> None:
    """That happens when the parent is killed; here the other pipe stays open, so that nothing else ends the worker."""
    program = "from hyperoxo.executor.worker import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    ) as worker:
        present(worker.stdout).close()
        present(worker.stdin).write(framed(pickle.dumps((square, (3,), {}, False))))
        assert present(worker.stderr).read() == b""
        assert worker.wait(PATIENCE) == 0


def test_a_worker_that_is_interrupted_shows_where_and_is_lost(capfd: pytest.CaptureFixture[str]) -> None:
    with ProcessPool(1) as pool:
        with pytest.raises(BrokenExecutor):
            pool.submit(interrupt_itself, None).result(PATIENCE)
        assert pool.submit(square, 3).result(PATIENCE) == 9
    assert "in interrupt_itself" in capfd.readouterr().err


# ---- Addresses of clusters ----


@pytest.mark.parametrize("place", ["127.0.0.1:8786", "[::1]:8786", "node-1.example.org:65535"])
def test_an_address_names_host_and_port(place: str) -> None:
    assert checked_address(f"dask://{place}") == place


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
        ((), f"dask://h:1: the cluster has no worker after {JOIN_TIMEOUT:g} s; start some with: dask worker tcp://h:1"),
        ((VERSION, "0.0.1"), f"dask://h:1: the worker tcp://10.0.0.2:1 has hyperoxo 0.0.1; install hyperoxo {VERSION}"),
        ((metadata.PackageNotFoundError("hyperoxo"),), "dask://h:1: the worker tcp://10.0.0.1:1 has no hyperoxo; inst"),
    ],
)
def test_workers_of_a_cluster_must_have_the_same_version(versions: tuple[object, ...], message: str) -> None:
    check_workers(Cluster(VERSION, VERSION, OSError("the worker was lost meanwhile")), "tcp://h:1", "dask://h:1")
    with pytest.raises(ExecutorError, match=beginning(message)):
        check_workers(Cluster(*versions), "tcp://h:1", "dask://h:1")


def test_a_cluster_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(
            ExecutorError,
            match=r"distributed is not installed; type pip install dask distributed$",
        ),
        open_executor(address="dask://127.0.0.1:8786"),
    ):
        pass
