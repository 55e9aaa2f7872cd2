"""The server's end of a process that thinks.

Why not a pool from a library: `concurrent.futures` can neither stop a job that runs nor lose one process without losing
all; `anyio.to_process` and Pebble stop a job only by killing its process; and none of them passes on what a job finds
on its way. Here analyses are streamed, and cancelled at every click, so that a process has to be talked to while it
works. An asyncio subprocess with two pipes is enough for that.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from typing import TYPE_CHECKING, Any, Protocol

from hyperoxo.server.workers.messages import Begin, Cancel, Done, Failed, Told, packed, receive

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Callable, Sequence

    from hyperoxo.server.workers.job import Job
    from hyperoxo.server.workers.messages import Message


_COMMAND = ("-m", "hyperoxo.server.workers.worker")


class WorkerLostError(Exception):
    """The worker has ended in the middle of a job: it broke down, or was killed."""


class Worker(Protocol):
    """What the pool needs of whoever does a job."""

    @property
    def is_alive(self) -> bool:
        """Whether it can do another job."""

    async def run(self, job: Job[Any, Any], on_news: Callable[[Any], None]) -> Any:  # noqa: ANN401 - the job's answer
        """Do a job and return its answer.

        Not to be cancelled: the answer has to be taken before there can be another job.

        Raises:
            WorkerLostError: the worker has ended.
            Exception: what the job has raised.
        """

    def cancel(self) -> None:
        """Ask for the job to end, if there is one."""

    def kill(self) -> None:
        """End the worker, whatever it does."""

    async def close(self) -> None:
        """End the worker and wait until nothing is left of it."""


class WorkerProcess:
    """A process that thinks, as `worker.py` makes it.

    Args:
        process: the process, with pipes to its standard input and output.
    """

    def __init__(self, process: Process) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("a process without pipes cannot be talked to")
        self._process = process
        self._input = process.stdin
        self._output = process.stdout

    @classmethod
    async def start(cls, memory: int, command: Sequence[str] = _COMMAND) -> WorkerProcess:
        """Start a process.

        Args:
            memory: MiB that it may take.
            command: what Python is to run.
        """
        # `-P`: no folder is searched for modules just because the server was started in it. And the process group is
        # another, so that Ctrl-C at the server's terminal is the server's alone, which then ends its processes itself.
        # A session of its own would do that, too, but processes stand back only for others of their session.
        program = (sys.executable, "-P", *command, str(memory))
        process = await asyncio.create_subprocess_exec(*program, stdin=PIPE, stdout=PIPE, process_group=0)
        return cls(process)

    @property
    def is_alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.returncode is None

    async def run(self, job: Job[Any, Any], on_news: Callable[[Any], None]) -> Any:  # noqa: ANN401 - the job's answer
        """Do a job and return its answer, as `Worker` tells."""
        self._say(Begin(job))
        while True:
            try:
                message = await receive(self._output)
            except Exception as ended:
                # The pipe has ended, or what came through it makes no sense; nothing more can be made of either.
                await self.close()
                raise WorkerLostError from ended
            match message:
                case Told(news):
                    on_news(news)
                case Done(answer):
                    return answer
                case Failed(error):
                    raise error

    def cancel(self) -> None:
        """Ask for the job to end."""
        self._say(Cancel())

    def kill(self) -> None:
        """End the process."""
        if self.is_alive:
            self._process.kill()

    async def close(self) -> None:
        """End the process and wait for its end."""
        self.kill()
        await self._process.wait()

    def _say(self, message: Message) -> None:
        # If the process is gone, the end of what it says tells that.
        if not self._input.is_closing():
            self._input.write(packed(message))
