"""The theorems in Coq: what the generator reads and refuses, and, where Coq is installed, that they hold."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from support.patience import PATIENCE
from support.present import present

from hyperoxo import Board
from hyperoxo.errors import ProofError
from hyperoxo.solver.solve import solve
from hyperoxo.solver.strategies import Strategy
from hyperoxo.solver.verify import Finding, verify
from theorems.generate import Claim, claims, main

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "theorems/certificates"
BUILD = ROOT / "build/theorems"

STONES: dict[str, dict[str, int | None]] = {
    "3x3": {"x_holds": None, "o_holds": None},
    "4x4": {"x_holds": None, "o_holds": None},
    "5x5": {"x_holds": None, "o_holds": None},
    "3x3x3": {"x_wins": 3},
    "3x3x3-111": {"o_wins": 4},
    "3x3x3-112": {"o_wins": 4},
    "3x3x3-122": {"o_wins": 4},
    "3x3x3x3": {"x_wins": 3},
}
"""The claims of the small certificates, with the stones that the winner needs after its first."""


def certificate(board: str, position: str | None = None) -> bytes:
    """Return the proof of a position, by default the empty board."""
    start = Board(board).empty() if position is None else Board(board).position(position)
    return present(solve(start).certificate)


def kept(name: str) -> list[Claim]:
    """Return the claims of a certificate that is kept."""
    return list(claims(Strategy(KEPT / f"{name}.oxc")))


@pytest.mark.parametrize("name", STONES)
def test_a_kept_certificate_claims_what_its_theorem_says(name: str) -> None:
    assert {claim.name: claim.stones for claim in kept(name)} == STONES[name]


def test_the_certificates_are_small_and_that_of_qubic_wins_within_15_stones() -> None:
    assert sum(path.stat().st_size for path in KEPT.iterdir()) < 1_000_000
    assert present(verify(KEPT / "4x4x4.oxc").proof).plies == 2 * 15 - 1


def test_a_strategy_is_text() -> None:
    """X took the centre, `=` of `0` to `J`; after it three stones suffice, in sequences such as `0`, `2`."""
    [claim] = kept("3x3x3")
    assert (claim.n, claim.d, claim.mine, claim.theirs) == (3, 3, [[1, 1, 1]], [])
    assert claim.records == ["=,,3,,02,14,06,08,0B,0D,30,0H,52"]
    [wide] = kept("3x3x3x3")
    assert [len(generator) for generator in wide.generators] == [2 * 81] * len(wide.generators)


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        (certificate("3x4:3"), "3x4:3: is not a board n^d"),
        (certificate("10x10"), "10x10: has 15360 symmetries, more than 4096"),
        (certificate("3x3", "xx1oo4 x"), "xx1oo4 x: x wins at the start"),
        (certificate("3x3x3").replace(b"27 x", b"27 o"), "checksum"),
    ],
    ids=["sides", "symmetries", "decided", "damaged"],
)
def test_a_proof_that_cannot_be_expressed_is_refused(
    proof: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "proof.oxc"
    path.write_bytes(proof)
    monkeypatch.setattr(sys, "argv", ["generate.py", str(path), str(tmp_path / "Proof.v")])
    assert main() == 2
    refusal = capsys.readouterr().err
    assert reason in refusal
    assert refusal.count("\n") == 1
    assert not (tmp_path / "Proof.v").exists()


def make(*targets: str) -> str:
    """Make targets of theorems/Makefile, and return the last line of its output."""
    for program in ("coqc", "make") + ("ocamlopt",) * ("checker" in targets):
        if shutil.which(program) is None:
            pytest.skip(f"there is no {program}")
    command: list[str | Path] = [
        "make",
        "--no-print-directory",
        "-C",
        ROOT / "theorems",
        f"BUILD={BUILD}",
        f"PYTHON={sys.executable}",
    ]
    made = subprocess.run([*command, *targets], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert made.returncode == 0, made.stderr
    lines: list[str] = made.stdout.splitlines()
    return lines[-1]


def test_without_coq_one_line_says_what_is_missing(tmp_path: Path) -> None:
    for tool in ("awk", "make", "mkdir", "sed", "sh", "touch"):
        (tmp_path / tool).symlink_to(present(shutil.which(tool)))
    command = ["make", "-C", str(ROOT / "theorems"), f"BUILD={tmp_path / 'build'}", "tools"]
    ran = subprocess.run(
        command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[0].startswith("The theorems need Coq 8.16 or newer, or Rocq")


@pytest.mark.slow(reason="Coq takes a minute to check the proofs")
def test_every_theorem_is_closed_under_the_global_context() -> None:
    (BUILD / "Theorems.assumptions").unlink(missing_ok=True)
    assert make() == "11 theorems, and none assumes anything"


class ProvedChecker:
    """The checkers that are proved in Coq, extracted to OCaml."""

    def accepts(self, claim: Claim) -> bool:
        """Return whether a claim is proved."""
        text = "\n".join(claim.plain()) + "\n"
        ran = subprocess.run(
            [BUILD / "proved"], input=text, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert (ran.stdout, ran.returncode) in {("PROVED\n", 0), ("NOT PROVED\n", 1)}, ran.stderr
        return ran.returncode == 0


@pytest.fixture(scope="module")
def proved() -> ProvedChecker:
    """Return the extracted checker; without OCaml or Coq the tests are skipped."""
    make("checker")
    return ProvedChecker()


SLOW = pytest.mark.slow(reason="Coq extracts the proved checker first, half a minute")


@SLOW
@pytest.mark.parametrize("name", [*STONES, "4x4x4"])
def test_the_proved_checker_accepts_a_proof_with_the_bound_of_oxo_check_and_none_lower(
    name: str, proved: ProvedChecker
) -> None:
    for claim in kept(name):
        assert proved.accepts(claim)
        if claim.stones is not None:
            claim.stones -= 1
            assert not proved.accepts(claim)


@SLOW
@pytest.mark.parametrize("name", [name for name in STONES if name != "3x3x3x3"])
def test_what_oxo_check_accepts_of_mutated_proofs_the_proved_checker_accepts(name: str, proved: ProvedChecker) -> None:
    """Some mutants win or hold by another strategy; the generator takes those that oxo-check accepts, and no others."""
    whole = (KEPT / f"{name}.oxc").read_bytes()[:-4]
    body = whole.index(b"\n\n") + 2
    rng = random.Random(name)
    for _ in range(200):
        mutant = bytearray(whole)
        mutant[rng.randrange(body, len(whole))] = rng.randrange(27)
        sealed = bytes(mutant) + zlib.crc32(mutant).to_bytes(4, "little")
        if verify(sealed).finding is Finding.VERIFIED:
            assert all(proved.accepts(claim) for claim in claims(Strategy(sealed)))
        else:
            with pytest.raises(ProofError):
                Strategy(sealed)


@SLOW
@pytest.mark.parametrize("name", ["3x3", "3x3x3-122"])
def test_the_proved_checker_refuses_a_strategy_for_another_position_and_one_without_responses(
    name: str, proved: ProvedChecker
) -> None:
    for claim in kept(name):
        for changed in ([[0] * claim.d], [*claim.mine, [1] * claim.d, [0] * claim.d]):
            original, claim.mine = claim.mine, changed
            assert not proved.accepts(claim)
            claim.mine = original
        fields = claim.records[-1].split(",")
        claim.records[-1] = ",".join(fields[: -1 if claim.stones is None else 4])
        assert not proved.accepts(claim)
