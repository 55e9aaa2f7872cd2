"""The commands of a game, by scripts of typed lines. `lowest` plays the lowest free cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import FAILING, LOWEST, REPEATING, STARTER, Case, Conversation, losing, stopping, talk

from hyperoxo import Ending, Result, player
from hyperoxo.cli.terminal.commands import COMMANDS
from hyperoxo.cli.terminal.dialogue import Dialogue
from hyperoxo.cli.terminal.screens.typewriter import TypewriterScreen
from hyperoxo.cli.terminal.views import LogView, PersonView
from hyperoxo.players import Intent, kind, names

if TYPE_CHECKING:
    from hyperoxo.cli.terminal.views import View
    from hyperoxo.players import Player

WON_BY_X = "11 21 12 22 13"


OFFERING, RESIGNING = stopping(Intent.OFFER_DRAW), stopping(Intent.RESIGN)
SCRIPTS = {
    # ---- Taking back ----
    "undo takes back two plies against a computer": Case(
        ["22", "33", "undo"], moves="22 11", said=["Taken back: 2 moves."]
    ),
    "redo plays one of two again": Case(["22", "33", "u", "u", "redo"], moves="22 11"),
    "redo plays both again": Case(["22", "33", "u", "u", "r", "r"], moves="22 11 33 12"),
    "undo takes back one ply between persons": Case(["22 33", "undo"], second=None, moves="22"),
    "undo stops where the person first moved": Case(
        ["undo", "22", "undo", "undo"],
        first=LOWEST,
        second=None,
        moves="11",
        said=["undo: there is no move to take back"],
    ),
    "undo opens a game that was over": Case(["warn off", "22 31 32", "undo", "33"], moves="22 11 31 12 33 13"),
    "undo takes back a resignation alone": Case(
        ["22", "resign", "undo", "33"], moves="22 11 33 12", said=["Taken back: the end of the game."], result=None
    ),
    "undo takes back an agreed draw alone between persons": Case(
        ["22", "draw", "yes", "undo"], second=None, moves="22", said=["draw (agreed)."], result=None
    ),
    "undo goes back to a person's turn when a player has stopped": Case(
        ["22", "undo"], second=RESIGNING, moves="", result=None
    ),
    "another move after undo discards undone moves": Case(
        ["22", "undo", "33", "redo"], moves="33 11", said=["no move was taken back"]
    ),
    # ---- Advice ----
    "a hint completes a line": Case(["hint"], played="11 21 12 22", said=["Hint 13: three in a row, in row 1."]),
    "a hint blocks": Case(
        ["hint"], played="11 22 12", second=None, said=["Hint 13: O blocks X's two, making two on a diagonal; "]
    ),
    "a hint blocks a diagonal": Case(
        ["hint"], played="11 12 22", second=None, said=["Hint 33: O blocks X's two on a diagonal"]
    ),
    "a hint against two threats blocks one": Case(
        ["hint"],
        played="11 21 33 31 13",
        second=None,
        said=["Hint 12: O blocks X's two in row 1; X wins in 1 move all the same."],
    ),
    "a hint of the losing side uses the book": Case(
        ["hint"],
        board="4x4x4",
        played="444",
        second=None,
        said=["whatever O plays; this holds out longest, as far as is known."],
    ),
    "otherwise a hint says what the move does": Case(["hint"], board="5x5x5", said=["333: X has 13 open lines here."]),
    "there is no advice after the end": Case(
        ["hint", "threats"],
        played=WON_BY_X,
        said=[f"{word}: the game is over; take moves back with undo" for word in ("hint", "threats")],
    ),
    "threats are listed for the side to move first": Case(
        ["threats"],
        played="11 21 12 22",
        said=["X has two in row 1: complete it at 13. O has two in row 2: 23 completes it."],
    ),
    "no threats are stated": Case(["t"], said=["Neither side threatens to complete a line."]),
    "a game that is over is reviewed": Case(
        ["review"], played=WON_BY_X, said=["4 O 22 ignored a threat: X wins at 13."]
    ),
    "a game that goes on is not reviewed": Case(["review"], played="11", said=["review: the game is not over"]),
    # ---- Reasons ----
    "why explains a move that still stands": Case(["22", "33", "undo", "why"], said=["O played 11: best of 8"]),
    "why explains no move that was taken back": Case(["22", "undo", "why"], said=["no computer has moved yet"]),
    # After the seats are changed, ply 2 is a person's: what the computer decided there is forgotten.
    "why explains no move of a person": Case(
        ["22", "undo", "second human", "22", "33", "why"], said=["no computer has moved yet"]
    ),
    "why without reasons": Case(["22", "why"], second=player("random"), said=[": no reasons are given."]),
    "why explains an end too": Case(["22", "why"], second=RESIGNING, said=["resigns: no reasons are given."]),
    "reasons are shown with every move on request": Case(
        ["reasons on", "22"], said=["O (lowest) plays 11: best of 8 on 3x3."]
    ),
    "a level tells what its move does, and that it chose at random": Case(
        ["reasons on", "222", "warn off", "234"],
        board="3x4x5:3",
        played="111 345",
        second=player("oxo:level=1"),
        said=["open lines here", "; one of 57 cells, at random.", "one of 55 cells, at random."],
    ),
    "reasons are shown no longer": Case(["reasons on", "reasons off", "22"], unsaid=["best of"]),
    # ---- Seats ----
    "a seat is handed to a player, which moves": Case(
        ["22", "second random", "quit"], second=None, said=["X is human, O is random.", "O (random) plays"]
    ),
    "a person takes a side over": Case(["22", "second human", "33", "12"], moves="22 11 33 12"),
    "swap changes sides in the middle of the game": Case(
        ["22", "swap", "warn off", "33"], moves="22 11 12 33 13", said=["X is lowest, O is human."]
    ),
    "a seat without a name is only shown": Case(["first"], said=["X is human, O is lowest."]),
    "a player that cannot sit there changes nothing": Case(
        ["swap", "22"],
        first=STARTER,
        second=None,
        moves="11 22 12",
        said=["starter: it only starts, on squares; let it start"],
    ),
    # ---- Ends ----
    "resigning gives the game to the opponent": Case(
        ["22", "resign", "resign"],
        result=Result(Ending.RESIGNED, "o"),
        said=["O wins (resigned).", "the game is over"],
    ),
    "between persons the side to move resigns": Case(
        ["22", "resign"], second=None, result=Result(Ending.RESIGNED, "x")
    ),
    "a draw between persons is agreed": Case(["draw", "yes"], second=None, result=Result(Ending.DRAW_AGREED)),
    "a draw between persons is declined": Case(
        ["draw", "no", "22"],
        second=None,
        moves="22",
        result=None,
        said=["X (human) offers a draw."],
        prompts=["X (help, quit)> ", "Accept the draw (yes, no, quit)? ", "X (help, quit)> ", "O (help, quit)> "],
    ),
    "a move declines a draw": Case(["draw", "22", "yes"], second=None, moves="22", result=None),
    "a computer plays on while a line can be completed": Case(
        ["draw", "22", "draw"],
        moves="22 11",
        result=None,
        said=["Lines can still be completed: the game continues."],
    ),
    #   X O X
    #   X O O      and one cell is free, in lines that both have stones in
    #   O X .
    "a computer agrees to a draw when no line can be completed": Case(
        ["draw"], position="xoxxooox1 x", result=Result(Ending.DRAW_AGREED)
    ),
    "a computer's offer is accepted by yes": Case(
        ["22", "yes"],
        second=OFFERING,
        result=Result(Ending.DRAW_AGREED),
        said=["O (stopping) offers a draw."],
        prompts=["X (help, quit)> ", "Accept the draw (yes, no, quit)? ", "(help, quit)> "],
    ),
    "a computer whose offer is refused waits until its seat changes": Case(
        ["22", "no", "33", "second human", "33"],
        second=OFFERING,
        moves="22 33",
        said=["stopping has no other move", "33: stopping has offered a draw; type yes or no"],
    ),
    "the Atari whose offer is refused plays any open square": Case(
        ["no"],
        board="4x4x4",
        played="212 242 343 313 342 341 311 243 241 211 213 312 314 214 244 344",
        first=player("atari-st"),
        second=None,
        moves="212 242 343 313 342 341 311 243 241 211 213 312 314 214 244 344 323",
        said=["X (atari-st) offers a draw."],
        unsaid=["has no other move"],
        prompts=["Accept the draw (yes, no, quit)? ", "O (help, quit)> "],
        result=None,
    ),
    "an offer ends with undo": Case(["22", "undo", "yes"], second=OFFERING, moves="", said=["no draw is offered"]),
    "an unanswered offer is printed to a pipe": Case(
        ["22"], second=OFFERING, view=LogView, piped=True, said=["O (stopping) offers a draw."]
    ),
    "a computer resigns": Case(["22"], second=RESIGNING, result=Result(Ending.RESIGNED, "x")),
    "a computer ends the game by its own rules": Case(
        ["22"], second=stopping(Intent.OWN_RULES), result=Result(Ending.OWN_RULES)
    ),
    "players accept each other's draws": Case([], first=OFFERING, result=Result(Ending.DRAW_AGREED)),
    "a player that fails loses by a crash that is reported in one line": Case(
        ["22"],
        second=FAILING,
        result=Result(Ending.CRASH, "x"),
        said=["failing failed: ZeroDivisionError: no move\\nat all"],
    ),
    # ---- Other games ----
    "new starts another game": Case(["22", "new", "33"], moves="33 11"),
    "new takes another board and players that can play it": Case(["22", "new 4x4x4", "444"], moves="444 111"),
    "new replaces a player that cannot play the board": Case(
        ["slice x=1", "new 3x3 5"],
        board="4x4x4",
        second=player("ibm1620"),
        said=["3x3, 3 in a line wins: X you, O oxo:level=4; seed 5"],
    ),
    "a board that there is not leaves the game alone": Case(
        ["22", "new 9x9x9", "33"], moves="22 11 33 12", said=["9x9x9: the board has more"]
    ),
    "too much behind new leaves the game alone": Case(
        ["22", "new 3x3 5 7", "33"], moves="22 11 33 12", said=["7: unexpected"]
    ),
    "the seed of new stands behind the board": Case(
        ["22", "new 5 3x3", "33"], moves="22 11 33 12", said=["3x3: unexpected"]
    ),
    "a new game starts from the same position": Case(["33", "new", "32"], position="xo7 x", moves="32 13"),
    "moves and position are printed": Case(["22", "moves", "position"], said=["22 11 o3x4 x"]),
    "that there are no moves is printed": Case(["moves"], said=["No move has been played."]),
}


@pytest.mark.parametrize("case", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_a_script_of_commands(case: Case) -> None:
    case.check()


@pytest.mark.parametrize("view", [PersonView, LogView, TypewriterScreen])
@pytest.mark.parametrize(
    ("holder", "ending", "reason"),
    [
        (losing(Ending.TIME), Ending.TIME, r"forfeits (time): the program\tis"),
        (REPEATING, Ending.ILLEGAL_MOVE, "forfeits (illegal move): 222: the cell is taken by "),
    ],
)
def test_a_player_that_forfeits_loses_and_every_view_shows_why(
    view: type[View], holder: Player, ending: Ending, reason: str
) -> None:
    conversation = Conversation("4x4x4", "222", "why", second=holder, view=view)
    assert conversation.local.game.result == Result(ending, "x")
    assert reason in conversation.words.lower()
    assert len(conversation.words) < 3000


def test_a_seed_repeats_a_game_and_each_game_has_another() -> None:
    games = {Conversation("4x4", f"new {seed}", "11", second=player("random")).moves for seed in (5, 5, 6, 6)}
    assert len(games) == 2
    assert len(set(re.findall(r"seed \d+", talk("22", "new", "33").text))) == 2


# ---- The commands themselves ----


def test_every_command_is_there_and_explained_within_80_columns() -> None:
    helped = talk("help").text.splitlines()
    for command in COMMANDS:
        assert hasattr(Dialogue, f"_do_{command.word}")
        assert any(re.match(rf"  (\w+, )*{command.word}\b.*  \w", line) for line in helped)
    begin = next(number for number, line in enumerate(helped) if line.startswith("Type a cell ("))
    prompt = 1
    assert len(helped[begin:]) + prompt <= 24
    assert max(map(len, helped)) <= 80
    known = {name.removeprefix("_do_") for name in dir(Dialogue) if name.startswith("_do_")}
    assert known == {command.word for command in COMMANDS}


def test_letters_stand_for_one_command_each() -> None:
    letters = [command.letter for command in COMMANDS if command.letter]
    assert len(letters) == len(set(letters))


@pytest.mark.parametrize("name", [name for name in names() if not kind(name).is_outside])
def test_every_built_in_player_can_be_played_on_its_board(name: str) -> None:
    board = {"magic-square": "3x3", "fignition": "3x3", "delphi": "3x3x3"}.get(name, "4x4x4")
    conversation = Conversation(board, "reasons on", "quit", first=player(name))
    assert conversation.code == 0
    assert f"X ({name}) plays" in conversation.text
