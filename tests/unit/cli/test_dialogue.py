"""The dialogue of a game, by scripts of typed lines. `lowest` plays the lowest free cell."""

from __future__ import annotations

import pytest
from support.cli_scripts import LOWEST, UNREADABLE, Conversation, drawn, log, talk

from hyperoxo import Board, Game, play_game, player
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.terminal.views import LogView

WON_BY_X = "11 21 12 22 13"


# ---- Screens ----


def test_the_first_screen_explains_how_to_type_a_move() -> None:
    assert talk(game="4x4x4").text.splitlines() == drawn(
        """
        |4x4x4, 4 in a line wins: X you, O lowest; seed 7
        |
        |       tier 1         tier 2         tier 3         tier 4
        |     1  2  3  4     1  2  3  4     1  2  3  4     1  2  3  4
        |  1  .  .  .  .     .  .  .  .     .  .  .  .     .  .  .  .
        |  2  .  .  .  .     .  .  .  .     .  .  .  .     .  .  .  .
        |  3  .  .  .  .     .  .  .  .     .  .  .  .     .  .  .  .
        |  4  .  .  .  .     .  .  .  .     .  .  .  .     .  .  .  .
        |Type a cell, such as 231 for tier 2, row 3, column 1; or help.
        """
    )


def test_the_first_screen_of_four_dimensions_fits_80_by_24_with_its_prompt() -> None:
    shown = talk(game="4x4x4x4").text.splitlines()
    assert len(shown) + 1 <= 24
    assert max(map(len, shown)) <= 80


def test_every_later_screen_of_four_dimensions_fits_too() -> None:
    before = talk("1111", game="4x4x4x4").text.splitlines()
    after = talk("1111", "2222", game="4x4x4x4").text.splitlines()
    goodbye = 1
    assert len(after) - len(before) + goodbye <= 24
    assert 'O (lowest) plays 1113. "Mine."' in after


def test_a_cell_is_played_and_answered_and_both_are_shown() -> None:
    assert (
        drawn(
            """
        |     1  2  3
        |  1 [O] .  .
        |  2  .  X  .
        |  3  .  .  .
        |O (lowest) plays 11. "Mine."
        """
        )
        == talk("22").text.splitlines()[-6:-1]
    )


def test_several_cells_in_a_line_are_played_one_by_one() -> None:
    assert talk("22  33").moves == "22 11 33 12"


def test_prompts_name_the_side_to_move() -> None:
    assert Conversation("3x3", "22", "11").lines.prompts == ["X> ", "O> ", "X> "]


def test_the_end_shows_the_line_and_what_can_be_done() -> None:
    assert talk("22 31 32").text.splitlines()[-8:] == drawn(
        """
        |     1  2  3
        |  1 *O**O**O*
        |  2  .  X  .
        |  3  X  X  .
        |O (lowest) plays 13. "Mine."
        |O wins (line): 11 12 13.
        |lowest: That was that.
        |Type new, undo, save FILE or quit.
        """
    )


def test_an_interrupted_game_prints_how_to_resume_it() -> None:
    assert talk("22").text.splitlines()[-1] == (
        "To continue: oxo play 3x3 --first human --second lowest --seed 7 --moves '22 11'"
    )


def test_an_interrupted_game_from_a_position_prints_how_to_resume_it() -> None:
    game = Game(Board("3x3").position("xo7 x"))
    assert talk("33", game=game).text.splitlines()[-1].endswith("--position 'xo7 x' --moves '33 13'")


def test_a_game_without_moves_or_with_a_result_prints_no_way_to_resume() -> None:
    assert "To continue" not in talk("quit").text + talk("22 31 32").text


# ---- Leaving ----


@pytest.mark.parametrize("script", [("22", "quit", "33"), ("22", "exit", "33"), ("22",), ("22", "q"), ("22", "QUIT")])
def test_quit_and_the_end_of_input_leave_with_exit_code_0(script: tuple[str, ...]) -> None:
    conversation = talk(*script)
    assert (conversation.code, conversation.moves) == (0, "22 11")


def test_ctrl_c_leaves_with_exit_code_130() -> None:
    conversation = talk("22", KeyboardInterrupt(), "33")
    assert (conversation.code, conversation.moves) == (ExitCode.INTERRUPTED, "22 11")
    assert "To continue" in conversation.text


def test_players_finish_a_game_between_themselves_and_leave_without_reading_a_line() -> None:
    conversation = Conversation("4x4x4", "moves", first=player("ibm1620"), second=player("random"), view=LogView)
    game = play_game(player("ibm1620"), player("random"), Board("4x4x4"), seed=7)
    assert conversation.moves == game.board.names(game.moves)
    assert conversation.lines.prompts == []


def test_a_person_who_gives_away_the_only_seat_stays() -> None:
    conversation = talk("first random", "moves", "quit")
    assert conversation.lines.prompts != []
    assert conversation.text.count("wins (") == 1
    assert conversation.code == 0


