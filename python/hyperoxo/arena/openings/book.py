"""The openings of a match: as they are typed, and by round."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from itertools import islice, repeat
from typing import TYPE_CHECKING, Literal

from hyperoxo.arena.openings.balanced import balanced_openings
from hyperoxo.arena.openings.from_file import openings_from_file
from hyperoxo.arena.openings.opening import Opening
from hyperoxo.arena.openings.random import random_openings
from hyperoxo.errors import InputError
from hyperoxo.text import read_integer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo._core import Board
    from hyperoxo.executor import Workers

FORMS = "none, random:PLIES, balanced:PLIES, or a file"
"""The forms in which openings are typed."""


@dataclass(frozen=True, slots=True)
class Openings:
    """The chosen kind of openings.

    Attributes:
        kind: their source.
        plies: the number of random moves; 0 for other kinds.
        path: the file that lists them; empty for other kinds.
    """

    kind: Literal["none", "random", "balanced", "file"]
    plies: int = 0
    path: str = ""

    def stream(self, board: Board, seed: int, workers: Workers) -> Iterator[Opening]:
        """Yield openings without end, one for each round: the same ones for the same board and seed.

        Raises:
            OSError: the file cannot be read.
            InputError: there are none, or a line of the file is not one.
        """
        match self.kind:
            case "none":
                return repeat(Opening(board.empty()))
            case "random":
                return random_openings(board, self.plies, seed)
            case "balanced":
                return balanced_openings(board, self.plies, seed, workers)
            case "file":
                return openings_from_file(board, self.path)

    def __str__(self) -> str:
        """Return these openings as they are typed."""
        if self.kind == "file":
            return self.path
        return f"{self.kind}:{self.plies}" if self.plies else self.kind


def read_openings(typed: str, board: Board) -> Openings:
    """Return the openings that were typed: `none`, `random:PLIES`, `balanced:PLIES` or the name of a file.

    Raises:
        InputError: the number of plies is malformed or too large.
    """
    kind, _, plies = typed.partition(":")
    if typed == "none":
        return Openings("none")
    if kind not in ("random", "balanced"):
        return Openings("file", path=typed)
    most = len(board) - 1
    number = read_integer(plies, 1, most)
    if number is None:
        raise InputError(typed, f"not openings on {board}", f"{kind}:PLIES, with 1 to {most} plies; or {FORMS}")
    return Openings("random" if kind == "random" else "balanced", number)


class OpeningBook:
    """The openings of the rounds of a match, by number, found when they are first requested.

    It must be closed before the workers, which may still test openings.

    Args:
        openings: the kind of openings.
        board: the board.
        seed: the same seed finds the same ones.
        workers: the workers that test openings, if the kind needs that.
    """

    def __init__(self, openings: Openings, board: Board, seed: int, workers: Workers) -> None:
        self._stream = openings.stream(board, seed, workers)
        self._found: list[Opening] = []

    def __getitem__(self, round_: int) -> Opening:
        """Return the opening of a round, counted from 0."""
        missing = round_ + 1 - len(self._found)
        self._found.extend(islice(self._stream, max(missing, 0)))
        return self._found[round_]

    def close(self) -> None:
        """Stop the search for openings."""
        if isinstance(self._stream, Generator):
            self._stream.close()
