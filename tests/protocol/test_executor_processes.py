"""Parallel work under outside events: Ctrl-C at the terminal, a killed parent process, a stopped worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.outside_engines import wait_for_end
from support.parallel_tasks import number_in
from support.patience import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

TESTS = Path(__file__).parent.parent
WORK = """
import sys
from hyperoxo.executor import in_order, open_executor
from support.outside_engines import wait_for_end
from support.parallel_tasks import wait_for_ever

with open_executor(2) as workers:
    list(in_order(workers, wait_for_ever, sys.argv[1:]))
"""


@pytest.fixture
def at_work(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A program, in a process group of its own, and its two workers, which wait for ever."""
    pipes = [tmp_path / name for name in ("first", "second")]
    for pipe in pipes:
        os.mkfifo(pipe)
    paths = os.pathsep.join([str(TESTS), *sys.path])
    with subprocess.Popen(
        ["/usr/bin/env", "nice", "-n", "3", sys.executable, "-c", WORK, *map(str, pipes)],
        process_group=0,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": paths},
        text=True,
    ) as program:
        try:
            yield program, [number_in(pipe) for pipe in pipes]
        finally:
            program.kill()


def test_the_workers_stand_back_as_their_starter_does(at_work: tuple[subprocess.Popen[str], list[int]]) -> None:
    """Linux weighs niceness within a session alone; a group of its own keeps Ctrl-C from a worker."""
    program, workers = at_work
    for worker in workers:
        assert os.getpriority(os.PRIO_PROCESS, worker) == os.getpriority(os.PRIO_PROCESS, program.pid) >= 3
        assert os.getsid(worker) == os.getsid(program.pid)
        assert os.getpgid(worker) == worker


def test_workers_end_with_a_starter_that_is_killed(at_work: tuple[subprocess.Popen[str], list[int]]) -> None:
    program, workers = at_work
    program.kill()
    for worker in workers:
        wait_for_end(worker)


@pytest.mark.parametrize("stopped", [False, True])
def test_an_interrupt_at_the_terminal_ends_all_and_only_the_starter_reports_it(
    at_work: tuple[subprocess.Popen[str], list[int]], stopped: bool
) -> None:
    program, workers = at_work
    if stopped:
        os.kill(workers[0], signal.SIGSTOP)
    os.killpg(program.pid, signal.SIGINT)
    _, errors = program.communicate(timeout=PATIENCE)
    assert program.returncode == -signal.SIGINT
    assert errors.count("Traceback") == 1
    assert errors.endswith("KeyboardInterrupt\n")
    for worker in workers:
        wait_for_end(worker)


SCRIPT = """
from hyperoxo.executor import in_order, open_executor

class Number:
    def __init__(self, value):
        self.value = value

def double(number):
    return Number(2 * number.value)

if __name__ == "__main__":
    with open_executor(2) as workers:
        answers = list(in_order(workers, double, map(Number, range(3))))
    print(*(answer.value for answer in answers if isinstance(answer, Number)))
"""


MATCH = """
from hyperoxo import Board, play_match

match = play_match("random", "oxo:level=1", Board("3x3"), games=4, jobs=2, seed=1)
print(0, 2, len(match.scores))
"""
"""A script that needs no guard, since workers import the main module only for its functions."""


@pytest.mark.parametrize("how", [["{folder}/script.py"], ["-m", "script"]])
@pytest.mark.parametrize("script", [SCRIPT, MATCH])
def test_workers_can_call_functions_of_a_script(tmp_path: Path, script: str, how: list[str]) -> None:
    (tmp_path / "script.py").write_text(script)
    program = [sys.executable, "-W", "error", *(word.format(folder=tmp_path) for word in how)]
    ended = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ended.stdout, ended.stderr) == ("0 2 4\n", "")


def test_a_program_without_standard_streams_has_workers_too() -> None:
    script = """
from hyperoxo.executor import in_order, open_executor
with open_executor(2) as workers:
    raise SystemExit(list(in_order(workers, abs, [-1, 2])) != [1, 2])
"""
    closed = ["sh", "-c", 'exec "$0" -c "$1" <&- >&- 2>&-', sys.executable, script]
    subprocess.run(closed, timeout=PATIENCE, check=True)
