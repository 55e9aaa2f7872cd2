"""`oxo book`: a book from a verified proof, and nothing from any other file."""

from __future__ import annotations

import io
import json
import zlib
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from hyperoxo import Board
from hyperoxo.cli import main
from hyperoxo.solver.books import Book
from hyperoxo.solver.books.making import make
from hyperoxo.solver.solve import solve

if TYPE_CHECKING:
    from pathlib import Path


def certificate(board: str = "3x3x3") -> bytes:
    proof = solve(Board(board).empty()).certificate
    assert proof is not None
    return proof


def test_a_proof_becomes_a_book(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    proof, out = tmp_path / "cube.oxc", tmp_path / "cube.book.gz"
    proof.write_bytes(certificate())
    assert main(["book", str(proof), "--out", str(out)]) == 0
    book, ((_, move),) = Book.load(out), list(Book.load(out))
    assert list(book) == list(Book(make(certificate())))
    assert capsys.readouterr().out == f"3x3x3: X wins within {move.plies} plies\nbook: {out}; entries: 1\n"
    assert main(["book", str(proof), "--out", str(out), "--json", "--force"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "file": str(out),
        "board": "3x3x3",
        "position": "27 x",
        "winner": "x",
        "certificate": book.certificate,
        "entries": 1,
        "plies": move.plies,
    }


def test_a_proof_on_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(certificate())))
    assert main(["book", "-", "--out", str(tmp_path / "cube.book.gz")]) == 0
    assert capsys.readouterr().out.startswith("3x3x3: X wins within ")


@pytest.mark.parametrize(
    ("proof", "code", "reason"),
    [
        (certificate()[:-1], 4, "malformed: the checksum does not fit the file"),
        (b"", 4, "malformed: the header lacks its line `oxo certificate`"),
        (certificate("4x4"), 2, "it proves 'draw'; a book is made from the proof of a win"),
    ],
)
def test_a_failed_conversion_leaves_no_book(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, proof: bytes, code: int, reason: str
) -> None:
    path, out = tmp_path / "proof.oxc", tmp_path / "book.gz"
    path.write_bytes(proof)
    out.write_bytes(b"what was there before")
    assert main(["book", str(path), "--force", "--out", str(out)]) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"oxo: {path}: {reason}")
    assert printed.err.count("\n") == 1
    assert out.read_bytes() == b"what was there before"
    assert {file.name for file in tmp_path.iterdir()} == {"proof.oxc", "book.gz"}


def test_a_proof_that_does_not_hold_makes_no_book(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "proof.oxc"
    path.write_bytes(unproved())
    assert main(["book", str(path), "--out", str(tmp_path / "book.gz")]) == 1
    assert f"{path}: rejected: " in capsys.readouterr().err


def unproved() -> bytes:
    """Return a certificate, whole by its checksum, that does not win its position: O has the centre."""
    head = certificate()[:-4].replace(b"position 27 x", b"position 13o13 x")
    return head + zlib.crc32(head).to_bytes(4, "little")


def test_missing_files_and_missing_options(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.oxc")
    assert main(["book", missing, "--out", str(tmp_path / "book.gz")]) == 2
    assert capsys.readouterr().err == f"oxo: {missing}: No such file or directory\n"
    assert main(["book", missing]) == 2
    assert "--out" in capsys.readouterr().err
