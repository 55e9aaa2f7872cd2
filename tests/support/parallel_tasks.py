"""Tasks for `hyperoxo.executor`, in a module that worker processes can import."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path


def square(number: int) -> int:
    return number * number


def refuse_odd(number: int) -> int:
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number


def process_of(_task: object) -> int:
    return os.getpid()


def lose_worker(_task: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def lose_worker_while_it_answers_once(task: tuple[int, str]) -> int:
    """Return the number; whoever comes first to the marker beside it is lost in the middle of its answer."""
    number, marker = task
    try:
        Path(marker).touch(exist_ok=False)
    except FileExistsError:
        return number

    def tell_the_beginning(connection: Connection, answer: bytes) -> None:
        os.write(connection.fileno(), bytes(answer)[:2])
        os.kill(os.getpid(), signal.SIGKILL)

    Connection._send = tell_the_beginning  # type: ignore[attr-defined] # noqa: SLF001 - all answers go through it
    return number


def lose_worker_of_seven(number: int) -> int:
    if number == 7:
        lose_worker(number)
    return number


def lose_worker_once(task: tuple[int, str]) -> int:
    """Return the number; whoever comes first to the marker beside it leaves it and is lost."""
    number, marker = task
    if not Path(marker).exists():
        Path(marker).touch()
        lose_worker(number)
    return number


def wait_for_ever(address: str) -> None:
    """Write the process's number into a named pipe, and wait until somebody ends the process."""
    with Path(address).open("w") as told:
        print(os.getpid(), file=told, flush=True)
        signal.pause()


def stop_one_worker_and_lose_the_other(task: tuple[str, str]) -> str:
    """Return the role; at first, the worker with the role `lost` stops that of `stopped`, and is lost.

    They meet at a named pipe, which is gone afterwards.
    """
    role, pipe = task
    try:
        if role == "stopped":
            with open(pipe, "w", opener=lambda path, _: os.open(path, os.O_WRONLY)) as told:
                print(os.getpid(), file=told)
            signal.pause()
        number = int(Path(pipe).read_text())
    except FileNotFoundError:
        return role
    Path(pipe).unlink()
    os.kill(number, signal.SIGSTOP)
    lose_worker(task)
    return role
