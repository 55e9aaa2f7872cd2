"""`oxo book`: a book from a verified proof, and nothing from any other file."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from support.present import present

from hyperoxo import Board
from hyperoxo.outcomes import moves_in_words
from hyperoxo.solver.books import Book, make
from hyperoxo.solver.solve import solve

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo


def certificate(board: str = "3x3x3") -> bytes:
    return present(solve(Board(board).empty()).certificate)


def test_a_proof_becomes_a_book(oxo: Oxo, tmp_path: Path) -> None:
    proof, out = tmp_path / "cube.oxc", tmp_path / "cube.book.gz"
    proof.write_bytes(certificate())
    printed = oxo("book", str(proof), "--out", str(out))
    book, ((_, move),) = Book.load(out), list(Book.load(out))
    assert list(book) == list(Book(make(certificate())))
    assert printed == f"3x3x3: X wins within {moves_in_words(move.plies)}\nbook: {out}; entries: 1\n"
    assert oxo.json("book", str(proof), "--out", str(out), "--force") == {
        "file": str(out),
        "board": "3x3x3",
        "position": "27 x",
        "winner": "x",
        "certificate": book.certificate,
        "entries": 1,
        "plies": move.plies,
    }


def test_a_proof_on_standard_input(oxo: Oxo, tmp_path: Path) -> None:
    oxo.reads(certificate())
    assert oxo("book", "-", "--out", str(tmp_path / "cube.book.gz")).startswith("3x3x3: X wins within ")


def test_a_proof_that_does_not_hold_makes_no_book(oxo: Oxo, tmp_path: Path) -> None:
    """Whole by its checksum, the certificate does not win its position: O has the centre."""
    path, out = tmp_path / "proof.oxc", tmp_path / "book.gz"
    head = certificate()[:-4].replace(b"position 27 x", b"position 13o13 x")
    path.write_bytes(head + zlib.crc32(head).to_bytes(4, "little"))
    out.write_bytes(b"what was there before")
    refusal = oxo.refused("book", str(path), "--force", "--out", str(out), code=1)
    assert refusal.startswith(f"{path}: rejected: ")
    assert out.read_bytes() == b"what was there before"
    assert {file.name for file in tmp_path.iterdir()} == {"proof.oxc", "book.gz"}
