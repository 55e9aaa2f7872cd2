"""Tasks for `hyperoxo.executor`, in a module that worker processes can import."""

from __future__ import annotations

import fcntl
import inspect
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from support.present import present

from hyperoxo.executor.worker import packed

if TYPE_CHECKING:
    from hyperoxo.executor.worker import CallContext


def workers_of(process: int) -> list[int]:
    """Return the worker processes of a process."""
    children = [
        int(child)
        for thread in Path(f"/proc/{process}/task").glob("*/children")
        for child in thread.read_text().split()
    ]
    return [child for child in children if b"hyperoxo.executor.worker" in Path(f"/proc/{child}/cmdline").read_bytes()]


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
    """Return the number; the first worker that reaches the marker beside it dies in the middle of its answer."""
    number, marker = task
    try:
        Path(marker).touch(exist_ok=False)
    except FileExistsError:
        return number
    answer = packed("result", "x" * 1000)
    os.write(_answers(), answer[: 1 + number * len(answer) // 40])
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def _answers() -> int:
    """Return the only pipe, beside the standard streams, into which this process can write."""
    [pipe] = [pipe for pipe in _pipes() if fcntl.fcntl(pipe, fcntl.F_GETFL) & os.O_ACCMODE == os.O_WRONLY]
    return pipe


def _pipes() -> list[int]:
    """Return the pipes that this process has beside the standard streams."""
    return [int(file.name) for file in Path("/proc/self/fd").iterdir() if int(file.name) > 2 and file.is_fifo()]


def fork_and_lose_worker_once(task: tuple[int, str]) -> int:
    """Return the number; the first worker that reaches the marker beside it dies and leaves a process with its pipes.

    That process ends when something is read from the marker, a named pipe, which is gone afterwards.
    """
    number, marker = task
    if Path(marker).exists():
        if os.fork() == 0:
            Path(marker).write_text("gone")
            os._exit(0)
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def lose_worker_of_seven(number: int) -> int:
    if number == 7:
        lose_worker(number)
    return number


def lose_worker_once(task: tuple[int, str]) -> int:
    """Return the number; the first worker to reach the marker beside it removes the marker and is lost."""
    number, marker = task
    if not Path(marker).exists():
        Path(marker).touch()
        lose_worker(number)
    return number


def wait_for_ever(address: str) -> None:
    """Write the process's number into a named pipe, and wait until the process is killed."""
    with Path(address).open("w") as pipe:
        print(os.getpid(), file=pipe, flush=True)
        signal.pause()


def wait_for_ever_in_an_answer(pipe: str) -> None:
    """Write the beginning of an answer as the standard library's pool does, and wait in the same way."""
    frame = inspect.currentframe()
    while "result_queue" not in (known := present(frame).f_locals):
        frame = present(frame).f_back
    os.write(known["result_queue"]._writer.fileno(), b"\0\0\0\x09")  # noqa: SLF001 - where it answers
    wait_for_ever(pipe)


def number_in(pipe: Path) -> int:
    """Return the number that a worker writes into its pipe once it works."""
    with pipe.open() as pipe_end:
        return int(pipe_end.readline())


def stop_by_a_signal(address: str) -> None:
    """Write the process's number into a named pipe, and stop the process as Ctrl-Z would."""
    Path(address).write_text(str(os.getpid()))
    os.kill(os.getpid(), signal.SIGSTOP)


def print_and_read(_task: object) -> str:
    """Print text through Python and directly to the descriptor, and return what the standard input holds."""
    print("printed")
    os.write(1, b"written")
    return sys.stdin.read()


def fail_with_what_cannot_be_pickled(_task: object) -> None:
    error = ValueError("a function in it")
    error.function = lambda: None  # type: ignore[attr-defined]
    raise error


def child_is_interruptible(_task: object) -> bool:
    """Return whether a program that a task starts ends with Ctrl-C, as it does by default."""
    program = "import os, signal; os.kill(os.getpid(), signal.SIGINT)"
    ended = subprocess.run([sys.executable, "-c", program], check=False, stderr=subprocess.DEVNULL)
    return ended.returncode == -signal.SIGINT


def open_pipes(_task: object) -> int:
    """Return how many pipes this process has beside the standard streams."""
    return len(_pipes())


def wait_for_stop(context: CallContext, _filling: bytes) -> str:
    """Wait until the call should stop."""
    context.stopped.wait()
    return "stopped"


def interrupt_itself(_task: object) -> None:
    """Interrupt this process, as Ctrl-C does."""
    raise KeyboardInterrupt
