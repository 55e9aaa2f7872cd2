"""A slow, readable reference implementation of the Rust core, with which tests compare the core.

It imports nothing from the package and shares no method with it: lines are found by walking from every cell in
every direction, winners by scanning all lines, automorphisms by searching for permutations that take lines to
lines, and counts by playing every sequence. Cells are indices, counted along the last axis fastest.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise, permutations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Line = tuple[int, ...]
Permutation = tuple[int, ...]

OTHER = {"x": "o", "o": "x"}


@dataclass(frozen=True)
class ReferenceBoard:
    """Shape and line length of a board.

    Attributes:
        shape: cells along each axis, slowest axis first.
        k: cells in a line.
    """

    shape: tuple[int, ...]
    k: int

    @property
    def cells(self) -> list[tuple[int, ...]]:
        """The coordinates of each cell, from 0, in index order."""
        return list(product(*(range(side) for side in self.shape)))

    @property
    def lines(self) -> list[Line]:
        """Every line once, as its cells in ascending order; the lines in lexicographic order."""
        cells = self.cells
        index = {cell: i for i, cell in enumerate(cells)}
        found = set()
        for start in cells:
            for step in product((-1, 0, 1), repeat=len(self.shape)):
                run = [tuple(c + n * s for c, s in zip(start, step, strict=True)) for n in range(self.k)]
                if any(step) and all(cell in index for cell in run):
                    found.add(tuple(sorted(index[cell] for cell in run)))
        return sorted(found)


def axis_maps(board: ReferenceBoard) -> set[Permutation]:
    """Return the permutations of cells that come from permuting axes of equal length and reflecting axes."""
    cells = board.cells
    index = {cell: i for i, cell in enumerate(cells)}
    found = set()
    for order in permutations(range(len(board.shape))):
        if any(board.shape[a] != side for a, side in zip(order, board.shape, strict=True)):
            continue
        for mirrored in product((False, True), repeat=len(order)):
            image = []
            for cell in cells:
                turned = [cell[axis] for axis in order]
                image.append(
                    index[
                        tuple(
                            side - 1 - c if mirror else c
                            for c, side, mirror in zip(turned, board.shape, mirrored, strict=True)
                        )
                    ]
                )
            found.add(tuple(image))
    return found


def takes_lines_to_lines(lines: list[Line], permutation: Permutation) -> bool:
    """Return whether the image of every line is a line."""
    known = set(lines)
    return all(tuple(sorted(permutation[cell] for cell in line)) in known for line in lines)


def automorphisms(size: int, lines: list[Line]) -> set[Permutation]:
    """Return every permutation of the cells that takes lines to lines, by backtracking.

    An image is tried only if it shares lines with the earlier images just where the cells do; what is left at
    the end is checked in full.
    """
    neighbours: Mapping[int, set[int]] = defaultdict(set)
    for line in lines:
        for cell in line:
            neighbours[cell] |= set(line) - {cell}
    found = set()
    image: list[int] = []

    def extend(free: set[int]) -> None:
        if len(image) == size:
            if takes_lines_to_lines(lines, tuple(image)):
                found.add(tuple(image))
            return
        candidates = set(free)
        for earlier, place in enumerate(image):
            candidates &= neighbours[place] if earlier in neighbours[len(image)] else free - neighbours[place]
        for candidate in candidates:
            image.append(candidate)
            extend(free - {candidate})
            image.pop()

    extend(set(range(size)))
    return found


def orbits(size: int, symmetries: set[Permutation]) -> list[Line]:
    """Return the classes of cells that the symmetries take to each other, ordered by their first cells."""
    return sorted({tuple(sorted({symmetry[cell] for symmetry in symmetries})) for cell in range(size)})


@dataclass(frozen=True)
class ReferencePosition:
    """Stones as one character a cell - `x`, `o` or `.` - and the side to move, on lines found elsewhere."""

    stones: str
    to_move: str
    lines: tuple[Line, ...]

    def completed(self, side: str) -> list[int]:
        """Return the indices of the lines that a side holds."""
        return [i for i, line in enumerate(self.lines) if all(self.stones[cell] == side for cell in line)]

    @property
    def winner(self) -> str | None:
        """The side that holds a line."""
        return next((side for side in "xo" if self.completed(side)), None)

    @property
    def empty(self) -> list[int]:
        """The cells without a stone."""
        return [cell for cell, stone in enumerate(self.stones) if stone == "."]

    @property
    def moves(self) -> list[int]:
        """The cells that can be played."""
        return [] if self.winner else self.empty

    def play(self, cell: int) -> ReferencePosition:
        """Return the position after a legal move."""
        stones = self.stones[:cell] + self.to_move + self.stones[cell + 1 :]
        return ReferencePosition(stones, OTHER[self.to_move], self.lines)

    def threats(self, side: str) -> list[tuple[int, int]]:
        """Return the lines that one stone of `side` on an empty cell would complete, as (cell, line)."""
        found = []
        for i, line in enumerate(self.lines):
            content = [self.stones[cell] for cell in line]
            if content.count(side) == len(line) - 1 and content.count(".") == 1:
                found.append((line[content.index(".")], i))
        return found

    def perft(self, depth: int) -> int:
        """Count the sequences of exactly `depth` legal plies."""
        return 1 if depth == 0 else sum(self.play(cell).perft(depth - 1) for cell in self.moves)

    def image(self, symmetry: Permutation) -> ReferencePosition:
        """Return the position with the stone of cell `i` on `symmetry[i]`."""
        stones = [""] * len(self.stones)
        for cell, place in enumerate(symmetry):
            stones[place] = self.stones[cell]
        return ReferencePosition("".join(stones), self.to_move, self.lines)

    def canonical(self, symmetries: set[Permutation]) -> ReferencePosition:
        """Return the image that reads first, cell by cell, with X before O before empty."""
        images = (self.image(symmetry) for symmetry in symmetries)
        return min(images, key=lambda position: ["xo.".index(stone) for stone in position.stones])

    @property
    def is_reachable(self) -> bool:
        """Return whether some game reaches the position."""
        x, o = self.completed("x"), self.completed("o")
        if x and o:
            return False
        if not x and not o:
            return True
        shared = set.intersection(*(set(self.lines[line]) for line in x or o))
        return bool(shared) and self.to_move == ("o" if x else "x")

    @property
    def text(self) -> str:
        """The position text: stones, runs of empty cells as numbers, and the side to move."""
        return "".join(_tokens(self.stones)) + f" {self.to_move}"


def _tokens(stones: str) -> Iterator[str]:
    starts = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(stones)) if a != b or a != "."), len(stones)]
    for start, end in pairwise(starts):
        run = stones[start:end]
        yield str(len(run)) if run[0] == "." else run


def exhaustive_value(position: ReferencePosition, known: dict[tuple[str, str], tuple[str, int]]) -> tuple[str, int]:
    """Return win, draw or loss for the side to move, and the plies left if the winner hurries and the loser delays.

    Args:
        position: a late position, or one on a small board: every game from it is played.
        known: values found so far; it is extended.
    """
    key = position.stones, position.to_move
    if key not in known:
        if position.winner is not None:
            known[key] = "loss", 0
        elif not position.empty:
            known[key] = "draw", 0
        elif position.threats(position.to_move):
            known[key] = "win", 1
        else:
            replies = [exhaustive_value(position.play(cell), known) for cell in position.moves]
            wins = [plies for outcome, plies in replies if outcome == "loss"]
            losses = [plies for outcome, plies in replies if outcome == "win"]
            if wins:
                known[key] = "win", 1 + min(wins)
            elif len(losses) < len(replies):
                known[key] = "draw", len(position.empty)
            else:
                known[key] = "loss", 1 + max(losses)
    return known[key]
