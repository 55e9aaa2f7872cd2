"""Bytes in, bytes out: an engine at the end of two pipes, until somebody quits or either pipe is closed."""

from __future__ import annotations

import os
import select
import threading
import time
from typing import TYPE_CHECKING

from hyperoxo.ugi.messages import Lines
from hyperoxo.ugi.server.engine import Engine

if TYPE_CHECKING:
    from hyperoxo.ugi.messages import Answer
    from hyperoxo.ugi.server.options import Settings

CHUNK = 65_536
"""Bytes read at once."""
UNREAD = 5.0
"""Seconds without anybody reading after which nobody is taken to listen, once the input has ended."""
LOOK = 0.1
"""Seconds between two looks at whether the input has ended, while nobody reads."""

_ENDED = select.POLLHUP | getattr(select, "POLLRDHUP", 0)
"""What says of a pipe that its other end is closed, and on Linux of a socket that nothing more comes from it."""


class Mouth:
    """Writes answers, from any thread, each call in one piece.

    Whoever does not read is waited for, so that nothing is lost; once the input has ended, only for a while.

    Args:
        source: descriptor of the file that commands come from.
        target: descriptor of the file to write to.
    """

    def __init__(self, source: int, target: int) -> None:
        self._target = target
        self._room = select.poll()
        self._room.register(target, select.POLLOUT)
        self._input = select.poll()
        self._input.register(source, _ENDED)
        self._is_ending = False
        self._lock = threading.Lock()
        self.failure: OSError | None = None
        """Why nothing can be written any more, if so; what is said then goes nowhere."""

    def say(self, *answers: Answer) -> None:
        """Write some answers, a line each."""
        data = "".join(f"{answer.text}\n" for answer in answers).encode()
        with self._lock:
            try:
                while data and self.failure is None:
                    self._await_room()
                    # A pipe that takes anything takes so much at once: the write never waits, and can be given up.
                    data = data[os.write(self._target, data[: select.PIPE_BUF]) :]
            except OSError as error:
                self.failure = error

    def end_soon(self) -> None:
        """Take the input for ended, whatever the pipe says."""
        self._is_ending = True

    def _await_room(self) -> None:
        """Wait until something can be written.

        Raises:
            BrokenPipeError: the input has ended, and nobody reads.
        """
        deadline: float | None = None
        while not self._room.poll(LOOK * 1000):
            if deadline is None and (self._is_ending or self._input.poll(0)):
                deadline = time.monotonic() + UNREAD
            if deadline is not None and time.monotonic() >= deadline:
                raise BrokenPipeError


def serve(settings: Settings, source: int, target: int) -> None:
    """Be an engine until `quit`, the end of the input, or nobody is left to listen.

    A search that goes on then is stopped, and its end is still told.

    Args:
        settings: what is set until a client sets it.
        source: descriptor of the file that commands come from.
        target: descriptor of the file that answers go to.

    Raises:
        OSError: an answer could not be written; `BrokenPipeError` if nobody is left to listen.
    """
    mouth = Mouth(source, target)
    engine = Engine(settings, mouth.say)
    try:
        _listen(engine, mouth, source, target)
    except BaseException:
        mouth.end_soon()
        engine.close(patience=0)
        raise
    mouth.end_soon()
    engine.close()


def _listen(engine: Engine, mouth: Mouth, source: int, target: int) -> None:
    waiting = select.poll()
    waiting.register(source, select.POLLIN)
    waiting.register(target, 0)  # nothing but that its other end is closed
    lines = Lines()
    while True:
        left = engine.seconds_left
        ready = dict(waiting.poll(None if left is None else left * 1000))
        if mouth.failure is not None:
            raise mouth.failure
        if ready.get(target, 0) & (select.POLLERR | select.POLLHUP | select.POLLNVAL):
            raise BrokenPipeError
        if source in ready:
            data = os.read(source, CHUNK)
            if not data:
                engine.hear(lines.rest())
                return
            for line in lines.feed(data):
                if not engine.hear(line):
                    return
                if mouth.failure is not None:
                    raise mouth.failure
        if engine.seconds_left == 0:
            engine.time_is_up()
