"""The process of an outside program, and the command that starts it: it cannot hang, flood or outlive its client.

A command is typed as a name for tables, options, the program and its arguments:

    ugi:./engine --fast
    ugi:Level=3 "Row order=random" oxo ugi ibm1620
    ugi:"name=Old engine" ./engine-1.0

The process exchanges lines. Every wait has a timeout, every line and answer a maximal length, and each failure is an
`EngineFailure`, which names the ending of the game. `reaper.py` starts the program, and kills it with all its processes
when it is closed, or when this process ends, even by `kill -9`. All this is possible on Linux alone; elsewhere no
program is started.

The waiting thread polls all pipes together: it reads while it writes, so that two programs which both write do not
block each other, and standard error never fills its pipe.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
import typing
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from hyperoxo.engine_log import EngineLog
from hyperoxo.errors import HyperoxoError, PlayerError, ProtocolError
from hyperoxo.game import Ending
from hyperoxo.slowness import SLOWNESS
from hyperoxo.text import shortened
from hyperoxo.ugi.messages import MAX_LINE_BYTES, LineBuffer, decode_line, parse_answer

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hyperoxo.ugi.messages import UgiAnswer

_SETTING = re.compile(r"(?P<name>[A-Za-z][^=/]*)=(?P<value>.*)", re.DOTALL)
"""An option before the program. The path of a program may contain `=` only behind a slash."""
_NAME = "name"
"""Names the engine in tables. No option of an engine has this name, since it is a word of `setoption`."""
MAX_NAME_CHARACTERS = 60
"""The most characters of the name that a user gives an engine."""


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """An engine as it was typed.

    Attributes:
        settings: names and values of options, in order.
        words: the program and its arguments.
        name: the user's name for the engine, which tables show; empty to show the engine's own.
    """

    settings: tuple[tuple[str, str], ...]
    words: tuple[str, ...]
    name: str = ""


def read_command(typed: str) -> EngineCommand:
    """Read what was typed."""
    try:
        words = shlex.split(typed)
    except ValueError as error:
        raise PlayerError(typed, f"the command cannot be read ({error})", "quote as for a shell") from None
    if not typed.isprintable():
        raise PlayerError(typed, "the command holds characters that cannot be printed")
    settings: dict[str, str] = {}
    while words and (found := _SETTING.fullmatch(words[0])):
        if found["name"] in settings:
            raise PlayerError(found["name"], "the option is set twice")
        settings[found["name"]] = found["value"]
        del words[0]
    if not words:
        raise PlayerError(typed, "there is no program to start", "type ugi:COMMAND, such as 'ugi:./engine --fast'")
    name = _checked_name(settings.pop(_NAME)) if _NAME in settings else ""
    return EngineCommand(tuple(settings.items()), tuple(words), name)


def _checked_name(typed: str) -> str:
    """Return the user's name for an engine, without the spaces around it."""
    name = typed.strip()
    if not 0 < len(name) <= MAX_NAME_CHARACTERS:
        reason = "the name is empty" if not name else f"the name has {len(name)} characters"
        raise PlayerError(f"{_NAME}={typed}", reason, f"type 1 to {MAX_NAME_CHARACTERS} characters")
    return name


MAX_ANSWER_BYTES = 4 * 1024 * 1024
"""The most bytes that a program may write in answer to one command: more than hours of `info` lines."""
POLL_INTERVAL = 0.02
"""Seconds between two calls of `is_stopped` while nothing arrives."""
KILL_TIMEOUT = 10.0 * SLOWNESS
"""Seconds in which killed processes must end; the kernel needs some milliseconds."""

_READ_SIZE = 65_536
_REAPER = Path(__file__).with_name("reaper.py")
_LOGGED_NAME = 60
"""The most characters of a command that stands for a name in the log."""
_STDERR_TAIL = 2_000
"""Bytes of standard error that are kept, from its end."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Timeouts for an engine, in seconds after the event that each names.

    Attributes:
        start: from its start to `ugiok`.
        ready: from `isready` to `readyok`.
        margin: from the end of its time for a move to the move.
        lateness: the same, before a check reports that it is late.
        silence: for a line of a search that no time bounds, and again after the `isready` that follows.
        thought: for a move without limits; `go` then sends it as `movetime`.
        stop: from `stop` to the move.
        quit: from `quit` to its end.
        draining: from the end of its output to its end, so that the error can say how it ended.
    """

    start: float = 10.0 * SLOWNESS
    ready: float = 10.0 * SLOWNESS
    margin: float = 2.0 * SLOWNESS
    lateness: float = 0.05
    silence: float = 60.0 * SLOWNESS
    thought: float = 5.0
    stop: float = 1.0 * SLOWNESS
    quit: float = 1.0 * SLOWNESS
    draining: float = 2.0 * SLOWNESS


