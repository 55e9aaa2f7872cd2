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
import functools
import json
import typing
from dataclasses import dataclass
from pathlib import Path

from hyperoxo._core import Board, Position, move_scores
from hyperoxo.cancellation import Cancellable, cancel_check

if typing.TYPE_CHECKING:
    from collections.abc import Iterable


DEPTH = 0
"""Plies that a guess looks ahead after the move, beyond forced blocks and forced wins."""
MAX_NODES = 2_000
"""The most positions of the search for one guess; one that ends early counts the open lines alone."""
MIN_CHANCE, MAX_CHANCE = 1, 99
"""The least and the most that a chance can be: 0 and 100 would be certain, and a guess is not."""
DRAW = 50
"""The expected score of a draw, in percent."""
MAX_GUESS = 900_000
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


class ChanceMaps(typing.NamedTuple):
    """The maps of a board: scores rise and fall from ply to ply, since the turn is worth more than they count.

    Attributes:
        guesses: for scores without a look ahead.
        odd: for scores of an odd number of plies ahead after the move.
        even: for scores of an even number.
    """

    guesses: ChanceMap
    odd: ChanceMap
    even: ChanceMap


OTHERS = "others"
"""The name of the maps of all boards that are not calibrated, fitted to the games of all calibrated ones together."""


@functools.cache
def chance_maps() -> dict[str, ChanceMaps]:
    """Return the maps by board, from the file that `make experiment-chances ARGS=--publish` writes."""
    tables = json.loads(Path(__file__).with_name("chances.json").read_bytes())
    return {
        board: ChanceMaps(*(ChanceMap(tuple((points, percent) for points, percent in knots)) for knots in maps))
        for board, maps in tables.items()
    }


class Guess(typing.NamedTuple):
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
    if abs(score) > MAX_GUESS:
        return MAX_CHANCE if score > 0 else MIN_CHANCE
    known = chance_maps()
    maps = known.get(str(board), known[OTHERS])
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
    scores = move_scores(position, among=among, depth=DEPTH, nodes=MAX_NODES, is_cancelled=cancel_check(control))
    return {cell: Guess(chance(position.board, score, depth), score) for cell, score, depth in scores}
