"""The journal of the search: a line for each game that was searched, and for each puzzle that was graded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from journals import JournalFile

if TYPE_CHECKING:
    from pathlib import Path


class Journal(JournalFile):
    """The journal.

    Attributes:
        games: the puzzles of each game, by its board and number, or by what names a record or a search of positions.
        grades: the grades of puzzles, by their ids.
    """

    def __init__(self, path: Path) -> None:
        self.games: dict[tuple[str, int | str], list[dict[str, Any]]] = {}
        self.grades: dict[str, int | None] = {}
        super().__init__(path)

    def add_game(self, key: tuple[str, int | str], puzzles: list[dict[str, Any]]) -> None:
        """Add a game that was searched."""
        self._write({"game": key, "puzzles": puzzles})
        self.games[key] = puzzles

    def add_grade(self, puzzle: str, grade: int | None) -> None:
        """Add the grade of a puzzle."""
        self._write({"puzzle": puzzle, "grade": grade})
        self.grades[puzzle] = grade

    def _take_entry(self, entry: Any) -> None:  # noqa: ANN401 - what a line of the file holds
        if "game" in entry:
            board, game = entry["game"]
            self.games[board, game] = entry["puzzles"]
        else:
            self.grades[entry["puzzle"]] = entry["grade"]
