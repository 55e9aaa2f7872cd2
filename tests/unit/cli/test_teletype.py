"""The teletype view of the 1620, and that of the TV typewriter."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import LOWEST, Case, Conversation, LowestSession, ScriptedLines, drawn

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


NEARLY_TIED = "xxxoxoxooxoxxxoxoxoooxxxxxxoooxoxxoxooxoxooxxoooxoxooxooxxooxoo1 x"
"""One cell is open, 444, and no row has four alike."""
MACHINE = Case([], board="4x4x4", second=player("ibm1620"), view=TeletypeFace)
ASKED = replace(MACHINE, asks=True)
PIPED = replace(ASKED, piped=True, code=2, moves="")
QUESTION = "DO YOU MOVE FIRST (Y/N)? "
SCRIPTS = {
    # ---- Who moves first ----
    "cells that answer the question are played": replace(ASKED, script=["222 444"], said=["--moves '222 "]),
    "quit leaves at the question, and help explains it": replace(
        ASKED, script=["help", "?", "quit", "222"], moves="", said=["Y: YOU MOVE FIRST."], prompts=[QUESTION] * 3
    ),
    "a program that takes the other seat only leaves the question open": replace(
        ASKED, script=["n", "y"], second=ONLY_SECOND, said=["IT ONLY REPLIES", "P IS YOU"]
    ),
    "the end of the input leaves at the question": ASKED,
    "ctrl-c leaves at the question": replace(ASKED, script=[KeyboardInterrupt()], code=130),
    "it asks again before another game": replace(MACHINE, script=["222", "new", "n", "quit"], said=["--first ibm1620"]),
    "it asks for another game, and yes begins it": replace(
        MACHINE,
        script=["222", "resign", "y", "n", "resign", "n", "222"],
        prompts=["YOUR MOVE? ", "YOUR MOVE? ", "ANOTHER GAME (Y/N)? ", QUESTION, "YOUR MOVE? ", "ANOTHER GAME (Y/N)? "],
    ),
    "between persons it does not ask who starts": replace(
        ASKED, script=["111"], second=None, prompts=["X MOVES? ", "O MOVES? "]
    ),
    # ---- Through a pipe ----
    "cells from a pipe are played": replace(PIPED, script=["111 112", "113"], moves=None, code=0, said=["M PLAYS"]),
    "nonsense from a pipe is refused once": replace(
        PIPED,
        script=["foo", "bar", "y"],
        errors=["oxo: line 1: foo: the question is who moves first; answer Y, N, a cell, HELP or QUIT"],
    ),
    "coordinates from a pipe are put together": replace(
        PIPED, script=["1 1 1"], errors=["oxo: line 1: 1 1 1: not a cell; type 111"]
    ),
    "a cell that there is not is refused": replace(
        PIPED,
        script=["", "999"],
        errors=["oxo: line 2: 999: coordinate 1 is above 4; the cells of 4x4x4 are 111 to 444"],
    ),
    "a pipe without an answer is refused": replace(
        PIPED, errors=["oxo: who starts: the input ends before an answer; answer Y, N or a cell"]
    ),
    "a refused line of an earlier game does not end the question": replace(
        PIPED,
        script=["y", "nonsense", "new", "help", "444", "resign"],
        moves=None,
        said=["I WIN"],
        errors=["oxo: line 2: nonsense: neither a cell nor a command; type help"],
    ),
    # ---- The end ----
    "resigning makes the machine win": replace(MACHINE, script=["222", "resign"], said=["I WIN"]),
    "a tie is typed with its level": replace(
        MACHINE, script=["444"], position=NEARLY_TIED, said=["LEVEL 12 DRAW (FULL BOARD)"]
    ),
    # ---- Letters ----
    "a slice shows the letters of the board": replace(MACHINE, script=["111", "slice x=1"], said=["TIER 1 111 P"]),
    "the notation of positions is explained": replace(
        MACHINE, script=["position"], said=["64 X (IN THIS NOTATION P IS X, AND M IS O)"]
    ),
    "what was typed is repeated unchanged": replace(MACHINE, script=["X"], said=["X: NEITHER A CELL NOR A COMMAND"]),
    "a program keeps letters of its own": replace(MACHINE, second=player("atari-st"), said=["C IS ATARI-ST"]),
    "two machines are x and o": replace(
        MACHINE, first=player("ibm1620"), second=player("atari-st"), said=["X IS IBM1620", "O PLAYS "]
    ),
}


@pytest.mark.parametrize("case", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_a_script(case: Case) -> None:
    case.check()


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


def test_an_exchange_fits_the_television_screen() -> None:
    """Sixteen lines hold the machine's level, its move and remark, the board and the next question."""
    lines = talk("222", "111").text.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("LEVEL")]
    question = 1
    assert len(starts) == 2
    assert starts[1] - starts[0] + question <= 16


# ---- Who moves first ----


@pytest.mark.parametrize(
    ("answer", "first"), [("y", "human"), ("YES", "human"), ("n", "ibm1620"), (" No ", "ibm1620"), ("231", "human")]
)
def test_it_asks_who_starts_against_any_program(answer: str, first: str) -> None:
    conversation = talk("", "what?", answer, asks=True)
    assert conversation.lines.prompts[:3] == ["DO YOU MOVE FIRST (Y/N)? "] * 3
    assert conversation.local.participants["x"].name == first
    assert "WHAT?: THE QUESTION IS WHO MOVES FIRST; ANSWER Y, N, A CELL, HELP OR QUIT" in conversation.words


@pytest.mark.parametrize("typed", ["slice x=2", "new", "undo", "555", "222 22", "nonsense", "maybe not", "1"])
def test_nothing_typed_at_the_question_is_swallowed(typed: str) -> None:
    """What is no answer is refused by name, and the question is asked again."""
    conversation = talk(typed, "y", asks=True)
    assert conversation.lines.prompts == ["DO YOU MOVE FIRST (Y/N)? "] * 2 + ["YOUR MOVE? "]
    refusal = conversation.words.partition("MUSEUM IBM1620. ")[2]
    assert refusal.startswith((typed.upper(), "22: "))
    assert conversation.moves == ""


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
@pytest.mark.parametrize(
    ("typed", "end", "verdict", "other"),
    [("114", " LEVEL 1 I LOSE ", "I LOSE", "I WIN"), ("n", " LEVEL 2 M PLAYS 114 ", "I WIN", "I LOSE")],
)
def test_the_1620_types_its_level_and_one_verdict_when_the_first_row_is_complete(
    seed: int, typed: str, end: str, verdict: str, other: str
) -> None:
    """The person completes it by `114`; if the machine moves first, it completes it."""
    out = io.StringIO()
    local = LocalGame(Game(Board("4x4x4").position(ABOUT_TO_WIN)), None, player("ibm1620"), seed)
    Dialogue(local, ScriptedLines(typed), TeletypeFace(out), None, chooses_first_mover=True).run()
    text = " ".join(out.getvalue().split())
    assert end in text
    assert (text.count(verdict), text.count(other)) == (1, 0)


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
    assert "P HAS THREE IN ROW 1 OF TIER 1: COMPLETE IT AT 114." in won.words
    assert "111: THE GAME IS OVER, P HAS WON" in won.words


# ---- Other players ----


def test_other_boards_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.oxo"
    record.dump([Game(Board("3x3"))], path)
    conversation = talk("new 3x3", f"load {path}", "222")
    assert (
        conversation.words.count("3X3: THE FACE TELETYPE HAS TWO BOARDS; USE 4X4X4 OR 4X4X4X4, OR THE FACE PLAIN") == 2
    )
    assert conversation.moves.startswith("222 ")
