"""Several server processes behind one listening socket: started together, replaced when one ends, and ended together.

They share the socket itself and not only its port, so that connections which wait for a killed process go to another.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, cast

from hyperoxo.errors import HyperoxoError
from hyperoxo.server.errors import Unavailable
from hyperoxo.server.serve import GRACE, serve

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

    from hyperoxo.server.settings import Settings


PAUSE = 1.0
"""Seconds from the end of a process to the start of the next in its place, at least."""
INTERVAL = 5.0
"""Seconds between two starts in one place, at least, so that the log stays short while the database is away."""
_SPAWNING = multiprocessing.get_context("spawn")


class _Terminated(BaseException):
    """The process was asked to end by SIGTERM."""


class _Place:
    """The place of one server process, which is filled again when that ends.

    Attributes:
        due: when the next process is started; 0 while one runs.
    """

    def __init__(self, listening: socket.socket, settings: Settings) -> None:
        self._arguments = listening, settings
        self.start()

    def start(self) -> None:
        """Start a process.

        Raises:
            Unavailable: the system refuses one.
        """
        self._begun = time.monotonic()
        try:
            pipe, child_end = _SPAWNING.Pipe(duplex=False)
            process = _SPAWNING.Process(target=_serve, args=(*self._arguments, child_end))
            with child_end, _interrupts_ignored():
                process.start()
        except OSError as error:
            reason = f"the system starts no process for it ({error.strerror or error})"
            raise Unavailable("server", reason, "end other programs, or raise a limit") from None
        self.pipe, self.process, self.due = pipe, process, 0.0

    def start_again(self) -> None:
        """Start a process in the place of one that has ended, or say why that has to wait."""
        try:
            self.start()
        except Unavailable as error:
            print(f"{error}; this is tried again", file=sys.stderr)
            self.due = time.monotonic() + INTERVAL

    def wait_until_ready(self) -> None:
        """Wait until the process is ready; fail if it ends before."""
        try:
            self.pipe.recv()
        except EOFError:
            self.process.join()
            raise Unavailable("server", f"a process has ended before it was ready ({self.ending})") from None

    @property
    def ending(self) -> str:
        """How the process has ended."""
        code = self.process.exitcode or 0
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"

    def note_end(self) -> None:
        """Say that the process has ended, and decide when the next is started."""
        self.process.join()
        self.pipe.close()
        print(f"a server process has ended ({self.ending}), and is started again", file=sys.stderr)
        self.due = max(time.monotonic() + PAUSE, self._begun + INTERVAL)

    def stop(self, deadline: float) -> None:
        """Wait until the process ends, which was asked to, and kill it if it does not."""
        self.process.join(max(0.0, deadline - time.monotonic()))
        self.process.kill()
        self.process.join()


def serve_many(listening: socket.socket, settings: Settings, servers: int, on_ready: Callable[[], None]) -> None:
    """Serve in so many processes until this one is ended; call back once all are ready."""
    usual = signal.signal(signal.SIGTERM, _raise_terminated)
    places: list[_Place] = []
    try:
        places += (_Place(listening, settings) for _ in range(servers))
        for place in places:
            place.wait_until_ready()
        on_ready()
        while True:
            running = {place.process.sentinel: place for place in places if not place.due}
            ended = [place for place in places if place.due]
            pause = min((place.due for place in ended), default=math.inf) - time.monotonic()
            for sentinel in wait(list(running), None if not ended else max(0.0, pause)):
                running[cast("int", sentinel)].note_end()
            for place in ended:
                if time.monotonic() >= place.due:
                    place.start_again()
    except _Terminated:
        _stop(places)
        signal.signal(signal.SIGTERM, usual)
        signal.raise_signal(signal.SIGTERM)
    finally:
        _stop(places)


def _stop(places: list[_Place]) -> None:
    for place in places:
        place.process.terminate()
    deadline = time.monotonic() + 2 * GRACE
    for place in places:
        place.stop(deadline)


def _raise_terminated(_: int, __: object) -> None:
    raise _Terminated


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C, as a process that is started does until it serves: a terminal sends it to all."""
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _serve(listening: socket.socket, settings: Settings, ready: Connection) -> None:
    """Serve in a process of several."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        with suppress(KeyboardInterrupt):
            serve(listening, settings, lambda: ready.send(None))
    except HyperoxoError as error:
        print(f"oxo serve: {error}", file=sys.stderr)
        sys.exit(1)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
