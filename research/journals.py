"""Journals of long runs: files of JSON lines, to which a run adds each result at once, so that a killed run loses none.

If the writer is killed in the middle of a line, that line is cut off when the run continues, and its work is done
again.
"""

from __future__ import annotations

import fcntl
import json
from typing import IO, TYPE_CHECKING, Any, Self

from hyperoxo.errors import InputError, naming

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path
    from types import TracebackType

REMEDY = "move it away, or name another folder with --out"
"""What a person can do about a file that is not the journal of a run."""


def take_entries(path: Path, lines: Iterable[bytes], take: Callable[[Any], None]) -> None:
    """Call `take` with the entry of each line of a journal.

    Raises:
        InputError: a line is not JSON, or `take` has raised a KeyError, TypeError or ValueError.
    """
    for number, line in enumerate(lines, 1):
        try:
            take(json.loads(line))
        except (KeyError, TypeError, ValueError) as error:
            reason = f"not an entry of a journal: {error}"
            raise InputError(f"{path}, line {number}", reason, REMEDY) from None


class JournalFile:
    """The file of a journal; a context, at whose end it is closed. A subclass reads its lines.

    Args:
        path: the file; it is made if it does not exist.

    Raises:
        InputError: the file is not such a journal, or another run writes there now.
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        if path.exists() and not path.is_file():
            raise InputError(str(path), "not a file", REMEDY)
        path.parent.mkdir(parents=True, exist_ok=True)
        with naming(str(path)):
            self._file: IO[bytes] = path.open("a+b", buffering=0)
        try:
            self._lock()
            self._file.seek(0)
            data = self._file.read()
            whole = data.rfind(b"\n") + 1
            self._take_lines(data[:whole].splitlines(), data[whole:])
            if whole < len(data):
                self._file.truncate(whole)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def _take_lines(self, lines: Sequence[bytes], rest: bytes) -> None:
        """Read the lines of the file.

        Args:
            lines: the whole ones.
            rest: the beginning of a line that was not written to its end.

        Raises:
            InputError: they are not of such a journal.
        """
        del rest  # It is cut off.
        take_entries(self._path, lines, self._take_entry)

    def _take_entry(self, entry: Any) -> None:  # noqa: ANN401 - what a line of the file holds
        """Read the entry of a line.

        Raises:
            KeyError, TypeError, ValueError: it is not of such a journal.
        """
        raise NotImplementedError

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(str(self._path), "another run writes there", "wait for its end") from None

    def _write(self, entry: dict[str, Any]) -> None:
        data = json.dumps(entry).encode() + b"\n"
        with naming(str(self._path)):
            while data:
                data = data[self._file.write(data) :]