DEFAULT_TIMEOUTS = Timeouts()
"""The timeouts of games and checks."""


class EngineFailure(HyperoxoError):  # noqa: N818 - named for what it is: the game knows it as a forfeit
    """An outside program has failed, and so loses its game.

    Attributes:
        ending: the ending of the game.
        text: what went wrong, in one line for people.
    """

    def __init__(self, ending: Ending, text: str) -> None:
        self.ending = ending
        self.text = text
        super().__init__(ending, text)

    def __str__(self) -> str:
        return self.text


class EngineProcess:
    """A running program, with lines that go in and come out.

    Args:
        words: the program and its arguments; the program is found as by a shell.
        name: what the log calls it.
        draining: seconds in which it must end after it has closed its output.

    Raises:
        PlayerError: there is no such program, or this is not Linux.
    """

    def __init__(self, words: Sequence[str], draining: float, name: str = "") -> None:
        if sys.platform != "linux":
            raise PlayerError(words[0], "other programs can take part on Linux only", "choose a player of oxo players")
        self._draining = draining
        self._lines: deque[bytes] = deque()
        self._cutter, self._error_cutter = LineBuffer(), LineBuffer()
        self._received = 0
        self._errors = bytearray()
        self._report = bytearray()
        self._open: set[int] = set()
        try:
            self._start(words)
            self._log = EngineLog(f"{name or shortened(shlex.join(words), _LOGGED_NAME)} ({self._reaper.pid})")
        except BaseException:
            for end in self._open:
                os.close(end)
            raise

    def _start(self, words: Sequence[str]) -> None:
        if shutil.which(words[0]) is None:
            if Path(words[0]).is_file():
                raise PlayerError(words[0], "the file is not executable", "type chmod +x, or what runs it: python FILE")
            raise PlayerError(words[0], "there is no such program", "give a program as you would to a shell")
        input_read, self._input = self._pipe()
        self._output, output_write = self._pipe()
        self._error, error_write = self._pipe()
        lifeline_read, self._lifeline = self._pipe()
        self._end, end_write = self._pipe()
        theirs = (input_read, output_write, error_write, lifeline_read, end_write)
        # A session of its own, so that Ctrl-C at a terminal is for us alone to act on; `-I -S` spares the reaper what
        # it does not need of Python.
        try:
            self._reaper = subprocess.Popen(  # noqa: S603 - the user named this program
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

    def send(self, line: str, timeout: float) -> None:
        """Write a line.

        Args:
            line: the line, without its end.
            timeout: seconds in which the program must read it.

        Raises:
            EngineFailure: the program did not read it.
        """
        self._received = 0
        self._log.add(">", line)
        left = memoryview(f"{line}\n".encode())
        deadline = time.monotonic() + timeout
        self._poll.register(self._input, select.POLLOUT)
        try:
            while left:
                if time.monotonic() > deadline:
                    raise self.failure(Ending.TIME, f"it did not read its input within {timeout:g} s")
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

    def receive(self, timeout: float, is_stopped: Callable[[], bool] = lambda: False) -> str | None:
        """Return the next line, None after the timeout.

        Args:
            timeout: seconds to wait.
            is_stopped: called at intervals; returns whether to end the wait earlier.

        Raises:
            EngineFailure: the program has ended or closed its output, or its output is no line.
        """
        deadline = time.monotonic() + timeout
        while not self._lines:
            if self._output not in self._open:
                self._await_end()
                raise self.failure(Ending.CRASH, self._how_it_ended("closed its output"))
            left = deadline - time.monotonic()
            if left <= 0 or is_stopped():
                return None
            self._watch(min(left, POLL_INTERVAL))
        try:
            return decode_line(self._lines.popleft())
        except ProtocolError as error:
            raise self.failure(Ending.CRASH, f"it wrote {shortened(error.subject)}: {error.reason}") from None

    def answers(
        self, seconds: float, is_stopped: Callable[[], bool] = lambda: False, probe: str = ""
    ) -> Iterator[tuple[str, UgiAnswer | ProtocolError]]:
        """Yield the lines of some seconds, each with the answer that it is, or with the error of reading it.

        With a probe, every line begins the seconds anew. When they are over it is sent, which adds as many once.
        """
        deadline, is_probed = time.monotonic() + seconds, not probe
        while True:
            line = self.receive(deadline - time.monotonic(), is_stopped)
            if line is not None:
                try:
                    answer = parse_answer(line)
                except ProtocolError as error:
                    yield line, error
                else:
                    yield line, answer
            elif is_probed or is_stopped():
                return
            else:
                self.send(probe, seconds)
            if probe:
                deadline, is_probed = time.monotonic() + seconds, line is None

    def _watch(self, seconds: float) -> bool:
        """Wait for an event, read what has arrived, and return whether the program would take input."""
        takes_input = False
        for end, _ in self._poll.poll(max(seconds, 0) * 1000):
            if end == self._input:
                takes_input = True
            elif not (data := os.read(end, _READ_SIZE)):
                self._poll.unregister(end)
                self._close(end)
            elif end == self._output:
                self._collect(data)
            elif end == self._error:
                self._errors = (self._errors + data)[-_STDERR_TAIL:]
                for line in self._error_cutter.feed(data):
                    self._log.add("!", line)
            else:
                self._report += data
        return takes_input

    def _collect(self, data: bytes) -> None:
        self._received += len(data)
        for line in self._cutter.feed(data):
            self._log.add("<", line)
            self._lines.append(line)
        if self._cutter.is_too_long:
            raise self.failure(Ending.CRASH, f"it wrote a line of more than {MAX_LINE_BYTES:,} bytes")
        if self._received > MAX_ANSWER_BYTES:
            raise self.failure(Ending.CRASH, f"it wrote more than {MAX_ANSWER_BYTES:,} bytes in answer to one command")

    def _await_end(self) -> None:
        """Wait shortly for the end of the program, since its pipes close just before."""
        deadline = time.monotonic() + self._draining
        while self._end in self._open and (left := deadline - time.monotonic()) > 0:
            self._watch(left)

    def _how_it_ended(self, otherwise: str) -> str:
        """Return how the program has ended; while it runs, `otherwise`."""
        how, *numbers = self._report.decode().split() or [""]
        match how:
            case "failed":
                return f"it cannot be started ({os.strerror(int(numbers[0]))})"
            case "exited":
                return f"it ended with exit code {numbers[0]}"
            case "killed":
                names = {each.value: each.name for each in signal.Signals}  # real-time signals have none
                return f"it was ended by {names.get(int(numbers[0]), f'signal {numbers[0]}')}"
            case _:
                return f"it {otherwise}"

    def failure(self, ending: Ending, text: str) -> EngineFailure:
        """Return the error for a failure of the program, with its last line on standard error."""
        lines = self._errors.decode(errors="backslashreplace").strip().splitlines()
        return EngineFailure(ending, f"{text}; last line of stderr: {shortened(lines[-1].strip())}" if lines else text)

    @property
    def left_behind(self) -> int | None:
        """The number of processes that the program left when it ended; None if it has not ended by itself."""
        how, *numbers = self._report.decode().split()[:3] or [""]
        return int(numbers[1]) if how in {"exited", "killed"} else None

    def close_input(self) -> None:
        """Close the program's input."""
        self._close(self._input)

    def close(self, grace: float = 0.0) -> None:
        """End the program and all its processes, and wait for that; a second call does nothing.

        Args:
            grace: seconds in which the program may end by itself, after the end of its input.
        """
        if self._reaper.returncode is None:
            self.close_input()
            deadline = time.monotonic() + grace
            while self._end in self._open and (left := deadline - time.monotonic()) > 0:
                self._lines.clear()
                self._cutter.rest()
                self._received = 0
                self._watch(left)
            self._close(self._lifeline)
            try:
                self._reaper.wait(KILL_TIMEOUT)
            except subprocess.TimeoutExpired:  # the reaper was stopped; the kernel kills the program with it
                self._reaper.kill()
                self._reaper.wait()
        for end in tuple(self._open):
            self._close(end)
