"""`oxo` at a terminal: what a person types, and what the person sees."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
from pathlib import Path
from typing import TYPE_CHECKING

from support.patience import PATIENCE, until
from support.processes import OXO

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType


def environment(**changes: str) -> dict[str, str]:
    """Return the environment without variables that change how text looks or when it is written."""
    changing = {"NO_COLOR", "TERM", "COLUMNS", "LINES", "PYTHONUNBUFFERED"}
    kept = {name: value for name, value in os.environ.items() if name not in changing}
    return kept | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "INPUTRC": os.devnull} | changes


class Terminal:
    """`oxo` at a pseudo-terminal of 80 columns and 24 lines.

    Args:
        arguments: the command line.
        program: the program that takes them.
        out: its standard output, if that is not the terminal.
        changes: variables of its environment.
    """

    def __init__(self, *arguments: str, program: Sequence[str] = OXO, out: int | None = None, **changes: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [*program, *arguments],
            stdin=slave,
            stdout=slave if out is None else out,
            stderr=slave,
            env=environment(**changes),
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""
        self._waited_for = 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    def type(self, text: str) -> None:
        """Type as a person does, with Enter as a carriage return and Ctrl-D as its control character."""
        os.write(self._master, text.encode())

    def wait_for(self, text: str) -> None:
        """Read until `text` appears after the texts of earlier waits."""
        while (found := self.shown.find(text, self._waited_for)) < 0:
            assert self._read(), f"the program ended without showing {text!r}: {self.shown}"
        self._waited_for = found + len(text)

    def wait_for_sleep(self) -> None:
        """Wait until the program sleeps: the line editor misses a signal between its prompt and its wait."""
        status = Path(f"/proc/{self.process.pid}/stat")
        until(lambda: status.read_text().rpartition(")")[2].split()[0] == "S")

    def leave(self) -> int:
        """Read what is left and return the exit code."""
        while self._read():
            pass
        return self.process.wait(PATIENCE)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._master], [], [], PATIENCE)
        assert ready, f"no output within the timeout: {self.shown}"
        try:
            data = os.read(self._master, 65536)
        except OSError:  # on Linux, this is how a terminal reports that its other end is closed
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)
