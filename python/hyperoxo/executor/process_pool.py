"""A pool of worker processes on this machine.

Processes are started as programs, since a fork beside threads may deadlock. docs/dependencies.md explains why no
library's pool is used.
"""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Any, TypeVar

from hyperoxo.executor.worker_process import Call, Calls, WorkerProcess
from hyperoxo.executor.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")


class ProcessPool(Workers):
    """Worker processes that take calls from one queue; a call that loses its worker fails with `WorkerLostError`.

    Unlike other executors, it abandons running calls at the end of a `with` block.

    Args:
        jobs: the number of processes; each is started when it is first needed.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._calls: Calls = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._workers: list[WorkerProcess] = []
        self._is_shut_down = False

    @property
    def capacity(self) -> int:
        """Twice as many as there are processes."""
        return 2 * self._jobs

    def submit(self, function: Callable[..., Answer], /, *args: Any, **kwargs: Any) -> Call[Answer]:  # noqa: ANN401 - the function's
        """Call a function in the next free process.

        Raises:
            RuntimeError: the pool was shut down.
        """
        return self._submit(Call((function, args, kwargs)))

    def submit_with_context(
        self, function: Callable[..., Answer], /, *args: object, on_progress: Callable[[Any], object]
    ) -> Call[Answer]:
        """Call a function, with a `CallContext` before its other arguments, in the next free process.

        Args:
            function: the function.
            args: its other arguments.
            on_progress: called in another thread with each report of the function.

        Raises:
            RuntimeError: the pool was shut down.
        """
        return self._submit(Call((function, args, {}), on_progress))

    def _submit(self, call: Call[Answer]) -> Call[Answer]:
        with self._lock:
            if self._is_shut_down:
                raise RuntimeError("the pool of processes was shut down")
            if len(self._workers) < self._jobs:
                self._workers.append(WorkerProcess(self._calls))
            self._calls.put(call)
        return call

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as inherited
        """End the processes after all calls, or after the running ones if the others are cancelled."""
        with self._lock:
            self._is_shut_down = True
        while cancel_futures:
            try:
                call = self._calls.get_nowait()
            except queue.Empty:
                break
            if call is not None and call.cancel():
                call.set_running_or_notify_cancel()
        for _ in self._workers:
            self._calls.put(None)
        for worker in self._workers if wait else ():
            worker.join()

    def kill_workers(self) -> None:
        """Kill the processes, stopped ones included, and cancel waiting calls."""
        with self._lock:
            self._is_shut_down = True
        for worker in self._workers:
            worker.kill()
        self.shutdown()

    def __exit__(self, *_: object) -> None:
        """Abandon running calls."""
        self.kill_workers()
