"""Worker processes: how they handle jobs that misbehave, and that the server recovers."""

from __future__ import annotations

import asyncio
import os
import queue
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from support.patience import PATIENCE
from support.strange_jobs import (
    confuse,
    crash,
    echo,
    fail,
    freeze,
    hoard,
    obey,
    persist,
    run_with_processes,
    whoami,
)

from hyperoxo.executor.process_pool import ProcessPool, WorkerLostError
from hyperoxo.server.clients import Client
from hyperoxo.server.errors import JobError
from hyperoxo.server.workers.jobs import run_job
from hyperoxo.server.workers.scheduler import JobScheduler, Priority
from hyperoxo.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from pathlib import Path

    from hyperoxo.executor.process_pool import Call
    from hyperoxo.server.workers.jobs import Job

MEMORY = 400


@pytest.fixture
def worker() -> Iterator[ProcessPool]:
    """A worker process."""
    with ProcessPool(1) as worker:
        yield worker


def begin(worker: ProcessPool, job: Job[Any, Any], on_report: Callable[[Any], object] = lambda _: None) -> Call[Any]:
    """Run a job on a worker."""
    return worker.submit_with_context(run_job, job, MEMORY, on_progress=on_report)


def answer(worker: ProcessPool, job: Job[Any, Any], on_report: Callable[[Any], object] = lambda _: None) -> Any:  # noqa: ANN401 - the job's answer
    """Return a worker's answer to a job."""
    return begin(worker, job, on_report).result(PATIENCE)


def with_processes(
    grace: float,
) -> Callable[[Callable[[JobScheduler], Coroutine[None, None, None]]], Callable[[], None]]:
    """Return a decorator that makes a test of a coroutine function, which takes a scheduler with processes."""
    return lambda test: lambda: run_with_processes(test, memory=MEMORY, grace=grace)


async def asked(pool: JobScheduler, job: Job[Any, Any], **how: Any) -> Any:  # noqa: ANN401 - the job's answer
    """Run a job on the only process that accepts jobs other than moves."""
    return await pool.run(Client("client"), job, priority=Priority.ANALYSIS, **{"seconds": PATIENCE, **how})


def test_a_process_reports_and_answers_whatever_a_job_prints(worker: ProcessPool) -> None:
    progress: list[str] = []
    for words in ("one two three", "x" * 500_000):
        assert answer(worker, partial(echo, words=words), progress.append) == words
    assert progress == ["one", "two", "three", "x" * 500_000]


def test_a_stop_request_reaches_the_running_job_and_not_the_next(worker: ProcessPool) -> None:
    for _ in range(3):
        begun: queue.SimpleQueue[str] = queue.SimpleQueue()
        call = begin(worker, obey, begun.put)
        assert begun.get(timeout=PATIENCE) == "begun"
        call.request_stop()
        assert call.result(PATIENCE) == "stopped"
        call.request_stop()
        answer(worker, whoami)


def test_a_stop_request_before_the_job_has_begun_is_heard(worker: ProcessPool) -> None:
    call = begin(worker, obey)
    call.request_stop()
    assert call.result(PATIENCE) == "stopped"


def test_a_process_survives_errors_and_reports_them(worker: ProcessPool) -> None:
    number = answer(worker, whoami)
    with pytest.raises(ZeroDivisionError):
        answer(worker, fail)
    with pytest.raises(MemoryError):
        answer(worker, partial(hoard, mebibytes=MEMORY))
    assert answer(worker, partial(hoard, mebibytes=MEMORY // 4)) == MEMORY // 4 * 2**20
    assert answer(worker, whoami) == number


def test_a_process_that_ends_is_known_to_be_lost_and_replaced(worker: ProcessPool) -> None:
    number = answer(worker, whoami)
    call = begin(worker, crash)
    with pytest.raises(WorkerLostError):
        call.result(PATIENCE)
    call.request_stop()
    call.kill()
    assert answer(worker, whoami) != number


def test_a_process_that_sends_nonsense_is_not_used_again(worker: ProcessPool) -> None:
    """Otherwise its later output could be taken for the answer to another job."""
    number = answer(worker, whoami)
    with pytest.raises(WorkerLostError):
        answer(worker, confuse)
    assert answer(worker, whoami) != number


def test_a_process_that_a_signal_has_stopped_can_be_killed(worker: ProcessPool) -> None:
    for _ in range(3):
        numbers: queue.SimpleQueue[int] = queue.SimpleQueue()
        call = begin(worker, freeze, numbers.put)
        os.waitid(os.P_PID, numbers.get(timeout=PATIENCE), os.WSTOPPED | os.WNOWAIT)
        call.request_stop()
        call.kill()
        with pytest.raises(WorkerLostError):
            call.result(PATIENCE)
    assert answer(worker, partial(echo, words="again")) == "again"


def test_a_process_can_be_killed_before_it_has_read_its_first_job(worker: ProcessPool) -> None:
    for _ in range(5):
        call = begin(worker, persist)
        call.kill()
        with pytest.raises(WorkerLostError):
            call.result(PATIENCE)
    assert answer(worker, partial(echo, words="again")) == "again"


def test_a_process_loads_nothing_of_the_web() -> None:
    program = (
        "import sys; known = set(sys.modules); import hyperoxo.executor.worker, hyperoxo.server.workers.jobs; "
        "print(*set(sys.modules) - known)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=PATIENCE)
    loaded = {name for name in ran.stdout.split() if not name.startswith(("_", "hyperoxo"))}
    assert {name.partition(".")[0] for name in loaded} <= sys.stdlib_module_names


STARTS = """
import sys
from hyperoxo.server.app import create_app
from hyperoxo.store import Store
from hyperoxo.server.messages.common import Message
create_app()
Store(sys.argv[1]).close()
print(*sys.modules, *[each.__name__ for each in Message.__subclasses__() if each.__pydantic_complete__])
"""


def test_a_start_leaves_for_later_what_it_does_not_need(tmp_path: Path) -> None:
    """SQLAlchemy's mapper, the migrations, and most of what pydantic makes of messages, took half of a start."""
    database = f"sqlite:///{tmp_path / 'games.db'}"
    Store(database).close()
    command = [sys.executable, "-c", STARTS, database]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    found = set(ran.stdout.split())
    assert {"sqlalchemy", "pydantic"} <= found
    assert not {"alembic", "sqlalchemy.orm", "ClockShown", "Joined", "GameRead", "BoardDescribed"} & found


@with_processes(0)
async def test_a_job_that_ignores_cancellation_is_killed(pool: JobScheduler) -> None:
    first = await asked(pool, whoami)
    with pytest.raises(JobError, match="it took longer than 0 s"):
        await asked(pool, persist, seconds=0)
    assert await asked(pool, whoami) != first


@pytest.mark.parametrize(("job", "grace"), [(obey, PATIENCE), (persist, 0.0)])
def test_a_job_whose_client_leaves_is_stopped_or_killed(job: Job[str, Any], grace: float) -> None:
    """The process of a job that stops goes on; the other one is replaced."""

    async def test(pool: JobScheduler) -> None:
        first = await asked(pool, whoami)
        begun = asyncio.Event()
        task = asyncio.ensure_future(asked(pool, job, on_report=lambda _: begun.set()))
        await begun.wait()
        task.cancel()
        assert (await asked(pool, whoami) == first) is (job is obey)

    run_with_processes(test, memory=MEMORY, grace=grace)
