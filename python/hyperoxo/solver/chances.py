"""Chances: every guess of hyperoxo, as the expected score in percent of the side that moves; a draw counts half.

Searches score moves in points, whose meaning depends on the board. Maps made of self-play turn points into chances:
labels, hints and reasons all use them, so that a guess is the same number everywhere. docs/analysis.md describes the
maps and how well they hold; `make experiment-chances` measures them.

>>> from hyperoxo import Board
>>> board = Board("4x4x4")
>>> guesses = move_guesses(board.empty())
>>> guesses[board.cell("111")].chance > guesses[board.cell("112")].chance
True
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hyperoxo._core import move_scores
from hyperoxo.cancellation import cancel_check

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hyperoxo._core import Board, Position
    from hyperoxo.cancellation import Cancellable

DEPTH = 0
"""Plies that a guess looks ahead after the move, beyond forced blocks and forced wins."""
MOST_NODES = 2_000
"""The most positions of the search for one guess; one that ends early counts the open lines alone."""
LEAST, MOST = 1, 99
"""The least and the most that a chance can be: 0 and 100 would be certain, and a guess is not."""
DRAW = 50
"""The expected score of a draw, in percent."""
MOST_GUESS = 900_000
"""The largest score that is a guess; beyond it, or below its negative, a win or a loss is proved."""


@dataclass(frozen=True, slots=True)
class ChanceMap:
    """A rising map from points to an expected score, in straight lines between knots and constant beyond them.

    Attributes:
        knots: points and whole percents, both ascending.
    """

    knots: tuple[tuple[int, int], ...]

    def chance(self, score: int) -> int:
        """Return the chance that a score means, in whole numbers alone, so that it is the same on every machine."""
        place = bisect.bisect_right(self.knots, score, key=lambda knot: knot[0])
        if place in {0, len(self.knots)}:
            return self.knots[0 if place == 0 else -1][1]
        (low, from_percent), (high, to_percent) = self.knots[place - 1], self.knots[place]
        steps, width = (to_percent - from_percent) * (score - low), high - low
        return from_percent + (2 * steps + width) // (2 * width)


class ChanceMaps(NamedTuple):
    """The maps of a board: scores rise and fall from ply to ply, since the turn is worth more than they count.

    Attributes:
        guesses: for scores without a look ahead.
        odd: for scores of an odd number of plies ahead after the move.
        even: for scores of an even number.
    """

    guesses: ChanceMap
    odd: ChanceMap
    even: ChanceMap


# The tables that `make experiment-chances` writes to its results; a test compares them.
MAPS: Mapping[str, ChanceMaps] = MappingProxyType(
    {
        "4x4x4": ChanceMaps(
            ChanceMap(
                (
                    (-1502, 1),
                    (-1042, 11),
                    (-681, 26),
                    (-299, 34),
                    (11, 44),
                    (294, 51),
                    (554, 63),
                    (809, 79),
                    (1033, 87),
                    (1244, 91),
                    (1630, 97),
                )
            ),
            ChanceMap(
                (
                    (-1628, 13),
                    (-1246, 21),
                    (-1036, 26),
                    (-771, 32),
                    (-495, 45),
                    (-247, 51),
                    (141, 56),
                    (667, 65),
                    (1033, 76),
                    (1352, 85),
                    (1764, 87),
                )
            ),
            ChanceMap(
                (
                    (-1585, 12),
                    (-1185, 23),
                    (-938, 26),
                    (-611, 38),
                    (-251, 44),
                    (5, 45),
                    (235, 51),
                    (517, 61),
                    (803, 73),
                    (1026, 76),
                    (1249, 83),
                    (1656, 87),
                )
            ),
        ),
        "5x5:4": ChanceMaps(
            ChanceMap(
                ((-1058, 21), (-305, 38), (-74, 41), (47, 48), (394, 51), (684, 63), (871, 79), (1027, 92), (1315, 99))
            ),
            ChanceMap(
                ((-1153, 16), (-904, 29), (-680, 44), (-324, 50), (49, 51), (203, 52), (480, 56), (818, 69), (1423, 93))
            ),
            ChanceMap(
                (
                    (-1244, 21),
                    (-770, 42),
                    (-315, 46),
                    (-21, 48),
                    (138, 49),
                    (326, 51),
                    (544, 55),
                    (774, 66),
                    (969, 84),
                    (1177, 93),
                )
            ),
        ),
        "4x4x4x4": ChanceMaps(
            ChanceMap(
                (
                    (-2466, 1),
                    (-1553, 13),
                    (-848, 26),
                    (-109, 35),
                    (410, 50),
                    (701, 53),
                    (1061, 67),
                    (1441, 72),
                    (1838, 75),
                    (2186, 86),
                    (3027, 91),
                )
            ),
            ChanceMap(
                (
                    (-2860, 16),
                    (-2211, 25),
                    (-1821, 27),
                    (-1386, 35),
                    (-949, 38),
                    (-488, 46),
                    (102, 56),
                    (859, 62),
                    (1527, 72),
                )
            ),
            ChanceMap(
                (
                    (-2433, 13),
                    (-1683, 23),
                    (-1171, 33),
                    (-464, 40),
                    (130, 48),
                    (598, 52),
                    (1048, 63),
                    (1458, 66),
                    (1859, 74),
                    (2247, 75),
                    (3029, 78),
                )
            ),
        ),
    }
)
"""The maps of each calibrated board."""
OTHER_BOARDS = ChanceMaps(
    ChanceMap(((-1617, 4), (-900, 21), (-284, 37), (23, 46), (264, 48), (521, 57), (832, 75), (1234, 82), (2114, 84))),
    ChanceMap(
        (
            (-2155, 22),
            (-1447, 26),
            (-1092, 27),
            (-771, 36),
            (-460, 48),
            (-177, 51),
            (191, 54),
            (621, 62),
            (1083, 74),
            (1867, 78),
        )
    ),
    ChanceMap(
        (
            (-2068, 16),
            (-1332, 21),
            (-932, 32),
            (-538, 41),
            (-166, 45),
            (24, 48),
            (206, 50),
            (489, 56),
            (831, 69),
            (1253, 76),
            (2186, 77),
        )
    ),
)
"""The maps of all other boards, fitted to all games together. On 3x3x3 hardly a value is unknown after two stones."""


class Guess(NamedTuple):
    """A guess at a move.

    Attributes:
        chance: the expected score in percent.
        points: the score that it was made of, which orders moves of the same chance.
    """

    chance: int
    points: int


def chance(board: Board, score: int, depth: int) -> int:
    """Return the chance of a move by its score: the expected score in percent of the side that makes it.

    Args:
        board: the board.
        score: the score of a search for the side that makes the move.
        depth: plies that the search looked ahead after the move; -1 if the score is that of the position before it.
    """
    if abs(score) > MOST_GUESS:
        return MOST if score > 0 else LEAST
    maps = MAPS.get(str(board), OTHER_BOARDS)
    return (maps.guesses if depth == 0 else maps.odd if depth % 2 else maps.even).chance(score)


def move_guesses(
    position: Position, among: Iterable[int] | None = None, control: Cancellable | None = None
) -> dict[int, Guess]:
    """Return a guess at each move, by cell, ascending; moves that symmetries take to each other have the same.

    Each move gets a small search, so that the chance of a move does not depend on the others. Where it proves a win or
    a loss, the chance is the most or the least that there is.

    Args:
        position: the position; over, it has no moves.
        among: the moves; None for all.
        control: once it is cancelled, what is left is guessed by open lines alone.

    Raises:
        CellError: a cell is not on the board.
        InputError: a cell cannot be played.
    """
    scores = move_scores(position, among=among, depth=DEPTH, nodes=MOST_NODES, is_cancelled=cancel_check(control))
    return {cell: Guess(chance(position.board, score, depth), score) for cell, score, depth in scores}
