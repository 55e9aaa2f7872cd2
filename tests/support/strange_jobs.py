"""Jobs that misbehave, and worker processes to do them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from support.patience import PATIENCE

from hyperoxo.server.workers.jobs import Job
from hyperoxo.server.workers.scheduler import Bounds, JobScheduler

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from hyperoxo.server.workers.jobs import JobContext

T = TypeVar("T")


def run_with_processes(ask: Callable[[JobScheduler], Coroutine[None, None, T]], **bounds: Any) -> T:  # noqa: ANN401 - passed on
    """Return what a scheduler with a process for moves and one for other jobs is asked for."""

    async def run() -> T:
        async with JobScheduler(Bounds(**{"workers": 1, **bounds})) as scheduler:
            return await asyncio.wait_for(ask(scheduler), PATIENCE)

    return asyncio.run(run())


@dataclass(frozen=True)
class Echo(Job[str, str]):
    """Reports every word, and answers with all of them; its prints must not be taken for an answer."""

    words: str

    def run(self, context: JobContext[str]) -> str:
        for word in self.words.split():
            print(word)
            os.write(sys.stdout.fileno(), b"and past Python\n")
            context.report(word)
        return self.words


@dataclass(frozen=True)
class Whoami(Job[int, None]):
    """Answers with the number of the process."""

    def run(self, context: JobContext[None]) -> int:
        assert not context.control.cancelled
        return os.getpid()


@dataclass(frozen=True)
class Obedient(Job[str, str]):
    """Goes on until it is cancelled."""

    def run(self, context: JobContext[str]) -> str:
        context.report("begun")
        while not context.control.cancelled:
            threading.Event().wait(0.001)
        return "stopped"


@dataclass(frozen=True)
class Stubborn(Job[None, str]):
    """Runs for ever and ignores cancellation."""

    def run(self, context: JobContext[str]) -> None:
        context.report("begun")
        threading.Event().wait()


@dataclass(frozen=True)
class Frozen(Job[None, int]):
    """Reports the number of its process, and stops it by a signal."""

    def run(self, context: JobContext[int]) -> None:
        context.report(os.getpid())
        os.kill(os.getpid(), signal.SIGSTOP)


@dataclass(frozen=True)
class Crash(Job[None, None]):
    """Ends its process."""

    def run(self, context: JobContext[None]) -> None:  # noqa: ARG002 - as inherited
        os.abort()


@dataclass(frozen=True)
class Hoard(Job[int, None]):
    """Allocates memory, and writes to it.

    Attributes:
        mebibytes: how much.
    """

    mebibytes: int

    def run(self, context: JobContext[None]) -> int:  # noqa: ARG002 - as inherited
        return len(bytearray(self.mebibytes * 2**20))


@dataclass(frozen=True)
class Fault(Job[None, None]):
    """Raises an exception."""

    def run(self, context: JobContext[None]) -> None:
        raise ZeroDivisionError(f"secret {context}")


@dataclass(frozen=True)
class Unreadable(Job[None, object]):
    """Reports a value that cannot be unpickled, and goes on."""

    def run(self, context: JobContext[object]) -> None:
        context.report(_Trap())
        threading.Event().wait()


class _Trap:
    """Fails when it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return int, ("nothing",)
