"""What a server sets for its process: its limit of open files, and what the collector of garbage leaves alone."""

from __future__ import annotations

import gc
import sys
import typing
from contextlib import contextmanager, suppress
from dataclasses import replace

from hyperoxo.errors import InputError

if typing.TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo.server.settings import ClientLimits

if sys.platform != "win32":
    import resource

ACCEPTED: typing.Final = 8
"""Connections that are accepted in one pass of the event loop."""
PASSES: typing.Final = 5
"""Passes from accepting a connection to closing it because it is too many: asyncio takes four."""
OTHERS: typing.Final = 64
"""Files that a server opens besides its connections: its database, modules, pictures."""
OF_A_WORKER: typing.Final = 7
"""Files for each worker process: pipes, an event loop, and a descriptor of the process."""
MIN_CONNECTIONS: typing.Final = 16
"""Connections that a server must be able to take: a page opens six at a time."""


def fitted(limits: ClientLimits, workers: int) -> ClientLimits:
    """Raise this process's limit of open files to what its connections need; return limits of connections that fit it.

    Args:
        limits: the limits that are wanted.
        workers: how many worker processes it starts.

    Raises:
        InputError: it may open too few files.
    """
    if sys.platform != "win32":  # Windows counts sockets apart from files
        others = PASSES * ACCEPTED + OTHERS + OF_A_WORKER * workers
        needed = others + limits.all_connections
        allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if allowed != resource.RLIM_INFINITY and allowed < needed:
            raised = needed if most == resource.RLIM_INFINITY else min(needed, most)
            with suppress(OSError, ValueError):  # the system has a limit below what it states
                resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most))
                allowed = raised
        together = limits.all_connections if allowed == resource.RLIM_INFINITY else allowed - others
        if together < MIN_CONNECTIONS:
            raise InputError(
                "open files", f"{allowed} are too few for a server", f"allow {needed}, as ulimit -n {needed} does"
            )
        if together < limits.all_connections:
            of_one = max(1, together * limits.connections // limits.all_connections)
            limits = replace(limits, all_connections=together, connections=of_one)
    return limits


@contextmanager
def building() -> Iterator[None]:
    """Collect no garbage within the block; what is there at its end stays, and no later collection visits it.

    Collections took a fifth of the time of a start and, by visiting all that stays, later half of that of a long list.
    What is garbage at the end stays too: one object in fifty. FastAPI's models, which only the description of the API
    needs, are not built, either: another tenth.
    """
    from pydantic import BaseModel  # noqa: PLC0415 - what the extra installs

    gc.disable()
    BaseModel.model_config["defer_build"] = True
    try:
        yield
        gc.freeze()
    finally:
        del BaseModel.model_config["defer_build"]
        gc.enable()
