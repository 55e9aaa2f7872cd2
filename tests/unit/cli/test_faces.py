"""The period faces: what each takes from its document, compared with the document's own arithmetic, and bad input."""

from __future__ import annotations

import argparse
import re
import shlex
from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import LOWEST, Conversation
from support.face_transcripts import EchoingKeyboard, transcript

from hyperoxo import Board, Ending, Game, Result, player
from hyperoxo.cli.commands import play
from hyperoxo.cli.terminal.faces import FACES, find_face
from hyperoxo.cli.terminal.faces.atari_st import AtariStFace, place_on_screen
from hyperoxo.cli.terminal.faces.delphi import DelphiFace
from hyperoxo.cli.terminal.faces.numbered import FignitionFace, MagicSquareFace
from hyperoxo.cli.terminal.faces.teletype import TeletypeFace
from hyperoxo.cli.terminal.views import ScreenView
from hyperoxo.drawing import Style
from hyperoxo.errors import InputError
from hyperoxo.planes import find_plane

if TYPE_CHECKING:
    from hyperoxo.cli.terminal.faces.face import Face


def at(face: type[Face], *script: str, first: str | None = None, second: str | None = None) -> Conversation:
    return Conversation(
        face.boards[0],
        *script,
        first=player(first) if first else None,
        second=player(second) if second else None,
        view=face,
    )


# ---- All faces ----


def test_a_face_is_found_by_its_name_its_programs_name_and_by_a_program_of_the_game() -> None:
    assert find_face("Teletype", []) is find_face("ibm1620", []) is TeletypeFace
    assert find_face("plain", []) is None
    assert find_face("period", [None, player("delphi:search=literal")]) is DelphiFace
    with pytest.raises(InputError, match="did you mean fignition"):
        find_face("fignitoin", [])
    with pytest.raises(InputError, match="no player of this game has a face"):
        find_face("period", [None, player("random")])


@pytest.mark.parametrize("face", FACES.values())
def test_every_face_has_its_program_and_keeps_within_80_by_24(face: type[Face]) -> None:
    conversation = at(face, "help", second=None if face.program_starts else face.program)
    assert max(map(len, conversation.text.splitlines())) <= 80
    begun = Game(Board(face.boards[0]))
    before = Conversation(begun, view=face).text.splitlines()
    assert len(before) + 1 <= 24
    assert face.title.lower() in " ".join(before).lower()


@pytest.mark.parametrize("face", FACES.values())
def test_every_face_refuses_other_boards(face: type[Face]) -> None:
    conversation = at(face, "new 5x5", second="random")
    assert f"the face {face.name} has " in conversation.words.lower()


def test_the_face_changes_in_the_middle_of_a_game() -> None:
    shown = transcript(
        "oxo play --second ibm1620 --seed 1", ["111", "face period", "222", "face plain", "face", "quit"]
    )
    assert shown.count("YOUR MOVE? ") == 3
    assert shown.count("X> ") == 3
    assert "TIER 1  TIER 2" in shown
    assert shown.endswith("GOOD-BYE\n[exit code 0]\n")
    refused = transcript(
        "oxo play 3x3 --second random --seed 1", ["face delphi", "face period", "face", "face fancy", "quit"]
    )
    assert "3x3: the face delphi has one board; use 3x3x3, or the face plain" in refused
    assert "period: no player of this game has a face; faces are teletype" in refused
    assert "face: no player of this game has a face; type face NAME; faces are teletype" in " ".join(refused.split())
    assert "fancy: there is no such face; faces are plain, period, teletype" in " ".join(refused.split())


@pytest.mark.parametrize(
    ("command", "board", "first", "second"),
    [
        ("--teletype", "4x4x4", "human", "ibm1620"),
        ("--face teletype 4x4x4x4", "4x4x4x4", "human", "ibm1620"),
        ("--face teletype --second oxo:level=1", "4x4x4", "human", "oxo:level=1"),
        ("--face delphi", "3x3x3", "human", "delphi"),
        ("--face delphi --second human", "3x3x3", "human", "human"),
        ("--face magic-square --first magic-square", "3x3", "magic-square", "human"),
        ("--face fignition", "3x3", "fignition", "human"),
        ("--face period --second atari-st --starts you", "4x4x4", "human", "atari-st"),
        ("--face atari-st --starts computer", "4x4x4", "atari-st", "human"),
        ("--face plain", "4x4x4", "human", "oxo:level=4"),
    ],
)
def test_a_face_brings_its_board_and_its_program(command: str, board: str, first: str, second: str) -> None:
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    local = play.open_dialogue(parser.parse_args(shlex.split(command)), EchoingKeyboard([]), None).local
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


