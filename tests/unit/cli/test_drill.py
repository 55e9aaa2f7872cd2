"""`oxo drill`: questions asked and answered by typing, and through a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import ScriptedLines

from hyperoxo.cli.commands.drill import ask_all
from hyperoxo.drawing import Style
from hyperoxo.drills import drills

if TYPE_CHECKING:
    from support.oxo_command import Oxo


def test_a_missed_line_is_named_and_what_is_no_cell_is_asked_for_again(capsys: pytest.CaptureFixture[str]) -> None:
    first, second, third = drills("3x3x3", "fourth", 3, seed=1)
    board = first.position.board
    wrong = next(cell for cell in first.position.empty_cells() if cell not in first.answers)
    lines = ScriptedLines(board.name(wrong), "999", board.name(second.answers[0]), "Quit")
    assert ask_all([first, second, third], lines, Style()) == (1, 2)
    printed = capsys.readouterr().out
    assert f"No. {first.sentence}" in printed
    assert f"Right. {second.sentence}" in printed
    assert "999" in printed
    assert str(third.position) in printed
    assert third.sentence not in printed


def test_a_pipe_answers_which_side_wins(oxo: Oxo) -> None:
    asked = drills("4x4x4", "who-wins", 6, seed=5)
    oxo.reads("\n".join((drill.winner or "neither")[:1].upper() for drill in asked).encode())
    printed = oxo("drill", "--kind", "who-wins", "--count", "6", "--seed", "5")
    assert printed.endswith("\n6 right of 6 (seed 5)\n")


@pytest.mark.parametrize("arguments", [("2x2",), ("3x3", "--kind", "fifth"), ("3x3", "--count", "0")])
def test_what_cannot_be_asked_is_refused(oxo: Oxo, arguments: tuple[str, ...]) -> None:
    assert arguments[-1] in oxo.refused("drill", *arguments)
