"""Stand-ins for the workers of the pool, whose jobs end when a test says so, and a scheduler that has them.

Nothing here waits for a clock: a test runs the event loop until nothing is left to do.
"""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING, Any

from support.patience import PATIENCE

from hyperoxo.executor.process_pool import Call, ProcessPool, WorkerLostError, WorkerStartError
from hyperoxo.server.clients import Client
from hyperoxo.server.workers.jobs import JobContext, run_job
from hyperoxo.server.workers.scheduler import JobScheduler, Priority

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def named(context: JobContext[str], *, name: str) -> str:
    """Be a job that stand-ins do under the direction of a test."""
    raise NotImplementedError


class StandInCall(Call[str]):
    """A call that ends when a test says so.

    Attributes:
        name: the job's.
        stops: how often it was asked to stop.
    """

    def __init__(self, worker: StandIn, name: str, on_progress: Callable[[str], object]) -> None:
        super().__init__((run_job, (), {}), on_progress)
        self.worker = worker
        self.name = name
        self.on_progress = on_progress
        self.stops = 0

    def request_stop(self) -> None:
        self.stops += 1

    def kill(self) -> None:
        """End the call as if its process were lost."""
        self.worker.is_alive = False
        if not self.done():
            self.set_exception(WorkerLostError())


class StandIn(ProcessPool):
    """A pool without its process, whose jobs end when a test says so.

    Attributes:
        given: the calls of jobs.
        starts: how often its process was started.
        is_alive: whether the process runs.
        starting: the calls that prepare the process, if the test ends them itself; None if they end as they are made.

    Args:
        failures: how often the process cannot be started.
    """

    def __init__(self, failures: int) -> None:
        super().__init__(jobs=1)
        self.given: list[StandInCall] = []
        self.starts = 0
        self.is_alive = False
        self.starting: list[Call[Any]] | None = None
        self._failures = failures

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Call[Any]:  # noqa: ANN401 - as inherited
        call = Call[Any]((function, args, kwargs))
        if self._starts(call):
            if self.starting is None:
                call.set_result(None)
            else:
                self.starting.append(call)
        return call

    def submit_with_context(
        self,
        function: Callable[..., Any],
        /,
        *args: Any,  # noqa: ANN401 - as inherited
        on_progress: Callable[[Any], object],
    ) -> Call[Any]:
        assert function is run_job
        call = StandInCall(self, args[0].keywords["name"], on_progress)
        if self._starts(call):
            self.given.append(call)
        return call

    def _starts(self, call: Call[Any]) -> bool:
        if self._failures:
            self._failures -= 1
            call.set_exception(WorkerStartError(MemoryError("no memory")))
            return False
        self.starts += not self.is_alive
        self.is_alive = True
        return True

    def kill_workers(self) -> None:
        for call in self.given:
            call.kill()
        self.is_alive = False


class StandInPool:
    """Stand-ins for all workers of a scheduler, and the scheduler."""

    def __init__(self, failures: int = 0, **bounds: Any) -> None:  # noqa: ANN401 - passed on
        self._failures = failures
        self.workers: list[StandIn] = []
        self.scheduler = JobScheduler(**{"workers": 1, "grace": PATIENCE, "pool": self._pool, **bounds})

    def _pool(self, jobs: int) -> StandIn:
        assert jobs == 1
        self.workers.append(StandIn(self._failures))
        return self.workers[-1]

    def ask(self, client: str, name: str, priority: Priority = Priority.ANALYSIS, **how: Any) -> asyncio.Task[str]:  # noqa: ANN401 - passed on
        job = functools.partial(named, name=name)
        how.setdefault("seconds", PATIENCE)
        return asyncio.ensure_future(self.scheduler.run(Client(*client.split()), job, priority=priority, **how))

    async def begin(
        self,
        client: str,
        name: str,
        priority: Priority = Priority.ANALYSIS,
        **how: Any,  # noqa: ANN401 - passed on
    ) -> asyncio.Task[str]:
        """Submit a job, and run the event loop until it is idle."""
        task = self.ask(client, name, priority, **how)
        await rest()
        return task

    @property
    def starts(self) -> int:
        """How many processes were started."""
        return sum(worker.starts for worker in self.workers)

    @property
    def running(self) -> dict[str, StandInCall]:
        """The running jobs, by name."""
        return {call.name: call for worker in self.workers for call in worker.given if not call.done()}

    async def leave(self, task: asyncio.Task[str]) -> None:
        """Let the client of a job leave."""
        task.cancel()
        await rest()

    async def lose(self, name: str) -> None:
        """End the process of a job."""
        self.running[name].kill()
        await rest()

    async def fail(self, name: str, error: BaseException) -> None:
        self.running[name].set_exception(error)
        await rest()

    async def finish(self, name: str) -> None:
        """Let a job end with its name in capitals as the answer."""
        self.running[name].set_result(name.upper())
        await rest()


async def rest() -> None:
    """Run the event loop until it is idle."""
    for _ in range(20):
        await asyncio.sleep(0)


def run_with(test: Callable[[StandInPool], Awaitable[None]], **bounds: Any) -> None:  # noqa: ANN401 - passed on
    """Run a test with a pool of stand-ins."""

    async def run() -> None:
        pool = StandInPool(**bounds)
        async with pool.scheduler:
            await rest()
            await test(pool)

    asyncio.run(run())


def with_pool(**bounds: Any) -> Callable[[Callable[[StandInPool], Awaitable[None]]], Callable[[], None]]:  # noqa: ANN401 - passed on
    """Return a decorator that makes a test of a coroutine function, which takes a pool of stand-ins."""
    return lambda test: lambda: run_with(test, **bounds)
