"""A Dask cluster of real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from types import MappingProxyType
from typing import TYPE_CHECKING

from support.present import present

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import ExitStack
    from pathlib import Path


class Cluster:
    """A scheduler and its workers, each a process of its own.

    Args:
        stack: ends the processes.
        folder: where they work.
        settings: Dask's, as variables of the environment.
        workers: how many start.

    Attributes:
        address: what `--executor` takes.
        scheduler: the process of the scheduler.
        workers: the processes.
    """

    def __init__(
        self, stack: ExitStack, folder: Path, settings: Mapping[str, str] = MappingProxyType({}), workers: int = 2
    ) -> None:
        self._stack = stack
        self._folder = folder
        self._settings = settings
        self.scheduler = self._start("scheduler", "--port", "0")
        self._url = self._line_with(self.scheduler, "Scheduler at:").rpartition("at:")[2].strip()
        self.address = "dask" + self._url[self._url.index(":") :]
        self.workers: list[subprocess.Popen[str]] = []
        self.add_workers(workers)

    def add_workers(self, count: int) -> None:
        """Start workers, and wait until the scheduler knows them."""
        started = [self._start("worker", self._url, "--nthreads", "1", "--no-nanny") for _ in range(count)]
        for worker in started:
            self._line_with(worker, "Registered to:")
        self.workers += started

    def lose_workers(self) -> None:
        """Kill all workers, and wait until the scheduler knows it."""
        for worker in self.workers:
            worker.kill()
        self._line_with(self.scheduler, "Lost all workers")

    def _start(self, role: str, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{role}", *arguments, "--host", "127.0.0.1"]
        process = subprocess.Popen(
            [*command, "--no-dashboard"],
            cwd=self._folder,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | dict(self._settings),
            stderr=subprocess.PIPE,
            text=True,
        )
        self._stack.enter_context(process)
        self._stack.callback(process.kill)
        return process

    @staticmethod
    def _line_with(process: subprocess.Popen[str], text: str) -> str:
        """Return the first line with a text that a process logs."""
        for line in present(process.stderr):
            if text in line:
                return line
        raise AssertionError(f"the process ended without {text!r}")
