"""Recorded games, which are searched for puzzles as those of the levels are."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hyperoxo import record
from hyperoxo.errors import InputError, RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[2]
FILES = (
    *sorted((ROOT / "python" / "hyperoxo" / "museum" / "exhibits").glob("*/*.oxo")),
    ROOT / "research" / "labels_games.jsonl",
    ROOT / "research" / "puzzles" / "museum_games.jsonl",
)
"""The recorded games of the project."""
RECORDED = "recorded game"
"""Names such a game in the source of a puzzle, after its board."""


class RecordedGame(NamedTuple):
    """A recorded game as a worker gets it; `name` names it in the source of a puzzle, after its board."""

    board: str
    name: str
    start: str
    moves: str

    @property
    def key(self) -> tuple[str, str]:
        """What names it in the journal: two records of the same moves are one game."""
        return self.board, hashlib.sha256(f"{self.start} {self.moves}".encode()).hexdigest()[:16]


def recorded_games(paths: Iterable[Path], boards: Iterable[str]) -> Iterator[RecordedGame]:
    """Read the games of some boards.

    Raises:
        InputError: a file is not a record of games.
        OSError: it cannot be read.
    """
    wanted = set(boards)
    for path in paths:
        try:
            games = record.load(path)
        except RecordError as error:
            raise InputError(str(path), str(error)) from None
        for number, game in enumerate(games, 1):
            if str(game.board) in wanted:
                players = " - ".join(game.tags.get(tag, "unnamed") for tag in ("First", "Second"))
                name = f"{RECORDED} {number} of {path.name}, {players}"
                yield RecordedGame(str(game.board), name, game.start.text, game.board.names(game.all_moves))
