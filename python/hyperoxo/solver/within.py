"""Bounds on the length of a win: whether X completes a line within a number of plies, with a proof of either answer.

>>> from hyperoxo import Board
>>> cube = Board("3x3x3")
>>> within(cube, 5).wins, within(cube, 7).wins
(False, True)
"""

from __future__ import annotations

import time
import typing
from dataclasses import dataclass

from hyperoxo._core import MAX_CELLS, Position
from hyperoxo._core import within as within_in_core
from hyperoxo.boards import PositionLike, to_position
from hyperoxo.cancellation import Cancellable, cancel_check
from hyperoxo.errors import InputError, whole_number
from hyperoxo.solver.solve import DEFAULT_MEMORY

if typing.TYPE_CHECKING:
    from collections.abc import Callable

MAX_PLIES = 2 * MAX_CELLS - 1
"""The most plies of a bound."""


@dataclass(frozen=True, slots=True)
class Within:
    """Whether X wins a position within a number of plies.

    Attributes:
        position: the position, with X to move.
        plies: the number of plies.
        wins: whether X can complete a line with one of them, whatever O replies; None if a limit came first.
        longest: if X wins, the plies of the longest game in which it follows the certificate.
        records: positions of the certificate that have a record.
        nodes: positions searched.
        seconds: how long it took.
        certificate: the proof of the answer (docs/formats/certificate.md): that X wins, or that it does not win
            in time; None if a limit came first.
    """

    position: Position
    plies: int
    wins: bool | None
    longest: int | None
    records: int
    nodes: int
    seconds: float
    certificate: bytes | None


def within(
    position: PositionLike,
    plies: int,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = DEFAULT_MEMORY,
    control: Cancellable | None = None,
    on_progress: Callable[[int], object] | None = None,
) -> Within:
    """Decide whether X, to move, completes a line within `plies` plies, counted from the position.

    Args:
        position: a position with X to move; a game is its current position, a board its empty one.
        plies: an odd number.
        nodes: how many positions may be searched, about.
        seconds: how long it may take, about.
        memory: how much memory the search may take, in MiB, about.
        control: polled about a hundred times a second; once it is cancelled, the answer is unknown.
        on_progress: called at intervals with the positions searched so far; it runs in the calling thread.

    Raises:
        TypeError: `plies` is not a whole number.
        InputError: O is to move, the number of plies is even or too large, or a limit is out of range.
    """
    position = to_position(position)
    if position.to_move != "x":
        raise InputError(position.text, "O is to move", "a bound counts from a move of X")
    plies = whole_number("plies", plies)
    if plies % 2 == 0 or not 0 < plies <= MAX_PLIES:
        raise InputError(str(plies), "the number of plies is not odd, or out of range", f"it is from 1 to {MAX_PLIES}")
    started = time.monotonic()
    wins, longest, records, searched, certificate = within_in_core(
        position,
        plies,
        nodes=nodes,
        seconds=seconds,
        memory=memory,
        is_cancelled=cancel_check(control),
        on_progress=on_progress,
    )
    return Within(position, plies, wins, longest, records, searched, time.monotonic() - started, certificate)
