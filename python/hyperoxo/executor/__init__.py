"""Parallel work: in this process, in other processes on this machine, or on a Dask cluster.

Work is divided into tasks: a function of a module, called with one value that can be pickled, whose result depends on
that value alone. So a task can run anywhere, and again if its worker is lost, and results never depend on the number of
workers. Each of the three is a `concurrent.futures.Executor`, which `as_completed` and `in_order` keep busy:

>>> with open_executor(jobs=1) as workers:
...     list(in_order(workers, abs, [-1, 2, -3]))
[1, 2, 3]

`workers` has the common base class of these executors, and the functions that keep them busy. `process_pool` runs
processes of `worker`, for the server's scheduler too. `cluster` is for Dask.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from hyperoxo.executor.workers import MAX_LOSSES, InProcess, Workers, as_completed, in_order

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

__all__ = ["MAX_LOSSES", "Workers", "as_completed", "cores", "in_order", "open_executor"]
__dir__ = __all__.copy


def cores() -> int:
    """Return the number of processors that this process may use."""
    count = os.cpu_count() or 1
    if sys.platform == "linux":
        count = len(os.sched_getaffinity(0))
    return count


def open_executor(jobs: int = 1, address: str | None = None) -> AbstractContextManager[Workers]:
    """Return a context with workers; at its end, unfinished tasks are cancelled.

    Args:
        jobs: the number of workers; a single one works in the caller's thread, more are processes.
        address: `dask://HOST:PORT` of the scheduler of a cluster, which has its own number of workers; None for none.

    Raises:
        ValueError: `jobs` is not positive.
        ExecutorError: the address is malformed, nothing answers there, or the workers have another version.
    """
    if jobs < 1:
        raise ValueError(f"{jobs} jobs: at least 1 is needed")
    if address is not None:
        from hyperoxo.executor.cluster import connected_cluster  # noqa: PLC0415 - workers do without

        return connected_cluster(address)
    if jobs == 1:
        return InProcess()
    from hyperoxo.executor.process_pool import ProcessPool  # noqa: PLC0415 - as above

    return ProcessPool(jobs)
