"""Outside engines for tests: the misbehaving one as a player, with long timeouts except the one under test."""

from __future__ import annotations

import os
import select
import shlex
import sys
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from support.patience import PATIENCE, until

from hyperoxo.ugi.engine import engine_kind
from hyperoxo.ugi.process import Timeouts

if TYPE_CHECKING:
    from hyperoxo.players import Player

SCRIPT = Path(__file__).with_name("misbehaving_engine.py")
SHORT = 0.05
"""Timeout in seconds for output that never comes."""
PATIENT = Timeouts(*[PATIENCE] * len(fields(Timeouts)))


def command(mode: str, file: Path | None = None, *settings: str) -> str:
    """Return the command that starts the engine in a mode.

    Args:
        mode: what it does.
        file: where it writes its process id.
        settings: options to set, as `Name=value`.
    """
    words = [*settings, sys.executable, "-I", "-S", str(SCRIPT), mode, *([] if file is None else [str(file)])]
    return shlex.join(words)


def mock(mode: str, file: Path | None = None, *settings: str, timeouts: Timeouts = PATIENT) -> Player:
    """Return the engine as a player."""
    return engine_kind(timeouts).player(command=command(mode, file, *settings))


def processes(file: Path) -> list[int]:
    """Return the ids of all processes that have written theirs to a file; an engine may be killed before it does."""
    return [int(line) for line in _lines(file) if line.isdigit()]


def received(file: Path) -> list[str]:
    """Return the commands that an engine has written to its file."""
    return [line for line in _lines(file) if not line.isdigit()]


def _lines(file: Path) -> list[str]:
    """Return the lines of a file that are complete."""
    return (
        [line[:-1] for line in file.read_text().splitlines(keepends=True) if line.endswith("\n")]
        if file.exists()
        else []
    )


def wait_for(file: Path, words: str, times: int = 1) -> None:
    """Wait until engines have received a command that begins with these words."""
    until(lambda: sum(line.startswith(words) for line in received(file)) >= times)


def is_running(process: int) -> bool:
    """Return whether a process runs; one that has ended and was waited for does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for_end(process: int) -> None:
    """Wait until a process that is no child of this one has ended."""
    with suppress(ProcessLookupError):
        watched = os.pidfd_open(process)
        try:
            ready, _, _ = select.select([watched], [], [], PATIENCE)
            assert ready, f"process {process} still runs"
        finally:
            os.close(watched)
