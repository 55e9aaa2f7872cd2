"""Two questions of operators and their tools: whether the server is alive, and whether it can serve games."""

import asyncio
import time
import typing
from collections.abc import Callable, Coroutine, Mapping

from fastapi import APIRouter, Request

from hyperoxo.server.errors import Unavailable
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages.common import Message
from hyperoxo.slowness import SLOWNESS

ALIVE, READY = "/healthz", "/readyz"
"""The addresses of the questions. They have limits to themselves, since a monitor may share its address with others."""
Check: typing.TypeAlias = Callable[[], Coroutine[None, None, bool]]
FRESH_SECONDS = 5.0
"""Seconds for which the result that a part works is kept."""
RETRY_SECONDS = 1.0
"""Seconds for which the result that a part does not work is kept."""
PATIENCE = 1.0 * SLOWNESS
"""Seconds that a check may take; without an answer, its part counts as not working."""


class Readiness:
    """Checks parts of the server; all who ask at the same time share one check."""

    def __init__(self, checks: Mapping[str, Check], clock: Callable[[], float] = time.monotonic) -> None:
        self._checks = checks
        self._clock = clock
        # The latest check of each part, and when that began.
        self._latest: dict[str, tuple[asyncio.Task[bool], float]] = {}

    async def working_parts(self) -> dict[str, bool]:
        """Return for each part whether it works."""
        tasks = {name: self._current_check(name) for name in self._checks}
        await asyncio.wait(tasks.values(), timeout=PATIENCE)
        return {name: _succeeded(task) for name, task in tasks.items()}

    def close(self) -> None:
        """Cancel the checks that run."""
        for task, _ in self._latest.values():
            task.cancel()

    def _current_check(self, name: str) -> asyncio.Task[bool]:
        """Return the latest check of a part, or a new one if that is done and too old."""
        now = self._clock()
        task, begun = self._latest.get(name, (None, now))
        if task is None or (task.done() and now - begun >= (FRESH_SECONDS if _succeeded(task) else RETRY_SECONDS)):
            task = asyncio.create_task(self._checks[name]())
            self._latest[name] = task, now
        return task


def _succeeded(task: asyncio.Task[bool]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None and task.result()


router = APIRouter(tags=["operation"])


class Alive(Message):
    """The server answers."""

    alive: typing.Literal[True] = True


class Ready(Message):
    """Everything works that games need."""

    ready: list[str]
    """The parts that were checked: `store`, where games are kept, and `workers`, the processes that search."""


@router.get(ALIVE)
async def check_alive() -> Alive:
    """Answer as long as the server runs, whatever else fails; if there is no answer, it has to be restarted."""
    return Alive()


@router.get(READY, responses=error_responses(503))
async def check_ready(request: Request) -> Ready:
    """Answer whether games can be played now; the error's subject names the parts that do not work."""
    readiness: Readiness = request.app.state.readiness
    works = await readiness.working_parts()
    failing = [name for name, is_working in works.items() if not is_working]
    if failing:
        raise Unavailable(", ".join(failing), "not ready", "the server's log says why")
    return Ready(ready=list(works))
