"""The certificates of a run, each in a file of its own, compressed: openings are composed of them.

A file is named after its position and the digest of the certificate. It appears whole or not at all, and before the
journal names it. If it is lost, its proof is not used.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from typing import TYPE_CHECKING

from hyperoxo.draft import Draft
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from atlas.attempts import OpeningAttempt

_DIGITS = 12
"""Hexadecimal digits of the certificate's SHA-256 in its name."""


class ProofFiles:
    """The folder of certificates.

    Args:
        folder: the folder; it is made if it does not exist.

    Raises:
        OSError: it cannot be made or read.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._names = {path.name for path in folder.iterdir()}

    def has(self, found: OpeningAttempt) -> bool:
        """Return whether the certificate of an attempt is there."""
        return _name(found) in self._names

    def add(self, found: OpeningAttempt, certificate: bytes) -> None:
        """Store the certificate of an attempt.

        Raises:
            OSError: it cannot be written.
        """
        name = _name(found)
        with Draft(self._folder / name) as draft:
            draft.file.write(gzip.compress(certificate, mtime=0))
            draft.replace()
        self._names.add(name)

    def read(self, found: OpeningAttempt) -> bytes:
        """Return the certificate of an attempt.

        Raises:
            InputError: the file is damaged.
            OSError: it cannot be read.
        """
        path = self._folder / _name(found)
        try:
            certificate = gzip.decompress(path.read_bytes())
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise InputError(str(path), f"it is damaged: {error}", "delete it") from None
        if hashlib.sha256(certificate).hexdigest() != found.certificate:
            raise InputError(str(path), "it is not the certificate that it is named after", "delete it")
        return certificate


def _name(found: OpeningAttempt) -> str:
    """Return the name of the file for an attempt: `x14o7x2o37-x-1a2b3c4d5e6f.oxc.gz`."""
    digest = (found.certificate or "")[:_DIGITS]
    return f"{found.position.replace(' ', '-')}-{digest}.oxc.gz"
