"""`oxo verify`: the verdict as `oxo-check` gives it, as JSON, and by exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.present import present

from hyperoxo import Board
from hyperoxo.solver.explain import proof_svg, proof_trees
from hyperoxo.solver.solve import solve
from hyperoxo.solver.verify import Finding, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo


@pytest.fixture
def proof() -> bytes:
    """Return the proof of 3x3x3."""
    return present(solve(Board("3x3x3").empty()).certificate)


def test_a_certificate_is_drawn(oxo: Oxo, tmp_path: Path, proof: bytes) -> None:
    path, picture = tmp_path / "cube.oxc", tmp_path / "cube.svg"
    path.write_bytes(proof)
    drawn = proof_svg(proof_trees(proof), title="x wins 3x3x3 from the empty board")
    assert oxo("verify", str(path), "--tree", str(picture)).startswith("VERIFIED: ")
    assert picture.read_text() == drawn
    oxo.reads(proof)
    assert oxo("verify", "-", "--tree", str(picture), "--force").startswith("VERIFIED: ")
    assert picture.read_text() == drawn


@pytest.mark.parametrize(
    ("finding", "code"),
    [(Finding.VERIFIED, 0), (Finding.REJECTED, 1), (Finding.OUT_OF_RESOURCES, 3), (Finding.MALFORMED, 4)],
)
def test_each_kind_of_verdict_has_its_exit_code(
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch, finding: Finding, code: int
) -> None:
    monkeypatch.setattr("hyperoxo.cli.commands.proofs.verify", lambda *_: Verdict(finding, "a reason"))
    assert oxo("verify", "proof.oxc", code=code) == f"{finding.value.upper()}: a reason\n"
