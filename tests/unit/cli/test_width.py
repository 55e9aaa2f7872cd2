"""Text fits 80 columns, and no word of it is cut or broken."""

from __future__ import annotations

import logging
import re
import sys
from typing import TYPE_CHECKING

import pytest

from hyperoxo.cli.command_list import COMMANDS
from hyperoxo.cli.output import ProgressLine, fitted_to_terminal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from support.oxo_command import Oxo

COLUMNS = 80


def words(text: str) -> list[str]:
    """Return the words of a help; what argparse changes with the width, such as the usage, is left out."""
    return text.partition("\n\n")[2].split()


@pytest.mark.parametrize("arguments", [("--help",), *((name, "--help") for name in COMMANDS)])
def test_helps_fit_80_columns_without_broken_words(
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch, arguments: Sequence[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    narrow = oxo(*arguments)
    monkeypatch.setenv("COLUMNS", "1000")
    assert max(map(len, narrow.splitlines())) <= COLUMNS
    assert words(narrow) == words(oxo(*arguments))


def test_each_command_is_listed_on_one_line(oxo: Oxo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    lines = oxo("--help").splitlines()
    for name, command in COMMANDS.items():
        assert f"  {name:10}  {command.summary}" in lines


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every stream a terminal of 80 columns."""
    monkeypatch.setattr("hyperoxo.cli.output.is_terminal", lambda *_: True)
    monkeypatch.setenv("COLUMNS", str(COLUMNS))


LONG = " ".join(["an-option-with-hyphens"] * 9)


@pytest.mark.usefixtures("terminal")
def test_a_long_line_is_broken_between_words_on_a_terminal() -> None:
    lines = fitted_to_terminal(LONG, sys.stdout, "  ").splitlines()
    assert max(map(len, lines)) <= COLUMNS
    assert " ".join(line.strip() for line in lines) == LONG
    assert all(line.startswith("  ") for line in lines[1:])


def test_a_long_line_stays_one_line_through_a_pipe() -> None:
    assert fitted_to_terminal(LONG, sys.stdout) == LONG


@pytest.mark.usefixtures("terminal")
def test_a_mistake_is_broken_between_words(oxo: Oxo) -> None:
    lines = oxo.run("nonsense")[2].splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= COLUMNS
    assert set(COMMANDS) <= set(" ".join(lines).replace(",", "").split())


@pytest.mark.usefixtures("terminal")
def test_a_progress_line_is_cut_between_words(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressLine() as status:
        status.show(LONG)
        shown = capsys.readouterr().err.strip()
    assert shown == " ".join(["an-option-with-hyphens"] * 3)


def on_screen(written: str) -> list[str]:
    """Return the lines of a screen after some text, with the movements of its cursor."""
    screen, row, column = [""], 0, 0
    for text, rise in re.findall(r"([^\x1b]+)|\x1b\[([0-9]+)A", written):
        row -= int(rise or 0)
        for character in text:
            if character == "\r":
                column = 0
            elif character == "\n":
                row, column = row + 1, 0
                screen += [""] * (row == len(screen))
            else:
                screen[row] = f"{screen[row][:column].ljust(column)}{character}{screen[row][column + 1 :]}"
                column += 1
    return [line.rstrip() for line in screen]


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("shown", [("one", "longer line", "two"), ("a", "b"), ("a",), ("a", "b", "c", "d")])
def test_lines_of_progress_are_redrawn_in_place_below_warnings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, shown: Sequence[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    with ProgressLine() as status:
        status.show("before", "the", "lines")
        status.show(*shown)
        logging.getLogger("hyperoxo.executor").warning("a worker was lost")
        status.show(*shown, "more")
        status.show(*shown)
        written = capsys.readouterr().err
        assert [line for line in on_screen(written) if line] == ["oxo: warning: a worker was lost", *shown]
    print("after", file=sys.stderr)
    screen = on_screen(written + capsys.readouterr().err)
    assert [line for line in screen if line] == ["oxo: warning: a worker was lost", "after"]


@pytest.mark.usefixtures("terminal")
def test_a_terminal_that_cannot_move_its_cursor_up_shows_the_last_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with ProgressLine() as status:
        status.show("table", "last")
        assert capsys.readouterr().err == "\rlast"


def test_a_pipe_gets_warnings_and_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressLine() as status:
        status.show("table", "last")
        logging.getLogger("hyperoxo.executor").warning("a worker was lost")
    assert capsys.readouterr().err == "oxo: warning: a worker was lost\n"