# ---- Refusals ----


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("44", "44: coordinate 1 is above 3"),
        ("11", "11: the cell is taken"),
        ("hepl", "hepl: neither a cell nor a command; did you mean help?"),
        ("xyzzy", "xyzzy: neither a cell nor a command; type help"),
        ("redo", "no move was taken back"),
        ("slice x=1", "3x3 has no planes"),
        ("second unknown", "unknown: there is no such player"),
        ("second ibm1620", "ibm1620: "),
        ("second random:a=1", "random:a: there is no such option"),
        ("2", "2: not a cell; a cell of 3x3 is two digits, 11 to 33"),
        ("new x", "x: not a board"),
        ("new 3x3 x", "x: not a seed"),
        ("reasons maybe", "maybe: reasons are on or off"),
        ("resign no", "no: unexpected; type resign alone"),
        ("q now", "now: unexpected; type quit alone"),
        ("undo 5 times", "5: unexpected; type undo alone"),
        ("yes", "no draw is offered"),
        ("no", "no draw is offered"),
        ("save", "a file name is missing"),
        ("load", "load: a file name is missing; type load FILE"),
        ("load /no/such/file", "/no/such/file: No such file or directory"),
        ("save /no/such/file", "/no/such/file: there is no folder /no/such"),
        ("load .", ".: Is a directory"),
        (UNREADABLE, "the line holds characters that cannot be printed"),
    ],
)
def test_a_refusal_is_one_line_and_the_game_goes_on(typed: str | BaseException, reason: str) -> None:
    conversation = talk("22", typed, "33")
    assert reason in conversation.text
    assert conversation.moves == "22 11 33 12"
    assert conversation.code == 0


def test_cells_after_a_refused_one_are_not_played() -> None:
    conversation = talk("22 11 33", "32")
    assert "11: the cell is taken by O; play an empty cell (not played: 33)" in conversation.text
    assert conversation.moves == "22 11 32 12"


def test_a_refusal_stands_below_its_board() -> None:
    assert talk("22 11").text.splitlines()[-3:-1] == [
        'O (lowest) plays 11. "Mine."',
        "11: the cell is taken by O; play an empty cell",
    ]


@pytest.mark.parametrize("typed", ["1 1", "1,1", "1, 1"])
def test_coordinates_with_blanks_or_commas_are_refused_once_with_the_cell(typed: str) -> None:
    assert log(typed, "22").errors == [f"oxo: line 1: {typed}: not a cell; type 11"]
    assert f"{typed}: not a cell; type 11" in talk(typed).text
    wide = Conversation("3x12:3", "2 12", piped=True, view=LogView)
    assert wide.errors == ["oxo: line 1: 2 12: not a cell; type 2.12"]


def test_a_line_without_any_cell_is_refused_once() -> None:
    assert log("44 55", "22").errors == ["oxo: line 1: 44: coordinate 1 is above 3; the cells of 3x3 are 11 to 33"]


def test_blank_lines_do_nothing() -> None:
    assert talk("", "  ", "22").moves == "22 11"


# ---- Through a pipe ----


def test_a_pipe_gets_a_line_for_every_move_and_the_game_at_the_end() -> None:
    conversation = log("22 31", "32", second=LOWEST)
    assert conversation.text.splitlines() == drawn(
        """
        |3x3, 3 in a line wins: X you, O lowest; seed 7
        |  1 X 22
        |  2 O 11
        |  3 X 31
        |  4 O 12
        |  5 X 32
        |  6 O 13
        |
        |     1  2  3
        |  1 *O**O**O*
        |  2  .  X  .
        |  3  X  X  .
        |O wins (line): 11 12 13.
        |lowest: That was that.
        |position: ooo1x1xx1 x
        |moves: 22 11 31 12 32 13
        """
    )
    assert (conversation.code, conversation.errors) == (0, [])


def test_a_pipe_that_ends_early_gets_the_position() -> None:
    assert log("22", second=LOWEST).text.splitlines()[3:] == drawn(
        """
        |
        |     1  2  3
        |  1 [O] .  .
        |  2  .  X  .
        |  3  .  .  .
        |X (human) is to move.
        |position: o3x4 x
        |moves: 22 11
        """
    )


def test_a_pipe_gets_refusals_on_standard_error_and_in_the_exit_code() -> None:
    conversation = log("22", "11 33", "hepl", second=LOWEST)
    assert conversation.errors == [
        "oxo: line 2: 11: the cell is taken by O; play an empty cell",
        "oxo: line 3: hepl: neither a cell nor a command; did you mean help?",
    ]
    assert (conversation.code, conversation.moves) == (2, "22 11 33 12")


def test_a_cell_after_the_end_is_refused_once_and_ends_the_run() -> None:
    conversation = log("22 31 32 33 23", "21", second=LOWEST)
    assert conversation.errors == ["oxo: line 1: 33: the game is over, O has won"]
    assert conversation.code == 2


def test_a_pipe_may_go_on_with_commands_after_the_end() -> None:
    conversation = log("22 31 32", "undo", "33", second=LOWEST)
    assert (conversation.code, conversation.moves) == (0, "22 11 31 12 33 13")


def test_what_is_not_text_ends_the_run() -> None:
    conversation = Conversation("3x3", "22", UNREADABLE, "33", second=LOWEST, view=LogView, piped=True)
    assert (conversation.code, conversation.moves, len(conversation.errors)) == (2, "22 11", 1)


def test_a_game_that_is_over_asks_for_no_cell() -> None:
    board = Board("3x3")
    shown = Conversation(Game(board, board.moves("11 21 12 22 13")), "13").text
    assert "Type a cell" not in shown
    assert "X wins (line): 11 12 13." in shown
    assert "13: the game is over, X has won" in shown
