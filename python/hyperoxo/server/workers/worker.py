"""A process that thinks: it does one job after the other, and stops when it is told to.

It reads jobs from standard input and writes answers to standard output. Jobs run in the main thread; a second one
listens, so that a job can be cancelled in the middle, and ends the process when the server is gone. What a player
prints goes to standard error, where it can do no harm.
"""

from __future__ import annotations

import os
import queue
import resource
import sys
import threading
import traceback
from typing import IO, TYPE_CHECKING, Any

from hyperoxo.errors import HyperoxoError
from hyperoxo.lru_cache import LruCache
from hyperoxo.players import Control, Progress
from hyperoxo.server.workers.job import Job, JobContext
from hyperoxo.server.workers.messages import Begin, Cancel, Done, Failed, Message, Told, packed, received
from hyperoxo.server.workers.sessions import SessionCache

if TYPE_CHECKING:
    from collections.abc import Callable

POLITENESS = 10
"""How far this process stands back for the server, so that a search never delays a move: see nice(2)."""
MAX_PROOFS = 16
"""Proofs that one process keeps; each may take some megabytes."""
_MEBIBYTE = 2**20


class _Listener(threading.Thread):
    """Reads what the server says: jobs go into a queue, and a wish to cancel to the job that came last."""

    def __init__(self, stream: IO[bytes], on_progress: Callable[[Progress], None]) -> None:
        super().__init__(name="listening", daemon=True)
        self.jobs: queue.SimpleQueue[tuple[Job[Any, Any], Control]] = queue.SimpleQueue()
        self._stream = stream
        self._on_progress = on_progress

    def run(self) -> None:
        control = Control()
        while (message := received(self._stream)) is not None:
            if isinstance(message, Begin):
                control = Control(self._on_progress)
                self.jobs.put((message.job, control))
            elif isinstance(message, Cancel):
                control.cancel()
        # The server is gone. Nobody will read what the job in hand finds, and it may be long.
        os._exit(0)


def main(memory: int) -> None:
    """Do jobs until the server is gone.

    Args:
        memory: MiB that this process may take; what needs more fails, or ends the process.
    """
    os.nice(POLITENESS)
    _bound_memory(memory * _MEBIBYTE)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(message: Message) -> None:
        answers.write(packed(message))
        answers.flush()

    def tell(news: object) -> None:
        say(Told(news))

    listener = _Listener(sys.stdin.buffer, tell)
    listener.start()
    sessions, proofs = SessionCache(), LruCache[Any, Any](MAX_PROOFS)
    while True:
        job, control = listener.jobs.get()
        say(_outcome(job, JobContext(control, tell, sessions, proofs)))


def _bound_memory(most: int) -> None:
    """Let this process take no more bytes than this, or than it may take already."""
    _, allowed = resource.getrlimit(resource.RLIMIT_DATA)
    most = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _outcome(job: Job[Any, Any], context: JobContext[Any]) -> Done | Failed:
    try:
        return Done(job.run(context))
    except (HyperoxoError, MemoryError) as error:
        return Failed(error)
    except Exception as error:
        traceback.print_exc()
        return Failed(RuntimeError(f"{type(error).__name__}: {error}"))


if __name__ == "__main__":
    main(int(sys.argv[1]))
