#!/usr/bin/env python3
"""Runs a command at an eighth of the speed with all that it starts, in whatever session: of each 80 ms they run 10.

    scripts/slowly.py COMMAND [ARGUMENT...]

Where a cgroup may be made, its freezer holds them, which none of them sees. Elsewhere they are stopped and continued,
save those that others have stopped. The last line says how many there were, and exits with the command's code.
"""

from __future__ import annotations

import ctypes
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

RUNNING, HELD = 0.01, 0.07
KINDS = {"Chromium": rb"[^\0]*chrom[^\0/]*\0", "engines": rb".*(\0ugi\0|misbehaving_engine\.py\0)"}
"""What the last line counts, by its command line."""
SWITCHES = {
    ("/sys/fs/cgroup", "0::"): ("cgroup.freeze", "1", "0"),
    ("/sys/fs/cgroup/unified", "0::"): ("cgroup.freeze", "1", "0"),
    ("/sys/fs/cgroup/freezer", ":freezer:"): ("freezer.state", "FROZEN", "THAWED"),
}
"""The file that freezes a cgroup, what holds and what continues, by the tree and how a process's line begins."""
PR_SET_CHILD_SUBREAPER = 36


class Brake(Protocol):
    """What holds processes, and lets them run again."""

    def join(self) -> None:
        """Put this process and all that it will start under the brake."""

    def hold(self) -> list[int]:
        """Hold all processes, and return their numbers."""

    def release(self) -> None:
        """Let them run."""

    def leave(self) -> None:
        """Leave nothing behind."""


class Freezer:
    """The freezer of a new cgroup below our own one; an `OSError` where none may be made."""

    def __init__(self) -> None:
        ours = Path("/proc/self/cgroup").read_text()
        for (tree, start), (switch, self._held, self._running) in SWITCHES.items():
            path = re.search(rf"^\d*{start}/(.*)$", ours, re.MULTILINE)
            above = Path(tree, path[1] if path else "")
            if path and (above / "cgroup.procs").exists():
                self._folder = above / f"slowly-{os.getpid()}"
                self._switch = self._folder / switch
                self._folder.mkdir()
                if self._switch.exists():
                    return
                self._folder.rmdir()
        raise FileNotFoundError("no freezer")

    def join(self) -> None:
        (self._folder / "cgroup.procs").write_text("0")

    def hold(self) -> list[int]:
        self._switch.write_text(self._held)
        return [int(pid) for pid in (self._folder / "cgroup.procs").read_text().split()]

    def release(self) -> None:
        self._switch.write_text(self._running)

    def leave(self) -> None:
        with suppress(OSError):  # a process that outlives the command
            self._folder.rmdir()


class Signals:
    """Signals to all descendants, orphans among them."""

    def __init__(self) -> None:
        self._held: list[int] = []
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)

    def join(self) -> None:
        pass

    def hold(self) -> list[int]:
        children: dict[int, list[int]] = {}
        for pid, _, parent in filter(None, map(status, Path("/proc").glob("[0-9]*"))):
            children.setdefault(parent, []).append(pid)
        found = children.get(os.getpid(), [])
        for pid in found:  # each after its parent, so that none is stopped by another between the look and the signal
            now = status(Path(f"/proc/{pid}"))
            if now is not None and now[1] not in "TtZ":
                self._held.append(pid)
                os.kill(pid, signal.SIGSTOP)
            found += children.get(pid, [])
        return list(self._held)

    def release(self) -> None:
        while self._held:
            with suppress(ProcessLookupError):
                os.kill(self._held.pop(), signal.SIGCONT)

    def leave(self) -> None:
        pass


def status(process: Path) -> tuple[int, str, int] | None:
    """Return the number of a process, its state and its parent, None if it has ended."""
    with suppress(OSError):
        state, parent = (process / "stat").read_text().rpartition(")")[2].split()[:2]
        return int(process.name), state, int(parent)
    return None


def kinds(pids: list[int]) -> Iterator[tuple[str, int]]:
    """Yield the kinds of processes, with their numbers."""
    for pid in pids:
        with suppress(OSError):
            line = Path(f"/proc/{pid}/cmdline").read_bytes()
            yield from ((kind, pid) for kind, pattern in KINDS.items() if re.match(pattern, line, re.DOTALL))


def run(command: list[str], brake: Brake) -> int:
    """Run a command under a brake, say what was slowed, and return the exit code."""
    slowed: set[int] = set()
    named: dict[str, set[int]] = {kind: set() for kind in KINDS}
    with subprocess.Popen(command, preexec_fn=brake.join) as child:  # noqa: PLW1509, S603 # no threads; our own programs
        signal.signal(signal.SIGTERM, lambda number, _: child.send_signal(number))
        while child.poll() is None:
            until = time.monotonic() + HELD
            try:
                slowed.update(pids := brake.hold())
                for kind, pid in kinds(pids):
                    named[kind].add(pid)
                time.sleep(max(0.0, until - time.monotonic()))
            finally:
                brake.release()
            time.sleep(RUNNING)
    brake.leave()
    among = ", ".join(f"{kind} {len(pids)}" for kind, pids in named.items())
    print(f"{len(slowed)} processes were slowed by {type(brake).__name__.lower()}; among them: {among}", flush=True)
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def main(command: list[str]) -> int:
    if not command:
        print("scripts/slowly.py: no command; type scripts/slowly.py COMMAND [ARGUMENT...]", file=sys.stderr)
        return 2
    signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C reaches the command, too, and ends it
    try:
        brake: Brake = Freezer()
    except OSError:
        brake = Signals()
    return run(command, brake)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
