"""Real processes: what they do with jobs that misbehave, and that the server gets over it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from asyncio.subprocess import PIPE
from typing import TYPE_CHECKING, Any

import pytest
from support.strange_jobs import COMMAND, Crash, Echo, Fault, Hoard, Obedient, Stubborn, Unreadable, Whoami

from hyperoxo.server.services import ThinkingError
from hyperoxo.server.workers.messages import Begin, Told, packed, receive
from hyperoxo.server.workers.process import WorkerLostError, WorkerProcess
from hyperoxo.server.workers.scheduler import Bounds, JobScheduler, Priority

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from hyperoxo.server.workers.job import Job
    from hyperoxo.server.workers.process import Worker

MEMORY = 400
LONG = 600.0


def run_with_process(test: Callable[[WorkerProcess], Awaitable[None]]) -> None:
    """Run a test with one process."""

    async def run() -> None:
        process = await WorkerProcess.start(MEMORY, COMMAND)
        try:
            await test(process)
        finally:
            await process.close()

    asyncio.run(run())


def run_with_pool(test: Callable[[JobScheduler], Awaitable[None]], grace: float = LONG) -> None:
    """Run a test with a pool of two processes."""

    async def hire() -> Worker:
        return await WorkerProcess.start(MEMORY, COMMAND)

    async def run() -> None:
        async with JobScheduler(hire, Bounds(workers=1, grace=grace)) as pool:
            await test(pool)

    asyncio.run(run())


async def asked(pool: JobScheduler, job: Job[Any, Any], **how: Any) -> Any:  # noqa: ANN401 - the job's answer
    """Let a job be done by the only process that takes more than moves."""
    return await pool.run("somebody", job, priority=Priority.ANALYSIS, **{"seconds": LONG, **how})


def test_a_process_tells_and_answers_whatever_a_job_prints() -> None:
    async def test(process: WorkerProcess) -> None:
        told: list[str] = []
        for words in ("one two three", "x" * 500_000):
            assert await process.run(Echo(words), told.append) == words
        assert told == ["one", "two", "three", "x" * 500_000]

    run_with_process(test)


def test_a_wish_to_cancel_reaches_a_job_that_runs_and_not_the_next() -> None:
    async def test(process: WorkerProcess) -> None:
        for _ in range(3):
            assert await process.run(Obedient(), lambda _: process.cancel()) == "stopped"
            process.cancel()
            await process.run(Whoami(), lambda _: None)

    run_with_process(test)


def test_a_process_outlives_faults_and_tells_them() -> None:
    async def test(process: WorkerProcess) -> None:
        number = await process.run(Whoami(), lambda _: None)
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            await process.run(Fault(), lambda _: None)
        with pytest.raises(MemoryError):
            await process.run(Hoard(MEMORY), lambda _: None)
        assert await process.run(Hoard(MEMORY // 4), lambda _: None) == MEMORY // 4 * 2**20
        assert await process.run(Whoami(), lambda _: None) == number

    run_with_process(test)


def test_a_process_that_ends_is_known_to_be_lost() -> None:
    async def test(process: WorkerProcess) -> None:
        with pytest.raises(WorkerLostError):
            await process.run(Crash(), lambda _: None)
        assert not process.is_alive
        process.cancel()
        process.kill()
        with pytest.raises(WorkerLostError):
            await process.run(Whoami(), lambda _: None)

    run_with_process(test)


def test_a_process_that_talks_nonsense_is_not_talked_to_any_more() -> None:
    """Else what it says later could be taken for the answer to another question."""

    async def test(process: WorkerProcess) -> None:
        with pytest.raises(WorkerLostError):
            await process.run(Unreadable(), lambda _: None)
        assert not process.is_alive

    run_with_process(test)


def test_a_process_loads_nothing_of_the_web() -> None:
    program = "import sys; import hyperoxo.server.workers.worker; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    loaded = {name for name in ran.stdout.split() if not name.startswith(("_", "hyperoxo"))}
    known = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert {name.partition(".")[0] for name in loaded - set(known.stdout.split())} <= sys.stdlib_module_names


def test_a_process_ends_when_the_server_has_gone() -> None:
    async def run() -> None:
        program = (sys.executable, "-P", *COMMAND, str(MEMORY))
        process = await asyncio.create_subprocess_exec(*program, stdin=PIPE, stdout=PIPE)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(packed(Begin(Stubborn())))
        assert await receive(process.stdout) == Told("begun")
        process.stdin.close()
        assert await process.wait() == 0

    asyncio.run(run())


def test_a_job_that_crashes_fails_and_the_next_is_done_by_another_process() -> None:
    async def test(pool: JobScheduler) -> None:
        first = await asked(pool, Whoami())
        with pytest.raises(ThinkingError, match="it broke down"):
            await asked(pool, Crash())
        assert await asked(pool, Whoami()) != first

    run_with_pool(test)


def test_a_job_that_does_not_listen_is_killed_in_the_end() -> None:
    async def test(pool: JobScheduler) -> None:
        first = await asked(pool, Whoami())
        with pytest.raises(ThinkingError, match="it took longer than 0 s"):
            await asked(pool, Stubborn(), seconds=0)
        assert await asked(pool, Whoami()) != first

    run_with_pool(test, grace=0)


def test_a_job_whose_asker_leaves_is_stopped_and_the_process_goes_on() -> None:
    async def test(pool: JobScheduler) -> None:
        first = await asked(pool, Whoami())
        begun = asyncio.Event()
        task = asyncio.ensure_future(asked(pool, Obedient(), on_news=lambda _: begun.set()))
        await begun.wait()
        task.cancel()
        assert await asked(pool, Whoami()) == first

    run_with_pool(test)


def test_a_stubborn_job_whose_asker_leaves_is_killed() -> None:
    async def test(pool: JobScheduler) -> None:
        first = await asked(pool, Whoami())
        begun = asyncio.Event()
        task = asyncio.ensure_future(asked(pool, Stubborn(), on_news=lambda _: begun.set()))
        await begun.wait()
        task.cancel()
        assert await asked(pool, Whoami()) != first

    run_with_pool(test, grace=0)


def test_faults_are_told_without_what_is_behind_them() -> None:
    async def test(pool: JobScheduler) -> None:
        with pytest.raises(ThinkingError) as caught:
            await asked(pool, Fault())
        assert str(caught.value) == "thinking: it failed"

    run_with_pool(test)
