"""The dialogue of a game, by scripts of typed lines. `lowest` plays the lowest free cell."""

from __future__ import annotations

import pytest
from support.cli_scripts import LOWEST, UNREADABLE, Case, Conversation, drawn, log, talk

from hyperoxo import Board, play_game, player
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.terminal.views import LogView

CONTINUE = "To continue: oxo play 3x3 --first human --second lowest --seed 7"
SCRIPTS = {
    "several cells in a line are played one by one": Case(["22  33"], moves="22 11 33 12"),
    "blank lines do nothing": Case(["", "  ", "22"], moves="22 11"),
    "prompts name the side to move": Case(["22", "11"], second=None, prompts=["X> ", "O> ", "X> "]),
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
    "a game that is over is not continued": Case(["22 31 32"], unsaid=["To continue"]),
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
REFUSED = {
    "44": "44: coordinate 1 is above 3",
    "11": "11: the cell is taken",
    "hepl": "hepl: neither a cell nor a command; did you mean help?",
    "xyzzy": "xyzzy: neither a cell nor a command; type help",
    "redo": "no move was taken back",
    "slice x=1": "3x3 has no planes",
    "second unknown": "unknown: there is no such player",
    "second ibm1620": "ibm1620: ",
    "second random:a=1": "random:a: there is no such option",
    "2": "2: not a cell; a cell of 3x3 is two digits, 11 to 33",
    "1 1": "1 1: not a cell; type 11",
    "1,1": "1,1: not a cell; type 11",
    "1, 1": "1, 1: not a cell; type 11",
    "new x": "x: not a board",
    "new 3x3 x": "seed x: not a whole number from 0 to 9223372036854775807",
    "reasons maybe": "maybe: reasons are on or off",
    "warn maybe": "maybe: warnings are on or off",
    "resign no": "no: unexpected; type resign alone",
    "q now": "now: unexpected; type quit alone",
    "undo 5 times": "5: unexpected; type undo alone",
    "yes": "no draw is offered",
    "no": "no draw is offered",
    "save": "a file name is missing",
    "load": "load: a file name is missing; type load FILE",
    "load /no/such/file": "/no/such/file: No such file or directory",
    "save /no/such/file": "/no/such/file: there is no folder /no/such",
    "load .": ".: Is a directory",
    UNREADABLE: "the line holds characters that cannot be printed",
    "label": "label: a cell is missing; type label CELL",
    "label 44": "44: coordinate 1 is above 3",
    "label 22": "22: the cell is taken by X; labels are for empty cells",
    "label 33 5 6": "6: unexpected; type label CELL or label CELL SECONDS",
    "label 33 soon": "soon: not a number of seconds; such as 5 or 0.5",
    "analyse soon": "soon: not a number of seconds; such as 5 or 0.5",
    "analyse 999999999": "999999999: more than 86,400 seconds, which is a day",
}
"""What is refused, with the reason."""


@pytest.mark.parametrize("case", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_a_script(case: Case) -> None:
    case.check()


@pytest.mark.parametrize(("typed", "reason"), REFUSED.items(), ids=map(str, REFUSED))
def test_a_refusal_is_one_line_and_the_game_continues(typed: str | BaseException, reason: str) -> None:
    Case(["22", typed, "33"], moves="22 11 33 12", said=[reason]).check()


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
        |Four in a row wins, also through the tiers. Type a cell, such as 231 for tier 2,
        |row 3, column 1; or help.
        """
    )


def test_every_later_screen_of_four_dimensions_fits_80_by_24_with_its_prompt() -> None:
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


def test_the_end_shows_the_line_and_what_can_be_done() -> None:
    assert talk("22 31 32").text.splitlines()[-8:] == drawn(
        """
        |     1  2  3
        |  1 *O**O**O*
        |  2  .  X  .
        |  3  X  X  .
        |O (lowest) plays 13. "Mine."
        |O wins in 3 moves: three in a row, in row 1 (11 12 13).
        |lowest: That was that.
        |Type review, new, undo, save FILE or quit.
        """
    )


# ---- Leaving ----


def test_players_finish_a_game_between_themselves_and_leave_without_reading_a_line() -> None:
    conversation = Conversation("4x4x4", "moves", first=player("ibm1620"), second=player("random"), view=LogView)
    game = play_game(player("ibm1620"), player("random"), Board("4x4x4"), seed=7)
    assert conversation.moves == game.board.names(game.moves)
    assert conversation.lines.prompts == []


def test_a_person_who_gives_away_the_only_seat_stays() -> None:
    conversation = talk("first random", "moves", "quit")
    assert conversation.lines.prompts != []
    assert conversation.text.count("wins in 3 moves") == 1
    assert conversation.code == 0


# ---- Refusals ----


def test_a_refusal_stands_below_its_board() -> None:
    assert talk("22 11").text.splitlines()[-3:-1] == [
        'O (lowest) plays 11. "Mine."',
        "11: the cell is taken by O; play an empty cell",
    ]


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
        |O wins in 3 moves: three in a row, in row 1 (11 12 13).
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
