"""The program of a worker process: it makes one call after another until its parent has ended.

It reads calls from standard input and writes messages to standard output, each after its length and pickled, since both
ends are this program and trust each other. A function finds neither there: its input is empty, and what it prints goes
to standard error. Functions run in the main thread; a second one listens, so that a call can be stopped in the middle,
and ends the process when the parent has gone, even if that was killed.

Both threads end the process by `os._exit`: while the second one reads, Python cannot shut down in an orderly way.
"""

from __future__ import annotations

import functools
import io
import os
import pickle
import queue
import runpy
import struct
import sys
import threading
import traceback
import types
import typing
from contextlib import suppress
from dataclasses import dataclass, field

if typing.TYPE_CHECKING:
    from collections.abc import Callable

STOP = b""
"""What stands for a call to ask the running one to stop."""
LENGTH = struct.Struct(">Q")
_MAIN = "__mp_main__"  # as `multiprocessing` calls it


def framed(content: bytes) -> bytes:
    """Return what is written for some content."""
    return LENGTH.pack(len(content)) + content


def packed(kind: str, content: object) -> bytes:
    """Return what a worker writes for a message."""
    return framed(pickle.dumps((kind, content)))


@dataclass(frozen=True, slots=True)
class CallContext:
    """The channel between a running call and its caller.

    Attributes:
        report: sends something to the caller's `on_progress`.
        stopped: set when the call should stop.
    """

    report: Callable[[object], None]
    stopped: threading.Event = field(default_factory=threading.Event)


def main() -> typing.NoReturn:
    """Make calls until the parent is gone, then end the process."""
    code = 1
    try:
        _make_calls()
    except BrokenPipeError:  # the parent has gone before the listener noticed
        code = 0
    except BaseException:  # a function was interrupted, or ended the program; the parent takes the call for lost
        traceback.print_exc()
    finally:
        os._exit(code)


def _make_calls() -> typing.NoReturn:
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    with suppress(OSError):  # the parent has closed its standard error
        os.dup2(2, 1)
    sys.stdout = sys.stderr  # which does not keep lines back: the process may be killed at any time

    def send(message: bytes) -> None:
        answers.write(message)
        answers.flush()

    def report(progress: object) -> None:
        send(packed("progress", progress))

    received: queue.SimpleQueue[tuple[bytes, CallContext]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(calls, received, report), name="listener", daemon=True).start()
    while True:
        send(_answer(*received.get()))


def _listen(
    calls: typing.IO[bytes], received: queue.SimpleQueue[tuple[bytes, CallContext]], report: Callable[[object], None]
) -> None:
    """Pass on calls from a pipe, and requests to stop to the last of them."""
    context = CallContext(report)
    with suppress(struct.error, OSError):  # the first is the end of the pipe
        while True:
            (size,) = LENGTH.unpack(calls.read(LENGTH.size))
            if content := calls.read(size):
                context = CallContext(report)
                received.put((content, context))
            else:
                context.stopped.set()
    os._exit(0)  # whatever the main thread is doing, nothing reads its answer


def _answer(content: bytes, context: CallContext) -> bytes:
    """Make a call, and return the message that ends it."""
    try:
        function, args, kwargs, takes_context = _Unpickler(io.BytesIO(content)).load()
        if takes_context:
            args = (context, *args)
        return packed("result", function(*args, **kwargs))
    except Exception as error:
        error.add_note(f"In the worker process:\n\n{''.join(traceback.format_exception(error))}")
        try:
            pickle.loads(pickle.dumps(error))  # noqa: S301 - not every exception can be made again
            return packed("error", error)
        except Exception:
            return packed("error", RuntimeError(f"{type(error).__name__}: {error}"))


class _Unpickler(pickle.Unpickler):
    """Unpickles calls, which may name functions of the module that the parent runs."""

    def find_class(self, module: str, name: str) -> object:
        """Return what a pickle names."""
        return super().find_class(_imported_main() if module == "__main__" else module, name)


@functools.cache
def _imported_main() -> str:
    """Import the module that the parent runs, under another name than `__main__`, and return that name."""
    name, path = sys.argv[1:3]
    module = sys.modules[_MAIN] = types.ModuleType(_MAIN)
    vars(module).update(runpy.run_module(name, run_name=_MAIN) if name else runpy.run_path(path, run_name=_MAIN))
    return _MAIN