@pytest.mark.parametrize(("first", "second"), [("atari-st", None), (None, "atari-st")])
def test_colours_follow_the_player_and_not_the_seat(first: str | None, second: str | None) -> None:
    """The article has a red C for the computer and a blue H for the human, from either seat."""
    conversation = at(AtariStFace, "222", first=first, second=second)
    face = AtariStFace(conversation.view.out, Style(colour=True))
    screen = "\n".join(face.draw_board(conversation.local))
    assert re.findall(r"\x1b\[([0-9]+)[;0-9]*mC", screen) == ["31"] * screen.count("mC")
    assert re.findall(r"\x1b\[([0-9]+)[;0-9]*mH", screen) == ["34"]
    assert "C" in screen
    face.plane = find_plane(conversation.local.board, "x=2")
    flat = "\n".join(face.draw_slice(conversation.local))
    assert re.findall(r"\x1b\[([0-9]+)[;0-9]*m[ \[]H", flat) == ["34"]
    assert "38;5" not in flat, "the ordinary colours follow the seat"


def test_the_last_square_and_the_winning_squares_have_a_star() -> None:
    board = Board("4x4x4")
    game = Game(board.position("xxx30o7o7o13o x"))
    shown = Conversation(game, "114", second=player("atari-st"), view=AtariStFace).text.splitlines()
    [line] = [line for line in shown if "H*" in line]
    assert line.count("H*") == 4
    assert "You WIN" in "".join(shown)
    assert at(AtariStFace, "222", second="atari-st").text.count("C*") == 1


def test_the_move_number_counts_both_players_moves() -> None:
    numbers = re.findall(r"Move # (\d+)", at(AtariStFace, "222", "333", second="atari-st").text)
    assert numbers == ["1", "3", "5"]


def test_who_starts_is_drawn_from_the_seed() -> None:
    starters = set()
    for seed in range(12):
        conversation = Conversation("4x4x4", f"new {seed}", second=player("atari-st"), view=AtariStFace)
        starters.add(conversation.local.participants["x"].name)
        again = Conversation("4x4x4", f"new {seed}", second=player("atari-st"), view=AtariStFace)
        assert again.local.participants["x"].name == conversation.local.participants["x"].name
    assert starters == {"human", "atari-st"}


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
    conversation = at(AtariStFace, typed, second="atari-st")
    assert conversation.local.participants["o"].name == name


def test_a_slider_changes_what_the_program_plays() -> None:
    """With no points for anything, no square is worth a move: a draw is offered."""
    zeros = [f"slider {line} 0" for line in ("hhh", "hh", "h", "ccc", "cc", "c")]
    conversation = at(AtariStFace, *zeros, "222", second="atari-st")
    assert "C (atari-st) offers a draw." in re.sub(r":[a-z0-9=,]+", "", conversation.words)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("slider", "slider: not a line and its points"),
        ("slider XX__ 3", "XX__: there is no such line; lines are HHH_, HH__, H___, CCC_, CC__, C___"),
        ("slider CC__ -1", "-1: option cc cannot be '-1': it takes at least 0"),
        ("slider CC__ many", "many: option cc cannot be 'many'"),
        ("slider CC__ 1 2", "slider CC__ 1 2: not a line and its points"),
        ("0", "0: squares are 1 to 64"),
        ("65", "65: squares are 1 to 64"),
    ],
)
def test_a_wrong_slider_or_square_is_refused_in_one_line(typed: str, reason: str) -> None:
    conversation = at(AtariStFace, typed, "1", second="atari-st")
    assert reason in conversation.words
    assert conversation.moves.startswith("111 ")


@pytest.mark.parametrize("face", FACES.values())
def test_a_label_needs_a_cell_on_every_face(face: type[Face]) -> None:
    assert "LABEL: A CELL IS MISSING; TYPE LABEL CELL" in at(face, "label", " ", "label ").words.upper()


def test_without_the_program_there_are_no_sliders() -> None:
    conversation = at(AtariStFace, "slider cc 8", second="random")
    assert "slider: atari-st does not play in this game; seat it: second atari-st" in conversation.words
    assert "points:" not in conversation.text


def test_as_printed_a_declared_draw_flashes_d_on_the_first_four_squares() -> None:
    game = Game(Board("4x4x4"))
    game.end(Result(Ending.OWN_RULES))
    text = Conversation(game, second=player("atari-st"), view=AtariStFace).text
    assert text.count("D*") == 4
    assert "DRAW" in text


# ---- delphi ----


def test_labels_and_ratings_stand_on_all_open_fields() -> None:
    """The empty board: the centre wins in seven plies and has rating 94; every other field loses in ten, rating 9."""
    text = at(DelphiFace, "analyse").text
    assert (text.count("L10 9"), text.count("W7 94")) == (26, 1)
    assert "O to move: W7; 27 of 27 labels proved." in text


def test_labels_last_until_the_position_changes() -> None:
    labelled = at(DelphiFace, "analyse", "board").text
    assert labelled.count("W7 94") == 2
    assert at(DelphiFace, "analyse", "board", "111", "board").text.count("W7 94") == 2


