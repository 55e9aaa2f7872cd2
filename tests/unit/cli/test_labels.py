"""The labels of an analysis in the terminal: the commands `analyse` and `label`, and how labels are drawn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from support.cli_scripts import Conversation, talk

from hyperoxo import Board, Game
from hyperoxo.cli import analysis_limits
from hyperoxo.cli.terminal.analysis import Analyser, label_lines
from hyperoxo.drawing import Style
from hyperoxo.outcomes import Outcome, Value
from hyperoxo.solver.analysis import Analysis, CellAnalysis, analyse

if TYPE_CHECKING:
    from hyperoxo.players import Control

BUDGET = 2_000
"""Positions searched, instead of seconds: no test depends on a clock."""


@pytest.mark.parametrize("board", ["4x4x4", "5x5x5", "6x6x6", "3x3x3x3", "4x4x4x4", "3x3", "9:3", "16x16:5"])
def test_labels_of_four_characters_fit_80_by_24_with_their_prompt(board: str) -> None:
    position = Board(board).empty()
    value = Value(Outcome.WIN, 57, exact=False)
    cells = {cell: CellAnalysis(cell, value, None, ()) for cell in position.legal_moves()}
    lines = label_lines(Analysis(position, value, cells, 0, 0.0), Style(80))
    headline, legend, prompt = 1, 1, 1
    assert len(lines) + headline + legend + prompt <= 24
    assert max(map(len, lines)) <= 80
    assert " ".join(lines).count("W≤57") == len(cells)


@pytest.mark.parametrize(("board", "nodes"), [("4x4x4x4", 0), ("5x5x5", BUDGET)])
def test_a_hint_is_the_books_or_searched_once(board: str, nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    searches = Mock(wraps=analyse)
    monkeypatch.setattr("hyperoxo.advice.analyse", searches)
    monkeypatch.setattr("hyperoxo.advice._MAX_NODES", BUDGET)
    analyser = Analyser()
    found = analyser.hint(Game(board))
    assert analyser.hint(Game(board)) is found
    assert (found.value is None, [call.kwargs["nodes"] for call in searches.call_args_list]) == (nodes > 0, [nodes])


def test_every_label_stands_in_its_place() -> None:
    """Read the drawing back: grid by grid and row by row, it has the labels of the analysis in the order of cells."""
    for board, moves in (("4x4x4", "111 222 444"), ("4x4x4x4", "1111 2222"), ("3x3x3", "111"), ("4x4", "11 22")):
        game = Game(Board(board), moves)
        analysis = analyse(game.position, nodes=BUDGET)
        expected = [
            analysis.cells[cell].text if cell in analysis.cells else str(game.position.stone(cell)).upper()
            for cell in range(game.board.size)
        ]
        assert read_back(game.board, label_lines(analysis, Style(80))) == expected


def read_back(board: Board, lines: list[str]) -> list[str]:
    """Return the cells of a drawing in the order of the board."""
    rows, columns = board.shape[-2:]
    text = [line for line in lines if not re.search("tier|block", line)]
    if " 1 " in f"{text[0]} " and "2" in text[0].split():
        # With headings: leave the numbers of columns and of rows out.
        text = [line for line in text if line.split()[:2] != ["1", "2"]]
        text = [line.split(maxsplit=1)[1] for line in text]
    grids: list[str] = []
    for band in range(0, len(text), rows):
        cells = [line.replace("|", " ").split() for line in text[band : band + rows]]
        for start in range(0, len(cells[0]), columns):
            grids += [cell for row in cells for cell in row[start : start + columns]]
    return grids


def test_proved_labels_are_strong_and_guesses_faint() -> None:
    analysis = analyse(Game(Board("4x4x4"), "111 444").position, nodes=BUDGET)
    painted = "\n".join(label_lines(analysis, Style(80, colour=True)))
    proved = re.findall(r"\x1b\[1m *([^ \x1b]+) *\x1b", painted)
    guessed = re.findall(r"\x1b\[2m *([^ \x1b]+) *\x1b", painted)
    assert sorted(proved) == sorted(found.text for found in analysis.cells.values() if found.value.is_known)
    assert sorted(guessed) == sorted(found.text for found in analysis.cells.values() if not found.value.is_known)
    assert proved
    assert all(label.startswith("~") for label in guessed)


def test_asking_about_one_cell_after_another_analyses_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def counted(position: object, *, seconds: object, **_: object) -> Analysis:
        asked.append(seconds)
        return analyse(position, nodes=BUDGET)  # type: ignore[arg-type]

    monkeypatch.setattr(analysis_limits, "analyse", counted)
    Conversation("5x5x5", "label 111", "label 112", "label 113 9", "analyse", "333", "label 111")
    assert asked == [..., 9.0, ..., ...]


def test_ctrl_c_stops_the_analysis_and_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(position: object, *, control: Control, **_: object) -> Analysis:
        control.cancel()  # what the handler of the first Ctrl-C does
        return analyse(position, nodes=0)  # type: ignore[arg-type]

    monkeypatch.setattr(analysis_limits, "analyse", interrupted)
    conversation = talk("22", "analyse", "33")
    assert "The analysis was stopped; the game goes on." in conversation.words
    assert (conversation.code, conversation.moves) == (0, "22 11 33 12")
