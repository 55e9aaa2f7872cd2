"""Tries inputs that a number makes: `python -m fuzzing.numbered NAME SEED FIRST SECONDS`.

With 0 seconds it tries the first input alone. An input that fails is written into `found`, with what failed. One that
takes longer than its limit ends the process, with the stacks of all threads.
"""

from __future__ import annotations

import faulthandler
import json
import random
import resource
import sys
import time
import traceback
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fuzzing import disks, faults, kills
from fuzzing.rules import check_bound, check_labels, check_rules
from support import fuzz_limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOUND = Path(__file__).with_name("found")


@dataclass(frozen=True)
class NumberedTarget:
    """What is tried with the inputs of a campaign.

    Attributes:
        check: draws an input from a stream and checks it; it raises an AssertionError if an answer is false.
        wanted: the inputs that it must try in all.
        limits: the limits of an input: seconds, and MiB of the process.
    """

    check: Callable[[random.Random], None]
    wanted: int
    limits: tuple[int, int]


def _disturbed(check: Callable[[random.Random], None], wanted: int = 20) -> NumberedTarget:
    return NumberedTarget(check, wanted, (1_800, 1_024))


NUMBERED = {
    "rules": NumberedTarget(check_rules, 200_000, (60, 1_024)),
    "labels": NumberedTarget(check_labels, 20_000, (60, 2_048)),
    "bounds": NumberedTarget(check_bound, 10_000, (60, 2_048)),
    "kill-match": _disturbed(kills.kill_match),
    "kill-tournament": _disturbed(kills.kill_tournament),
    "kill-solve": _disturbed(kills.kill_solve),
    "kill-server": _disturbed(kills.kill_server),
    "kill-server-postgresql": _disturbed(kills.kill_server_postgresql),
    "kill-database": _disturbed(kills.kill_database, wanted=5),
    "kill-boxes": _disturbed(kills.kill_boxes),
    "kill-atlas": _disturbed(kills.kill_atlas),
    "kill-puzzles": _disturbed(kills.kill_puzzles),
    "kill-dask": _disturbed(faults.kill_dask, wanted=200),
    "stop-processes": _disturbed(faults.stop_processes, wanted=100),
    "clock-jumps": _disturbed(faults.clock_jumps, wanted=100),
    "full-disk": _disturbed(disks.full_disk, wanted=1_000),
    "few-files": _disturbed(fuzz_limits.few_files, wanted=1_000),
    "poor-server": _disturbed(fuzz_limits.poor_server, wanted=100),
    "little-memory": _disturbed(fuzz_limits.little_memory, wanted=1_000),
}


class Tally:
    """The counts of a batch, which are printed after each input.

    Attributes:
        inputs: the inputs that were tried.
    """

    def __init__(self, name: str, seed: int, seconds: int, limits: tuple[int, int]) -> None:
        self.inputs = 0
        self._crashes = 0
        self._name = f"{name}-{seed}"
        self._is_single = not seconds
        self._ends = time.monotonic() + seconds
        self._seconds, self._mebibytes = limits

    def begin(self, number: int) -> None:
        """Count an input, and print its number, since the process ends if it takes too long."""
        print(f"trying {number}", flush=True)
        self.inputs += 1

    @contextmanager
    def timed(self) -> Iterator[None]:
        """End the process if the block takes too long."""
        faulthandler.dump_traceback_later(self._seconds, exit=True)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()

    def note_crash(self, number: int) -> None:
        """Count and write down the exception that an input with this number has raised."""
        self._crashes += 1
        FOUND.mkdir(exist_ok=True)
        (FOUND / f"{self._name}-{number}.txt").write_text(traceback.format_exc(), encoding="utf-8")
        traceback.print_exc()

    @property
    def is_over(self) -> bool:
        """Whether the time is over; the counts are printed."""
        is_over, counts = time.monotonic() >= self._ends, {"inputs": self.inputs, "crashes": self._crashes}
        if is_over:
            counts["memory"] = int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10 > self._mebibytes)
        print(json.dumps(counts), flush=True)
        return is_over

    @property
    def exit_code(self) -> int:
        """The exit code: 1 if the input was tried alone and failed."""
        return int(self._is_single and self._crashes > 0)


def main(name: str, seed: int, first: int, seconds: int) -> int:
    """Try inputs until the time is over; return the exit code."""
    target = NUMBERED[name]
    tally = Tally(name, seed, seconds, target.limits)
    while True:
        number = first + tally.inputs
        tally.begin(number)
        try:
            with tally.timed():
                target.check(random.Random(f"{name} {seed} {number}"))
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # a panic of the core does not derive from Exception
            tally.note_crash(number)
        if tally.is_over:
            return tally.exit_code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
