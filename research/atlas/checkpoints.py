"""The checkpoints of searches by replies that did not decide their position, so that a larger budget continues them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from hyperoxo.draft import Draft

if TYPE_CHECKING:
    from pathlib import Path


class Checkpoints:
    """The folder of checkpoints. What another version of the solver left there is not read.

    Args:
        folder: the folder; it is made if it does not exist.
        solver: the signature of the solver.

    Raises:
        OSError: it cannot be made.
    """

    def __init__(self, folder: Path, solver: str) -> None:
        self._folder = folder
        self._solver = solver
        folder.mkdir(parents=True, exist_ok=True)

    def read(self, position: str) -> bytes | None:
        """Return the checkpoint of a position; None if there is none.

        Raises:
            OSError: it cannot be read.
        """
        with suppress(FileNotFoundError):
            return self._path(position).read_bytes()
        return None

    def store(self, position: str, checkpoint: bytes | None) -> None:
        """Store the checkpoint of a position; None removes what was there.

        Raises:
            OSError: it cannot be written.
        """
        if checkpoint is None:
            self._path(position).unlink(missing_ok=True)
            return
        with Draft(self._path(position)) as draft:
            draft.file.write(checkpoint)
            draft.replace()

    def _path(self, position: str) -> Path:
        return self._folder / f"{position.replace(' ', '-')}-{self._solver}.replies"
