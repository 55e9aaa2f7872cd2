"""The journal of the search: a JSON line for each game that was searched, and for each puzzle that was graded.

If the writer is killed within a line, that line is cut off when the run continues, and its work is done again.
"""

from __future__ import annotations

import fcntl
import json
from typing import IO, TYPE_CHECKING, Any

from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType


class Journal:
    """The journal; a context, at whose end it is closed.

    Attributes:
        games: the puzzles of each game, by its board and number.
        grades: the grades of puzzles, by their ids.

    Raises:
        InputError: the file is not a journal, or another run writes there now.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.games: dict[tuple[str, int], list[dict[str, Any]]] = {}
        self.grades: dict[str, int | None] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[bytes] = path.open("a+b", buffering=0)
        try:
            self._read(path)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def add_game(self, key: tuple[str, int], puzzles: list[dict[str, Any]]) -> None:
        """Add a game that was searched."""
        self._write({"game": key, "puzzles": puzzles})

    def add_grade(self, puzzle: str, grade: int | None) -> None:
        """Add the grade of a puzzle."""
        self._write({"puzzle": puzzle, "grade": grade})

    def _read(self, path: Path) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(str(path), "another run writes there", "wait for its end") from None
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                self._take(json.loads(line))
            except (KeyError, TypeError, ValueError) as error:
                remedy = "move it away, or name another folder with --out"
                raise InputError(f"{path}, line {number}", f"it is no entry of a journal: {error}", remedy) from None
        self._file.truncate(whole)

    def _take(self, entry: dict[str, Any]) -> None:
        if "game" in entry:
            board, number = entry["game"]
            self.games[board, number] = entry["puzzles"]
        else:
            self.grades[entry["puzzle"]] = entry["grade"]

    def _write(self, entry: dict[str, Any]) -> None:
        data = json.dumps(entry).encode() + b"\n"
        while data:
            data = data[self._file.write(data) :]
        self._take(json.loads(json.dumps(entry)))
