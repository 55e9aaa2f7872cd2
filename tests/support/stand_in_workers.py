"""Stand-ins for the workers of the pool, whose jobs end when a test says so, and a pool that hires them.

Nothing here waits for a clock: a test gives the event loop as many turns as it needs to come to rest.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hyperoxo.server.workers.job import Job, JobContext
from hyperoxo.server.workers.process import WorkerLostError
from hyperoxo.server.workers.scheduler import Bounds, JobScheduler, Priority

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

LONG = 1_000.0


@dataclass(frozen=True)
class Named(Job[str, str]):
    """A job that stand-ins do under the direction of a test."""

    name: str
    key: str | None = None

    @property
    def affinity_key(self) -> object:
        """Return the key."""
        return self.key

    def run(self, context: JobContext[str]) -> str:
        """Stand-ins do not run it."""
        raise NotImplementedError


@dataclass(eq=False)
class StandIn:
    """A worker whose jobs end when a test says so."""

    job: Named | None = None
    on_news: Callable[[Any], None] = field(default=lambda _: None)
    ends: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    asked_to_stop: int = 0
    is_alive: bool = True

    async def run(self, job: Job[Any, Any], on_news: Callable[[Any], None]) -> str:
        """Begin a job."""
        assert isinstance(job, Named)
        self.job, self.on_news = job, on_news
        self.ends = asyncio.get_running_loop().create_future()
        try:
            return await self.ends
        finally:
            self.job = None

    def cancel(self) -> None:
        """Count it."""
        self.asked_to_stop += 1

    def kill(self) -> None:
        """Be lost."""
        self.is_alive = False
        if not self.ends.done():
            self.ends.set_exception(WorkerLostError())

    async def close(self) -> None:
        """Be lost."""
        self.is_alive = False


class StandInPool:
    """All stand-ins that a pool has hired, and the pool."""

    def __init__(self, **bounds: Any) -> None:  # noqa: ANN401 - passed on
        self.hired: list[StandIn] = []
        self.scheduler = JobScheduler(self._hire, Bounds(**{"workers": 1, "grace": LONG, **bounds}))

    async def _hire(self) -> StandIn:
        self.hired.append(StandIn())
        return self.hired[-1]

    def ask(self, client: str, name: str, priority: Priority = Priority.ANALYSIS, **how: Any) -> asyncio.Task[str]:  # noqa: ANN401
        """Ask for a job."""
        job = Named(name, how.pop("key", None))
        how.setdefault("seconds", LONG)
        return asyncio.ensure_future(self.scheduler.run(client, job, priority=priority, **how))

    @property
    def doing(self) -> dict[str, StandIn]:
        """Who does what."""
        return {worker.job.name: worker for worker in self.hired if worker.job}

    async def finish(self, name: str) -> None:
        """Let a job end with its name in capitals as the answer."""
        self.doing[name].ends.set_result(name.upper())
        await rest()


async def rest() -> None:
    """Let the event loop do all that can be done now."""
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


async def until(come_true: Callable[[], bool]) -> None:
    """Give the event loop turns until something has come true; its own timers may have to fire before."""
    while not come_true():
        await asyncio.sleep(0)
