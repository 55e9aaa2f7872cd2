"""Jobs that misbehave, and worker processes to do them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any, TypeVar

from support.patience import PATIENCE

from hyperoxo.server.workers.scheduler import JobScheduler

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from hyperoxo.server.workers.jobs import JobContext

T = TypeVar("T")


def run_with_processes(ask: Callable[[JobScheduler], Coroutine[None, None, T]], **bounds: Any) -> T:  # noqa: ANN401 - passed on
    """Return what a scheduler with a process for moves and one for other jobs is asked for."""

    async def run() -> T:
        async with JobScheduler(**{"workers": 1, **bounds}) as scheduler:
            return await asyncio.wait_for(ask(scheduler), PATIENCE)

    return asyncio.run(run())


def echo(context: JobContext[str], *, words: str) -> str:
    """Report every word, and answer with all of them; what is printed must not be taken for an answer."""
    for word in words.split():
        print(word)
        os.write(sys.stdout.fileno(), b"and past Python\n")
        context.report(word)
    return words


def whoami(context: JobContext[None]) -> int:
    """Answer with the number of the process."""
    assert not context.control.cancelled
    return os.getpid()


def obey(context: JobContext[str]) -> str:
    """Go on until cancelled."""
    context.report("begun")
    while not context.control.cancelled:
        threading.Event().wait(0.001)
    return "stopped"


def persist(context: JobContext[str]) -> None:
    """Run for ever and ignore cancellation."""
    context.report("begun")
    threading.Event().wait()


def freeze(context: JobContext[int]) -> None:
    """Report the number of the process, and stop it by a signal."""
    context.report(os.getpid())
    os.kill(os.getpid(), signal.SIGSTOP)


def crash(_: JobContext[None]) -> None:
    """End the process."""
    os.abort()


def hoard(_: JobContext[None], *, mebibytes: int) -> int:
    """Allocate memory, and write to it."""
    return len(bytearray(mebibytes * 2**20))


def fail(context: JobContext[None]) -> None:
    """Raise an exception."""
    raise ZeroDivisionError(f"secret {context}")


def confuse(context: JobContext[object]) -> None:
    """Report a value that cannot be unpickled, and go on."""
    context.report(_Trap())
    threading.Event().wait()


class _Trap:
    """Fails when it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return int, ("nothing",)
