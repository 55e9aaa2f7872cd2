"""An outside program that is talked to in lines, and that cannot hang, flood or outlive whoever talks to it.

Every wait has an end, every line and every answer a greatest length, and whatever goes wrong is an `EngineFailure`,
which says how that ends a game. A program is started through `reaper.py`, which kills it with all that it has started
as soon as it is closed, or as soon as this process ends, in whatever way.

All pipes are watched together in the thread that waits: while it writes it also reads, so that two ends which both
write do not wait for one another, and what the program says on standard error never fills its pipe while we wait.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo.errors import HyperoxoError, PlayerError, ProtocolError, shortened
from hyperoxo.game import Ending
from hyperoxo.ugi.messages import MAX_LINE, Lines, decoded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_ANSWER = 4 * 1024 * 1024
"""Bytes that a program may say in answer to one command: as much as a patient engine says in hours of thought."""
LOOK = 0.02
"""Seconds between looks at whether somebody has lost patience, while nothing comes."""
DYING = 10.0
"""Seconds that killed processes have to vanish; the kernel needs some thousandths of one."""

_CHUNK = 65_536
_REAPER = Path(__file__).with_name("reaper.py")
_TAIL = 2_000
"""Bytes of standard error that are kept."""


class EngineFailure(HyperoxoError):  # noqa: N818 - named for what it is: the game knows it as a forfeit
    """An outside program has failed, which loses it the game that it plays.

    Attributes:
        ending: how that ends a game.
        text: what went wrong, in one line for people.
    """

    def __init__(self, ending: Ending, text: str) -> None:
        self.ending = ending
        self.text = text
        super().__init__(ending, text)

    def __str__(self) -> str:
        """Return the text."""
        return self.text


class EngineProcess:
    """A program that runs, with lines going in and coming out.

    Args:
        words: the program and its arguments; it is looked for as a shell does.
        draining: seconds that it has to end after it has closed its output.

    Raises:
        PlayerError: there is no such program.
    """

    def __init__(self, words: Sequence[str], draining: float) -> None:
        self._draining = draining
        self._lines: deque[bytes] = deque()
        self._cutter = Lines()
        self._heard = 0
        self._errors = bytearray()
        self._report = bytearray()
        self._open: set[int] = set()
        try:
            self._start(words)
        except BaseException:
            for end in self._open:
                os.close(end)
            raise

    def _start(self, words: Sequence[str]) -> None:
        if shutil.which(words[0]) is None:
            raise PlayerError(words[0], "there is no such program", "give a program as you would to a shell")
        input_read, self._input = self._pipe()
        self._output, output_write = self._pipe()
        self._error, error_write = self._pipe()
        lifeline_read, self._lifeline = self._pipe()
        self._end, end_write = self._pipe()
        theirs = (input_read, output_write, error_write, lifeline_read, end_write)
        # A session of its own, so that Ctrl-C at a terminal is for us alone to act on; `-I -S` spares the warden what
        # it does not need of Python.
        try:
            self._warden = subprocess.Popen(  # noqa: S603 - whoever runs us has asked for this very program
                [sys.executable, "-I", "-S", str(_REAPER), str(lifeline_read), str(end_write), *words],
                stdin=input_read,
                stdout=output_write,
                stderr=error_write,
                pass_fds=(lifeline_read, end_write),
                start_new_session=True,
            )
        except OSError as error:
            raise PlayerError(words[0], f"the program cannot be started ({error.strerror})") from None
        for end in theirs:
            self._close(end)
        for end in (self._input, self._output, self._error, self._end):
            os.set_blocking(end, False)
        self._poll = select.poll()
        for end in (self._output, self._error, self._end):
            self._poll.register(end, select.POLLIN)

    def _pipe(self) -> tuple[int, int]:
        ends = os.pipe()
        self._open.update(ends)
        return ends

    def _close(self, end: int) -> None:
        if end in self._open:
            self._open.remove(end)
            os.close(end)

    @property
    def last_words(self) -> str:
        """The last line that the program wrote on standard error; empty if there is none."""
        lines = [line for line in self._errors.decode(errors="backslashreplace").splitlines() if line.strip()]
        return lines[-1].strip() if lines else ""

    def send(self, line: str, patience: float) -> None:
        """Write a line.

        Args:
            line: the line, without its end.
            patience: seconds that the program has to take it.

        Raises:
            EngineFailure: it did not take it.
        """
        self._heard = 0
        left = memoryview(f"{line}\n".encode())
        deadline = time.monotonic() + patience
        self._poll.register(self._input, select.POLLOUT)
        try:
            while left:
                if time.monotonic() > deadline:
                    raise self.failure(Ending.TIME, f"it did not read its input within {patience:g} s")
                if self._watch(deadline - time.monotonic()):
                    left = left[self._written(left) :]
        finally:
            self._poll.unregister(self._input)

    def _written(self, data: memoryview) -> int:
        try:
            return os.write(self._input, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            self._await_end()
            raise self.failure(Ending.CRASH, self._how_it_ended("closed its input")) from None

    def receive(self, patience: float, is_enough: Callable[[], bool] = lambda: False) -> str | None:
        """Return the next line, None if none has come until patience is lost.

        Args:
            patience: seconds that there are to wait.
            is_enough: asked now and then whether to stop waiting before that.

        Raises:
            EngineFailure: the program has ended or closed its output, or says what is no line.
        """
        deadline = time.monotonic() + patience
        while not self._lines:
            if self._output not in self._open:
                self._await_end()
                raise self.failure(Ending.CRASH, self._how_it_ended("closed its output"))
            left = deadline - time.monotonic()
            if left <= 0 or is_enough():
                return None
            self._watch(min(left, LOOK))
        try:
            return decoded(self._lines.popleft())
        except ProtocolError as error:
            raise self.failure(Ending.CRASH, f"it wrote {shortened(error.subject)}: {error.reason}") from None

    def _watch(self, seconds: float) -> bool:
        """Wait until something happens, and read what there is to read; return whether input would be taken."""
        takes_input = False
        for end, _ in self._poll.poll(max(seconds, 0) * 1000):
            if end == self._input:
                takes_input = True
            elif not (data := os.read(end, _CHUNK)):
                self._poll.unregister(end)
                self._close(end)
            elif end == self._output:
                self._take(data)
            elif end == self._error:
                self._errors = (self._errors + data)[-_TAIL:]
            else:
                self._report += data
        return takes_input

    def _take(self, data: bytes) -> None:
        self._heard += len(data)
        self._lines.extend(self._cutter.feed(data))
        if self._cutter.is_too_long:
            raise self.failure(Ending.CRASH, f"it wrote a line of more than {MAX_LINE:,} bytes")
        if self._heard > MAX_ANSWER:
            raise self.failure(Ending.CRASH, f"it wrote more than {MAX_ANSWER:,} bytes in answer to one command")

    def _await_end(self) -> None:
        """Give the program a little time to end, whose pipes end just before it does."""
        deadline = time.monotonic() + self._draining
        while self._end in self._open and (left := deadline - time.monotonic()) > 0:
            self._watch(left)

    def _how_it_ended(self, otherwise: str) -> str:
        """Say how the program has ended, or, if it goes on, what it has done instead."""
        how, *numbers = self._report.decode().split() or [""]
        match how:
            case "failed":
                return f"it cannot be started ({os.strerror(int(numbers[0]))})"
            case "exited":
                return f"it ended with exit code {numbers[0]}"
            case "killed":
                return f"it was ended by {signal.Signals(int(numbers[0])).name}"
            case _:
                return f"it {otherwise}"

    def failure(self, ending: Ending, text: str) -> EngineFailure:
        """Return what is to be raised when the program has failed, with its last words on standard error."""
        words = self.last_words
        return EngineFailure(ending, f"{text}; its last words: {shortened(words)}" if words else text)

    @property
    def left_behind(self) -> int | None:
        """How many processes the program had left behind when it ended; None if it has not ended by itself."""
        how, *numbers = self._report.decode().split()[:3] or [""]
        return int(numbers[1]) if how in {"exited", "killed"} else None

    def close_input(self) -> None:
        """Close the program's input, which then ends for it."""
        self._close(self._input)

    def close(self, grace: float = 0.0) -> None:
        """End the program and all that it has started, and wait until nothing is left; it may be called again.

        Args:
            grace: seconds that the program has to end by itself, now that its input has ended.
        """
        if self._warden.returncode is None:
            self.close_input()
            deadline = time.monotonic() + grace
            while self._end in self._open and (left := deadline - time.monotonic()) > 0:
                self._lines.clear()
                self._cutter.rest()
                self._heard = 0
                self._watch(left)
            self._close(self._lifeline)
            try:
                self._warden.wait(DYING)
            except subprocess.TimeoutExpired:  # something has stopped the warden; the kernel kills the program with it
                self._warden.kill()
                self._warden.wait()
        for end in tuple(self._open):
            self._close(end)