def test_o_moves_first_and_the_winning_triple_is_marked() -> None:
    conversation = at(DelphiFace, "1", "111", "27", "2", "26", "3", "back", "25")
    assert conversation.text.count("*O*") == 3
    assert "111: the cell is taken by O" in conversation.words
    assert "Taken back: 1 move." in conversation.words
    assert conversation.moves == "111 333 112 332 331"


def test_the_first_plane_is_in_the_lower_left_and_the_last_in_the_upper_right() -> None:
    lines = DelphiFace(at(DelphiFace).view.out).draw_board(at(DelphiFace).local)
    assert lines[1].split("|")[1:4] == ["  311  ", "  312  ", "  313  "]
    assert lines[11].startswith("|  111  |  112  |  113  |")
    assert [len(line) - len(line.lstrip()) for line in lines] == [52] * 5 + [26] * 5 + [0] * 5


# ---- magic-square ----


@pytest.mark.parametrize("typed", ["0", "10", "44", "1x"])
def test_a_number_beyond_the_square_is_refused_with_the_numbers(typed: str) -> None:
    assert f"{typed}: the numbers are 1 to 9" in at(MagicSquareFace, typed).text


def test_the_name_of_a_cell_is_accepted_beside_its_number() -> None:
    assert at(MagicSquareFace, "22").moves == "22"


def test_a_number_is_a_square_and_its_sums_are_shown() -> None:
    conversation = at(MagicSquareFace, "2", "9", "4", "3", "6")
    assert conversation.moves == "11 12 13 23 31"
    # 4 + 2 needs 9, which is taken; 6 + 4 needs 5, and 6 + 2 needs 7, which are free.
    assert "X 4\n" in conversation.text
    assert "X 6  6 + 2 = 8, needs 7; 6 + 4 = 10, needs 5" in conversation.text
    won = at(MagicSquareFace, "2 7 9 5 4")
    assert "4 + 2 + 9 = 15" in won.text
    assert "X wins (line): 2 9 4." in won.words


def test_every_move_of_the_program_has_its_formula() -> None:
    conversation = at(MagicSquareFace, "4", "3", second="magic-square")
    formulas = [note.reasons["formula"] for note in conversation.local.game.notes.values() if note.reasons]
    assert len(formulas) == 2
    for formula in formulas:
        assert str(formula) in conversation.words


def test_advice_names_squares_by_their_numbers() -> None:
    conversation = at(MagicSquareFace, "2 7 9 5", "threats", "hint", "label 4", "label 8", "0")
    assert "4 completes a line for X (with 2 9)" in conversation.words
    assert "Hint: 4 completes a line." in conversation.words
    assert "4: W1, proved" in conversation.words
    assert "0: the numbers are 1 to 9" in conversation.words


# ---- fignition ----


def test_the_marks_stand_where_the_listing_puts_them() -> None:
    """The listing's table of screen places, posConv: each key's place is a row and a column, doubled."""
    for key, place in enumerate([0, 0, 1, 2, 5, 8, 7, 6, 3]):
        if key == 0:
            continue  # the computer's X is in the centre, which the board is drawn with
        conversation = at(FignitionFace, str(key), first="fignition")
        position = Game(Board("3x3"), conversation.local.game.moves[:2])
        local = Conversation(position, view=FignitionFace).local
        screen = FignitionFace(conversation.view.out).draw_board(local)
        row, column = divmod(place, 3)
        assert screen[2 * row][2 * column] == "O"
        assert screen[2][2] == "X"


@pytest.mark.parametrize("key", ["9", "0", "x1", "45"])
def test_other_keys_are_refused(key: str) -> None:
    conversation = at(FignitionFace, key, "1", first="fignition")
    assert conversation.moves.startswith("22 11 ")
    assert f"{key}: " in conversation.words


def test_the_printed_listings_key_9_is_explained() -> None:
    conversation = at(FignitionFace, "9", first="fignition:listing=printed")
    assert "9: the keys are 1 to 8; the printed listing accepts 9, and puts the O on no square" in conversation.words


def test_the_verdict_follows_the_first_line_and_oxo_starts_a_rematch() -> None:
    conversation = at(FignitionFace, "2 7 1", "oxo", "3 8 2 5", "new", first="fignition")
    lines = conversation.text.splitlines()
    assert "O|O|XI WIN!" in lines
    assert "X|O|ODRAW!" in lines
    assert conversation.moves == "22"
    assert conversation.local.participants["x"].name == "fignition"


# ---- Any player ----


@pytest.mark.parametrize("face", [*FACES.values(), ScreenView])
def test_every_face_takes_a_player_that_is_not_its_program(face: type[Face]) -> None:
    board = getattr(face, "boards", ("3x3",))[0]
    conversation = Conversation(board, "hint", "threats", "why", "moves", "position", "u", second=LOWEST, view=face)
    assert conversation.code == 0
