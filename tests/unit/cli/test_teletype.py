"""The teletype view of the 1620, and that of the TV typewriter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import LOWEST, Conversation, drawn

from hyperoxo import Board, Game, player, record
from hyperoxo.cli.terminal.teletype import TeletypeView, teletype_board

if TYPE_CHECKING:
    from pathlib import Path


def talk(*script: str, first: str | None = None, second: str | None = "ibm1620", asks: bool = False) -> Conversation:
    return Conversation(
        "4x4x4",
        *script,
        first=player(first) if first else None,
        second=player(second) if second else None,
        view=TeletypeView,
        asks_who_starts=asks,
    )


def test_the_board_takes_eight_lines_of_31_columns() -> None:
    board = Board("4x4x4")
    position = board.position("x20o20x20o x")
    lines = teletype_board(position, {"x": "P", "o": "M"})
    assert lines == drawn(
        """
        | TIER 1  TIER 2  TIER 3  TIER 4
        |P! ! !   ! ! !   ! ! !   ! ! !
        |-+-+-+- -+-+-+- -+-+-+- -+-+-+-
        | ! ! !   !M! !   ! ! !   ! ! !
        |-+-+-+- -+-+-+- -+-+-+- -+-+-+-
        | ! ! !   ! ! !   ! !P!   ! ! !
        |-+-+-+- -+-+-+- -+-+-+- -+-+-+-
        | ! ! !   ! ! !   ! ! !   ! ! !M
        """
    )
    assert len(lines) <= 16
    assert max(map(len, lines)) <= 32


def test_a_game_is_typed_in_capitals_on_32_columns() -> None:
    conversation = talk("222", "111", "help", "threats", "why", "reasons on", "slice x=y", "444", "nonsense")
    lines = conversation.text.splitlines()
    assert conversation.text == conversation.text.upper()
    assert max(map(len, lines)) <= 32
    assert "YOU" in conversation.text
    assert "P IS YOU" in lines
    assert "M IS IBM1620" in lines
    assert conversation.lines.prompts[0] == "YOUR MOVE? "


def test_an_exchange_fits_the_television_screen() -> None:
    """Sixteen lines hold the machine's level, its move and remark, the board and the next question."""
    lines = talk("222", "111").text.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("LEVEL")]
    question = 1
    assert len(starts) == 2
    assert starts[1] - starts[0] + question <= 16


def test_the_machine_gives_its_level_and_its_move() -> None:
    conversation = talk("222")
    lines = conversation.text.splitlines()
    answer = conversation.moves.split()[1]
    assert lines[lines.index("LEVEL 11") + 1] == f"M PLAYS {answer}"


@pytest.mark.parametrize(("answer", "first"), [("y", "human"), ("YES", "human"), ("n", "ibm1620")])
def test_it_asks_who_starts(answer: str, first: str) -> None:
    conversation = talk("what?", answer, asks=True)
    assert conversation.lines.prompts[:2] == ["Do you want to move first (Y/N)? "] * 2
    assert conversation.local.participants["x"].name == first


def test_it_asks_again_before_another_game() -> None:
    conversation = talk("222", "new", "n", "quit")
    assert conversation.local.participants["x"].name == "ibm1620"
    assert len(conversation.moves.split()) == 1


def test_the_end_of_input_counts_as_an_answer() -> None:
    conversation = talk(asks=True)
    assert (conversation.code, conversation.moves) == (0, "")


def test_between_persons_it_does_not_ask_who_starts() -> None:
    assert talk("111", second=None, asks=True).lines.prompts == ["X MOVES? ", "O MOVES? "]


def test_the_end_names_the_row_and_the_winner() -> None:
    conversation = Conversation("4x4x4", "444 443 434 433", second=LOWEST, view=TeletypeView)
    assert conversation.text.splitlines()[-6:] == drawn(
        """
        |-+-+-+- -+-+-+- -+-+-+- -+-+-+-
        | ! ! !   ! ! !   ! ! !   ! !P!P
        |IN A ROW: 111 112 113 114
        |M WINS (LINE)
        |THAT WAS THAT.
        |GOOD-BYE
        """
    )


def test_a_program_keeps_letters_of_its_own() -> None:
    assert "C IS ATARI-ST" in talk(second="atari-st").text.splitlines()


def test_two_machines_are_x_and_o() -> None:
    lines = talk(first="ibm1620", second="atari-st").text.splitlines()
    assert "X IS IBM1620" in lines
    assert any(line.startswith("O PLAYS ") for line in lines)


def test_other_boards_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.oxo"
    record.dump([Game(Board("3x3"))], path)
    conversation = talk("new 3x3", f"load {path}", "222")
    assert conversation.words.count("3X3: THE TELETYPE KNOWS ONE BOARD; USE 4X4X4") == 2
    assert conversation.moves.startswith("222 ")
