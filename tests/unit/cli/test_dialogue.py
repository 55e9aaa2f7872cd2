"""The dialogue of a game, by scripts of typed lines. `lowest` plays the lowest free cell."""

from __future__ import annotations

import pytest
from support.cli_scripts import UNREADABLE, Case

from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.terminal.views import LogView

CONTINUE = "To continue: oxo play 3x3 --first human --second lowest --seed 7"
SCRIPTS = {
    "several cells in a line are played one by one": Case(["22  33"], moves="22 11 33 12"),
    "blank lines do nothing": Case(["", "  ", "22"], moves="22 11"),
    "prompts name the side to move": Case(
        ["22", "11"], second=None, prompts=["X (help, quit)> ", "O (help, quit)> ", "X (help, quit)> "]
    ),
    "who leaves sees how to continue": Case(["22", "quit", "33"], moves="22 11", said=[f"{CONTINUE} --moves '22 11'"]),
    "the end of the input leaves": Case(["22"], moves="22 11", said=[f"{CONTINUE} --moves '22 11'"]),
    "exit leaves": Case(["22", "exit", "33"], moves="22 11"),
    "q leaves": Case(["22", "q", "33"], moves="22 11"),
    "capitals leave": Case(["22", "QUIT", "33"], moves="22 11"),
    "ctrl-c leaves": Case(
        ["22", KeyboardInterrupt(), "33"], code=ExitCode.INTERRUPTED, moves="22 11", said=["To continue"]
    ),
    "a game from a position continues there": Case(
        ["33"], position="xo7 x", said=[f"{CONTINUE} --position 'xo7 x' --moves '33 13'"]
    ),
    "a game without moves is not continued": Case(["quit"], unsaid=["To continue"]),
    "a game that is over is not continued": Case(["warn off", "22 31 32"], unsaid=["To continue"]),
    "a game that is over needs no cell": Case(
        ["13"],
        played="11 21 12 22 13",
        second=None,
        said=["X wins in 3 moves: three in a row, in row 1 (11 12 13).", "13: the game is over, X has won"],
        unsaid=["Type a cell"],
    ),
    "cells after a refused one are not played": Case(
        ["22 11 33", "32"],
        moves="22 11 32 12",
        said=["11: the cell is taken by O; play an empty cell (not played: 33)"],
    ),
    "a move that overlooks a win is typed twice": Case(
        ["warn on", "33", "32", "32", "31", "22"],
        played="11 21",
        second=None,
        moves="11 21 33 32 22",
        said=[f"{cell}: X wins at 22: three in a row, on a diagonal; type it again" for cell in (32, 31)],
    ),
    # ---- Through a pipe ----
    "refusals go to standard error and into the exit code": Case(
        ["22", "11 33", "hepl"],
        view=LogView,
        piped=True,
        code=2,
        moves="22 11 33 12",
        errors=[
            "oxo: line 2: 11: the cell is taken by O; play an empty cell",
            "oxo: line 3: hepl: neither a cell nor a command; did you mean help?",
        ],
    ),
    "a line without any cell is refused once": Case(
        ["44 55", "22"],
        view=LogView,
        piped=True,
        code=2,
        errors=["oxo: line 1: 44: coordinate 1 is above 3; the cells of 3x3 are 11 to 33"],
    ),
    "coordinates with dots are put together": Case(
        ["2 12"], board="3x12:3", view=LogView, piped=True, code=2, errors=["oxo: line 1: 2 12: not a cell; type 2.12"]
    ),
    "a cell after the end is refused once and ends the run": Case(
        ["22 31 32 33 23", "21"],
        view=LogView,
        piped=True,
        code=2,
        errors=["oxo: line 1: 33: the game is over, O has won"],
    ),
    "commands may follow the end": Case(
        ["22 31 32", "undo", "33"], view=LogView, piped=True, moves="22 11 31 12 33 13"
    ),
    "what is not text ends the run": Case(
        ["22", UNREADABLE, "33"], view=LogView, piped=True, code=2, moves="22 11", errors=[f"oxo: line 2: {UNREADABLE}"]
    ),
}


@pytest.mark.parametrize("case", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_a_script(case: Case) -> None:
    case.check()
