"""`oxo` as a separate program, and the processes that a program has started."""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

from support.patience import PATIENCE

OXO = [sys.executable, "-c", "import sys; from hyperoxo.cli import main; sys.exit(main())"]
SAVING = (
    "import sys; from hyperoxo.solver import solve as s; s.SAVE_SECONDS = {}; from hyperoxo.cli import main; main()"
)
"""The same program, with other seconds between two saves of a search."""


def tree(pid: int) -> list[int]:
    """Return a process and all that it has started, each after its parent; those that end meanwhile may be missing."""
    found = [pid]
    for parent in found:
        with suppress(OSError):
            for children in Path(f"/proc/{parent}/task").glob("*/children"):
                found += map(int, children.read_text("ascii").split())
    return found


def kill_tree(pid: int) -> None:
    """Kill a process and all that it has started, and return when they have ended."""
    with ExitStack() as stack:
        for each in tree(pid):
            with suppress(ProcessLookupError):
                descriptor = os.pidfd_open(each)
                stack.callback(os.close, descriptor)
                stack.callback(select.select, [descriptor], [], [], PATIENCE)
                os.kill(each, signal.SIGKILL)
