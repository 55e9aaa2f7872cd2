"""A literal translation of the Atari ST listing of 1986, for comparison with the player `atari-st`.

The player computes a square's value from the lines through it. The listing keeps the value of every square in an array,
flags (`x`) the squares that a move may have changed, and recomputes only those. Arrays, subroutines and their order are
those of the listing (line numbers in the comments), so that values which the listing fails to update are stale here,
too. Nothing is imported from the package. Squares are 1 to 64, tier by tier and row by row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SQUARES = range(1, 65)
HUMAN, COMPUTER = 1, 5
POINTS = {3: 33, 2: 5, 1: 2, 15: 77, 10: 6, 5: 1}
"""Lines 550 to 600: points by the sum of the four squares of a line."""

DIAGONALS = (
    (range(1, 5), 20),
    (range(1, 14, 4), 17),
    (range(4, 17, 4), 15),
    (range(13, 17), 12),
    (range(1, 50, 16), 5),
    (range(4, 53, 16), 3),
    ((1,), 21),
    ((4,), 19),
    ((13,), 13),
    ((16,), 11),
)
"""Lines 750 to 810 in the order of their DATA: first squares, and the step from each square of a line to the next."""


def combinations() -> Iterator[list[int]]:
    """Yield the 76 lines in the order in which lines 700 to 740 store them."""
    for row in range(16):
        yield [row * 4 + k for k in range(1, 5)]
    for column in range(1, 5):
        for first in range(column, column + 49, 16):
            yield [first + k * 4 for k in range(4)]
    for pillar in range(1, 17):
        yield [pillar + k * 16 for k in range(4)]
    for firsts, step in DIAGONALS:
        for first in firsts:
            yield [first + k * step for k in range(4)]


class Listing:
    """A game of the listing.

    Args:
        rnd: returns the next random fraction. BASIC evaluates every part of a condition, so it draws one for each of
            the 64 squares. Here one is drawn only if the decision depends on it, which changes the random stream and
            nothing else.
    """

    def __init__(self, rnd: Callable[[], float]) -> None:
        self.rnd = rnd
        self.b = [0] * 65  # pieces
        self.v = [0] * 65  # values
        self.x = [False] * 65  # squares to work out again
        self.m: list[list[list[int]]] = [[] for _ in range(65)]  # the lines through each square
        self.w: list[int] = []  # the line that will flash
        for line in combinations():
            for square in line:
                self.m[square].append(line)

    def human_takes(self, square: int) -> None:
        """Play the person's move: lines 240 to 270, without the mouse."""
        self.b[square], self.v[square] = HUMAN, 0
        self._adjust(square, just_moved=True)

    def work_out_values(self) -> None:
        """Recompute the flagged values: line 300, before the computer's move."""
        for square in SQUARES:
            if self.b[square] == 0 and self.x[square]:
                self.v[square] = 0
                self._adjust(square, just_moved=False)

    def choice(self) -> int:
        """Return the square of the highest value (lines 320 to 350), 0 if line 360 declares a draw."""
        s = h = 0
        for i in SQUARES:
            if self.v[i] == h and h > 0 and self.rnd() < 0.3:  # 330
                h, s = self.v[i], i
            if self.v[i] > h:  # 340
                h, s = self.v[i], i
        return s

    def computer_takes(self, square: int) -> None:
        """Play the computer's move: lines 370 to 400; line 160 jumps here with a random first square."""
        self.b[square], self.v[square] = COMPUTER, 0
        self.x = [False] * 65
        self._adjust(square, just_moved=True)

    def _adjust(self, s: int, *, just_moved: bool) -> None:
        """Update the lines after a move: lines 520 to 660; `just_moved` is the listing's `sx`."""
        for line in self.m[s]:
            p = sum(self.b[square] for square in line)
            if p in (4 * HUMAN, 4 * COMPUTER):  # 540
                self.w = line
            q = POINTS.get(p, 0)
            if q == 0 and not just_moved:  # 610
                continue
            self.v[s] += q  # 620
            if self.b[s] > 0:
                self.v[s] = 0
            if just_moved:  # 630
                for square in line:  # 640
                    if self.b[square] == 0:
                        self.x[square] = True
