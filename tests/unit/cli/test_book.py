"""`oxo book`: a book from a verified proof, and nothing from any other file."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from support.certificates import certificate

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo


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
