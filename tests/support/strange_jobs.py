"""Jobs that misbehave, and a process that knows them."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo.server.workers.job import Job

if TYPE_CHECKING:
    from hyperoxo.server.workers.job import Desk

_PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from hyperoxo.server.workers.worker import main
main(int(sys.argv[1]))
"""
COMMAND = ("-c", _PROGRAM.format(folder=str(Path(__file__).parents[1])))
"""What Python is to run for a process that can unpickle these jobs."""


@dataclass(frozen=True)
class Echo(Job[str, str]):
    """Tells every word, and answers with all of them; prints some, which nobody is to take for an answer."""

    words: str

    def run(self, desk: Desk[str]) -> str:
        """Tell and answer."""
        for word in self.words.split():
            print(word)
            os.write(sys.stdout.fileno(), b"and past Python\n")
            desk.tell(word)
        return self.words


@dataclass(frozen=True)
class Whoami(Job[int, None]):
    """Answers with the number of the process."""

    def run(self, desk: Desk[None]) -> int:
        """Answer."""
        assert not desk.control.cancelled
        return os.getpid()


@dataclass(frozen=True)
class Obedient(Job[str, str]):
    """Goes on until it is cancelled."""

    def run(self, desk: Desk[str]) -> str:
        """Wait."""
        desk.tell("begun")
        while not desk.control.cancelled:
            threading.Event().wait(0.001)
        return "stopped"


@dataclass(frozen=True)
class Stubborn(Job[None, str]):
    """Goes on for ever and does not listen."""

    def run(self, desk: Desk[str]) -> None:
        """Never return."""
        desk.tell("begun")
        threading.Event().wait()


@dataclass(frozen=True)
class Crash(Job[None, None]):
    """Ends its process."""

    def run(self, desk: Desk[None]) -> None:
        """Never return."""
        del desk
        os.abort()


@dataclass(frozen=True)
class Hoard(Job[int, None]):
    """Takes memory, and uses it.

    Attributes:
        mebibytes: how much.
    """

    mebibytes: int

    def run(self, desk: Desk[None]) -> int:
        """Take it."""
        del desk
        return len(bytearray(self.mebibytes * 2**20))


@dataclass(frozen=True)
class Fault(Job[None, None]):
    """Has a fault."""

    def run(self, desk: Desk[None]) -> None:
        """Fail."""
        raise ZeroDivisionError(f"secret {desk}")


@dataclass(frozen=True)
class Unreadable(Job[None, object]):
    """Tells something that cannot be unpickled, and goes on."""

    def run(self, desk: Desk[object]) -> None:
        """Tell it."""
        desk.tell(_Trap())
        threading.Event().wait()


class _Trap:
    """Comes to nothing where it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return int, ("nothing",)
