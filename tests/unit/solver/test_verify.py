"""Checking proofs: verdicts through Python, and that the program `oxo-check` gives the same."""

from __future__ import annotations

import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from support.certificates import certificate
from support.patience import PATIENCE
from support.present import present
from support.refusals import exactly

from hyperoxo import Board, InputError
from hyperoxo.solver.solve import solve
from hyperoxo.solver.verify import Finding, Proof, Verdict, verify

ROOT = Path(__file__).parents[3]
OXO_CHECK = Path(sys.executable).parent / "oxo-check"
DICTIONARY = ROOT.parent / "shared/data/patashnik-qubic-dictionary.txt"

CODES = {Finding.VERIFIED: 0, Finding.REJECTED: 1, Finding.OUT_OF_RESOURCES: 3, Finding.MALFORMED: 4}


def resealed(proof: bytes) -> bytes:
    """Return a proof with a correct checksum."""
    return proof[:-4] + zlib.crc32(proof[:-4]).to_bytes(4, "little")


def changed(old: bytes, new: bytes) -> bytes:
    """Return the proof of 3x3x3 with one value changed, and a correct checksum."""
    proof = certificate()
    assert proof.count(old) == 1
    return resealed(proof.replace(old, new))


def test_a_proof_that_a_text_transfer_changed_says_so(tmp_path: Path) -> None:
    path = tmp_path / "proof.oxc"
    path.write_bytes(certificate().replace(b"\n", b"\r\n"))
    reason = "a text transfer changed the file: its lines end with CR LF"
    assert reason in verify(path.read_bytes()).message
    done = subprocess.run([OXO_CHECK, path], capture_output=True, text=True, check=False)
    assert done.returncode == CODES[Finding.MALFORMED]
    assert reason in done.stdout + done.stderr


# The only record of 3x3x3 begins after the empty line with the move, cell 13.
HEAD = certificate().index(b"\n\n") + 2

PROOFS = {
    "as it was written": (certificate(), Finding.VERIFIED),
    "a draw": (certificate("4x4"), Finding.VERIFIED),
    "another position": (changed(b"position 27 x", b"position 13o13 x"), Finding.REJECTED),
    "another board": (changed(b"board 3x3x3", b"board 9x3:3"), Finding.REJECTED),
    "another move": (resealed(certificate()[:HEAD] + b"\0" + certificate()[HEAD + 1 :]), Finding.REJECTED),
    "no sequences": (resealed(certificate()[: HEAD + 1] + b"\0" + bytes(4)), Finding.REJECTED),
    "no records": (resealed(certificate()[:HEAD].replace(b"records 1", b"records 0") + bytes(4)), Finding.REJECTED),
    "a cell off the board": (resealed(certificate()[:HEAD] + b"\x1b" + certificate()[HEAD + 1 :]), Finding.MALFORMED),
    "more records": (changed(b"records 1", b"records 4000001"), Finding.OUT_OF_RESOURCES),
    "a board in capitals": (changed(b"board 3x3x3", b"board 3X3X3"), Finding.MALFORMED),
    "a board with signs": (changed(b"board 3x3x3", "board 3\N{MULTIPLICATION SIGN}3".encode()), Finding.MALFORMED),
    "a board with a space": (changed(b"board 3x3x3", b"board  3x3x3"), Finding.MALFORMED),
    "a board by name": (changed(b"board 3x3x3", b"board qubic"), Finding.MALFORMED),
    "a side in capitals": (changed(b"position 27 x", b"position 27 X"), Finding.MALFORMED),
    "a wrong checksum": (certificate()[:-1] + bytes([certificate()[-1] ^ 1]), Finding.MALFORMED),
    "another version": (changed(b"certificate 1", b"certificate 2"), Finding.MALFORMED),
    "cut": (certificate()[:-20], Finding.MALFORMED),
    "empty": (b"", Finding.MALFORMED),
    "something else": (b"\xff" * 1000, Finding.MALFORMED),
}


@pytest.mark.parametrize("kind", PROOFS)
def test_a_proof_is_verified_and_a_mutated_one_is_not(kind: str, tmp_path: Path) -> None:
    """The package and the program on its own say the same."""
    proof, finding = PROOFS[kind]
    verdict = verify(proof)
    assert verdict.finding is finding, str(verdict)
    assert (verdict.proof is not None) == (finding is Finding.VERIFIED)
    path = tmp_path / "proof.oxc"
    path.write_bytes(proof)
    assert verify(path) == verify(str(path)) == verdict
    ran = subprocess.run([OXO_CHECK, path], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (ran.stdout, ran.stderr, ran.returncode) == (f"{verdict}\n", "", CODES[finding])


def test_fields_of_a_verdict() -> None:
    message = "x wins 3x3x3 from the empty board; 1 strategic and 0 forced positions; at most 11 plies"
    verdict = verify(certificate())
    assert verdict == Verdict(Finding.VERIFIED, message, Proof("x wins", "3x3x3", None, 1, 0, 11))
    assert str(verdict) == f"VERIFIED: {message}"
    late = present(solve(Board("3x3").position("xx1oo4 x")).certificate)
    assert verify(late).proof == Proof("x wins", "3x3", "xx1oo4 x", 0, 0, 1)


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(InputError, match=exactly("pdf: is no form of proofs; the forms are oxc and patashnik")):
        verify(b"", "pdf")  # type: ignore[arg-type]


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "nothing.oxc")


@pytest.mark.skipif(not DICTIONARY.exists(), reason="Patashnik's dictionary is not at hand")
def test_patashniks_dictionary_is_verified_and_not_without_its_last_line() -> None:
    text = DICTIONARY.read_bytes()
    verdict = verify(text, "patashnik")
    assert verdict.finding is Finding.VERIFIED, str(verdict)
    # 2,929 strategic moves is what its author counted.
    assert present(verdict.proof) == Proof("x wins", "4x4x4", None, 2929, present(verdict.proof).forced, None)
    shorter = text.rstrip().rpartition(b"\n")[0] + b"\n"
    assert verify(shorter, "patashnik").finding is Finding.REJECTED
    assert verify(text).finding is Finding.MALFORMED
