"""Making a book from a certificate, which is verified on the way."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo._core import MAX_PROOF_BYTES
from hyperoxo.errors import InputError
from hyperoxo.solver.books.book import FIRST_LINE, HEAD
from hyperoxo.solver.strategies import Strategy

if TYPE_CHECKING:
    import os


def make(certificate: str | os.PathLike[str] | bytes) -> str:
    """Return the text of the book of a certificate that proves a win.

    Args:
        certificate: the path of its file, or what the file holds.

    Raises:
        ProofError: the certificate is not verified.
        InputError: it proves something else than a win.
        SymmetryLimitError: the board has too many automorphisms for its positions to have canonical forms.
        OSError: the file cannot be read.
    """
    name = "the certificate"
    if not isinstance(certificate, bytes):
        name = str(certificate)
        with Path(certificate).open("rb") as file:
            certificate = file.read(MAX_PROOF_BYTES + 1)
    strategy = Strategy(certificate, name)
    if not strategy.proof.claim.endswith(" wins"):
        raise InputError(name, f"it proves {strategy.proof.claim!r}", "a book is made from the proof of a win")
    lines = []
    for position, answer in strategy.strategic():
        symmetry = position.canonical_symmetry()
        cell = strategy.board.name(symmetry[answer.cell])
        lines.append(f"{position.transformed(symmetry).text} {cell} {answer.plies}")
    digest = hashlib.sha256(certificate).hexdigest()
    facts = (strategy.board, strategy.start.text, strategy.proof.claim, digest, len(lines))
    head = [FIRST_LINE, *(f"{key} {fact}" for key, fact in zip(HEAD, facts, strict=True)), ""]
    return "".join(f"{line}\n" for line in head + sorted(lines))


def compressed(text: str) -> bytes:
    """Return the file of a book. The same text gives the same bytes with any one version of zlib."""
    return gzip.compress(text.encode("ascii"), mtime=0)
