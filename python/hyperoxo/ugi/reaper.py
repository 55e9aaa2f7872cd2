"""A small program that starts another one, and kills all remaining processes when either of the two ends.

    python reaper.py LIFELINE REPORT PROGRAM [ARGUMENT…]

LIFELINE and REPORT are numbers of open pipes. Nothing is ever written to LIFELINE: it ends when the parent closes its
other end or dies, even by `kill -9`; then the program and all its processes are killed. When the program ends first,
the processes that it has left are killed, and a line is written to REPORT:

    failed ERRNO                the program could not be started
    exited CODE LEFT            it ended with an exit code
    killed SIGNAL LEFT          it was ended by a signal

LEFT is the number of processes that it left.

This is a process of its own because only a process can adopt others: as a "subreaper" of Linux it becomes the parent of
every descendant that loses its parent, even of daemons with a session of their own, so it finds them all. Without it,
the program would survive a `kill -9` of its parent, and the program's children any other end. If the reaper itself is
killed, the kernel kills the program; only processes that the program has started then remain.

It runs as a script, without the package, and does without `contextlib`, `pathlib`, `signal` and `typing`, which take
longer to load than Python takes to start.
"""

from __future__ import annotations

import ctypes
import os
import select
import sys

_SIGKILL = 9
_SET_PARENT_DEATH_SIGNAL = 1
_SET_CHILD_SUBREAPER = 36
_CANNOT_START = 127
_MAX_ROUNDS = 1000
_LIBC = ctypes.CDLL(None)


def main(arguments: list[str]) -> None:
    """Run the program, and end when none of its processes is left."""
    lifeline, report = int(arguments[0]), int(arguments[1])
    for inherited in (lifeline, report):
        os.set_inheritable(inherited, False)  # noqa: FBT003 - it takes no keyword
    _LIBC.prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    reaper = os.getpid()
    program = os.fork()
    if program == 0:
        _exec_program(arguments[2:], report, reaper)
    _detach_standard_streams()
    ended = os.pidfd_open(program)
    watch = select.poll()
    watch.register(ended, select.POLLIN)
    watch.register(lifeline, select.POLLIN)
    ready = {number for number, _ in watch.poll()}
    if ended not in ready:
        _kill_all()
        return
    _, status = os.waitpid(program, 0)
    left = _kill_all()
    code = os.waitstatus_to_exitcode(status)
    _write_report(report, f"exited {code} {left}" if code >= 0 else f"killed {-code} {left}")


def _exec_program(words: list[str], report: int, reaper: int) -> None:
    """Turn this process into the program; it dies with the reaper."""
    try:
        _LIBC.prctl(_SET_PARENT_DEATH_SIGNAL, _SIGKILL, 0, 0, 0)
        if os.getppid() != reaper:
            os._exit(_CANNOT_START)
        os.setpgid(0, 0)
        for ignored in (13, 25):  # SIGPIPE and SIGXFSZ; Python ignores them, and programs do not expect that
            _LIBC.signal(ignored, None)
        os.execvp(words[0], words)  # noqa: S606 - needs no shell
    except OSError as error:
        _write_report(report, f"failed {error.errno}")
    os._exit(_CANNOT_START)


def _detach_standard_streams() -> None:
    """Close this process's ends of the pipes, so that they end when the program closes them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _kill_all() -> int:
    """Kill all children until there are none; the children of each become the reaper's. Return how many were killed."""
    killed: set[int] = set()
    for _ in range(_MAX_ROUNDS):  # a bound, against programs that start others faster than they are killed
        for child in _children():
            try:
                os.kill(child, _SIGKILL)
            except OSError:  # it has gone, or belongs to another user: the others are killed all the same
                continue
            killed.add(child)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            break
    return len(killed)


def _children() -> list[int]:
    """Return the children of this process that have not ended."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 - pathlib is slow to load
        try:
            with open(f"/proc/{entry}/stat", "rb") as stat:  # noqa: PTH123 - the same
                # "PID (NAME) STATE PARENT …", and the name may hold anything.
                state, parent = stat.read().rpartition(b")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == os.getpid() and state != b"Z":
            found.append(int(entry))
    return found


def _write_report(report: int, text: str) -> None:
    """Write the report, if its reader still exists."""
    try:
        os.write(report, f"{text}\n".encode())
    except OSError:
        return


if __name__ == "__main__":
    main(sys.argv[1:])
