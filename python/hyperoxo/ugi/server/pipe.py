"""Bytes in, bytes out: an engine at the end of two pipes, until somebody quits or either pipe is closed."""

from __future__ import annotations

import os
import select
import threading
from typing import TYPE_CHECKING

from hyperoxo.ugi.messages import Lines
from hyperoxo.ugi.server.engine import Engine

if TYPE_CHECKING:
    from hyperoxo.ugi.messages import Answer
    from hyperoxo.ugi.server.options import Settings

CHUNK = 65_536
"""Bytes read at once."""


class Mouth:
    """Writes answers, from any thread, each call in one piece.

    Args:
        descriptor: of the file to write to.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = threading.Lock()
        self.failure: OSError | None = None
        """Why nothing can be written any more, if so; what is said then goes nowhere."""

    def say(self, *answers: Answer) -> None:
        """Write some answers, a line each."""
        data = "".join(f"{answer.text}\n" for answer in answers).encode()
        with self._lock:
            try:
                while data and self.failure is None:
                    data = data[self._write(data) :]
            except OSError as error:
                self.failure = error

    def _write(self, data: bytes) -> int:
        try:
            return os.write(self._descriptor, data)
        except BlockingIOError:  # somebody made the pipe so, and it is full
            waiting = select.poll()
            waiting.register(self._descriptor, select.POLLOUT)
            waiting.poll()
            return 0


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
    mouth = Mouth(target)
    engine = Engine(settings, mouth.say)
    try:
        _listen(engine, mouth, source, target)
    except BaseException:
        engine.close(patience=0)
        raise
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
            if not all(engine.hear(line) for line in lines.feed(data)):
                return
        if engine.seconds_left == 0:
            engine.time_is_up()
