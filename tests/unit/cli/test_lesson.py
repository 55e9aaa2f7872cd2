"""`oxo lesson`: the steps by typing, at a terminal of 80x24 and through a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import ScriptedLines

from hyperoxo.cli.commands.lesson import LessonWalk
from hyperoxo.drawing import Style
from hyperoxo.lessons import LESSON_BOARDS, lesson

if TYPE_CHECKING:
    from support.oxo_command import Oxo


def answers(board: str) -> list[str]:
    """Return all that is typed in a lesson: an empty line after each step, the right cells in it."""
    steps = lesson(board).steps
    cells = [[step.game.board.name(turn.right[0]) for turn in step.turns] for step in steps]
    return [line for typed in cells for line in [*typed, ""]]


def walked(capsys: pytest.CaptureFixture[str], *typed: str, board: str = "4x4x4") -> tuple[LessonWalk, str]:
    """Return a lesson after typing, and what it showed at a terminal."""
    walk = LessonWalk(lesson(board).steps, ScriptedLines(*typed), Style(), None)
    assert walk.run() == 0
    return walk, capsys.readouterr().out


@pytest.mark.parametrize("board", LESSON_BOARDS)
def test_a_lesson_is_done_by_typing_and_each_of_its_screens_fits(
    capsys: pytest.CaptureFixture[str], board: str
) -> None:
    walk, text = walked(capsys, *answers(board), board=board)
    assert walk.is_finished
    screens, prompt = text.strip().split("\n\n"), 1
    assert [screen for screen in screens if len(screen.splitlines()) + prompt > 24] == []
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (["skip"] * 4 + ["111"], "111: That completes no line. Look for the same place in every tier.\n"),
        (["", "", "n", "n", "111", "112"], "112: not there; the right cell is 332."),
        (["332"], "332: nothing is played in this step; press Enter, or type back or quit\n"),
        (["skip"] * 4 + ["132"], "132: the cell is taken by x; play an empty cell\n"),
        (["skip"] * 4 + [""], "Enter: a cell is missing; type one, such as 231 for tier 2, row 3, column 1; or skip\n"),
        (["skip"] * 4 + ["335", "hello"], "hello: not a cell; a cell of 4x4x4 is three digits, 111 to 444\n"),
        (["", "back", "b"], "Step 1 of 11: A row."),
    ],
    ids=["wrong", "shown", "no-cell", "taken", "missing", "malformed", "back"],
)
def test_what_is_typed_is_answered(capsys: pytest.CaptureFixture[str], typed: list[str], shown: str) -> None:
    walk, text = walked(capsys, *typed, "quit")
    assert " ".join(shown.split()) in " ".join(text.split("\n\n")[-1].split()), text
    assert not walk.is_finished


def test_through_a_pipe_a_lesson_ends_with_a_game_and_refusals_are_lines_on_standard_error(oxo: Oxo) -> None:
    oxo.reads("\n".join([*answers("4x4x4"), "111", "quit"]).encode())
    assert oxo("lesson").splitlines()[-1].startswith("moves: 111 ")
    oxo.reads(b"hello\nquit\n")
    code, out, err = oxo.run("lesson", "4x4x4x4")
    assert (code, err) == (2, "oxo: line 1: hello: nothing is played in this step; press Enter, or type back or quit\n")
    assert "Step 1 of 8: Blocks." in out


def test_a_board_without_a_lesson_is_refused_in_one_line(oxo: Oxo) -> None:
    assert oxo.refused("lesson", "3x3") == "3x3: not a board with a lesson; choose 4x4x4 or 4x4x4x4"
