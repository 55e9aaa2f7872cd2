"""A pool of worker processes on this machine.

Processes are started as programs, since a fork beside threads may deadlock. docs/maintainers/dependencies.md explains
why no library's pool is used.

An event loop in a thread writes calls and reads messages, so large contents block no other thread. A worker that ends
loses its current call only; the next call starts another worker. Its end shows by the system's word, not by the end of
its pipe, which another program may keep open.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import typing
from concurrent.futures import BrokenExecutor, Future
from contextlib import closing, suppress

from hyperoxo.errors import ExecutorError
from hyperoxo.executor.worker import LENGTH, STOP, framed
from hyperoxo.executor.workers import Answer, Workers

if typing.TYPE_CHECKING:
    from collections.abc import Callable

# Workers get the name, the file and the search path of the parent's main module, to import the same modules.
_PROGRAM = "import sys; sys.path[:] = sys.argv[3:]; from hyperoxo.executor.worker import main; main()"
# Another process group, so that Ctrl-C at the terminal is the parent's alone, which then ends its workers. A session of
# its own would do that, too, but a process stands back (nice) only for others of its session.
_GROUP: dict[str, typing.Any] = {"process_group": 0}
if sys.platform == "win32":
    _GROUP = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""On Windows, the other one does the same."""
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


class _Process(asyncio.SubprocessProtocol):
    """A process that runs `worker.py`, and the pipes to it."""

    has_ended = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.loop = asyncio.get_running_loop()
        self._transport = typing.cast("asyncio.SubprocessTransport", transport)
        self._messages = asyncio.StreamReader()

    def pipe_data_received(self, _: int, data: bytes) -> None:
        if not self.has_ended:
            self._messages.feed_data(data)

    def process_exited(self) -> None:
        self.has_ended = True
        self._messages.feed_eof()
        self._transport.close()  # another program may keep the pipes open

    def send(self, content: bytes) -> None:
        """Write a call, or `STOP`; nothing happens if the process has ended."""
        typing.cast("asyncio.WriteTransport", self._transport.get_pipe_transport(0)).write(framed(content))

    async def receive(self) -> tuple[str, typing.Any]:
        """Return the next message; `EOFError` if the process has ended, or another exception if it is malformed."""
        (size,) = LENGTH.unpack(await self._messages.readexactly(LENGTH.size))
        return typing.cast("tuple[str, typing.Any]", pickle.loads(await self._messages.readexactly(size)))  # noqa: S301 - from a process that this one started

    def kill(self) -> None:
        # Not by the transport: its look whether the process runs could take the end from the thread that waits for it.
        with suppress(ProcessLookupError):
            if not self.has_ended:
                os.kill(self._transport.get_pid(), _KILL)

    async def close(self) -> None:
        """End the process, and wait until nothing is left of it."""
        self.kill()
        await self._messages.read()


class Call(Future[Answer]):
    """The future answer of a function that is called in a worker process.

    As for any future, `cancel` withdraws a call that has not started.
    """

    def __init__(
        self,
        content: tuple[Callable[..., Answer], tuple[object, ...], dict[str, object]],
        on_progress: Callable[[typing.Any], object] | None = None,
    ) -> None:
        super().__init__()
        self.content = *content, on_progress is not None
        self._on_progress = on_progress
        self._process: _Process | None = None
        self._is_to_stop = self._is_to_die = False

    def request_stop(self) -> None:
        """Ask the function to stop, through its `CallContext`; nothing happens if it has ended."""
        self._is_to_stop = True
        if (process := self._process) is not None:
            with suppress(RuntimeError):  # the pool has ended
                process.loop.call_soon_threadsafe(self._stop)

    def _stop(self) -> None:
        if self._process is not None:
            self._process.send(STOP)

    def kill(self) -> None:
        """End the process in which the function runs; nothing happens if it has ended."""
        self._is_to_die = True
        if (process := self._process) is not None:
            process.kill()

    async def make(self, process: _Process, content: bytes) -> tuple[str, typing.Any]:
        """Make the call in a process, and return its last message."""
        self._process = process
        try:
            process.send(content)
            if self._is_to_stop:
                self._stop()
            if self._is_to_die:
                process.kill()
            while (message := await process.receive())[0] == "progress":
                self._report(message[1])
        except Exception as error:  # the process has ended, or its message is malformed
            await process.close()
            raise WorkerLostError("a worker process ended in the middle of a call") from error
        finally:
            self._process = None
        return message

    def _report(self, progress: object) -> None:
        try:
            if self._on_progress is not None:
                self._on_progress(progress)
        except Exception:
            _log.exception("progress could not be reported")


