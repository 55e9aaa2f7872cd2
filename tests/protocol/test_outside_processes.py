"""Outside programs end with the program that uses them, however it ends; each test has its own processes."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.outside_engines import SHORT, command, is_running, processes, wait_for, wait_for_end
from support.patience import PATIENCE
from support.processes import OXO

from hyperoxo import Board, player
from hyperoxo.game import Ending
from hyperoxo.players import kind, names
from hyperoxo.ugi.compliance import Severity, check_engine
from hyperoxo.ugi.process import DEFAULT_TIMEOUTS, EngineFailure, EngineProcess, read_command

if TYPE_CHECKING:
    from pathlib import Path

INTERRUPTED = 130


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "engine"


def oxo(*arguments: str) -> subprocess.Popen[str]:
    """Start `oxo` in a process group of its own, as a shell does."""
    return subprocess.Popen(
        [*OXO, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0
    )


def has_ended(program: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for a program's end and return exit code, output and errors."""
    output, errors = program.communicate(timeout=PATIENCE)
    return program.returncode, output, errors


def test_an_engine_ends_with_the_command_that_used_it(file: Path) -> None:
    code, output, errors = has_ended(oxo("move", f"ugi:{command('leaves-child', file)}", "3x3"))
    assert (code, output, errors) == (0, "11\nguesses cp 0, depth 1, 1 nodes\n", "")
    found = processes(file)
    assert len(found) == 2
    assert not any(map(is_running, found))


@pytest.mark.parametrize(
    ("by", "code"),
    [(signal.SIGINT, INTERRUPTED), *((by, -by) for by in (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP))],
)
def test_an_engine_does_not_outlive_a_process_that_a_signal_ends(file: Path, by: signal.Signals, code: int) -> None:
    program = oxo("move", f"ugi:{command('hang-at-go', file)}", "3x3")
    wait_for(file, "go")
    os.killpg(program.pid, by)  # as a terminal does on Ctrl-C
    assert has_ended(program) == (code, "", "")
    for process in processes(file):
        wait_for_end(process)


def test_children_of_an_engine_do_not_outlive_a_process_that_is_killed(file: Path) -> None:
    two = command("leaves-child", file), command("hang-at-go", file)
    program = oxo("play", "3x3", "--first", f"ugi:{two[0]}", "--second", f"ugi:{two[1]}")
    wait_for(file, "go", times=2)
    program.kill()
    has_ended(program)
    found = processes(file)
    assert len(found) == 3
    for process in found:
        wait_for_end(process)


def test_an_engine_does_not_outlive_its_reaper(file: Path) -> None:
    engine = EngineProcess(shlex.split(command("good", file)), SHORT)
    engine.send("setoption name Loud value true", PATIENCE)
    wait_for(file, "name Loud")
    engine._reaper.kill()  # noqa: SLF001 - as a user might who sees it in a list of processes
    for process in processes(file):
        wait_for_end(process)
    with pytest.raises(EngineFailure, match="it closed its output"):
        engine.receive(PATIENCE)
    engine.close()


def test_writing_to_a_program_that_does_not_read_has_a_time_limit(file: Path) -> None:
    engine = EngineProcess(shlex.split(command("never-reads", file)), SHORT)
    engine.send("ugi", PATIENCE)
    with pytest.raises(EngineFailure, match=r"it did not read its input within 0\.05 s") as failed:
        engine.send("x" * 10_000_000, SHORT)  # more than any pipe holds
    assert failed.value.ending is Ending.TIME
    engine.close()
    assert not any(map(is_running, processes(file)))


def test_both_ends_may_write_at_once() -> None:
    """The program's output is read while long input is sent to it, so that neither end waits for the other."""
    engine = EngineProcess(["cat"], PATIENCE)
    for number in range(10_000):
        engine.send(f"line {number} {'x' * 100}", PATIENCE)
    assert [engine.receive(PATIENCE) for number in range(10_000)][-1] == f"line 9999 {'x' * 100}"
    engine.close()
    engine.close()


SLOW = pytest.mark.slow(reason="the same protocol around another player")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=[] if name in {"oxo", "fignition"} else SLOW
        )  # one that plays all, one that only begins
        for name in names()
        if not kind(name).is_outside
    ],
)
def test_every_player_of_ours_follows_the_protocol_as_an_engine(name: str) -> None:
    typed = shlex.join([*OXO, "ugi", name])
    report = check_engine(typed, read_command(typed), timeouts=replace(DEFAULT_TIMEOUTS, lateness=PATIENCE))
    refusal = player(name).refusal(Board(report.board), "o")
    advice = [] if refusal is None else [f"it did not search: {name}: {refusal.reason}; {refusal.remedy}"]
    assert [(finding.level, finding.text) for finding in report.findings if finding.text] == [
        (Severity.ADVICE, text) for text in advice
    ]
    assert player(name).refusal(Board(report.board), "x") is None
