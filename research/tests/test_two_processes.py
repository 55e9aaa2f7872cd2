"""Two copies as separate processes: their counts, and the end of one whose other side has failed."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from experiments import two_processes
from experiments.common.catalogue import all_experiments, as_text
from experiments.common.side import Copy
from experiments.common.workbench import Workbench
from experiments.two_processes import MEETING, Meeting, meet, summed
from hyperoxo import player
from hyperoxo.errors import HyperoxoError, InputError
from hyperoxo.executor import open_executor
from support.outside_engines import command, is_running, processes
from support.patience import PATIENCE

ROOT = Path(__file__).parents[1]
KNOWN = all_experiments()
PUBLISHED = KNOWN["two_processes"].published()
SIDE = [sys.executable, "-m", "experiments.common.side"]


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let copies find this package from any folder."""
    paths = [str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))


def test_both_copies_and_a_third_counter_agree_wherever_they_are_started() -> None:
    figures: list[dict[str, Any]] = []
    for jobs in (1, 2):
        with open_executor(jobs) as workers:
            figures.append(KNOWN["two_processes"].run(Workbench(6, 3, workers)))
    assert as_text(figures[0]) == as_text(figures[1])
    [meeting] = figures[0]["meetings"]
    assert meeting["A"] == meeting["B"] == meeting["inside"]
    assert meeting["A"]["games"] == 6
    assert KNOWN["two_processes"].documents(figures[0]).keys() == {"two_processes.md"}


class TestPublished:
    meetings = PUBLISHED["meetings"]

    def test_all_agree(self) -> None:
        for meeting in self.meetings:
            assert meeting["A"] == meeting["B"] == meeting["inside"]
            assert meeting["last"] - meeting["first"] + 1 == meeting["A"]["games"] == MEETING
        assert len({meeting["A"]["digest"] for meeting in self.meetings}) == len(self.meetings) == 8

    def test_the_runs_are_the_first_ones_of_the_long_run(self) -> None:
        """The page's statement about the runs that are played inside one process."""
        long_run = KNOWN["ibm1620_runs"].published()
        runs = [summed("A", self.meetings[start : start + 4])[0] for start in (0, 4)]
        assert runs == long_run["long_run"]["runs"][:2]
        for copy, seats in long_run["run"]["copies"].items():
            for seat, counts in seats.items():
                columns = zip(*(one["A"]["copies"][copy][seat] for one in self.meetings[:4]), strict=True)
                assert [sum(column) for column in columns] == counts


def test_a_copy_whose_engine_fails_ends_both_and_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "engine"
    with pytest.raises(InputError) as failed:
        meet(Meeting(1, 1, 2, command("crash-in-game", file)))
    ended = "it ended with exit code 2; last line of stderr: side"
    assert f"copy A: {ended}: game 1: the engine does not move: it ended with exit code 4" in str(failed.value)
    assert f"copy B: {ended}: the other copy: it is gone in game 1, at ply 3" in str(failed.value)
    assert "\n" not in str(failed.value)
    assert len(processes(file)) == 2
    assert not any(map(is_running, processes(file)))


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("", "it is gone in game 2, at ply 1"),
        ("2 1 111", "2 1 111: not the move of game 2 at ply 1"),
        ("1 1 111\n", "not the move of game 2 at ply 1"),
        ("2 3 111\n", "not the move of game 2 at ply 1"),
        ("2 1 999\n", "999: coordinate 1 is above 4"),
        ("resign\n", "not the move of game 2 at ply 1"),
        ("2 1 " + "1" * 100_000, "not the move of game 2 at ply 1"),
    ],
)
def test_what_is_not_the_others_next_move_is_refused(said: str, reason: str) -> None:
    copy = Copy("A", player(f"ugi:{command('good')}"), io.StringIO(), io.StringIO(said))
    with pytest.raises(HyperoxoError) as refused:
        copy.play(2, 1)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((".", "C", "1", "2", "1", "engine"), "invalid choice: 'C'"),
        ((".", "A", "0", "2", "1", "engine"), "0: not a whole number from 1"),
        (("/no/such/folder", "A", "1", "2", "1", "engine"), "No such file or directory"),
        ((".",), "the following arguments are required"),
    ],
)
def test_a_copy_that_is_started_wrongly_says_so(arguments: tuple[str, ...], error: str) -> None:
    ran = subprocess.run([*SIDE, *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert ran.returncode == 2
    assert ran.stderr.startswith("side: ")
    assert error in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_copies_may_be_started_by_hand(tmp_path: Path) -> None:
    for pipe in ("A", "B"):
        os.mkfifo(tmp_path / pipe)
    engine = shlex.join([str(Path(sys.executable).with_name("oxo")), "ugi", two_processes.PLAYER])
    started = [
        subprocess.Popen([*SIDE, str(tmp_path), copy, "1", "2", "1", engine], stdout=subprocess.PIPE, text=True)
        for copy in ("B", "A")
    ]
    outputs = [copy.communicate(timeout=PATIENCE)[0] for copy in started]
    assert outputs[0] == outputs[1]
    assert '"games": 2' in outputs[0]
