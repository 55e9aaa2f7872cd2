"""The period screens: what each takes from its document, compared with the document's own arithmetic, and bad input."""

from __future__ import annotations

import argparse
import re
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import LOWEST, Case, Conversation, ScriptedLines

from hyperoxo import Board, Ending, Game, Result, player
from hyperoxo.cli.commands import play
from hyperoxo.cli.terminal.screens import SCREENS, find_screen
from hyperoxo.cli.terminal.screens.atari_st import AtariStScreen
from hyperoxo.cli.terminal.screens.delphi import DelphiScreen
from hyperoxo.cli.terminal.screens.numbered import FignitionScreen, MagicSquareScreen
from hyperoxo.cli.terminal.screens.typewriter import TypewriterScreen
from hyperoxo.cli.terminal.views import PersonView
from hyperoxo.drawing import Style
from hyperoxo.planes import find_plane
from hyperoxo.players.historic.atari_st import place_on_screen

if TYPE_CHECKING:
    from hyperoxo.cli.terminal.screens.screen import Screen
    from hyperoxo.cli.terminal.views import View


def at(screen: type[Screen], *script: str, first: str | None = None, second: str | None = None) -> Conversation:
    return Conversation(
        screen.boards[0],
        *script,
        first=player(first) if first else None,
        second=player(second) if second else None,
        view=screen,
    )


ATARI = Case([], board="4x4x4", second=player("atari-st"), view=AtariStScreen)
DELPHI = Case([], board="3x3x3", second=None, view=DelphiScreen)
SQUARE = Case([], second=None, view=MagicSquareScreen)
KEYS = Case([], first=player("fignition"), second=None, view=FignitionScreen)
SLIDERS = [f"slider {line} 0" for line in ("hhh", "hh", "h", "ccc", "cc", "c")]
SCRIPTS = {
    # ---- atari-st ----
    "with no points for anything no square is worth a move": replace(
        ATARI, script=[*SLIDERS, "222"], said=["offers a draw."]
    ),
    "without the program there are no sliders": replace(
        ATARI,
        script=["slider cc 8"],
        second=player("random"),
        said=["slider: atari-st does not play in this game; seat it: second atari-st"],
        unsaid=["points:"],
    ),
    "the move number counts both players' moves": replace(
        ATARI, script=["222", "333"], said=["Move # 1", "Move # 3", "Move # 5"], unsaid=["Move # 2", "Move # 4"]
    ),
    **{
        f"{typed} is refused": replace(ATARI, script=[typed, "2"], said=[reason, "--moves '112 "])
        for typed, reason in {
            "slider": "slider: not a line and its points",
            "slider XX__ 3": "XX__: there is no such line; lines are HHH_, HH__, H___, CCC_, CC__, C___",
            "slider CC__ -1": "-1: option cc cannot be '-1': it takes at least 0",
            "slider CC__ many": "many: option cc cannot be 'many'",
            "slider CC__ 1 2": "slider CC__ 1 2: not a line and its points",
            "0": "0: squares are 1 to 64",
            "65": "65: squares are 1 to 64",
        }.items()
    },
    # ---- delphi ----
    "labels last until the position changes": replace(
        DELPHI, script=["analyse", "111", "board"], said=["O to move: W7; 27 of 27 labels proved."]
    ),
    "o moves first, and buttons are commands": replace(
        DELPHI,
        script=["1", "111", "27", "2", "26", "3", "back", "25"],
        moves="111 333 112 332 331",
        said=["111: the cell is taken by O", "Taken back: 1 move.", "*O*"],
    ),
    # ---- magic-square ----
    **{
        f"{typed} is not a number of the square": replace(
            SQUARE, script=[typed], said=[f"{typed}: the numbers are 1 to 9"]
        )
        for typed in ("0", "10", "44", "1x")
    },
    "the name of a cell is accepted beside its number": replace(SQUARE, script=["22"], moves="22"),
    # 4 + 2 needs 9, which is taken; 6 + 4 needs 5, and 6 + 2 needs 7, which are free.
    "a number is a square, and its sums are shown": replace(
        SQUARE,
        script=["2", "9", "4", "3", "6"],
        moves="11 12 13 23 31",
        said=["X 4 ", "X 6 6 + 2 = 8, needs 7; 6 + 4 = 10, needs 5"],
    ),
    "the sum that wins is shown": replace(
        SQUARE, script=["2 7 9 5 4"], said=["4 + 2 + 9 = 15", "X wins in 3 moves: three in a row, in row 1 (2 9 4)."]
    ),
    "advice names squares by their numbers": replace(
        SQUARE,
        script=["2 7 9 5", "threats", "hint", "label 4", "label 8"],
        said=["X has two in row 1: complete it at 4.", "Hint 4: three in a row, in row 1.", "4: W1, proved"],
    ),
    # ---- fignition ----
    **{
        f"{key} is no key": replace(KEYS, script=[key], moves="22", said=[f"{key}: "]) for key in ("9", "0", "x1", "45")
    },
    "the printed listing's key 9 is explained": replace(
        KEYS,
        script=["9"],
        first=player("fignition:listing=printed"),
        said=["9: the keys are 1 to 8; the printed listing accepts 9, and puts the O on no square"],
    ),
    "the verdict follows the first line, and oxo starts a rematch": replace(
        KEYS, script=["2 7 1", "oxo", "3 8 2 5", "new"], moves="22", said=["O|O|XI WIN!", "X|O|ODRAW!"]
    ),
}


