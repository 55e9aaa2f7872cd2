"""The journal of a run: each attempt is added as soon as it has ended, so that a killed run loses none.

It is a file of JSON lines: a head that names the board, then an attempt a line. A certificate is stored before its
attempt (`proofs`). If the writer is killed in the middle of a line, that line is cut off when the run continues, and
the attempt is made again.
"""

from __future__ import annotations

import fcntl
import json
from typing import IO, TYPE_CHECKING, Any

from atlas.results import Attempt
from hyperoxo.errors import InputError, naming

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from hyperoxo import Board

_REMEDY = "move it away, or name another folder with --out"


class Journal:
    """The journal of a board's openings; a context, at whose end it is closed.

    Attributes:
        attempts: what it holds.

    Args:
        path: the file; it is made if it does not exist.
        board: the board.

    Raises:
        InputError: the file is no journal, or one of another board, or another run writes there now.
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: Path, board: Board) -> None:
        self._path = path
        self.attempts: list[Attempt] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        with naming(str(path)):
            self._file: IO[bytes] = path.open("a+b", buffering=0)
        try:
            self._lock()
            self._read(board)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, attempt: Attempt) -> None:
        """Add an attempt.

        Raises:
            OSError: it cannot be written.
        """
        third_moves = attempt.found.third_moves
        self._write(attempt.as_json() | ({"third_moves": dict(third_moves)} if third_moves else {}))
        self.attempts.append(attempt)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(str(self._path), "another run writes there", "wait for its end") from None

    def _read(self, board: Board) -> None:
        """Read the file, cut off a line that was not written to its end, and write the head of a new file."""
        head = {"journal": "atlas", "version": 2, "board": str(board)}
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        first, *lines = data[:whole].splitlines() or [b""]
        start = json.dumps(head).encode()
        if first != start and not (whole == 0 and start.startswith(data)):
            raise InputError(str(self._path), f"it is no journal of the openings of {board}", _REMEDY)
        for number, line in enumerate(lines, 2):
            try:
                self.attempts.append(Attempt.from_json(board, json.loads(line)))
            except (RecursionError, ValueError) as error:
                raise InputError(f"{self._path}, line {number}", f"it is no attempt: {error}", _REMEDY) from None
        if whole < len(data):
            self._file.truncate(whole)
        if whole == 0:
            self._write(head)

    def _write(self, entry: dict[str, Any]) -> None:
        data = json.dumps(entry).encode() + b"\n"
        with naming(str(self._path)):
            while data:
                data = data[self._file.write(data) :]
