"""What the server and a process that thinks say to each other, over the pipes between them.

A message is pickled, since both ends are this program and trust each other, and its length goes before it.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import asyncio

    from hyperoxo.server.workers.job import Job

_LENGTH = 4
"""Bytes that tell the length of a message."""


@dataclass(frozen=True, slots=True)
class Begin:
    """To the process: do this. It is said only after the job before has ended."""

    job: Job[Any, Any]


@dataclass(frozen=True, slots=True)
class Cancel:
    """To the process: end what you do now; if it has ended meanwhile, there is nothing to end."""


@dataclass(frozen=True, slots=True)
class Told:
    """From the process: what is known so far."""

    news: Any


@dataclass(frozen=True, slots=True)
class Done:
    """From the process: the answer, which ends the job."""

    answer: Any


@dataclass(frozen=True, slots=True)
class Failed:
    """From the process: there is no answer, and why, which ends the job."""

    error: Exception


Message: TypeAlias = Begin | Cancel | Told | Done | Failed


def packed(message: Message) -> bytes:
    """Return a message as it goes through a pipe."""
    data = pickle.dumps(message)
    return len(data).to_bytes(_LENGTH, "big") + data


def received(stream: IO[bytes]) -> Message | None:
    """Wait for the next message of a blocking stream; None at its end."""
    length = stream.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    data = stream.read(int.from_bytes(length, "big"))
    message: Message = pickle.loads(data)  # noqa: S301 - from the process that started this one
    return message


async def receive(stream: asyncio.StreamReader) -> Message:
    """Wait for the next message of a stream.

    Raises:
        IncompleteReadError: the stream has ended.
    """
    length = int.from_bytes(await stream.readexactly(_LENGTH), "big")
    message: Message = pickle.loads(await stream.readexactly(length))  # noqa: S301 - from a process that we started
    return message
