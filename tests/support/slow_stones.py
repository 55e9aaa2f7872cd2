"""Stones on lines, by slow code for tests: threats, forks, and the values of 3x3, from the rules of the reference."""

from __future__ import annotations

import functools
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from support.reference import ReferenceBoard, ReferencePosition, exhaustive_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo import Board, Position

OTHER = {"x": "o", "o": "x"}
KNOWN: dict[tuple[str, str], tuple[str, int]] = {}
"""The values of positions of 3x3."""


@dataclass(frozen=True)
class Stones:
    """The stones of both sides on the lines of a board, and the side to move."""

    lines: tuple[frozenset[int], ...]
    held: Mapping[str, frozenset[int]]
    empty: frozenset[int]
    mover: str

    def play(self, cell: int) -> Stones:
        held = {**self.held, self.mover: self.held[self.mover] | {cell}}
        return Stones(self.lines, held, self.empty - {cell}, OTHER[self.mover])

    def lacking(self, side: str, number: int) -> list[frozenset[int]]:
        """Return the lines on which a side lacks so many stones, and the other side has none."""
        own, against = self.held[side], self.held[OTHER[side]]
        return [line for line in self.lines if len(line - own) == number and line.isdisjoint(against)]

    def threats(self, side: str) -> set[int]:
        """Return the cells at which a side completes a line."""
        return {cell for line in self.lacking(side, 1) for cell in line & self.empty}

    def forks(self) -> set[int]:
        """Return the cells by which the side to move threatens twice, and wins."""
        urgent = self.threats(OTHER[self.mover])
        made: dict[int, set[int]] = defaultdict(set)
        for line in self.lacking(self.mover, 2):
            for cell in line & self.empty:
                made[cell] |= (line & self.empty) - {cell}
        return {cell for cell, threats in made.items() if len(threats) > 1 and urgent <= {cell}}

    def unsafe(self) -> set[int]:
        """Return the moves after which the other side has a fork; there are none if it had none after a pass."""
        passed = Stones(self.lines, self.held, self.empty, OTHER[self.mover])
        return {cell for cell in self.empty if self.play(cell).forks()} if passed.forks() else set()

    @property
    def is_won(self) -> bool:
        """Whether the side that has just moved has a line."""
        return bool(self.lacking(OTHER[self.mover], 0))

    def value(self) -> tuple[str, int]:
        """Return the value for the side to move, and the plies, of a position of 3x3."""
        stones = "".join(next((side for side in "xo" if cell in self.held[side]), ".") for cell in range(9))
        return exhaustive_value(ReferencePosition(stones, self.mover, tuple(map(tuple, self.lines))), KNOWN)


@functools.cache
def lines_of(board: Board) -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, ReferenceBoard(board.shape, board.line_length).lines))


def stones_of(position: Position) -> Stones:
    held = {"x": frozenset(position.x), "o": frozenset(position.o)}
    return Stones(lines_of(position.board), held, frozenset(position.empty_cells()), position.to_move)
