"""The article's procedure `analyse`, function by function, with or without its errata, for comparison with `delphi`.

The player joins the three loops, keeps a tally for every line and rates further fields when a line can be completed.
Here the loops and functions are those of the article: the board is a list of marks, and lines are scanned. Each erratum
can be switched on; where the article prints no value for the board, it gets the player's number. Nothing is imported
from the package. Fields and nodes count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

FIRST_MOVE, THRESHOLD, LAST_NODE = "first-move", "threshold", "last-node"


@dataclass
class Node:
    """What the article records for a move."""

    pos: int = 0
    rating: int = 0
    threshold: int = 0


def back(rating: int) -> int:
    """Return a rating for the node before."""
    x = 100 - rating
    return x - 1 if x > 50 else x + 1 if x < 50 else x


def ahead(bound: int) -> int:
    """Return a bound for the node after: the same with the opposite signs."""
    x = 100 - bound
    return x + 1 if x > 50 else x - 1 if x < 50 else x


class Analyser:
    """The analysis of one position.

    Args:
        lines: the fields of each line.
        game: by field the player who holds it, 0 for none; the first entry is not used.
        errata: the errata that are played as printed.
        patience: the most nodes to open, after which the search counts as endless.
    """

    def __init__(
        self, lines: Sequence[Sequence[int]], game: list[int], errata: Collection[str] = (), patience: int = 200_000
    ) -> None:
        self.lines, self.game, self.errata, self.patience = lines, game, errata, patience
        self.last = len(game) - 1
        self.nodes = [Node() for _ in game]
        self.base = self.last + 1 - game[1:].count(0)
        self.test = self.base - 1
        self.ratings: dict[int, int] = {}
        """The rating that was reported for each field."""

    def analyse(self) -> None:
        """Rate every field, or those that complete a line."""
        going = True
        while going:
            while self._next_node():
                self._test_win()
                if not self._first_move():
                    break
            while True:
                if not self._previous_node():
                    going = False
                    break
                if self._next_move():
                    break

    def _next_node(self) -> bool:
        if self.test == self.last:
            return False
        self.patience -= 1
        if self.patience < 0:
            raise TimeoutError
        self.test += 1
        node, before = self.nodes[self.test], self.nodes[self.test - 1]
        node.pos = 0
        if self.test == self.base:
            node.threshold, node.rating = 100, 1
            return True
        x = ahead(before.rating)
        if self.test >= self.last - 1:
            node.threshold = 50
        if THRESHOLD in self.errata:
            if self.test != self.last - 2:
                node.threshold = x
        elif self.test < self.last - 1:
            node.threshold = x
        node.rating = ahead(before.threshold)
        return True

    def _test_win(self) -> None:
        for field in self._free():
            if self._completes(field):
                self.nodes[self.test].rating = 100
                if self.test == self.base:
                    self.ratings[field] = 100

    def _first_move(self) -> bool:
        node = self.nodes[self.test]
        if node.threshold == 100:
            node.threshold = 98
        if node.rating >= node.threshold:
            return False
        if self.test == self.last and LAST_NODE not in self.errata:
            node.rating = 50
            if self.test == self.base:
                self.ratings[self._free()[0]] = 50
        field = self._free()[0]
        self.game[field] = self._player
        node.pos = self._player if FIRST_MOVE in self.errata else field
        return True

    def _previous_node(self) -> bool:
        found = again = False
        while True:
            self._delete_move()
            again = False
            if self.test > self.base:
                found = True
                x = back(self.nodes[self.test].rating)
                self.test -= 1
                node = self.nodes[self.test]
                if self.test == self.base:
                    self.ratings[node.pos] = x
                else:
                    node.rating = max(node.rating, x)
                    again = node.rating >= node.threshold
            if not again:
                return found

    def _next_move(self) -> bool:
        node = self.nodes[self.test]
        pos = node.pos
        self._delete_move()
        following = [field for field in self._free() if field > pos]
        if not following:
            return False
        node.pos = following[0]
        self.game[node.pos] = self._player
        return True

    def _delete_move(self) -> None:
        node = self.nodes[self.test]
        if node.pos:
            self.game[node.pos] = 0
        node.pos = 0

    @property
    def _player(self) -> int:
        return 2 - (self.test & 1)

    def _free(self) -> list[int]:
        return [field for field in range(1, self.last + 1) if self.game[field] == 0]

    def _completes(self, field: int) -> bool:
        player = self._player
        return any(
            field in line and all(other == field or self.game[other] == player for other in line) for line in self.lines
        )
