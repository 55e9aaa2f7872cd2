"""Parallel work: in this process, in other processes on this machine, on a Dask cluster, or on an executor of the user.

Work is divided into tasks: a function of a module, called with one value that can be pickled, whose result depends
only on that value. So a task can run anywhere, and again if its worker is lost, and results never depend on the number
of workers. Each of these is a `concurrent.futures.Executor`, which `as_completed` and `in_order` keep busy:

>>> with open_executor(jobs=1) as workers:
...     list(in_order(workers, abs, [-1, 2, -3]))
[1, 2, 3]

`workers` has the common base class of these executors, and the functions that keep them busy. `process_pool` runs
processes of `worker`, for the server's scheduler too. `cluster` is for Dask, and `factory` for any other executor.
"""

from __future__ import annotations

import typing

from hyperoxo.executor.workers import MAX_LOSSES, InProcess, Workers, as_completed, cores, in_order

if typing.TYPE_CHECKING:
    from contextlib import AbstractContextManager

__all__ = ["MAX_LOSSES", "Workers", "as_completed", "cores", "in_order", "open_executor"]
__dir__ = __all__.copy


def open_executor(jobs: int = 1, address: str | None = None) -> AbstractContextManager[Workers]:
    """Return a context with workers; at its end, unfinished tasks are cancelled.

    Args:
        jobs: the number of workers; a single one works in the caller's thread, more are processes.
        address: an executor with its own number of workers: `dask://HOST:PORT`, the scheduler of a cluster, or
            `MODULE:FACTORY`, a function that returns any `concurrent.futures.Executor`; None for none.

    Raises:
        ValueError: `jobs` is not positive.
        ExecutorError: the address is malformed, nothing answers there, the workers have another version, or the factory
            returns no executor.
    """
    if jobs < 1:
        raise ValueError(f"{jobs} jobs: at least 1 is needed")
    if address is not None:
        from hyperoxo.executor.cluster import connected_cluster  # noqa: PLC0415 - workers do without
        from hyperoxo.executor.factory import FactoryWorkers, is_factory  # noqa: PLC0415 - as above

        return FactoryWorkers(address) if is_factory(address) else connected_cluster(address)
    if jobs == 1:
        return InProcess()
    from hyperoxo.executor.process_pool import ProcessPool  # noqa: PLC0415 - as above

    return ProcessPool(jobs)