@pytest.mark.parametrize("case", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_a_script(case: Case) -> None:
    case.check()


@pytest.mark.parametrize("screen", [*SCREENS.values(), PersonView])
def test_every_screen_takes_a_player_that_is_not_its_program_and_refuses_other_boards(screen: type[View]) -> None:
    board = getattr(screen, "boards", ("3x3",))[0]
    talked = Conversation(
        board,
        "hint",
        "threats",
        "why",
        "moves",
        "position",
        "u",
        "label",
        "label ",
        "new 5x5",
        second=LOWEST,
        view=screen,
    )
    assert talked.code == 0
    assert talked.words.upper().count("LABEL: A CELL IS MISSING; TYPE LABEL CELL") == 2
    if screen is not PersonView:
        assert "5X5: THE SCREEN " in talked.words.upper()


# ---- All screens ----


def test_a_screen_is_found_by_its_name_its_programs_name_and_by_a_program_of_the_game() -> None:
    assert find_screen("Typewriter", []) is find_screen("ibm1620", []) is TypewriterScreen
    assert find_screen("plain", []) is None
    assert find_screen("period", [None, player("delphi:search=literal")]) is DelphiScreen


@pytest.mark.parametrize("screen", SCREENS.values())
def test_the_help_of_every_screen_fits_80_columns(screen: type[Screen]) -> None:
    conversation = at(screen, "help", second=None if screen.program_starts else screen.program)
    assert max(map(len, conversation.text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("command", "board", "first", "second"),
    [
        ("--screen typewriter", "4x4x4", "human", "ibm1620"),
        ("--screen typewriter 4x4x4x4", "4x4x4x4", "human", "ibm1620"),
        ("--screen other-1", "4x4x4", "human", "ibm1620"),
        ("--screen typewriter --second oxo:level=1", "4x4x4", "human", "oxo:level=1"),
        ("--screen delphi", "3x3x3", "human", "delphi"),
        ("--screen delphi --second human", "3x3x3", "human", "human"),
        ("--screen magic-square --first magic-square", "3x3", "magic-square", "human"),
        ("--screen fignition", "3x3", "fignition", "human"),
        ("--screen period --second atari-st --starts you", "4x4x4", "human", "atari-st"),
        ("--screen atari-st --starts computer", "4x4x4", "atari-st", "human"),
        ("--screen plain", "4x4x4", "human", "oxo:level=4"),
    ],
)
def test_a_screen_brings_its_board_and_its_program(command: str, board: str, first: str, second: str) -> None:
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    local = play.open_dialogue(parser.parse_args(shlex.split(command)), ScriptedLines(), None).local
    assert (str(local.board), local.participants["x"].name, local.participants["o"].name) == (board, first, second)


# ---- atari-st ----


def test_squares_stand_where_the_listing_prints_them() -> None:
    """Lines 870 to 890 of the listing, statement by statement, with squares from 1."""
    for s in range(1, 65):
        a = (s - 1) // 16
        y = a * 4 + 3
        b = s - a * 16
        c = (b - 1) // 4
        y = y + c - 2
        x = (4 - a) * 4 + c
        x = x + (b - c * 4) * 3 - 1
        assert place_on_screen(s - 1) == (x, y)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("slider CC__ 8", "atari-st:cc=8"),
        ("slider c__c 8", "atari-st:cc=8"),
        ("slider hhh 0", "atari-st:hhh=0"),
        ("slider cc 6", "atari-st"),
        ("slider aggressive", "atari-st:preset=aggressive"),
    ],
)
def test_a_slider_sets_a_weight_of_the_program(typed: str, name: str) -> None:
    assert at(AtariStScreen, typed, second="atari-st").local.participants["o"].name == name


