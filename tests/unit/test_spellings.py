"""Boards, players and moves as people type them; the tests of the page read the same table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hyperoxo import Board, BoardError, CellError, Game, Position, player
from hyperoxo.cli import main

TABLE = json.loads((Path(__file__).parents[1] / "golden" / "spellings.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("typed", "meant"), TABLE["boards"])
def test_a_board_is_understood(typed: str, meant: str) -> None:
    assert str(Board(typed)) == meant


@pytest.mark.parametrize("typed", TABLE["not boards"])
def test_another_text_is_no_board(typed: str) -> None:
    with pytest.raises(BoardError):
        Board(typed)


@pytest.mark.parametrize(("typed", "meant"), TABLE["players"])
def test_a_player_is_understood(typed: str, meant: str) -> None:
    assert player(typed).name == meant


@pytest.mark.parametrize(("board", "typed", "meant"), TABLE["moves"])
def test_moves_are_understood_in_one_text(
    capsys: pytest.CaptureFixture[str], board: str, typed: str, meant: str
) -> None:
    on = Board(board)
    cells = [on.cell(name) for name in meant.split()]
    assert on.moves(typed) == cells
    assert Game(board, typed).moves == tuple(cells)
    assert Position(board, x=typed).x == Position(board, o=typed).o == tuple(sorted(cells))
    assert on.names(typed) == meant
    assert main(["move", "random", board, "--moves", typed, "--seed", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["moves"] == meant


@pytest.mark.parametrize(("board", "typed"), TABLE["not moves"])
def test_another_text_is_no_moves(board: str, typed: str) -> None:
    with pytest.raises(CellError):
        Game(board, typed)
