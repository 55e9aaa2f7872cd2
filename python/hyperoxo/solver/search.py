"""The best move that a budget finds, on boards too large to solve.

An alpha-beta search in the Rust core with growing depth, which also looks for forced wins of both sides. A result says
whether its score is proved or a guess. docs/analysis.md describes the search.

>>> from hyperoxo import Board
>>> board = Board("5x5:4")
>>> found = search(board.empty(), nodes=20_000)
>>> board.name(found.cell), found.value.is_known
('23', False)
"""

from __future__ import annotations

import typing
from dataclasses import dataclass

from hyperoxo._core import Board
from hyperoxo._core import search as search_in_core
from hyperoxo.boards import PositionLike, to_position
from hyperoxo.cancellation import DEFAULT_SECONDS, Cancellable, cancel_check
from hyperoxo.outcomes import Outcome, Value
from hyperoxo.slowness import SLOWNESS
from hyperoxo.solver.chances import chance

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import EllipsisType


DEFAULT_MEMORY = 64
"""The default memory limit of a search, in MiB."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best move that was found.

    Attributes:
        cell: the move.
        score: the value of the move in points for the side that makes it; 0 if the sides are even. Scores of all
            positions of one board can be compared. A guess is between -900,000 and 900,000. A proved win scores more,
            and a win in fewer plies scores higher; a proved loss scores less, and in fewer plies lower.
        chance: what a guess means: the expected score of that side in percent, from 1 to 99; None if the value is
            proved. `hyperoxo.solver.chances` makes it of the score.
        value: the proved value of the move for the side that makes it; unknown if the score is a guess. A win takes at
            most the stated number of plies. A loss or a draw is proved to be the best that the given moves allow.
        line: the move and the expected continuation, as far as the search has stored it. For a forced win found before
            the search, the whole game to the completed line.
        depth: plies looked ahead, without forced blocks; 0 if the budget was too small, or no search was needed.
        nodes: positions searched.
    """

    cell: int
    score: int
    chance: int | None
    value: Value
    line: tuple[int, ...]
    depth: int
    nodes: int


def search(
    position: PositionLike,
    *,
    among: Iterable[int | str] | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | EllipsisType | None = ...,
    memory: int = DEFAULT_MEMORY,
    control: Cancellable | None = None,
    on_progress: Callable[[SearchResult], object] | None = None,
) -> SearchResult:
    """Search for the best move of the side to move.

    It ends when the outcome is proved or a bound is reached. Without a bound that may be never on a large board.

    Args:
        position: any position that is not over; a game is its current position, a board its empty one.
        among: the moves to choose from; None for all. Of moves that are equivalent under a symmetry of the position,
            only one is searched.
        depth: the most plies to look ahead, forced blocks not counted.
        nodes: how many positions may be searched, about. The same number gives the same result, unless time runs out.
        seconds: how long it may take, a few hundredths of a second more or less; None for any time. By default 5 s, but
            any time where `depth` or `nodes` is given.
        memory: how much the table of positions may take, in MiB.
        control: polled about a hundred times a second; once it is cancelled, the best move so far is returned.
        on_progress: called by the calling thread after each depth with the best move; an exception ends the search.

    Raises:
        CellError: a cell is not on the board.
        InputError: a bound is out of range, a cell cannot be played, or there is no move to choose.

    >>> from hyperoxo import Game
    >>> game = Game("4x4x4", "111 222 112 333 113")
    >>> found = search(game, nodes=2000)
    >>> game.board.name(found.cell), found.value.is_known
    ('114', False)
    """
    position = to_position(position)
    board = position.board
    if seconds is ...:
        seconds = DEFAULT_SECONDS * SLOWNESS if depth is None and nodes is None else None
    found = search_in_core(
        position,
        among=among,
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        memory=memory,
        on_depth=None if on_progress is None else lambda *found: on_progress(_result(board, found)),
        is_cancelled=cancel_check(control),
    )
    return _result(board, found)


def _result(
    board: Board, found: tuple[int, int, tuple[str, int | None, bool], tuple[int, ...], int, int]
) -> SearchResult:
    cell, score, (name, plies, _), line, depth, nodes = found
    value = Value(Outcome(name), plies, exact=name == Outcome.DRAW.value)
    # The move is a ply of the depth. Without any, the score is that of the position before it.
    guess = None if value.is_known else chance(board, score, depth - 1)
    return SearchResult(cell, score, guess, value, line, depth, nodes)
