"""The workers of a Dask cluster. Dask's own settings say whether connections use TLS, and with which certificates."""

from __future__ import annotations

import logging
import math
import re
import time
import typing
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager

from hyperoxo.errors import ExecutorError
from hyperoxo.executor.workers import LOSS_REMEDY, Answer, Parameters, Workers
from hyperoxo.extras import installation
from hyperoxo.slowness import SLOWNESS

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor, Future

    from distributed import Client

_log = logging.getLogger(__name__)

COUNT_INTERVAL = 5.0
"""Seconds after which a cluster's workers are counted again; they come and go."""
CONNECT_TIMEOUT = 10.0 * SLOWNESS
"""Seconds in which a cluster must answer."""
JOIN_TIMEOUT = 10.0 * SLOWNESS
"""Seconds in which it must have a worker."""
TLS_REMEDY = "see distributed.comm.tls in Dask's settings: ca-file, client.cert and client.key"


def checked_address(address: str) -> str:
    """Return host and port of a Dask scheduler, given as `dask://HOST:PORT`."""
    match = re.fullmatch(r"dask://((?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5}))", address)
    if match is None or not 0 < int(match[2]) < 65536:
        remedy = "such as dask://127.0.0.1:8786, or MODULE:FACTORY"
        raise ExecutorError(address, "not the address of an executor", remedy)
    return match[1]


def _checked_scheme(address: str) -> str:
    """Return the protocol that Dask's settings ask for: `tls` or, usually, `tcp`.

    Dask itself would report missing certificates with tracebacks.
    """
    import dask  # noqa: PLC0415 - an extra
    from distributed.security import Security  # noqa: PLC0415 - an extra

    try:
        security = Security()  # type: ignore[no-untyped-call] # as Dask has it
        scheme = "tls" if security.require_encryption else str(dask.config.get("distributed.comm.default-scheme"))
        context = security.get_connection_args("client")["ssl_context"]  # type: ignore[no-untyped-call]
    except (OSError, TypeError, ValueError) as error:
        raise ExecutorError(address, f"Dask's settings of TLS cannot be used: {error}", TLS_REMEDY) from None
    if scheme == "tls" and context is None and not dask.config.get("distributed.client.security-loader"):
        raise ExecutorError(address, "Dask's settings ask for TLS and name no certificate of a client", TLS_REMEDY)
    return scheme


class _ClusterWorkers(Workers):
    """The workers of a Dask cluster, which itself repeats the tasks of lost workers."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        # Not `pure`: a pure task's key is a digest of its value, which Dask finds slowly for types of its users.
        self._executor: Executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call] # as Dask has it
        self._capacity = 0
        self._counted = -math.inf

    @property
    def capacity(self) -> int:
        if time.monotonic() > self._counted + COUNT_INTERVAL:
            threads = self._client.nthreads()  # type: ignore[no-untyped-call] # as Dask has it
            self._capacity = max(2 * sum(threads.values()), 2)
            self._counted = time.monotonic()
        return self._capacity

    @property
    def failure(self) -> ExecutorError | None:
        # A task that is submitted while Dask gives the connection up is neither done nor cancelled.
        return self._lost_scheduler() if self._client.status == "closed" else None

    def explained(self, error: Exception, task: object) -> ExecutorError | None:
        from distributed import KilledWorker  # noqa: PLC0415 - an extra

        match error:
            case KilledWorker():
                return ExecutorError(
                    repr(task), "every worker of the cluster that began this task was lost", LOSS_REMEDY
                )
            case CancelledError():
                return self._lost_scheduler()
            case _:
                return None

    def _lost_scheduler(self) -> ExecutorError:
        reason = "the connection to the scheduler of the cluster was lost"
        return ExecutorError(self._address, reason, "start it again, and continue")

    def submit(
        self, function: Callable[Parameters, Answer], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Answer]:
        return self._executor.submit(function, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - as inherited
        self._executor.shutdown(wait)


@contextmanager
def connected_cluster(address: str) -> Iterator[Workers]:
    """Connect to the scheduler at an address as the user wrote it."""
    place = checked_address(address)
    try:
        import dask  # noqa: PLC0415 - an extra
        from distributed import Client  # noqa: PLC0415 - an extra
        from distributed.comm.core import CommClosedError  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise ExecutorError(address, f"{error.name} is not installed", installation("cluster")) from None
    scheduler = f"{_checked_scheme(address)}://{place}"
    with ExitStack() as stack:
        # An error is one line of ours, and logs of libraries would stand on the terminal beside it.
        for name in ("distributed", "distributed.client", "tornado.application"):
            logger = logging.getLogger(name)
            stack.callback(logger.setLevel, logger.level)
            logger.setLevel(logging.CRITICAL)
        # The tasks of a long search carry its results so far, and Dask would warn of their size on the terminal.
        stack.enter_context(dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GB"}))
        try:
            client = Client(scheduler, timeout=CONNECT_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call] # as Dask has it
        except CommClosedError as error:
            reason = f"the connection was closed at its start: {error.__cause__ or error}"
            raise ExecutorError(address, reason, "scheduler and client need the same settings of TLS") from None
        except OSError:
            raise ExecutorError(
                address, f"no Dask scheduler answers within {CONNECT_TIMEOUT:g} s", "start one with: dask scheduler"
            ) from None
        stack.enter_context(client)
        check_workers(client, scheduler, address)
        client.subscribe_topic("all", warn_of_loss)  # type: ignore[no-untyped-call] # as Dask has it
        yield _ClusterWorkers(client, address)


def warn_of_loss(event: tuple[float, object]) -> None:
    """Warn of a worker that a cluster has lost, by an event of its scheduler with its time."""
    match event[1]:
        case {"action": "remove-worker", "expected": False, "worker": worker}:
            _log.warning("the cluster lost the worker %s; its tasks are repeated", worker)


class ClusterClient(typing.Protocol):
    """The part of a connection to a scheduler that is used to check its workers."""

    def wait_for_workers(self, n_workers: int, timeout: float) -> object:
        """Wait until the cluster has this number of workers."""

    def run(
        self, function: Callable[..., object], *args: object, on_error: typing.Literal["raise", "return", "ignore"]
    ) -> dict[str, object]:
        """Call a function on every worker, and return the results by the worker's address."""


def check_workers(client: ClusterClient, scheduler: str, address: str) -> None:
    """Check that the workers of a cluster have this version of the package; with another one, results may differ."""
    try:
        client.wait_for_workers(1, timeout=JOIN_TIMEOUT)
    except TimeoutError:
        raise ExecutorError(
            address, f"the cluster has no worker after {JOIN_TIMEOUT:g} s", f"start some with: dask worker {scheduler}"
        ) from None
    from importlib import metadata  # noqa: PLC0415 - slow to import, and only clusters need it

    ours = metadata.version("hyperoxo")
    for worker, theirs in sorted(client.run(metadata.version, "hyperoxo", on_error="return").items()):
        # One that was lost while it was asked answers with an OSError; others do its work.
        if theirs != ours and not isinstance(theirs, OSError):
            has = "no hyperoxo" if isinstance(theirs, Exception) else f"hyperoxo {theirs}"
            raise ExecutorError(address, f"the worker {worker} has {has}", f"install hyperoxo {ours} there")
