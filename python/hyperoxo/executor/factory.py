"""Any `concurrent.futures.Executor`, made by a function that the user names as `MODULE:FACTORY`.

Unlike a pool of ours, such an executor may lose all its tasks when it loses one worker (`BrokenExecutor`); then the
factory makes another one.
"""

from __future__ import annotations

import importlib
import logging
import operator
import pickle
import sys
import typing
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from pathlib import Path

from hyperoxo.errors import ExecutorError
from hyperoxo.executor.workers import Answer, Parameters, Workers, cores
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

_log = logging.getLogger(__name__)

MAX_TEXT_CHARACTERS = 200
"""Characters of another program's error that are shown."""


def is_factory(address: str) -> bool:
    """Return whether an address names a function of a module, as in `package.module:function`."""
    module, colon, name = address.partition(":")
    return bool(colon) and all(part.isidentifier() for part in (*module.split("."), *name.split(".")))


class FactoryWorkers(Workers):
    """The workers of the executor that a factory makes."""

    breaks_as_a_whole = True

    def __init__(self, address: str) -> None:
        self._address = address
        self._executor = _made(address)
        self._running: set[Future[typing.Any]] = set()

    @property
    def capacity(self) -> int:
        """Twice the number of workers, unless the executor has an attribute `capacity`.

        One that tells neither is taken for one worker a processor.
        """
        # Executors of the standard library and many others have this attribute, and none has a public one.
        workers = getattr(self._executor, "_max_workers", None) or cores()
        return getattr(self._executor, "capacity", 2 * workers)

    def submit(
        self, function: Callable[Parameters, Answer], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Answer]:
        """Submit a task, to a new executor if the present one is broken."""
        try:
            try:
                future = self._executor.submit(function, *args, **kwargs)
            except BrokenExecutor:
                _log.warning("the executor of %s lost a worker; its tasks are repeated on a new one", self._address)
                self._executor.shutdown(wait=False)
                self._executor = _made(self._address)
                future = self._executor.submit(function, *args, **kwargs)
        except ExecutorError:
            raise
        except Exception as error:
            task = args[0] if args else function
            raise self.explained(error, task) or _refusal(
                self._address, "its executor took no task", error, "look into its module"
            ) from error
        self._running.add(future)
        future.add_done_callback(self._running.discard)
        return future

    def explained(self, error: Exception, task: object) -> ExecutorError | None:
        """Return the error of an executor that cancels, or that cannot send a task."""
        if isinstance(error, CancelledError):
            return ExecutorError(self._address, "its executor cancelled a task", "continue with another one")
        # Where pickling fails, it raises any of these.
        is_of_pickling = isinstance(error, AttributeError | TypeError) and not _can_be_pickled(task)
        if isinstance(error, pickle.PicklingError) or is_of_pickling:
            return _refusal(
                shortened(repr(task)),
                "this task cannot be sent to another process",
                error,
                "use an executor of threads",
            )
        return None

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - as inherited
        """End the executor."""
        self._executor.shutdown(wait)  # not every executor takes the other argument

    def __exit__(self, *_: object) -> None:
        """Abandon running tasks: processes of the standard library's pool are killed, other executors end theirs."""
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - not every system has what it imports

        is_busy = not all(future.cancel() or future.done() for future in list(self._running))
        can_kill = isinstance(self._executor, ProcessPoolExecutor)
        if is_busy and can_kill:
            # Python 3.14 has a method for it, the versions before only this.
            for process in list((self._executor._processes or {}).values()):  # type: ignore[attr-defined] # noqa: SLF001
                process.kill()
            # The pool's thread waits for the rest of an answer, of which it could be the writer itself.
            self._executor._result_queue._writer.close()  # type: ignore[attr-defined] # noqa: SLF001
        self.shutdown(wait=can_kill or not is_busy)


def _made(address: str) -> Executor:
    """Import a factory, from the current folder if no installed module has its name, and call it."""
    module_name, _, name = address.partition(":")
    if (folder := str(Path.cwd())) not in sys.path:
        sys.path.append(folder)
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        raise _refusal(
            address, f"the module {module_name} cannot be imported", error, "install it, or run from its folder"
        ) from error
    try:
        factory = operator.attrgetter(name)(module)
    except AttributeError:
        raise ExecutorError(address, f"the module {module_name} has nothing called {name}") from None
    if not callable(factory):
        raise ExecutorError(address, f"{name} cannot be called", "name a function that returns an executor")
    try:
        executor = factory()
    except Exception as error:
        raise _refusal(address, f"{name}() failed", error, "it is called without arguments") from error
    if not isinstance(executor, Executor):
        reason = f"{name}() returned {type(executor).__name__}"
        raise ExecutorError(address, reason, "let it return a concurrent.futures.Executor")
    return executor


def _refusal(subject: str, reason: str, error: Exception, remedy: str) -> ExecutorError:
    """Return the error whose cause is an error of other code, as one line."""
    cause = shortened(" ".join(f"{type(error).__name__}: {error}".split()), MAX_TEXT_CHARACTERS)
    return ExecutorError(subject, f"{reason} ({cause})", remedy)


def _can_be_pickled(task: object) -> bool:
    try:
        pickle.dumps(task)
    except Exception:
        return False
    return True
