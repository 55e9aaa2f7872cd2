"""`oxo match` and `oxo dataset` as processes: killed and resumed, interrupted at the terminal, with a lost worker."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from support.parallel_tasks import workers_of
from support.patience import until
from support.terminal import Terminal

from hyperoxo import record
from hyperoxo.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MATCH = ("match", "ibm1620", "oxo:level=2", "--seed", "5", "--openings", "random:2")
FAR_AWAY = 1_000_000
"""More games than any test plays."""
PROGRESS = r"[0-9]+ of 1,000,000 games, [0-9.]+% for ibm1620, [0-9,.]+ a \w+, [0-9:]+ left"


@pytest.fixture
def watched(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """Return an endless match that writes to the file `games`, after some of its games."""
    workers = ("--executor" if ":" in request.param else "--jobs", request.param)
    arguments = (*MATCH, "--games", str(FAR_AWAY), *workers, "--out", str(tmp_path / "games.jsonl"))
    with Terminal(*arguments, out=subprocess.DEVNULL, PYTHONPATH=os.pathsep.join(sys.path)) as terminal:
        terminal.wait_for(" left")
        assert re.search(PROGRESS, terminal.shown)
        yield terminal


def go_on(path: Path, jobs: str = "1") -> int:
    """Resume the match in a file for a few more games, and return their total number."""
    games = max(int(game.tags["Game"]) for game in record.recover(path)) + 20
    assert main([*MATCH, "--games", str(games), "--jobs", jobs, "--resume", str(path), "--csv"]) == 0
    return games


def uninterrupted(folder: Path, games: int) -> bytes:
    """Return the file of an uninterrupted match."""
    path = folder / "uninterrupted.jsonl"
    assert main([*MATCH, "--games", str(games), "--jobs", "1", "--out", str(path), "--csv"]) == 0
    return path.read_bytes()


@pytest.mark.parametrize(
    ("watched", "number"),
    [("2", signal.SIGKILL), ("2", signal.SIGTERM), ("2", signal.SIGHUP)],
    indirect=["watched"],
)
def test_a_killed_match_prints_nothing_more_and_resumes_to_the_same_file(
    watched: Terminal, number: signal.Signals, tmp_path: Path
) -> None:
    before = len(watched.shown)
    watched.process.send_signal(number)
    assert watched.leave() == -number
    assert "\n" not in watched.shown[before:]  # the progress line may still change; workers have the terminal too
    path = tmp_path / "games.jsonl"
    assert path.stat().st_size
    games = go_on(path)
    assert path.read_bytes() == uninterrupted(tmp_path, games)


@pytest.mark.parametrize("watched", ["2", "support.executor_factories:processes"], indirect=True)
def test_an_interrupted_match_prints_the_command_that_resumes_it(watched: Terminal, tmp_path: Path) -> None:
    os.killpg(watched.process.pid, signal.SIGINT)
    assert watched.leave() == 130
    assert "Traceback" not in watched.shown
    assert re.search(r"stopped after [0-9,]+ of 1,000,000 games\r\n", watched.shown)
    path = tmp_path / "games.jsonl"
    # Beyond the last finished game of the schedule; two jobs may have finished it before earlier games.
    games = 20 + 2 * max(int(game.tags["Pair"]) for game in record.load(path))
    [command] = re.findall(r"to continue: (.*)\r\n", watched.shown)
    program, *arguments = shlex.split(command)
    assert program == "oxo"
    arguments = [f"--games={games}" if argument == f"--games={FAR_AWAY}" else argument for argument in arguments]
    assert main([*arguments, "--jobs", "1", "--csv"]) == 0
    assert path.read_bytes() == uninterrupted(tmp_path, games)


@pytest.mark.parametrize("watched", ["2"], indirect=True)
def test_a_worker_that_is_killed_costs_no_game(watched: Terminal, tmp_path: Path) -> None:
    workers = workers_of(watched.process.pid)
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    watched.wait_for("1,000,000 games")
    os.killpg(watched.process.pid, signal.SIGINT)
    assert watched.leave() == 130
    games = go_on(tmp_path / "games.jsonl")
    assert (tmp_path / "games.jsonl").read_bytes() == uninterrupted(tmp_path, games)


def test_an_interrupted_data_set_prints_the_command_that_resumes_it(tmp_path: Path) -> None:
    path, whole = tmp_path / "positions.jsonl", tmp_path / "whole.jsonl"
    arguments = ("dataset", "4x4x4", "--nodes", "100", "--seed", "3", "--positions")
    with Terminal(*arguments, str(FAR_AWAY), "--out", str(path)) as terminal:
        terminal.wait_for(" of 1,000,000 positions, ")
        until(lambda: path.exists() and path.stat().st_size > 0)
        os.killpg(terminal.process.pid, signal.SIGINT)
        assert terminal.leave() == 130
    [command] = re.findall(r"stopped after [0-9,]+ positions\r\nto continue: oxo (.*)\r\n", terminal.shown)
    count = str(path.read_bytes().count(b"\n") + 20)
    assert main([*shlex.split(command), "--positions", count]) == 0
    assert main([*arguments, count, "--out", str(whole)]) == 0
    assert path.read_bytes() == whole.read_bytes()
