"""The screen of a listing: rows of characters and a cursor."""

from __future__ import annotations

_FAR = 32_768
"""Where a cursor may stand at most. Outside the screen it writes nothing."""


class Screen:
    """Characters in rows.

    Args:
        width: columns.
        height: rows.

    Attributes:
        column: the cursor's column, from 0; it may be outside the screen.
        row: its row, from 0.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.clear()

    def clear(self) -> None:
        """Empty the screen, and put the cursor into its upper left corner."""
        self._rows = [[" "] * self.width for _ in range(self.height)]
        self.column = self.row = 0

    def move(self, column: int, row: int) -> None:
        """Put the cursor to a place, which may be outside the screen."""
        self.column, self.row = (max(-_FAR, min(place, _FAR)) for place in (column, row))

    def put(self, text: str) -> None:
        """Write a text at the cursor; a full row is continued in the next."""
        for character in text:
            if self.column == self.width:
                self.new_line()
            if 0 <= self.row < self.height and 0 <= self.column < self.width:
                self._rows[self.row][self.column] = character if " " <= character <= "~" else "?"
            self.column += self.column < _FAR

    def new_line(self) -> None:
        """Put the cursor to the start of the next row; below the last one the rows move up."""
        self.column = 0
        if self.row == self.height - 1:
            self._rows = [*self._rows[1:], [" "] * self.width]
        else:
            self.row += self.row < _FAR

    def at(self, column: int, row: int) -> str:
        """Return the character of a place on the screen."""
        return self._rows[row][column]

    @property
    def lines(self) -> list[str]:
        """The rows as texts of full width."""
        return ["".join(row) for row in self._rows]
