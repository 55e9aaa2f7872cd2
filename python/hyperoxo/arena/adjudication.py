"""Adjudication: a game of a match ends as soon as the solver proves what its position is worth.

The search has a number of positions and no clock, so the same position gets the same answer on every machine. Books and
the atlas are not asked: they know the value of the empty 4x4x4, and every game there would end before its first move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.errors import InputError
from hyperoxo.game import Ending, Note, Result
from hyperoxo.solver.solve import solve

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.boards import PositionLike
    from hyperoxo.game import Game

MAX_NODES = 100_000_000
"""The most positions of one search; more would take minutes before each move."""


def adjudication(position: PositionLike, nodes: int) -> Result | None:
    """Return the result of a position that is proved within a number of positions searched; None if none is proved.

    Args:
        position: a position in which the game is not over.
        nodes: how many positions may be searched, about.
    """
    found = solve(position, nodes=nodes, threads=1)
    return Result(Ending.ADJUDICATED, found.winner) if found.is_decided else None


def check_adjudication(board: Board, nodes: int, given: str) -> None:
    """Refuse a number of positions that is out of range, or decides the empty board, so that no move would be played.

    Args:
        board: the board.
        nodes: the number.
        given: what was given, for the error.

    Raises:
        InputError: the number is refused.
    """
    if not 1 <= nodes <= MAX_NODES:
        raise InputError(given, f"not a number of positions from 1 to {MAX_NODES}")
    if adjudication(board.empty(), nodes) is not None:
        reason = f"so many positions decide the empty {board} already, and no move would be played"
        raise InputError(given, reason, "choose fewer positions, or leave this out")


def adjudicate(game: Game, nodes: int) -> bool:
    """End a game whose value is proved within a number of positions searched; return whether it has ended.

    The comment on the last move says what was proved.
    """
    result = adjudication(game.position, nodes)
    if result is None:
        return False
    game.end(result)
    before = game.notes.get(game.ply, Note())
    value = f"{result.winner.upper()} wins" if result.winner else "a draw"
    text = f"proved within {nodes:,} positions: {value}"
    game.notes[game.ply] = Note(f"{before.comment} {text}".strip(), before.reasons)
    return True
