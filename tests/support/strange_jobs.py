"""Jobs that misbehave."""

from __future__ import annotations

import os
import signal
import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.server.workers.jobs import Job

if TYPE_CHECKING:
    from hyperoxo.server.workers.jobs import JobContext


@dataclass(frozen=True)
class Echo(Job[str, str]):
    """Reports every word, and answers with all of them; its prints must not be taken for an answer."""

    words: str

    def run(self, context: JobContext[str]) -> str:
        """Report and answer."""
        for word in self.words.split():
            print(word)
            os.write(sys.stdout.fileno(), b"and past Python\n")
            context.report(word)
        return self.words


@dataclass(frozen=True)
class Whoami(Job[int, None]):
    """Answers with the number of the process."""

    def run(self, context: JobContext[None]) -> int:
        """Answer."""
        assert not context.control.cancelled
        return os.getpid()


@dataclass(frozen=True)
class Obedient(Job[str, str]):
    """Goes on until it is cancelled."""

    def run(self, context: JobContext[str]) -> str:
        """Wait."""
        context.report("begun")
        while not context.control.cancelled:
            threading.Event().wait(0.001)
        return "stopped"


@dataclass(frozen=True)
class Stubborn(Job[None, str]):
    """Runs for ever and ignores cancellation."""

    def run(self, context: JobContext[str]) -> None:
        """Never return."""
        context.report("begun")
        threading.Event().wait()


@dataclass(frozen=True)
class Frozen(Job[None, int]):
    """Reports the number of its process, and stops it by a signal."""

    def run(self, context: JobContext[int]) -> None:
        """Stop the process."""
        context.report(os.getpid())
        os.kill(os.getpid(), signal.SIGSTOP)


@dataclass(frozen=True)
class Crash(Job[None, None]):
    """Ends its process."""

    def run(self, context: JobContext[None]) -> None:
        """Never return."""
        del context
        os.abort()


@dataclass(frozen=True)
class Hoard(Job[int, None]):
    """Allocates memory, and writes to it.

    Attributes:
        mebibytes: how much.
    """

    mebibytes: int

    def run(self, context: JobContext[None]) -> int:
        """Allocate the memory."""
        del context
        return len(bytearray(self.mebibytes * 2**20))


@dataclass(frozen=True)
class Fault(Job[None, None]):
    """Raises an exception."""

    def run(self, context: JobContext[None]) -> None:
        """Fail."""
        raise ZeroDivisionError(f"secret {context}")


@dataclass(frozen=True)
class Unreadable(Job[None, object]):
    """Reports a value that cannot be unpickled, and goes on."""

    def run(self, context: JobContext[object]) -> None:
        """Report the value, and wait."""
        context.report(_Trap())
        threading.Event().wait()


class _Trap:
    """Fails when it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return int, ("nothing",)
