"""`oxo match` as a process: killed and resumed, interrupted at the terminal, and with a lost worker."""

from __future__ import annotations

import os
import pty
import re
import shlex
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest
from support.parallel_tasks import workers_of
from support.processes import OXO, PATIENCE

from hyperoxo import record
from hyperoxo.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MATCH = ("match", "ibm1620", "oxo:level=2", "--seed", "5", "--openings", "random:2")
FAR_AWAY = 1_000_000
"""More games than any test plays."""


class Watched:
    """`oxo` with a terminal as standard error, so that it shows its progress."""

    def __init__(self, *arguments: str) -> None:
        self._terminal, other_end = pty.openpty()
        self.process = subprocess.Popen(
            [*OXO, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=other_end,
            process_group=0,
        )
        os.close(other_end)
        self.shown = ""

    def wait_for(self, pattern: str) -> None:
        """Read until something has been shown."""
        while not re.search(pattern, self.shown):
            assert self.read(), f"the program ended without showing {pattern!r}: {self.shown}"

    def read(self) -> bool:
        """Read the next output; return whether there was any."""
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # Linux reports a terminal whose other end is closed in this way
            return False
        self.shown += data.decode()
        return bool(data)

    def end(self) -> int:
        """Read what is left and return the exit code."""
        while self.read():
            pass
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._terminal)


@pytest.fixture
def watched(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """Return an endless match that writes to the file `games`, after some of its games."""
    arguments = (*MATCH, "--games", str(FAR_AWAY), "--jobs", request.param, "--out", str(tmp_path / "games"))
    program = Watched(*arguments)
    try:
        program.wait_for(r"[0-9]+ of 1,000,000 games, [0-9.]+% for ibm1620, [0-9,.]+ a \w+, [0-9:]+ left")
        yield program
    finally:
        program.close()


def go_on(path: Path, jobs: str = "1") -> int:
    """Resume the match in a file for a few more games, and return their total number."""
    games = max(int(game.tags["Game"]) for game in record.recover(path)) + 20
    assert main([*MATCH, "--games", str(games), "--jobs", jobs, "--resume", str(path), "--csv"]) == 0
    return games


def uninterrupted(folder: Path, games: int) -> bytes:
    """Return the file of an uninterrupted match."""
    path = folder / "uninterrupted"
    assert main([*MATCH, "--games", str(games), "--jobs", "2", "--out", str(path), "--csv"]) == 0
    return path.read_bytes()


@pytest.mark.parametrize(
    ("watched", "number"),
    [("1", signal.SIGKILL), ("2", signal.SIGKILL), ("2", signal.SIGTERM), ("2", signal.SIGHUP)],
    indirect=["watched"],
)
def test_a_killed_match_prints_nothing_more_and_resumes_to_the_same_file(
    watched: Watched, number: signal.Signals, tmp_path: Path
) -> None:
    watched.shown = ""
    watched.process.send_signal(number)
    assert watched.end() == -number
    assert "\n" not in watched.shown  # the progress line may still change; workers have the terminal too
    path = tmp_path / "games"
    assert path.stat().st_size
    games = go_on(path)
    assert path.read_bytes() == uninterrupted(tmp_path, games)


@pytest.mark.parametrize("watched", ["2"], indirect=True)
def test_an_interrupted_match_prints_the_command_that_resumes_it(watched: Watched, tmp_path: Path) -> None:
    os.killpg(watched.process.pid, signal.SIGINT)
    assert watched.end() == 130
    assert "Traceback" not in watched.shown
    assert re.search(r"stopped after [0-9,]+ of 1,000,000 games\r\n", watched.shown)
    path = tmp_path / "games"
    # Beyond the last finished game of the schedule; two jobs may have finished it before earlier games.
    games = 20 + 2 * max(int(game.tags["Pair"]) for game in record.load(path))
    [command] = re.findall(r"to continue: (.*)\r\n", watched.shown)
    program, *arguments = shlex.split(command)
    assert program == "oxo"
    arguments = [f"--games={games}" if argument == f"--games={FAR_AWAY}" else argument for argument in arguments]
    assert main([*arguments, "--jobs", "1", "--csv"]) == 0
    assert path.read_bytes() == uninterrupted(tmp_path, games)


@pytest.mark.parametrize("watched", ["2"], indirect=True)
def test_a_worker_that_is_killed_costs_no_game(watched: Watched, tmp_path: Path) -> None:
    workers = workers_of(watched.process.pid)
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    watched.shown = ""
    watched.wait_for("1,000,000 games")
    os.killpg(watched.process.pid, signal.SIGINT)
    assert watched.end() == 130
    games = go_on(tmp_path / "games")
    assert (tmp_path / "games").read_bytes() == uninterrupted(tmp_path, games)
