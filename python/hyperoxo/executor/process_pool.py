"""A pool of worker processes on this machine, and a worker process as its parent sees it.

Processes are started as programs, since a fork beside threads may deadlock. docs/dependencies.md explains why no
library's pool is used.

One thread for each worker writes a call and reads messages until the answer, so large contents never block the thread
that waits for it. A worker that ends loses its current call only; the next call starts another worker. Its end shows by
the end of its pipe, and on Linux by a process descriptor if another program keeps the pipe open. Elsewhere there is no
such descriptor, and the thread waits for the pipe alone.
"""

from __future__ import annotations

import logging
import os
import pickle
import queue
import select
import signal
import subprocess
import sys
import threading
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from subprocess import PIPE
from typing import IO, TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from hyperoxo.errors import ExecutorError
from hyperoxo.executor.messages import Kind, packed, receive
from hyperoxo.executor.workers import Workers

if TYPE_CHECKING:
    import io
    from collections.abc import Callable

Answer = TypeVar("Answer")

# Workers get the name, the file and the search path of the parent's main module, to import the same modules.
_PROGRAM = "import sys; sys.path[:] = sys.argv[3:]; from hyperoxo.executor.worker import main; main()"
# Another process group, so that Ctrl-C at the terminal is the parent's alone, which then ends its workers. A session of
# its own would do that, too, but a process stands back (nice) only for others of its session.
if sys.platform == "win32":
    _GROUP, _FLAGS = None, subprocess.CREATE_NEW_PROCESS_GROUP
else:
    _GROUP, _FLAGS = 0, 0
if sys.platform == "linux":
    _READABLE, _WRITABLE = select.POLLIN, select.POLLOUT
else:
    _READABLE, _WRITABLE = 0, 0
_log = logging.getLogger(__name__)


class WorkerLostError(BrokenExecutor):
    """A worker process ended during a call: it crashed or was killed."""


class WorkerStartError(WorkerLostError):
    """The system could not start a worker process.

    Attributes:
        reason: why, in one line.
    """

    def __init__(self, error: Exception) -> None:
        self.reason = f"it cannot be started: {error}"
        super().__init__(f"a worker process cannot be started: {error}")


class _Process:
    """A process that runs `worker.py`, and the pipes to it."""

    def __init__(self) -> None:
        main = sys.modules["__main__"]
        sys.modules.setdefault("__mp_main__", main)  # what it is called in workers, and thus in their answers
        spec, path = getattr(main, "__spec__", None), getattr(main, "__file__", None)
        self._process = subprocess.Popen(  # noqa: S603 - this program
            [sys.executable, "-c", _PROGRAM, spec.name if spec else "", path or "", *map(str, sys.path)],
            stdin=PIPE,
            stdout=PIPE,
            bufsize=0,
            process_group=_GROUP,
            creationflags=_FLAGS,
        )
        self._input = cast("IO[bytes]", self._process.stdin).fileno()
        self._output = cast("io.FileIO", self._process.stdout)
        self._end: int | None = None
        """The process descriptor on Linux, None elsewhere."""
        # A process that is killed between calls is reaped at once, so that it does not stay as a zombie.
        self._reaper = threading.Thread(target=self._process.wait, name="worker process: end", daemon=True)
        try:
            if sys.platform == "linux":
                os.set_blocking(self._input, False)
                self._end = os.pidfd_open(self._process.pid)
            self._reaper.start()
        except (OSError, RuntimeError):  # the system has no room for a descriptor, or a thread
            with self._process:
                self._process.kill()
            self._close_end()
            raise

    def has_ended(self) -> bool:
        if sys.platform == "linux" and self._end is not None:
            poll = select.poll()
            poll.register(self._end, select.POLLIN)
            return bool(poll.poll(0))
        return not self._reaper.is_alive()

    def send(self, message: bytes) -> None:
        """Write a message and wait until the process has read most of it; `EOFError` or `OSError` if it ends before.

        On Linux there is room for a page then, so that a request to stop that follows is written at once.
        """
        left = memoryview(message)
        while left:
            self._await(self._input, _WRITABLE)
            left = left[os.write(self._input, left) :]
        self._await(self._input, _WRITABLE)

    def send_stop(self) -> None:
        """Write that the call should stop, once in each call; nothing happens if the process has ended."""
        with suppress(OSError):
            os.write(self._input, packed(Kind.STOP))

    def receive(self) -> tuple[Kind, Any]:
        """Return the next message, with its content; `EOFError` or another exception if there is none to read."""
        kind, content = receive(self._output, lambda: self._await(self._output.fileno(), _READABLE))
        return kind, pickle.loads(content)  # noqa: S301 - from a process that this one started

    def _await(self, pipe: int, event: int) -> None:
        """Wait until a pipe is ready; `EOFError` if the process has ended, and has left nothing to read.

        Without a process descriptor, the read or write that follows waits.
        """
        if sys.platform == "linux" and self._end is not None:
            poll = select.poll()
            poll.register(pipe, event)
            poll.register(self._end, select.POLLIN)
            if pipe not in dict(poll.poll()):
                raise EOFError

    def kill(self) -> None:
        if sys.platform == "linux" and self._end is not None:
            # By descriptor: another process may have the number already, since the reaper does not wait for us.
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._end, signal.SIGKILL)
        else:
            self._process.kill()

    def close(self) -> None:
        """End the process, and wait until nothing is left of it."""
        with self._process:
            self.kill()
        self._reaper.join()
        self._close_end()

    def _close_end(self) -> None:
        if self._end is not None:
            os.close(self._end)


