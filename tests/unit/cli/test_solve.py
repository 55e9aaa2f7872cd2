"""`oxo solve`: what it prints, its exit codes, the file that it writes, and Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from support.patience import PATIENCE, until
from support.present import present
from support.processes import SAVING
from support.terminal import Terminal

from hyperoxo.outcomes import Outcome
from hyperoxo.solver.solve import Solution, SolveProgress, solve
from hyperoxo.solver.verify import Finding, verify

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from support.oxo_command import Oxo

    from hyperoxo import Position


def test_text_says_that_a_limit_fell_while_the_proof_was_written(oxo: Oxo, monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_time(position: Position, *, on_progress: Callable[[SolveProgress], None], **_: object) -> Solution:
        on_progress(SolveProgress(61, 61, 5))
        return Solution(position, Outcome.UNKNOWN, None, 0, 0, None, 5, 0.1, None, ended="time")

    monkeypatch.setattr("hyperoxo.cli.commands.solve.solve", out_of_time)
    outcome, *_ = oxo("solve", "4x4x4", code=3).splitlines()
    assert outcome == "4x4x4: unknown; out of time (--time) while the proof was written, with all tasks proved"


# ---- The certificate ----


def test_a_link_to_a_file_stays_a_link(oxo: Oxo, tmp_path: Path) -> None:
    link, target = tmp_path / "link.oxc", tmp_path / "target"
    target.touch()
    link.symlink_to(target)
    oxo("solve", "3x3", "--force", "--certificate", str(link))
    assert link.is_symlink()
    assert verify(target).finding is Finding.VERIFIED


# ---- Ctrl-C ----

PROCESSES = ("--executor", "concurrent.futures:ProcessPoolExecutor")


def interrupted(*arguments: str) -> tuple[str, str, int]:
    """Start a search that has no end at a terminal, type Ctrl-C when it shows how far it is.

    Returns:
        Standard output, what the terminal showed of standard error, and the exit code.
    """
    with Terminal("solve", "5x5x5", *arguments, out=subprocess.PIPE) as terminal:
        terminal.wait_for("Ctrl-C ends the search")
        terminal.process.send_signal(signal.SIGINT)
        code = terminal.leave()
        out, _ = terminal.process.communicate()
        return out.decode(), terminal.shown, code


def test_ctrl_c_ends_a_search_with_what_is_known(tmp_path: Path) -> None:
    out, shown, code = interrupted("--certificate", str(tmp_path / "proof.oxc"))
    assert code == 130
    assert out.startswith("5x5x5: unknown; interrupted with ")
    assert "searched: " in out
    assert "Traceback" not in shown
    # The line that showed how far it was is gone.
    assert shown.endswith(" \r")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [[], PROCESSES])
def test_ctrl_c_leaves_whole_json(options: Sequence[str]) -> None:
    out, _, code = interrupted("--json", *options)
    assert code == 130
    assert (json.loads(out)["outcome"], json.loads(out)["ended"]) == ("unknown", "interrupted")


def test_the_options_reach_the_search_of_the_library(oxo: Oxo, monkeypatch: pytest.MonkeyPatch) -> None:
    """The options reach it as they were typed."""
    seen: dict[str, object] = {}

    def spy(position: Any, **bounds: Any) -> Any:  # noqa: ANN401 - it passes on whatever it gets
        seen.update(bounds)
        return solve(position, **bounds)

    monkeypatch.setattr("hyperoxo.cli.commands.solve.solve", spy)
    oxo("solve", "3x3", "--nodes", "18446744073709551615", "--time", "2.5", "--memory", "77", "--threads", "3")
    del seen["on_progress"], seen["control"], seen["on_unfinished"]
    aims = {"minimise": False, "shorten": False, "attacker": None, "begin_with": None}
    assert seen == {"nodes": 2**64 - 1, "seconds": 2.5, "memory": 77, "threads": 3} | aims


OPENING = "xo19x42 o"
"""X has a corner and a centre of one diagonal, O an edge beside the corner: X wins."""

# ---- --executor ----


def test_the_proof_is_the_same_however_many_processes_search(oxo: Oxo, tmp_path: Path) -> None:
    proofs: list[bytes] = []
    answers: list[dict[str, Any]] = []
    for options in (("--threads", "2"), PROCESSES):
        path = tmp_path / f"{len(proofs)}.oxc"
        answers.append(oxo.json("solve", "4x4x4", "--position", OPENING, "--certificate", str(path), *options))
        proofs.append(path.read_bytes())
        del answers[-1]["seconds"], answers[-1]["certificate"]
    assert answers[0] == answers[1]
    assert proofs[0] == proofs[1]


def test_processes_keep_to_limits_and_leave_what_they_found(oxo: Oxo, tmp_path: Path) -> None:
    left = [tmp_path / "alone", tmp_path / "shared"]
    search = ("4x4x4", "--position", OPENING, "--nodes", "150000", "--resume")
    oxo.json("solve", *search, str(left[0]), code=3)
    oxo.json("solve", *search, str(left[1]), *PROCESSES, code=3)
    assert left[0].read_bytes() == left[1].read_bytes()


# ---- --atlas ----


def test_replies_are_decided_one_by_one_within_the_limits(oxo: Oxo, tmp_path: Path) -> None:
    path, left = tmp_path / "proof.oxc", tmp_path / "left"
    search = ("4x4x4", "--position", OPENING, "--atlas", "--certificate", str(path), "--resume", str(left))
    assert oxo.json("solve", *search, "--nodes", "1000", code=3)["outcome"] == "unknown"
    assert not path.exists()
    refusal = oxo.refused("solve", "4x4x4", "--atlas", "--resume", str(left), code=4)
    assert refusal.endswith("of another position; name a file of a search of the same position with --atlas")
    answer = oxo.json("solve", *search)
    proof = present(verify(path).proof)
    assert (answer["winner"], answer["plies"], answer["strategic"]) == ("x", proof.plies, proof.strategic)


# ---- --minimise and --resume ----


def test_a_search_resumes_where_it_stopped(oxo: Oxo, tmp_path: Path) -> None:
    left, proof = tmp_path / "left", tmp_path / "proof.oxc"
    search = ("4x4x4", "--position", OPENING, "--resume", str(left))
    assert oxo.json("solve", *search, "--nodes", "150000", code=3)["outcome"] == "unknown"
    assert left.stat().st_size > 1000
    taken_up = oxo.json("solve", *search, "--certificate", str(proof))
    assert taken_up["winner"] == "x"
    assert taken_up["nodes"] < oxo.json("solve", *search[:3])["nodes"]
    assert verify(proof).finding is Finding.VERIFIED


def test_ctrl_c_leaves_what_was_found(tmp_path: Path) -> None:
    left = tmp_path / "left"
    _, _, code = interrupted("--resume", str(left))
    assert code == 130
    assert left.read_bytes().startswith(b"oxo answers 1\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_signal_leaves_what_continues_the_search(oxo: Oxo, tmp_path: Path, number: signal.Signals) -> None:
    left = tmp_path / "left"
    search = ("4x4x4", "--position", OPENING, "--threads", "1", "--resume", str(left))
    is_kill = number == signal.SIGKILL
    program = [sys.executable, "-c", SAVING.format(0.0 if is_kill else 1e9)]
    # A search that saves nothing ends at the limit, long after the signal.
    options = ("--shorten", "--nodes", "20000000")
    with Terminal("solve", *search, *options, program=program, out=subprocess.PIPE) as terminal:
        terminal.wait_for("making its games shorter")
        if is_kill:
            until(lambda: left.exists() and left.stat().st_size > WHOLE)
        terminal.process.send_signal(number)
        assert terminal.leave() == -number
        lines = terminal.process.communicate()[0].decode().splitlines()
    if not is_kill:
        assert lines[0].startswith("4x4x4: X wins within ")
        assert lines[2].endswith("; interrupted")
        assert lines[3].startswith(f"kept: {left}, ")
    assert oxo.json("solve", *search)["nodes"] < 100_000, "a search without the file takes 248,356"


WHOLE = 40_000
"""Bytes of what a search has found that has a proof."""
PART = "xoo18x42 x"
"""X has a corner and a centre of one diagonal, O the cells beside the corner on an edge: X wins."""


def test_shortening_bounds_the_win_by_fewer_plies_and_minimising_after_it_lengthens_no_game(
    oxo: Oxo, tmp_path: Path
) -> None:
    proof = tmp_path / "proof.oxc"
    first, sooner, both = [
        oxo.json("solve", "4x4x4", "--position", PART, *options, "--certificate", str(proof), "--force")
        for options in ([], ["--shorten"], ["--shorten", "--minimise"])
    ]
    assert both["plies"] <= sooner["plies"] < first["plies"]
    assert both["strategic"] < sooner["strategic"]
    assert present(verify(proof).proof).plies == both["plies"]


def test_a_search_for_shorter_games_that_was_cut_short_continues(oxo: Oxo, tmp_path: Path) -> None:
    left = tmp_path / "left"
    search = ("4x4x4", "--position", PART, "--shorten", "--resume", str(left))
    plies = [oxo.json("solve", *search, "--nodes", nodes)["plies"] for nodes in ("20000", "20000", "400000")]
    assert left.exists()
    plies.append(oxo.json("solve", *search)["plies"])
    assert plies == sorted(plies, reverse=True)
    assert plies[-1] < plies[0]


@pytest.mark.parametrize(
    ("options", "stage"),
    [
        ([], "37 of 37 tasks proved"),
        (["--minimise"], "making the proof smaller"),
        (["--shorten", "--nodes", "1000000"], "making its games shorter"),
        (["--shorten", "--minimise", "--nodes", "1000000"], "making its games shorter, then the proof smaller"),
    ],
)
def test_the_status_line_shows_what_is_done_with_a_proof(
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch, options: list[str], stage: str
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("hyperoxo.cli.commands.solve.ProgressLine.show", lambda _, text: shown.append(text))
    oxo("solve", "4x4x4", "--position", OPENING, *options)
    # Progress is shown once at the end, and then the line goes.
    *_, last, gone = shown
    assert gone == ""
    assert f"  {stage}, " in last


def test_no_book_is_read() -> None:
    script = """if True:
        import sys
        from hyperoxo.cli import main
        code = main(["solve", "4x4x4", "--nodes", "1000"])
        print(code, sorted(name for name in sys.modules if "books" in name))
    """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stdout.splitlines()[-1] == "3 []"
