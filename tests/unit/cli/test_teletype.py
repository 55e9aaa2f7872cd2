"""The teletype view of the 1620, and that of the TV typewriter."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import LOWEST, Conversation, LowestSession, ScriptedLines, drawn

from hyperoxo import Board, Game, player, record
from hyperoxo.cli.terminal.dialogue import Dialogue
from hyperoxo.cli.terminal.faces.teletype import TeletypeFace, paper_board
from hyperoxo.cli.terminal.local_game import LocalGame
from hyperoxo.players import PlayerKind, Refusal

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo import Side


def _only_second(board: Board, seat: Side, options: object) -> Refusal | None:  # noqa: ARG001
    return Refusal("it only replies", "give it the second seat") if seat == "x" else None


ONLY_SECOND = PlayerKind("replier", "only replies", LowestSession, refusal=_only_second).player()


def talk(
    *script: str | BaseException, first: str | None = None, second: str | None = "ibm1620", asks: bool = False
) -> Conversation:
    return Conversation(
        "4x4x4",
        *script,
        first=player(first) if first else None,
        second=player(second) if second else None,
        view=TeletypeFace,
        chooses_first_mover=asks,
    )


def test_the_board_takes_eight_lines_of_31_columns() -> None:
    board = Board("4x4x4")
    position = board.position("x20o20x20o x")
    lines = paper_board(position, {"x": "P", "o": "M"})
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
    text, _, _ = conversation.text.partition("TO CONTINUE:")
    lines = text.splitlines()
    assert text == text.upper()
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


# ---- Who moves first ----


@pytest.mark.parametrize(
    ("answer", "first"), [("y", "human"), ("YES", "human"), ("n", "ibm1620"), (" No ", "ibm1620"), ("231", "human")]
)
def test_it_asks_who_starts_against_any_program(answer: str, first: str) -> None:
    conversation = talk("", "what?", answer, asks=True)
    assert conversation.lines.prompts[:3] == ["DO YOU MOVE FIRST (Y/N)? "] * 3
    assert conversation.local.participants["x"].name == first
    assert "WHAT?: THE QUESTION IS WHO MOVES FIRST; ANSWER Y, N, A CELL, HELP OR QUIT" in conversation.words


def test_the_question_fits_the_paper() -> None:
    assert len("DO YOU MOVE FIRST (Y/N)? QUIT") <= 32


def test_cells_that_answer_the_question_are_played() -> None:
    conversation = talk("222 444", asks=True)
    person = conversation.moves.split()[::2]
    assert person == ["222", "444"]


def test_quit_leaves_at_the_question_and_help_explains_it() -> None:
    conversation = talk("help", "?", "quit", "222", asks=True)
    assert conversation.text.count("Y: YOU MOVE FIRST.") == 2
    assert (conversation.code, conversation.moves, len(conversation.lines.prompts)) == (0, "", 3)


@pytest.mark.parametrize("typed", ["slice x=2", "new", "undo", "555", "222 22", "nonsense", "maybe not", "1"])
def test_nothing_typed_at_the_question_is_swallowed(typed: str) -> None:
    """What is no answer is refused by name, and the question is asked again."""
    conversation = talk(typed, "y", asks=True)
    assert conversation.lines.prompts == ["DO YOU MOVE FIRST (Y/N)? "] * 2 + ["YOUR MOVE? "]
    refusal = conversation.words.partition("MUSEUM IBM1620. ")[2]
    assert refusal.startswith((typed.upper(), "22: "))
    assert conversation.moves == ""


def test_a_program_that_takes_the_other_seat_only_leaves_the_question_open() -> None:
    conversation = Conversation(
        "4x4x4", "n", "y", second=ONLY_SECOND, view=TeletypeFace, chooses_first_mover=True, piped=False
    )
    assert "IT ONLY REPLIES" in conversation.words
    assert conversation.local.is_human("x")


def test_ctrl_c_and_the_end_of_input_leave_at_the_question() -> None:
    assert (talk(asks=True).code, talk(KeyboardInterrupt(), asks=True).code) == (0, 130)


def piped(*script: str) -> Conversation:
    return Conversation(
        "4x4x4", *script, second=player("ibm1620"), view=TeletypeFace, piped=True, chooses_first_mover=True
    )


def test_cells_from_a_pipe_are_played() -> None:
    conversation = piped("111 112", "113")
    assert (conversation.code, conversation.errors) == (0, [])
    assert conversation.moves.split()[::2] == ["111", "112", "113"]


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (("foo", "bar", "y"), "oxo: line 1: foo: the question is who moves first; answer Y, N, a cell, HELP or QUIT"),
        (("1 1 1",), "oxo: line 1: 1 1 1: not a cell; type 111"),
        (("", "999"), "oxo: line 2: 999: coordinate 1 is above 4"),
        ((), "oxo: who starts: the input ends before an answer; answer Y, N or a cell"),
    ],
)
def test_a_pipe_without_a_sensible_answer_gets_one_line_and_exit_code_2(script: tuple[str, ...], error: str) -> None:
    conversation = piped(*script)
    assert (conversation.code, conversation.moves) == (2, "")
    [line] = conversation.errors
    assert line.startswith(error)


def test_a_refused_line_of_an_earlier_game_does_not_end_the_question() -> None:
    conversation = piped("y", "nonsense", "new", "help", "444")
    assert conversation.moves.startswith("444 ")
    assert (conversation.code, len(conversation.errors)) == (2, 1)


def test_it_asks_again_before_another_game() -> None:
    conversation = talk("222", "new", "n", "quit")
    assert conversation.local.participants["x"].name == "ibm1620"
    assert len(conversation.moves.split()) == 1


def test_between_persons_it_does_not_ask_who_starts() -> None:
    assert talk("111", second=None, asks=True).lines.prompts == ["X MOVES? ", "O MOVES? "]


# ---- The end ----


def test_who_leaves_gets_the_command_that_continues_the_game_as_it_must_be_typed() -> None:
    *_, heading, command, farewell = talk("222", "quit").text.splitlines()
    assert (heading, farewell) == ("TO CONTINUE:", "GOOD-BYE")
    assert command.startswith("oxo play 4x4x4 --first human --second ibm1620 --seed 7 --moves '222 ")
    assert command.endswith(" --face teletype")
    assert "TO CONTINUE" not in talk("222", "resign", "quit").text + talk("quit").text


def test_the_end_names_the_row_and_the_machine_types_that_it_wins() -> None:
    conversation = Conversation("4x4x4", "444 443 434 433", second=LOWEST, view=TeletypeFace)
    assert conversation.text.splitlines()[-6:] == drawn(
        """
        |-+-+-+- -+-+-+- -+-+-+- -+-+-+-
        | ! ! !   ! ! !   ! ! !   ! !P!P
        |IN A ROW: 111 112 113 114
        |I WIN
        |THAT WAS THAT.
        |GOOD-BYE
        """
    )


ABOUT_TO_WIN = "xxx30o7o7o13o x"
"""X has 111, 112 and 113, and is to move."""


@pytest.mark.parametrize("seed", range(12))
def test_the_1620_types_level_1_and_i_lose_after_every_loss(seed: int) -> None:
    conversation = finished("114", seed)
    assert " LEVEL 1 I LOSE " in conversation
    assert conversation.count("I LOSE") == 1
    assert "I WIN" not in conversation


@pytest.mark.parametrize("seed", range(12))
def test_the_1620_types_level_2_its_move_and_i_win_after_every_win(seed: int) -> None:
    conversation = finished("n", seed)
    assert " LEVEL 2 M PLAYS 114 " in conversation
    assert conversation.count("I WIN") == 1
    assert "I LOSE" not in conversation


def finished(typed: str, seed: int) -> str:
    """Return what is typed when X completes the first row: by `114`, the person; by `n`, the machine."""
    board = Board("4x4x4")
    out = io.StringIO()
    local = LocalGame(Game(board.position(ABOUT_TO_WIN)), None, player("ibm1620"), seed)
    Dialogue(local, ScriptedLines(typed), TeletypeFace(out), None, chooses_first_mover=True).run()
    return " ".join(out.getvalue().split())


def test_resigning_makes_the_machine_win_and_a_tie_is_typed_with_its_level() -> None:
    assert "I WIN" in talk("222", "resign").text.splitlines()
    board = Board("4x4x4")
    game = Game(board.position(NEARLY_TIED))
    shown = Conversation(game, "444", second=player("ibm1620"), view=TeletypeFace).text.splitlines()
    assert shown[shown.index("LEVEL 12") + 1] == "DRAW (FULL BOARD)"


NEARLY_TIED = "xxxoxoxooxoxxxoxoxoooxxxxxxoooxoxxoxooxoxooxxoooxoxooxooxxooxoo1 x"
"""One cell is open, 444, and no row has four alike."""


def test_it_asks_for_another_game_and_yes_begins_it() -> None:
    conversation = talk("222", "resign", "y", "n", "resign", "n", "222")
    prompts = conversation.lines.prompts
    assert prompts == [
        "YOUR MOVE? ",
        "YOUR MOVE? ",
        "ANOTHER GAME (Y/N)? ",
        "DO YOU MOVE FIRST (Y/N)? ",
        "YOUR MOVE? ",
        "ANOTHER GAME (Y/N)? ",
    ]
    assert conversation.code == 0


# ---- Letters ----


def test_no_text_names_a_side_by_x_or_o() -> None:
    """The board has P and M, and so have slices, reasons, threats, hints, labels, errors and lists of players."""
    script = ["111", "112", "113", "111", "threats", "hint", "why", "slice x=1", "reasons on", "444", "swap", "first"]
    conversation = talk(*script, "label 444", "label 112", "draw", "help", "444", "nonsense")
    said = [line for line in conversation.text.splitlines() if "X=" not in line]
    assert not re.search(r"\b[XO]\b", "\n".join(said))
    assert "TAKEN BY P" in conversation.words
    assert re.search(r"\bM PLAYED \d\d\d:", conversation.words)
    won = Conversation(
        Game(Board("4x4x4").position(ABOUT_TO_WIN)), "threats", "114", "111", second=LOWEST, view=TeletypeFace
    )
    assert "114 COMPLETES A LINE FOR P (WITH 111 112 113)" in won.words
    assert "111: THE GAME IS OVER, P HAS WON" in won.words


def test_a_slice_shows_the_letters_of_the_board() -> None:
    lines = talk("111", "slice x=1").text.splitlines()
    assert lines[lines.index("   PLANE X=1: TIER = 1") + 1].startswith("   111 P")


def test_the_notation_of_positions_is_explained() -> None:
    assert "64 X (IN THIS NOTATION P IS X, AND M IS O)" in talk("position").words


def test_what_was_typed_is_repeated_unchanged() -> None:
    assert "X: NEITHER A CELL NOR A COMMAND" in talk("X").words


# ---- Four dimensions ----


def four(*script: str, asks: bool = False) -> Conversation:
    return Conversation("4x4x4x4", *script, second=player("ibm1620"), view=TeletypeFace, chooses_first_mover=asks)


def test_the_4d_game_is_typed_with_four_digits_on_32_columns() -> None:
    conversation = four("help", "1111", "1112", "threats", "why", "hint", "moves", asks=True)
    assert max(map(len, conversation.text.partition("TO CONTINUE:")[0].splitlines())) <= 32
    answer = conversation.moves.split()[1]
    lines = conversation.text.splitlines()
    assert lines[lines.index("LEVEL 11") + 1] == f"M PLAYS {answer}"
    assert len(answer) == 4
    assert "4-D TIC-TAC-TOE" in lines


def test_the_4d_board_takes_twenty_lines_of_31_columns() -> None:
    board = Board("4x4x4x4")
    position = Game(board, board.moves("1111 2341")).position
    lines = paper_board(position, {"x": "P", "o": "M"})
    assert (len(lines), max(map(len, lines))) == (20, 30)  # trailing blanks are not typed
    assert lines[:10] == drawn(
        """
        |  11..    12..    13..    14..
        |P! ! !   ! ! !   ! ! !   ! ! !
        | ! ! !   ! ! !   ! ! !   ! ! !
        | ! ! !   ! ! !   ! ! !   ! ! !
        | ! ! !   ! ! !   ! ! !   ! ! !
        |  21..    22..    23..    24..
        | ! ! !   ! ! !   ! ! !   ! ! !
        | ! ! !   ! ! !   ! ! !   ! ! !
        | ! ! !   ! ! !   ! ! !   ! ! !
        | ! ! !   ! ! !  M! ! !   ! ! !
        """
    )


# ---- Other players ----


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
    assert (
        conversation.words.count("3X3: THE FACE TELETYPE HAS TWO BOARDS; USE 4X4X4 OR 4X4X4X4, OR THE FACE PLAIN") == 2
    )
    assert conversation.moves.startswith("222 ")
