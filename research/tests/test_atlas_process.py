"""The atlas as a process: killed and continued, with one worker and with several, and interrupted."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from atlas.__main__ import main
from support.patience import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[1]
SHORT = ("--classes", "12", "--nodes", "200000")


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "atlas", *arguments, "--out", str(folder)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def journal_lines(folder: Path) -> list[str]:
    """Return the complete lines of a journal, without its head; none if there is no journal yet."""
    path = folder / "4x4x4.journal"
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    return [line for line in lines[1:] if line.endswith("\n")]


def kill_after(lines: int, folder: Path, arguments: Sequence[str], number: int) -> int:
    """Run until the journal has this number of lines, send a signal, and return the exit code."""
    with started(folder, *arguments) as process:
        while len(journal_lines(folder)) < lines:
            assert process.poll() is None, process.communicate()
        process.send_signal(number)
        process.communicate(timeout=PATIENCE)
        return process.returncode


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an uninterrupted run."""
    folder = tmp_path_factory.mktemp("undisturbed")
    assert main([*SHORT, "--jobs", "1", "--out", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_run_continues_without_loss_or_repetition(jobs: str, tmp_path: Path, undisturbed: Path) -> None:
    arguments = [*SHORT, "--jobs", jobs]
    # The twelve openings have attempts of their own first, then single second replies.
    assert kill_after(20, tmp_path, arguments, signal.SIGKILL) == -signal.SIGKILL
    kept = journal_lines(tmp_path)
    assert 20 <= len(kept) < len(journal_lines(undisturbed))
    with (tmp_path / "4x4x4.journal").open("a") as journal:
        journal.write(journal_lines(undisturbed)[-1][:50])  # a line cut by the kill
    with started(tmp_path, *arguments) as process:
        printed, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    assert "0 attempts" in printed
    lines = journal_lines(tmp_path)
    assert lines[: len(kept)] == kept
    tried = [(entry["position"], "second_replies" in entry) for entry in map(json.loads, lines)]
    assert len(set(tried)) == len(tried)
    if jobs == "1":
        assert lines == journal_lines(undisturbed)
        for name in ("atlas.json", "atlas.md", "4x4x4.atlas"):
            assert (tmp_path / name).read_bytes() == (undisturbed / name).read_bytes()


def test_ctrl_c_writes_the_results_so_far(tmp_path: Path) -> None:
    assert kill_after(2, tmp_path, [*SHORT, "--jobs", "1"], signal.SIGINT) in {0, 130}
    found: dict[str, Any] = json.loads((tmp_path / "atlas.json").read_text())
    entries = found["first_moves"] + found["second_moves"]
    assert sum(entry["attempt"] is not None for entry in entries) == len(journal_lines(tmp_path)) >= 2


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with started(tmp_path / "file", *SHORT) as process:
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert errors.startswith("atlas: ")
    assert str(tmp_path / "file") in errors
    assert errors.count("\n") == 1
