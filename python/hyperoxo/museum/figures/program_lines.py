"""The FIGnition's nine lines of Forth: those that run for a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.museum.figures.step import FigureStep, RowState
from hyperoxo.players.historic.fignition import FignitionReasons, opposite

if TYPE_CHECKING:
    from hyperoxo.players.decision import Reasons

TABLE = "table"
"""The row of the table of steps, which stands before the nine lines."""
_ALWAYS = ("1", "2", "3", "8", "9")
_STEP, _IS_IT_7, _ELSE, _ACROSS = "4", "5", "6", "7"


def program_lines_step(reasons: Reasons) -> FigureStep:
    """Return the lines that run, and what they work out; none for the X that is drawn with the board.

    Raises:
        TypeError: they are the reasons of another program.
    """
    if not isinstance(reasons, FignitionReasons):
        raise TypeError("the lines are those of the FIGnition's program")
    now = reasons.ring_state
    if now is None:
        return FigureStep()
    states: dict[str, RowState] = dict.fromkeys(_ALWAYS, "passed")
    across = opposite(now.computer)
    notes = {"2": f"{across} lies across from {now.computer}; yours is {now.person}"}
    if reasons.step is None:
        states |= {_ELSE: "passed", _ACROSS: "decided"}
        notes |= {"3": "not blocked", _ACROSS: f"{now.computer} and 4 on is {reasons.square}"}
    else:
        states |= {TABLE: "found", _STEP: "decided", _IS_IT_7: "passed"}
        notes |= {
            "3": "no move yet" if now.entry == 0 else "blocked",
            TABLE: f"entry {now.entry + 1} for a first reply on {'an edge' if now.table == 'edge' else 'a corner'}",
            _STEP: f"{now.computer} and {reasons.step} on is {reasons.square}",
            _IS_IT_7: "7: this wins" if reasons.step == 7 else f"{reasons.step}: not the step that wins",
        }
    return FigureStep(states, notes)
