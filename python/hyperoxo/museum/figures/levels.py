"""The IBM 1620's levels: the program climbs them one by one, and stops where one gives a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.museum.figures.step import FigureStep, RowState
from hyperoxo.players.historic.ibm1620.reasons import LevelReasons

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo._core import Board
    from hyperoxo.players.decision import Reasons
    from hyperoxo.players.historic.ibm1620.reasons import Find


def levels_step(board: Board, reasons: Reasons) -> FigureStep:
    """Return which levels the program passed, at which it found a move for level 10, and which decided.

    Raises:
        TypeError: they are the reasons of another program.
    """
    if not isinstance(reasons, LevelReasons):
        raise TypeError("the levels are those of the IBM 1620's program")
    states: dict[str, RowState] = {str(level): "passed" for level in range(1, reasons.level)}
    notes: dict[str, str] = {}
    held = () if reasons.held is None else (reasons.held,)
    for level, finds in ((6, reasons.move6), (9, reasons.move9), (10, held)):
        if finds:
            states[str(level)] = "found"
            notes[str(level)] = f"found {_spots(board, finds)}"
    decided = str(reasons.level)
    states[decided] = "decided"
    if reasons.via in {"6MOV", "9MOV"} and reasons.find:
        notes[decided] = f"plays {reasons.via}, {board.name(reasons.find.spot)}"
    elif reasons.find:
        notes[decided] = f"plays {board.name(reasons.find.spot)}"
    return FigureStep(states, notes)


def _spots(board: Board, finds: Sequence[Find]) -> str:
    return board.names(dict.fromkeys(find.spot for find in finds))
