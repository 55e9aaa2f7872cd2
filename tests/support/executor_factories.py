"""Factories of executors, good and bad, as `--executor support.executor_factories:NAME` names them."""

from __future__ import annotations

import multiprocessing
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import NoReturn

MADE: list[Executor] = []
"""What the good factories have made."""
WORD = "word"


def threads() -> Executor:
    MADE.append(ThreadPoolExecutor(2))
    return MADE[-1]


def processes() -> Executor:
    # Not forked: other tests have left threads behind. Ctrl-C is for the command alone.
    context, ignored = multiprocessing.get_context("spawn"), (signal.SIGINT, signal.SIG_IGN)
    MADE.append(ProcessPoolExecutor(2, mp_context=context, initializer=signal.signal, initargs=ignored))
    return MADE[-1]


def strange() -> Executor:
    """Return an executor that has the least of methods, and cancels every task."""

    class Strange(Executor):
        capacity = 3

        def submit(self, *_args: object, **_kwargs: object) -> Future[object]:  # type: ignore[override]
            future: Future[object] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

        def shutdown(self, wait: bool = True) -> None:  # type: ignore[override] # noqa: FBT002 - as inherited
            """Do nothing."""

    return Strange()


def closed() -> Executor:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    return pool


def failing() -> NoReturn:
    raise OSError("no\nqueue")


def number() -> int:
    return 3
