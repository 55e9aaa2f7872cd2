"""`oxo verify`: the verdict as `oxo-check` gives it, as JSON, and by exit code."""

from __future__ import annotations

import io
import json
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from hyperoxo import Board
from hyperoxo.cli import main
from hyperoxo.solver.explain import proof_svg, proof_trees
from hyperoxo.solver.solve import solve
from hyperoxo.solver.verify import Finding, Verdict, verify

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def proof() -> bytes:
    """Return the proof of 3x3x3."""
    certificate = solve(Board("3x3x3").empty()).certificate
    assert certificate is not None
    return certificate


def test_a_proof_that_holds(capsys: pytest.CaptureFixture[str], tmp_path: Path, proof: bytes) -> None:
    path = tmp_path / "cube.oxc"
    path.write_bytes(proof)
    assert main(["verify", str(path)]) == 0
    printed = capsys.readouterr()
    message = "x wins 3x3x3 from the empty board; 1 strategic and 0 forced positions; at most 11 plies"
    assert printed.out == f"VERIFIED: {message}\n"
    assert printed.err == ""
    assert main(["verify", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "file": str(path),
        "format": "oxc",
        "verdict": "verified",
        "message": message,
        "claim": "x wins",
        "board": "3x3x3",
        "position": None,
        "strategic": 1,
        "forced": 0,
        "plies": 11,
    }


def test_a_proof_on_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, proof: bytes
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(proof)))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out.startswith("VERIFIED: ")


def test_a_proof_that_is_cut(capsys: pytest.CaptureFixture[str], tmp_path: Path, proof: bytes) -> None:
    path = tmp_path / "cut.oxc"
    path.write_bytes(proof[:-1])
    assert main(["verify", str(path)]) == 4
    printed = capsys.readouterr()
    assert printed.out == f"{verify(proof[:-1])}\n"
    assert printed.out.startswith("MALFORMED: ")
    assert printed.err == ""


def test_a_certificate_is_drawn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, proof: bytes
) -> None:
    path, picture = tmp_path / "cube.oxc", tmp_path / "cube.svg"
    path.write_bytes(proof)
    drawn = proof_svg(proof_trees(proof), title="x wins 3x3x3 from the empty board")
    assert main(["verify", str(path), "--tree", str(picture)]) == 0
    assert picture.read_text() == drawn
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(proof)))
    assert main(["verify", "-", "--tree", str(picture), "--force"]) == 0
    assert picture.read_text() == drawn
    assert capsys.readouterr().out.count("VERIFIED: ") == 2
    assert main(["verify", str(path), "--tree", str(picture)]) == 2
    assert "the file exists already" in capsys.readouterr().err


def test_what_is_not_verified_is_not_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path, proof: bytes) -> None:
    path, picture = tmp_path / "cut.oxc", tmp_path / "cut.svg"
    path.write_bytes(proof[:-1])
    assert main(["verify", str(path), "--tree", str(picture)]) == 4
    assert capsys.readouterr().out.startswith("MALFORMED: ")
    assert list(tmp_path.iterdir()) == [path]


def test_json_of_a_failed_verification(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("no dictionary")
    assert main(["verify", str(path), "--format", "patashnik", "--json"]) == 4
    answer = json.loads(capsys.readouterr().out)
    assert (answer["format"], answer["verdict"], answer["claim"]) == ("patashnik", "malformed", None)
    assert answer["message"] == verify(path, "patashnik").message
    assert list(answer)[4:] == ["claim", "board", "position", "strategic", "forced", "plies"]


@pytest.mark.parametrize(
    ("finding", "code"),
    [(Finding.VERIFIED, 0), (Finding.REJECTED, 1), (Finding.OUT_OF_RESOURCES, 3), (Finding.MALFORMED, 4)],
)
def test_each_kind_of_verdict_has_its_exit_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, finding: Finding, code: int
) -> None:
    monkeypatch.setattr("hyperoxo.cli.commands.verify.verify", lambda *_: Verdict(finding, "a reason"))
    assert main(["verify", "proof.oxc"]) == code
    assert capsys.readouterr().out == f"{finding.value.upper()}: a reason\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.oxc"], "nowhere.oxc: No such file or directory"),
        (["."], ".: Is a directory"),
        ([], "the following arguments are required: FILE"),
        (["proof.oxc", "--tree", "a.gif"], "a.gif: .gif files cannot be written here"),
        (["proof.txt", "--format", "patashnik", "--tree", "a.svg"], "--tree draws certificates; a dictionary"),
        (["proof.oxc", "--format", "pdf"], "argument --format: invalid choice: 'pdf'"),
    ],
)
def test_bad_usage_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["verify", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    [line] = printed.err.splitlines()
    assert line.startswith(f"oxo: {message}")
