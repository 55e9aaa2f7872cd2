"""`oxo verify`: the verdict as `oxo-check` gives it, as JSON, and by exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.present import present

from hyperoxo import Board
from hyperoxo.solver.explain import proof_svg, proof_trees
from hyperoxo.solver.solve import solve
from hyperoxo.solver.verify import Finding, Verdict, verify

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo


@pytest.fixture
def proof() -> bytes:
    """Return the proof of 3x3x3."""
    return present(solve(Board("3x3x3").empty()).certificate)


def test_a_proof_that_holds(oxo: Oxo, tmp_path: Path, proof: bytes) -> None:
    path = tmp_path / "cube.oxc"
    path.write_bytes(proof)
    message = "x wins 3x3x3 from the empty board; 1 strategic and 0 forced positions; at most 11 plies"
    assert oxo("verify", str(path)) == f"VERIFIED: {message}\n"
    assert oxo.json("verify", str(path)) == {
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


def test_a_proof_that_is_cut_is_malformed_and_not_drawn(oxo: Oxo, tmp_path: Path, proof: bytes) -> None:
    path = tmp_path / "cut.oxc"
    path.write_bytes(proof[:-1])
    verdict = f"{verify(proof[:-1])}\n"
    assert verdict.startswith("MALFORMED: ")
    assert oxo("verify", str(path), code=4) == verdict
    assert oxo("verify", str(path), "--tree", str(tmp_path / "cut.svg"), code=4) == verdict
    assert list(tmp_path.iterdir()) == [path]


def test_a_certificate_is_drawn(oxo: Oxo, tmp_path: Path, proof: bytes) -> None:
    path, picture = tmp_path / "cube.oxc", tmp_path / "cube.svg"
    path.write_bytes(proof)
    drawn = proof_svg(proof_trees(proof), title="x wins 3x3x3 from the empty board")
    assert oxo("verify", str(path), "--tree", str(picture)).startswith("VERIFIED: ")
    assert picture.read_text() == drawn
    oxo.reads(proof)
    assert oxo("verify", "-", "--tree", str(picture), "--force").startswith("VERIFIED: ")
    assert picture.read_text() == drawn


def test_json_of_a_failed_verification(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("no dictionary")
    answer = oxo.json("verify", str(path), "--format", "patashnik", code=4)
    assert (answer["format"], answer["verdict"], answer["claim"]) == ("patashnik", "malformed", None)
    assert answer["message"] == verify(path, "patashnik").message
    assert list(answer)[4:] == ["claim", "board", "position", "strategic", "forced", "plies"]


@pytest.mark.parametrize(
    ("finding", "code"),
    [(Finding.VERIFIED, 0), (Finding.REJECTED, 1), (Finding.OUT_OF_RESOURCES, 3), (Finding.MALFORMED, 4)],
)
def test_each_kind_of_verdict_has_its_exit_code(
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch, finding: Finding, code: int
) -> None:
    monkeypatch.setattr("hyperoxo.cli.commands.verify.verify", lambda *_: Verdict(finding, "a reason"))
    assert oxo("verify", "proof.oxc", code=code) == f"{finding.value.upper()}: a reason\n"
