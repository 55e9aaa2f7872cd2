"""Executors of the user: the same answers as ours give, lost workers, and one line for every mistake."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from support.executor_factories import MADE
from support.outside_engines import is_running
from support.parallel_tasks import (
    lose_worker_of_seven,
    lose_worker_once,
    number_in,
    square,
    wait_for_ever,
    wait_for_ever_in_an_answer,
)

from hyperoxo.cli import main
from hyperoxo.errors import ExecutorError
from hyperoxo.executor import as_completed, in_order, open_executor

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GOOD = "support.executor_factories:"
"""What the names of factories in the tests' module begin with."""


def test_match_and_proof_and_batch_are_the_same_in_threads_of_a_factory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    batch = tmp_path / "batch"
    batch.write_text("111\n222 111\n")
    written: list[list[bytes]] = []
    for name, where in (("here", ["--jobs", "1"]), ("there", ["--executor", f"{GOOD}threads"])):
        games, proof = tmp_path / f"{name}.jsonl", tmp_path / f"{name}.oxc"
        match = ["match", "random", "ibm1620", "--games", "40", "--seed", "2", "--out", str(games)]
        assert main([*match, *where]) == 0
        assert main(["solve", "3x3x3", "--certificate", str(proof), *(where if name == "there" else [])]) == 0
        capsys.readouterr()
        with batch.open() as lines:
            monkeypatch.setattr("sys.stdin", lines)
            assert main(["move", "random", "3x3x3", "--seed", "1", "--batch", *where]) == 0
        written.append([games.read_bytes(), proof.read_bytes(), capsys.readouterr().out.encode()])
    assert written[0] == written[1]


@pytest.mark.parametrize("name", ["threads", "processes"])
def test_the_executor_of_a_factory_is_shut_down_at_the_end(name: str) -> None:
    with open_executor(address=GOOD + name) as workers:
        assert workers.capacity == 4
        assert list(in_order(workers, square, range(20))) == [number * number for number in range(20)]
    with pytest.raises(RuntimeError, match="cannot schedule new futures after shutdown"):
        MADE[-1].submit(square, 3)


def test_a_process_that_is_lost_breaks_the_executor_and_costs_no_task(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tasks = [(number, str(tmp_path / "marker")) for number in range(12)]
    with open_executor(address=f"{GOOD}processes") as workers:
        assert sorted(answer for _, answer in as_completed(workers, lose_worker_once, tasks)) == list(range(12))
    assert [message.partition(";")[0] for message in caplog.messages] == [
        f"the executor of {GOOD}processes lost a worker"
    ]


def test_the_task_that_ends_every_process_is_named_and_not_one_beside_it() -> None:
    with (
        open_executor(address=f"{GOOD}processes") as workers,
        pytest.raises(ExecutorError, match=r"^7: each of the 3 processes that began to do it was lost"),
    ):
        list(in_order(workers, lose_worker_of_seven, range(20)))


@pytest.mark.parametrize("function", [wait_for_ever, wait_for_ever_in_an_answer])
def test_running_processes_are_abandoned_at_the_end(function: Callable[[str], None], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with open_executor(address=f"{GOOD}processes") as workers:
        workers.submit(function, str(pipe))
        process = number_in(pipe)
    assert not is_running(process)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("absent_module:make", "the module absent_module cannot be imported (ModuleNotFoundError: No module named"),
        (f"{GOOD}absent", "the module support.executor_factories has nothing called absent"),
        (f"{GOOD}WORD", "WORD cannot be called"),
        (f"{GOOD}number", "number() returned int"),
        (f"{GOOD}failing", "failing() failed (OSError: no queue)"),
        (f"{GOOD}closed", "its executor took no task (RuntimeError: cannot schedule new futures after shutdown)"),
        (f"{GOOD}strange", "its executor cancelled a task"),
    ],
)
def test_a_factory_that_cannot_be_used_is_refused_in_one_line(
    address: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", "random", "random", "--board", "3x3", "--executor", address]) == 2
    line = capsys.readouterr().err
    assert line.startswith(f"oxo: {address}: {message}")
    assert line.count("\n") == 1


def test_a_task_that_cannot_be_pickled_is_refused_in_one_line() -> None:
    with (
        open_executor(address=f"{GOOD}processes") as workers,
        pytest.raises(ExecutorError, match="this task cannot be sent to another process"),
        closing(in_order(workers, square, [lambda: None])) as answers,  # type: ignore[arg-type]
    ):
        list(answers)


def test_a_module_is_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pool_of_mine.py").write_text("from concurrent.futures import ThreadPoolExecutor as make\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [entry for entry in sys.path if entry])
    with open_executor(address="pool_of_mine:make") as workers:
        assert list(in_order(workers, square, [3])) == [9]