def test_as_printed_a_declared_draw_flashes_d_on_the_first_four_squares() -> None:
    game = Game(Board("4x4x4"), "222 333 444")
    game.end(Result(Ending.OWN_RULES))
    text = Conversation(game, second=player("atari-st"), view=AtariStScreen).text
    assert (text.count("D*"), "DRAW" in text, "Move # 4" in text) == (4, True, True)


@pytest.mark.parametrize(("first", "second"), [("atari-st", None), (None, "atari-st")])
def test_colours_follow_the_player_and_not_the_seat(first: str | None, second: str | None) -> None:
    """The article has a red C for the computer and a blue H for the human, from either seat."""
    conversation = at(AtariStScreen, "222", first=first, second=second)
    view = AtariStScreen(conversation.view.out, Style(colour=True))
    screen = "\n".join(view.draw_board(conversation.local))
    assert re.findall(r"\x1b\[([0-9]+)[;0-9]*mC", screen) == ["31"] * screen.count("mC")
    assert re.findall(r"\x1b\[([0-9]+)[;0-9]*mH", screen) == ["34"]
    assert "C" in screen
    view.plane = find_plane(conversation.local.board, "x=2")
    flat = "\n".join(view.draw_slice(conversation.local))
    assert re.findall(r"\x1b\[([0-9]+)[;0-9]*m[ \[]H", flat) == ["34"]
    assert "38;5" not in flat, "the ordinary colours follow the seat"


def test_the_last_square_and_the_winning_squares_have_a_star() -> None:
    board = Board("4x4x4")
    game = Game(board.position("xxx30o7o7o13o x"))
    shown = Conversation(game, "114", second=player("atari-st"), view=AtariStScreen).text.splitlines()
    [line] = [line for line in shown if "H*" in line]
    assert line.count("H*") == 4
    assert "You WIN" in "".join(shown)
    assert at(AtariStScreen, "222", second="atari-st").text.count("C*") == 1


def test_who_starts_is_drawn_from_the_seed() -> None:
    starters = set()
    for seed in range(12):
        conversation = Conversation("4x4x4", f"new {seed}", second=player("atari-st"), view=AtariStScreen)
        starters.add(conversation.local.participants["x"].name)
        again = Conversation("4x4x4", f"new {seed}", second=player("atari-st"), view=AtariStScreen)
        assert again.local.participants["x"].name == conversation.local.participants["x"].name
    assert starters == {"human", "atari-st"}


# ---- fignition ----


def test_the_marks_stand_where_the_listing_puts_them() -> None:
    """The listing's table of screen places, posConv: each key's place is a row and a column, doubled."""
    for key, place in enumerate([0, 0, 1, 2, 5, 8, 7, 6, 3]):
        if key == 0:
            continue  # the computer's X is in the centre, which the board is drawn with
        conversation = at(FignitionScreen, str(key), first="fignition")
        position = Game(Board("3x3"), conversation.local.game.moves[:2])
        local = Conversation(position, view=FignitionScreen).local
        screen = FignitionScreen(conversation.view.out).draw_board(local)
        row, column = divmod(place, 3)
        assert screen[2 * row][2 * column] == "O"
        assert screen[2][2] == "X"