class Call(Future[Answer]):
    """The future answer of a function that is called in a worker process.

    As for any future, `cancel` withdraws a call that has not started.
    """

    def __init__(
        self,
        content: tuple[Callable[..., Answer], tuple[object, ...], dict[str, object]],
        on_progress: Callable[[Any], object] | None = None,
    ) -> None:
        super().__init__()
        self.content = *content, on_progress is not None
        self._on_progress = on_progress
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._is_sent = self._is_to_stop = self._is_to_die = False

    def request_stop(self) -> None:
        """Ask the function to stop, through its `CallContext`; nothing happens if it has ended."""
        with self._lock:
            if self._process is not None and self._is_sent and not self._is_to_stop:
                self._process.send_stop()
            self._is_to_stop = True

    def kill(self) -> None:
        """End the process in which the function runs; nothing happens if it has ended."""
        with self._lock:
            self._is_to_die = True
            if self._process is not None:
                self._process.kill()

    def make(self, process: _Process, message: bytes) -> tuple[Kind, Any]:
        """Make the call in a process, and return its last message; an exception means that there is none."""
        with self._lock:
            self._process = process
            if self._is_to_die:
                process.kill()
        try:
            process.send(message)
            with self._lock:
                self._is_sent = True
                if self._is_to_stop:
                    process.send_stop()
            while (received := process.receive())[0] is Kind.PROGRESS:
                self._report(received[1])
            return received
        finally:
            with self._lock:
                self._process = None

    def _report(self, progress: object) -> None:
        try:
            if self._on_progress is not None:
                self._on_progress(progress)
        except Exception:
            _log.exception("progress could not be reported")


Calls: TypeAlias = "queue.SimpleQueue[Call[Any] | None]"
"""Waiting calls; each None ends one worker."""


class WorkerProcess:
    """A worker process, started with its first call and replaced with the next after it was lost."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._is_killed = False
        self._thread = threading.Thread(target=self._run, name="worker process", daemon=True)
        try:
            self._thread.start()
        except RuntimeError as error:
            raise WorkerStartError(error) from error

    def kill(self) -> None:
        """Kill the process: its call is lost, and calls that it takes are cancelled until it takes a None."""
        with self._lock:
            self._is_killed = True
            if self._process is not None:
                self._process.kill()

    def join(self) -> None:
        """Wait until the worker has taken a None, and its process has ended."""
        self._thread.join()

    def _run(self) -> None:
        while self._serve(self._calls.get()):
            pass
        self._discard()

    def _serve(self, call: Call[Any] | None) -> bool:
        """Make a call and set its result; return whether there was one."""
        if call is None:
            return False
        if self._is_killed:
            call.cancel()
        if call.set_running_or_notify_cancel():
            try:
                kind, content = self._make(call)
            except Exception as error:
                call.set_exception(error)
            else:
                call.set_exception(content) if kind is Kind.ERROR else call.set_result(content)
        return True

    def _make(self, call: Call[Any]) -> tuple[Kind, Any]:
        message = packed(Kind.CALL, call.content)
        process = self._running_process()
        try:
            return call.make(process, message)
        except Exception as error:  # the process has ended, or its message is malformed
            self._discard()
            raise WorkerLostError("a worker process ended in the middle of a call") from error

    def _running_process(self) -> _Process:
        """Return the process, started or replaced if that is necessary."""
        if self._process is not None and self._process.has_ended():
            self._discard()
        with self._lock:
            if self._process is None:
                try:
                    self._process = _Process()
                except (OSError, RuntimeError) as error:
                    raise WorkerStartError(error) from error
            if self._is_killed:
                self._process.kill()
            return self._process

    def _discard(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.close()


class ProcessPool(Workers):
    """Worker processes that take calls from one queue; a call that loses its worker fails with `WorkerLostError`.

    Unlike other executors, it abandons running calls at the end of a `with` block.
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

    def explained(self, error: Exception, task: object) -> ExecutorError | None:  # noqa: ARG002 - it is of no task
        """Return the error of a process that cannot be started."""
        if isinstance(error, WorkerStartError):
            return ExecutorError(
                "worker process", error.reason, "raise the limits of the system, or use fewer processes"
            )
        return None

    def submit(self, function: Callable[..., Answer], /, *args: Any, **kwargs: Any) -> Call[Answer]:  # noqa: ANN401 - the function's
        """Call a function in the next free process."""
        return self._submit(Call((function, args, kwargs)))

    def submit_with_context(
        self, function: Callable[..., Answer], /, *args: object, on_progress: Callable[[Any], object]
    ) -> Call[Answer]:
        """Call a function, with a `CallContext` before its other arguments, in the next free process."""
        return self._submit(Call((function, args, {}), on_progress))

    def _submit(self, call: Call[Answer]) -> Call[Answer]:
        with self._lock:
            if self._is_shut_down:
                raise RuntimeError("the pool of processes was shut down")
            if len(self._workers) < self._jobs:
                try:
                    self._workers.append(WorkerProcess(self._calls))
                except WorkerStartError as error:
                    if not self._workers:
                        call.set_exception(error)
                        return call
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
