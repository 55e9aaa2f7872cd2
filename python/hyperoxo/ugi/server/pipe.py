"""Input and output: an engine between two pipes, until `quit` or until either pipe is closed."""

from __future__ import annotations

import os
import select
import threading
import time
import typing

from hyperoxo.slowness import SLOWNESS
from hyperoxo.ugi.messages import LineBuffer
from hyperoxo.ugi.server.engine import SEARCH_TIMEOUT, Engine

if typing.TYPE_CHECKING:
    from hyperoxo.ugi.messages import UgiAnswer
    from hyperoxo.ugi.server.settings import EngineSettings

READ_SIZE = 65_536
"""Bytes read at once."""
READER_TIMEOUT = 5.0 * SLOWNESS
"""Seconds to wait for a client that does not read, after the end of the input."""
POLL_INTERVAL = 0.1
"""Seconds between two checks for the end of the input, while the client does not read."""

_ENDED = select.POLLHUP | getattr(select, "POLLRDHUP", 0)
"""Events that show the closed other end of a pipe, and on Linux a socket without further input."""


class AnswerWriter:
    """A writer of answers, for any thread; it writes those of a call in one piece.

    Waits for a client that does not read, so that nothing is lost; after the end of the input, only for a while.
    """

    def __init__(self, source: int, target: int) -> None:
        self._target = target
        self._room = select.poll()
        self._room.register(target, select.POLLOUT)
        self._input = select.poll()
        self._input.register(source, _ENDED)
        self.is_ending = False
        """Whether to treat the input as ended."""
        self._lock = threading.Lock()
        self.failure: OSError | None = None
        """The error after which nothing can be written; later answers are dropped. None without one."""

    def send(self, *answers: UgiAnswer) -> None:
        """Write some answers, a line each."""
        data = "".join(f"{answer.text}\n" for answer in answers).encode()
        with self._lock:
            try:
                while data and self.failure is None:
                    self._await_room()
                    # A pipe that is ready takes at least this much: the write never blocks.
                    data = data[os.write(self._target, data[: select.PIPE_BUF]) :]
            except OSError as error:
                self.failure = error

    def _await_room(self) -> None:
        """Wait until something can be written; an error if the client does not read after the end of the input."""
        deadline: float | None = None
        while not self._room.poll(POLL_INTERVAL * 1000):
            if deadline is None and (self.is_ending or self._input.poll(0)):
                deadline = time.monotonic() + READER_TIMEOUT
            if deadline is not None and time.monotonic() >= deadline:
                raise BrokenPipeError


def run_engine(settings: EngineSettings, source: int, target: int) -> None:
    """Run an engine until `quit`, the end of the input, or the end of its client.

    A search that still runs is stopped, and its `bestmove` is still sent.
    """
    writer = AnswerWriter(source, target)
    engine = Engine(settings, writer.send)
    timeout = 0.0
    try:
        _listen(engine, writer, source, target)
        timeout = SEARCH_TIMEOUT
    finally:
        writer.is_ending = True
        engine.close(timeout)


def _listen(engine: Engine, writer: AnswerWriter, source: int, target: int) -> None:
    waiting = select.poll()
    waiting.register(source, select.POLLIN)
    waiting.register(target, 0)  # nothing but that its other end is closed
    lines = LineBuffer()
    while True:
        left = engine.seconds_left
        ready = dict(waiting.poll(None if left is None else left * 1000))
        if writer.failure is not None:
            raise writer.failure
        if ready.get(target, 0) & (select.POLLERR | select.POLLHUP | select.POLLNVAL):
            raise BrokenPipeError
        if source in ready:
            data = os.read(source, READ_SIZE)
            if not data:
                engine.handle_line(lines.rest())
                return
            for line in lines.feed(data):
                if not engine.handle_line(line):
                    return
                if writer.failure is not None:
                    raise writer.failure
        if engine.seconds_left == 0:
            engine.time_is_up()
