"""Forced wins: wins by an unbroken sequence of threats, each of which leaves the opponent one reply.

The search is in the Rust core and exact: a line wins against every reply, and "none" is proved. If the budget ends or
the search is cancelled before either is found, the result is unknown. docs/maintainers/solver-internals.md describes
the search.

>>> from hyperoxo import Board
>>> board = Board("3x3")
>>> win = forced_win(board.position("xo2x3o x"))  # x o .  with X to move: 21 threatens two lines,
>>> win.exists, board.names(win.line), win.plies  # . x .  and only one can be blocked
(True, '21 23 31', 3)
>>> forced_win(board.position("xo2x3o x"), "o").exists
False
"""

from __future__ import annotations

import typing
from dataclasses import dataclass

from hyperoxo._core import Position
from hyperoxo._core import forced_win as find_forced_win
from hyperoxo._core import refutations as find_refutations
from hyperoxo.boards import PositionLike, to_position
from hyperoxo.cancellation import Cancellable, cancel_check
from hyperoxo.outcomes import Outcome, Value
from hyperoxo.sides import Side, other_side

if typing.TYPE_CHECKING:
    from collections.abc import Sequence


DEFAULT_NODES = 2_000_000
"""The default limit of positions of one search: most searches end long before; others take up to two seconds."""
EXACT_PLIES = 5
"""A shortest forced win of at most this many plies is a shortest win of any kind (docs/analysis.md says why)."""


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """What is known of the forced wins of one side in one position.

    Attributes:
        exists: whether there is one; None if the search ended before that was known. If `longest` was given, longer
            wins do not count.
        line: the shortest one that was found: the winner's moves, each answered by the only reply that does not lose
            at once, up to the cell that completes a line. Where the winner threatens two lines, the reply is one of
            several. Empty if none was found.
        shortest: whether no forced win is shorter than `line`; false if none was found.
        nodes: positions searched.
    """

    exists: bool | None
    line: tuple[int, ...]
    shortest: bool
    nodes: int

    def __bool__(self) -> bool:
        """Return whether there is one; false also while that is unknown."""
        return self.exists is True

    @property
    def plies(self) -> int | None:
        """How many plies the line has, an odd number; None if none was found."""
        return len(self.line) or None

    @property
    def value(self) -> Value:
        """What it proves for the side that wins, if that side is to move; unknown if none was found."""
        if not self.line:
            return Value(Outcome.UNKNOWN, None, exact=False)
        return Value(Outcome.WIN, len(self.line), exact=self.shortest and len(self.line) <= EXACT_PLIES)

    @property
    def value_of_allowing(self) -> Value:
        """What a move of the other side that allows it is worth to that side; unknown if none was found."""
        win = self.value
        return Value(Outcome.LOSS, 1 + len(self.line), win.exact) if win.is_known else win


def forced_win(
    position: PositionLike,
    side: Side | None = None,
    *,
    longest: int | None = None,
    nodes: int = DEFAULT_NODES,
    control: Cancellable | None = None,
) -> ForcedWin:
    """Find the shortest forced win of a side.

    A forced win is a win by threats. Its line wins against every defence, the defender's own threats included.
    A win that needs a quiet move is not a forced win, so a position without a forced win can still be won.

    The side may be the one that is not to move. The answer is then what it threatens: how it would win if its opponent
    passed. To replay that line, begin with the same stones and this side to move.

    Args:
        position: any position; a game is its current position, a board its empty one. If the game is over, there
            is no forced win.
        side: the side that must win; None for the side to move.
        longest: plies that the win may have at most: 1 completes a line, 3 is a double threat. None for any number.
        nodes: positions that may be searched, about. The same number gives the same result; a million take up to a
            second on large boards. If they run out, the line found by then may not be the shortest: `shortest` is
            false, and `value` a bound.
        control: polled every few thousand positions; if it is cancelled before there is an answer, the answer is
            unknown.

    Raises:
        InputError: there is no such side, `longest` is not at least 1, or `nodes` is out of range.

    >>> from hyperoxo import Game
    >>> game = Game("4x4x4", "111 222 112 333 141 224")
    >>> found = forced_win(game)
    >>> found.plies, game.board.names(found.line[:3])
    (11, '114 113 132')
    """
    found = find_forced_win(
        to_position(position), side=side, longest=longest, nodes=nodes, is_cancelled=cancel_check(control)
    )
    return ForcedWin(*found)


def refutations(
    position: PositionLike,
    *,
    longest: int | None = None,
    nodes: int = DEFAULT_NODES,
    control: Cancellable | None = None,
) -> dict[int, ForcedWin]:
    """Find, for each move, the opponent's shortest forced win after it.

    This is quicker than calling `forced_win` after every move. An additional stone never helps the other side. So if
    the opponent has no forced win after a pass, it has none after any move, and one search is enough. A line that
    wins after one move is tried first after the others.

    Args:
        position: any position; a game is its current position, a board its empty one.
        longest: plies that a win may have at most, the first after the move being 1; None for any number.
        nodes: positions that each answer may cost, about. The same number gives the same result.
        control: polled every few thousand positions; answers that are missing once it is cancelled are unknown.

    Returns:
        The opponent's forced win after each move, by cell, ascending; lines begin with the opponent's reply. A
        move that ends the game allows no win, and there are no cells if the game is over already.

    Raises:
        InputError: `longest` is not at least 1, or `nodes` is out of range.

    >>> from hyperoxo import Game
    >>> game = Game("3x3", "11 22 13")
    >>> {game.board.name(cell): game.board.names(win.line) for cell, win in refutations(game).items()}
    {'12': '', '21': '12', '23': '12', '31': '12', '32': '12', '33': '12'}
    """
    answers = find_refutations(to_position(position), longest=longest, nodes=nodes, is_cancelled=cancel_check(control))
    return {cell: ForcedWin(*found) for cell, found in answers}


def is_forced(position: Position, line: Sequence[int]) -> bool:
    """Return whether a game is a forced win of the side to move: each of its moves threatens, no reply wins or resists.

    This follows only the rules of the game, move by move, and so confirms what a search has found.
    """
    winner = position.to_move
    loser = other_side(winner)
    if len(line) % 2 == 0:
        return False
    for cell in line:
        if position.is_over:
            return False
        if position.to_move == loser:
            threats = {empty for empty, _ in position.threats(winner)}
            if not threats or position.threats(loser) or (len(threats) == 1 and cell not in threats):
                return False
        position = position.play(cell)
    return position.winner == winner
