"""The journal of a run: each attempt is added as soon as it has ended, so that a killed run loses none.

It is a file of JSON lines: a head that names the board, then an attempt a line. A certificate is stored before its
attempt (`proofs`).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from atlas.results import Attempt
from hyperoxo.errors import InputError
from journals import REMEDY, JournalFile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hyperoxo import Board


class Journal(JournalFile):
    """The journal of a board's openings.

    Attributes:
        attempts: what it holds.

    Args:
        path: the file; it is made if it does not exist.
        board: the board.
    """

    def __init__(self, path: Path, board: Board) -> None:
        self.attempts: list[Attempt] = []
        self._board = board
        self._head = {"journal": "atlas", "version": 2, "board": str(board)}
        self._is_new = False
        super().__init__(path)
        if self._is_new:
            self._write(self._head)

    def add(self, attempt: Attempt) -> None:
        """Add an attempt.

        Raises:
            OSError: it cannot be written.
        """
        # First, so that a run interrupted while it writes has every attempt that the file has.
        self.attempts.append(attempt)
        third_moves = attempt.found.third_moves
        self._write(attempt.as_json() | ({"third_moves": dict(third_moves)} if third_moves else {}))

    def _take_lines(self, lines: Sequence[bytes], rest: bytes) -> None:
        start = json.dumps(self._head).encode()
        self._is_new = not lines and start.startswith(rest)
        if not self._is_new and lines[:1] != [start]:
            raise InputError(str(self._path), f"it is no journal of the openings of {self._board}", REMEDY)
        for number, line in enumerate(lines[1:], 2):
            try:
                self.attempts.append(Attempt.from_json(self._board, json.loads(line)))
            except (RecursionError, ValueError) as error:
                raise InputError(f"{self._path}, line {number}", f"it is no attempt: {error}", REMEDY) from None
