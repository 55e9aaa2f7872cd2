"""The typewriter of the 1620, and the television of the OTHER-1."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import LOWEST, Case, Conversation, LowestSession

from hyperoxo import Board, Game, player
from hyperoxo.cli.terminal.screens.typewriter import Other1Screen, TypewriterScreen
from hyperoxo.players import PlayerKind, Refusal

if TYPE_CHECKING:
    from hyperoxo import Side


def _only_second(board: Board, seat: Side, options: object) -> Refusal | None:  # noqa: ARG001
    return Refusal("it only replies", "give it the second seat") if seat == "x" else None


ONLY_SECOND = PlayerKind("replier", "only replies", LowestSession, refusal=_only_second).player()


NEARLY_TIED = "xxxoxoxooxoxxxoxoxoooxxxxxxoooxoxxoxooxoxooxxoooxoxooxooxxooxoo1 x"
"""One cell is open, 444, and no row has four alike."""
ABOUT_TO_WIN = "xxx30o7o7o13o x"
"""X has 111, 112 and 113, and is to move."""
MACHINE = Case([], board="4x4x4", second=player("ibm1620"), view=TypewriterScreen)
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
    "another program is p, and the machine says that it has lost": replace(
        MACHINE,
        first=player("oxo:level=1"),
        position=ABOUT_TO_WIN,
        said=["P IS OXO:LEVEL=1", "M IS IBM1620", "P PLAYS 114", "LEVEL 1 I LOSE"],
    ),
    "of two copies of the machine one is m": replace(
        MACHINE, first=player("ibm1620"), position=ABOUT_TO_WIN, said=["M IS IBM1620", "LEVEL 2 M PLAYS 114", "I WIN"]
    ),
}


@pytest.mark.parametrize("case", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_a_script(case: Case) -> None:
    case.check()


def test_no_text_names_a_side_by_x_or_o() -> None:
    """The board has P and M, and so have slices, reasons, threats, hints, labels, errors and lists of players."""
    script = ["111", "112", "113", "111", "threats", "hint", "why", "slice x=1", "reasons on", "444", "swap", "first"]
    script += ["label 444", "label 112", "draw", "help", "444", "nonsense"]
    conversation = Conversation("4x4x4", *script, second=player("ibm1620"), view=TypewriterScreen)
    said = [line for line in conversation.text.splitlines() if "X=" not in line]
    assert not re.search(r"\b[XO]\b", "\n".join(said))
    assert "TAKEN BY P" in conversation.words
    assert re.search(r"\bM PLAYED \d\d\d:", conversation.words)
    won = Conversation(
        Game(Board("4x4x4").position(ABOUT_TO_WIN)), "threats", "114", "111", second=LOWEST, view=TypewriterScreen
    )
    assert "P HAS THREE IN ROW 1 OF TIER 1: COMPLETE IT AT 114." in won.words
    assert "111: THE GAME IS OVER, P HAS WON" in won.words


def test_television_has_16_lines_of_32_and_keeps_board_and_last_words() -> None:
    conversation = Conversation("4x4x4", "111", "112", second=player("ibm1620"), view=Other1Screen)
    screens = re.findall(r"^\+-{32}\+\n((?:\|.{32}\|\n){16})\+-{32}\+$", conversation.text, re.MULTILINE)
    assert len(screens) == 3
    lines = [line[1:-1].rstrip() for line in screens[-1].splitlines()]
    assert lines[1].startswith("P!P! !")
    assert re.search(r"P PLAYS 112\nLEVEL 11\nM PLAYS \d{3}", "\n".join(lines[9:]))