class ProcessPool(Workers):
    """Worker processes that take calls in turn; a call that loses its worker fails with `WorkerLostError`.

    Unlike other executors, it abandons running calls at the end of a `with` block.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._lock = threading.Lock()
        self._is_shut_down = False
        self._calls: set[Call[typing.Any]] = set()
        """Those without an answer."""
        self._idle: asyncio.LifoQueue[_Process | None] = asyncio.LifoQueue()
        """Processes, some of which may have ended, and None for each that has not been started."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, name="worker processes", daemon=True)

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

    def submit(self, function: Callable[..., Answer], /, *args: typing.Any, **kwargs: typing.Any) -> Call[Answer]:  # noqa: ANN401 - the function's
        """Call a function in the next free process."""
        return self._submit(Call((function, args, kwargs)))

    def submit_with_context(
        self, function: Callable[..., Answer], /, *args: object, on_progress: Callable[[typing.Any], object]
    ) -> Call[Answer]:
        """Call a function, with a `CallContext` before its other arguments, in the next free process."""
        return self._submit(Call((function, args, {}), on_progress))

    def _submit(self, call: Call[Answer]) -> Call[Answer]:
        with self._lock:
            if self._is_shut_down:
                raise RuntimeError("the pool of processes was shut down")
            try:
                self._loop = self._loop or asyncio.new_event_loop()
                if not self._thread.is_alive():
                    self._thread.start()
            except (OSError, RuntimeError) as error:
                call.set_exception(WorkerStartError(error))
            else:
                self._calls.add(call)
                call.add_done_callback(self._calls.discard)
                asyncio.run_coroutine_threadsafe(self._serve(call), self._loop)
        return call

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as inherited
        """End the processes after all calls, or after the running ones if the others are cancelled."""
        with self._lock:
            if self._loop is not None and self._thread.is_alive() and not self._is_shut_down:
                asyncio.run_coroutine_threadsafe(self._finish(), self._loop)
            self._is_shut_down = True
        for call in list(self._calls) if cancel_futures else ():
            call.cancel()
        if wait and self._thread.is_alive():
            self._thread.join()

    def kill_workers(self) -> None:
        """Kill the processes, stopped ones included, and cancel waiting calls."""
        for call in list(self._calls):
            call.kill()
        self.shutdown(cancel_futures=True)

    def __exit__(self, *_: object) -> None:
        """Abandon running calls."""
        self.kill_workers()

    # ---- In the thread of the event loop ----

    def _run(self) -> None:
        with closing(typing.cast("asyncio.AbstractEventLoop", self._loop)) as loop:
            for _ in range(self._jobs):
                self._idle.put_nowait(None)
            loop.run_forever()

    async def _finish(self) -> None:
        """End the processes after all calls."""
        await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})
        while not self._idle.empty():
            if (process := self._idle.get_nowait()) is not None:
                await process.close()
        asyncio.get_running_loop().stop()

    async def _serve(self, call: Call[typing.Any]) -> None:
        """Make a call in an idle process, which is started for its first call, and replaced if it has ended."""
        process = await self._idle.get()
        if call.set_running_or_notify_cancel():
            try:
                if process is None or process.has_ended:
                    process = await _started_process()
                kind, answer = await call.make(process, pickle.dumps(call.content))
            except Exception as error:
                call.set_exception(error)
            else:
                call.set_exception(answer) if kind == "error" else call.set_result(answer)
        self._idle.put_nowait(process)


async def _started_process() -> _Process:
    main = sys.modules["__main__"]
    sys.modules.setdefault("__mp_main__", main)  # what it is called in workers, and thus in their answers
    spec, path = getattr(main, "__spec__", None), getattr(main, "__file__", None)
    program = [sys.executable, "-c", _PROGRAM, spec.name if spec else "", path or "", *map(str, sys.path)]
    try:
        _, process = await asyncio.get_running_loop().subprocess_exec(_Process, *program, stderr=None, **_GROUP)
    except Exception as error:
        raise WorkerStartError(error) from error
    return process
