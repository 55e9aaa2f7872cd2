"""Verification of proofs with the independent checker.

The checker is the library of the program `oxo-check`, which shares no code with the solver. That program gives the same
verdicts without this package.
"""

from __future__ import annotations

import io
import typing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hyperoxo._core import MAX_PROOF_BYTES
from hyperoxo._core import verify as check

if typing.TYPE_CHECKING:
    import os

_PART = 1 << 20
ProofForm: typing.TypeAlias = typing.Literal["oxc", "patashnik"]
"""A form of proofs: certificates (docs/formats/certificate.md), or Patashnik's dictionary of 4x4x4."""


class Finding(StrEnum):
    """The kinds of verdict."""

    VERIFIED = "verified"
    """The proof holds."""
    REJECTED = "rejected"
    """The file is well-formed and does not prove its claim."""
    MALFORMED = "malformed"
    """The file is not in the format."""
    OUT_OF_RESOURCES = "out of resources"
    """The file exceeds the limits of the checker; its claim may be true or false."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that holds.

    Attributes:
        claim: what it proves: `x wins`, `o wins`, `x holds`, `o holds`, `draw`, or `x wins not within N` plies.
        board: the board's description.
        position: the text of the position that the claim is about; None for the empty board.
        strategic: positions of the proof in which the strategy chooses a move, counted up to symmetry.
        forced: positions in which it has to block a line, counted in the same way.
        plies: the plies of the longest game from the position in which the winner follows the strategy: a bound on the
            distance of the win. None unless it is a certificate of a win.
    """

    claim: str
    board: str
    position: str | None
    strategic: int
    forced: int
    plies: int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The checker's verdict on a file.

    Attributes:
        finding: the kind of verdict.
        message: what was proved, or why the file was not verified, in one line.
        proof: what was proved; None unless the file was verified.
    """

    finding: Finding
    message: str
    proof: Proof | None = None

    def __bool__(self) -> bool:
        """Return whether the proof is verified."""
        return self.finding is Finding.VERIFIED

    def __str__(self) -> str:
        """Return the line that `oxo-check` prints."""
        return f"{self.finding.upper()}: {self.message}"


def proof_bytes(proof: str | os.PathLike[str] | bytes) -> bytes:
    """Return a proof, from its file if its path is given; of a file no more than the checker may read."""
    if isinstance(proof, bytes):
        return proof
    with Path(proof).open("rb") as file:
        return read_proof(file)


def read_proof(file: typing.IO[bytes]) -> bytes:
    """Return a proof that a file holds; of a longer file, one byte more than the checker may read."""
    read = io.BytesIO()  # by parts, since reading takes as much memory as it may return
    while part := file.read(min(_PART, MAX_PROOF_BYTES + 1 - read.tell())):
        read.write(part)
    return read.getvalue()


def verify(proof: str | os.PathLike[str] | bytes, form: ProofForm = "oxc") -> Verdict:
    """Check a proof.

    Args:
        proof: the path of its file, or what the file holds.
        form: the form in which it is written.

    Raises:
        InputError: there is no such form.
        OSError: the file cannot be read.

    >>> from hyperoxo import solve
    >>> verdict = verify(solve("3x3").certificate)
    >>> verdict.finding.value, verdict.proof.claim
    ('verified', 'draw')
    """
    finding, message, proved = check(proof_bytes(proof), form)
    return Verdict(Finding(finding), message, None if proved is None else Proof(*proved))
