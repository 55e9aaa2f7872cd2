"""The commands of a game, by scripts of typed lines. `lowest` plays the lowest free cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import FAILING, LOWEST, REPEATING, STARTER, Conversation, drawn, log, losing, stopping, talk

from hyperoxo import Board, Ending, Game, Result, player, record
from hyperoxo.cli.terminal.commands import COMMANDS
from hyperoxo.cli.terminal.dialogue import Dialogue
from hyperoxo.cli.terminal.faces.teletype import TeletypeFace
from hyperoxo.cli.terminal.views import LogView, ScreenView
from hyperoxo.players import Intent, kind, names

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo.cli.terminal.views import View

WON_BY_X = "11 21 12 22 13"


# ---- Taking back ----


def test_undo_takes_back_two_plies_against_a_computer_and_redo_plays_them_again() -> None:
    conversation = talk("22", "33", "undo")
    assert conversation.moves == "22 11"
    assert "Taken back: 2 moves." in conversation.text
    assert talk("22", "33", "u", "u", "redo").moves == "22 11"
    assert talk("22", "33", "u", "u", "r", "r").moves == "22 11 33 12"


def test_undo_takes_back_one_ply_between_persons() -> None:
    assert Conversation("3x3", "22 33", "undo").moves == "22"


def test_undo_stops_where_the_person_first_moved() -> None:
    conversation = Conversation("3x3", "undo", "22", "undo", "undo", first=LOWEST)
    assert conversation.moves == "11"
    assert conversation.text.count("there is no move to take back") == 2


def test_undo_opens_a_game_that_was_over() -> None:
    assert talk("22 31 32", "undo", "33").moves == "22 11 31 12 33 13"


def test_undo_takes_back_a_resignation_alone() -> None:
    conversation = talk("22", "resign", "undo", "33")
    assert "Taken back: the end of the game." in conversation.text
    assert conversation.moves == "22 11 33 12"
    assert not conversation.local.game.is_over


def test_undo_takes_back_an_agreed_draw_alone_between_persons() -> None:
    conversation = Conversation("3x3", "22", "draw", "yes", "undo")
    assert "draw (agreed)" in conversation.text.lower()
    assert (conversation.moves, conversation.local.game.is_over) == ("22", False)


def test_undo_goes_back_to_a_persons_turn_when_a_player_has_stopped() -> None:
    conversation = Conversation("3x3", "22", "undo", second=stopping(Intent.RESIGN))
    assert (conversation.moves, conversation.local.game.is_over) == ("", False)


def test_another_move_after_undo_discards_undone_moves() -> None:
    conversation = talk("22", "undo", "33", "redo")
    assert conversation.moves == "33 11"
    assert "no move was taken back" in conversation.text


# ---- Advice ----


@pytest.mark.parametrize(
    ("moves", "hint"),
    [
        ("11 21 12 22", "Hint: 13 completes a line."),
        ("11 22 12", "Hint: 13, or X completes a line there."),
        ("11 12 22", "Hint: 33, or X completes a line there."),
        ("11 21 33 31 13", "Hint: 12, or X completes a line there, and X has more than one such cell: 12 22 23."),
    ],
)
def test_a_hint_wins_or_blocks(moves: str, hint: str) -> None:
    board = Board("3x3")
    assert hint in Conversation(Game(board, board.moves(moves)), "hint").words


def test_a_hint_uses_the_book() -> None:
    words = Conversation("4x4x4", "hint").words
    assert re.search(r"Hint: 111 wins within \d+ plies\.", words)
    assert "Hint: every cell loses; " in Conversation(Game(Board("4x4x4"), ["444"]), "hint").text


def test_otherwise_a_hint_is_marked_as_a_guess() -> None:
    assert "looks best (~" in Conversation("5x5x5", "hint").text


def test_a_hint_is_the_same_however_often_it_is_asked_and_changes_nothing() -> None:
    conversation = Conversation("4x4", "hint", "hint", "11", second=player("random"))
    hints = [line for line in conversation.text.splitlines() if line.startswith("Hint")]
    assert len(hints) == 2
    assert len(set(hints)) == 1
    assert conversation.moves == Conversation("4x4", "11", second=player("random")).moves


def test_there_is_no_hint_after_the_end() -> None:
    board = Board("3x3")
    for word in ("hint", "threats"):
        text = Conversation(Game(board, board.moves(WON_BY_X)), word).text
        assert f"{word}: the game is over; take moves back with undo" in text


def test_threats_are_listed_for_the_side_to_move_first() -> None:
    board = Board("3x3")
    text = Conversation(Game(board, board.moves("11 21 12 22")), "threats").text
    assert (
        drawn(
            """
        |13 completes a line for X (with 11 12)
        |23 completes a line for O (with 21 22)
        """
        )
        == text.splitlines()[-3:-1]
    )
    assert "Neither side threatens to complete a line." in Conversation("3x3", "t").text


# ---- Reasons ----


def test_why_gives_the_reasons_and_draws_the_values_on_the_board_that_was_decided_on() -> None:
    assert talk("22", "why").text.splitlines()[-6:-1] == drawn(
        """
        |O played 11: best of 8 on 3x3.
        |     1   2   3
        |  1 [10] 11  12
        |  2  13  X   15
        |  3  16  17  18
        """
    )


def test_why_explains_only_a_move_that_still_stands() -> None:
    assert "O played 11: best of 8" in talk("22", "33", "undo", "why").text
    assert "no computer has moved yet" in talk("22", "undo", "why").text
    # After the seats are changed, ply 2 is a person's: what the computer decided there is forgotten.
    changed = talk("22", "undo", "second human", "22", "33", "why")
    assert "no computer has moved yet" in changed.text


def test_why_without_reasons_prints_that_there_are_none() -> None:
    conversation = Conversation("3x3", "22", "why", second=player("random"))
    assert ": no reasons are given." in conversation.text


def test_reasons_are_shown_with_every_move_on_request() -> None:
    assert "O (lowest) plays 11: best of 8 on 3x3." in talk("reasons on", "22").text
    assert "best of" not in talk("reasons on", "reasons off", "22").text
    assert "best of" in talk("reasons", "22").text


def test_a_slice_is_shown_until_it_is_removed() -> None:
    shown = talk("slice x=y", "222", "slice off", "333", game="3x3x3").text
    assert shown.count("plane x=y: tier = row") == 2
    assert "(O)" in shown or "[O]" in shown


# ---- Seats ----


def test_a_seat_is_handed_to_a_player_which_goes_on_at_once() -> None:
    conversation = Conversation("3x3", "22", "second random", "quit")
    assert len(conversation.moves.split()) == 2
    assert "X is human, O is random." in conversation.text


def test_a_person_takes_a_side_over() -> None:
    assert talk("22", "second human", "33", "12").moves == "22 11 33 12"


def test_swap_changes_sides_in_the_middle_of_the_game() -> None:
    conversation = talk("22", "swap", "33")
    assert "X is lowest, O is human." in conversation.text
    assert conversation.moves == "22 11 12 33 13"


def test_a_seat_without_a_name_is_only_shown() -> None:
    assert "X is human, O is lowest." in talk("first").text


def test_a_player_that_cannot_sit_there_changes_nothing() -> None:
    conversation = Conversation("3x3", "swap", "22", first=STARTER)
    assert "starter: it only starts, on squares; let it start" in conversation.text
    assert conversation.moves == "11 22 12"


# ---- Ends ----


def test_resigning_gives_the_game_to_the_opponent() -> None:
    conversation = talk("22", "resign")
    assert conversation.local.game.result == Result(Ending.RESIGNED, "o")
    assert "O wins (resigned)." in conversation.text
    assert "the game is over" in talk("resign", "resign").text


def test_between_persons_the_side_to_move_resigns() -> None:
    assert Conversation("3x3", "22", "resign").local.game.result == Result(Ending.RESIGNED, "x")


def test_a_draw_between_persons_needs_the_consent_of_both() -> None:
    assert Conversation("3x3", "draw", "yes").local.game.result == Result(Ending.DRAW_AGREED)
    refused = Conversation("3x3", "draw", "no", "22")
    assert refused.lines.prompts == ["X> ", "Accept the draw (yes/no)? ", "X> ", "O> "]
    assert "X (human) offers a draw." in refused.text
    assert (refused.local.game.result, refused.moves) == (None, "22")
    played_on = Conversation("3x3", "draw", "22", "yes")
    assert (played_on.local.game.result, played_on.moves) == (None, "22")


def test_a_computer_plays_on_while_a_line_can_be_completed() -> None:
    conversation = talk("draw", "22")
    assert "Lines can still be completed: the game continues." in conversation.text
    assert (conversation.local.game.result, conversation.moves) == (None, "22 11")


def test_a_computer_agrees_to_a_draw_when_no_line_can_be_completed() -> None:
    assert "the game continues" in talk("22", "draw").text
    #   X O X
    #   X O O      and one cell is free, in lines that both have stones in
    #   O X .
    game = Game(Board("3x3").position("xoxxooox1 x"))
    assert talk("draw", game=game).local.game.result == Result(Ending.DRAW_AGREED)


def test_a_computers_offer_is_accepted_by_yes() -> None:
    conversation = Conversation("3x3", "22", "yes", second=stopping(Intent.OFFER_DRAW))
    assert conversation.local.game.result == Result(Ending.DRAW_AGREED)
    assert "O (stopping) offers a draw." in conversation.text
    assert conversation.lines.prompts == ["X> ", "Accept the draw (yes/no)? ", "> "]


def test_a_computer_whose_offer_is_refused_waits_until_its_seat_changes() -> None:
    conversation = Conversation("3x3", "22", "no", "33", "second human", "33", second=stopping(Intent.OFFER_DRAW))
    assert "stopping has no other move" in conversation.text
    assert "33: stopping has offered a draw; type yes or no" in conversation.text
    assert conversation.moves == "22 33"


def test_an_offer_ends_with_undo() -> None:
    conversation = Conversation("3x3", "22", "undo", "yes", second=stopping(Intent.OFFER_DRAW))
    assert "no draw is offered" in conversation.text
    assert conversation.moves == ""


def test_an_unanswered_offer_is_printed_to_a_pipe() -> None:
    conversation = log("22", second=stopping(Intent.OFFER_DRAW))
    assert "O (stopping) offers a draw." in conversation.text.splitlines()
    assert conversation.code == 0


@pytest.mark.parametrize(
    ("intent", "result"),
    [
        (Intent.RESIGN, Result(Ending.RESIGNED, "x")),
        (Intent.OWN_RULES, Result(Ending.OWN_RULES)),
    ],
)
def test_a_computer_can_end_the_game(intent: Intent, result: Result) -> None:
    assert Conversation("3x3", "22", second=stopping(intent)).local.game.result == result


def test_why_explains_an_end_too() -> None:
    assert "resigns: no reasons are given." in Conversation("3x3", "22", "why", second=stopping(Intent.RESIGN)).text


def test_players_accept_each_others_draws() -> None:
    conversation = Conversation("3x3", first=stopping(Intent.OFFER_DRAW), second=LOWEST)
    assert conversation.local.game.result == Result(Ending.DRAW_AGREED)


def test_a_player_that_fails_loses_by_a_crash_that_is_reported_in_one_line() -> None:
    conversation = Conversation("3x3", "22", second=FAILING)
    assert "failing failed: ZeroDivisionError: no move\\nat all" in conversation.text.splitlines()
    assert conversation.local.game.result == Result(Ending.CRASH, "x")


@pytest.mark.parametrize("view", [ScreenView, LogView, TeletypeFace])
def test_a_player_that_forfeits_loses_and_every_view_shows_why(view: type[View]) -> None:
    conversation = Conversation("4x4x4", "222", "why", second=losing(Ending.TIME), view=view)
    assert conversation.local.game.result == Result(Ending.TIME, "x")
    assert r"forfeits (time): the program\tis" in conversation.words.lower()
    assert len(conversation.words) < 3000


@pytest.mark.parametrize("view", [ScreenView, LogView, TeletypeFace])
def test_a_player_whose_move_cannot_be_played_loses(view: type[View]) -> None:
    conversation = Conversation("4x4x4", "222", second=REPEATING, view=view)
    assert conversation.local.game.result == Result(Ending.ILLEGAL_MOVE, "x")
    letter = conversation.view.letters(conversation.local)["x"].lower()
    assert f"forfeits (illegal move): 222: the cell is taken by {letter}; play an empty" in conversation.words.lower()


# ---- Other games ----


def test_new_starts_another_game_with_a_seed_of_its_own() -> None:
    conversation = talk("22", "new", "33")
    assert conversation.moves == "33 11"
    seeds = [line.rpartition(" ")[2] for line in conversation.text.splitlines() if "seed" in line and "wins:" in line]
    assert len(set(seeds)) == 2


def test_new_takes_another_board_and_players_that_can_play_it() -> None:
    conversation = talk("22", "new 4x4x4", "444")
    assert conversation.moves == "444 111"
    conversation = Conversation("4x4x4", "slice x=1", "new 3x3 5", "22", second=player("ibm1620"))
    assert "3x3, 3 in a line wins: X you, O oxo:level=4; seed 5" in conversation.text
    assert conversation.moves.startswith("22 ")


@pytest.mark.parametrize(
    ("typed", "reason"),
    [("new 9x9x9", "9x9x9: the board has more"), ("new 3x3 5 7", "7: unexpected"), ("new 5 3x3", "3x3: unexpected")],
)
def test_an_impossible_new_game_leaves_this_one_alone(typed: str, reason: str) -> None:
    conversation = talk("22", typed, "33")
    assert reason in conversation.text
    assert conversation.moves == "22 11 33 12"


def test_a_seed_repeats_a_game() -> None:
    games = {Conversation("4x4", f"new {seed}", "11", second=player("random")).moves for seed in (5, 5, 6, 6)}
    assert len(games) == 2


def test_a_new_game_starts_from_the_same_position() -> None:
    game = Game(Board("3x3").position("xo7 x"))
    assert talk("33", "new", "32", game=game).local.game.position.text == "xoo4x1 x"


def test_moves_and_position_are_printed() -> None:
    shown = talk("22", "moves", "position").text.splitlines()
    assert "22 11" in shown
    assert "o3x4 x" in shown
    assert "No move has been played." in talk("moves").text


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "my game.oxo"
    saved = talk("22", "33", f"save {path}", "undo", f"save {path}")
    assert saved.code == 0
    [game] = record.load(path)
    assert game.board.names(game.moves) == "22 11"
    assert game.tags == {"First": "human", "Second": "lowest", "Seed": "7"}
    assert game.notes[2].reasons is not None
    loaded = talk("13", f"load {path}", "31")
    assert loaded.moves == "22 11 31 12"


def test_a_finished_game_that_is_saved_can_be_reviewed(tmp_path: Path) -> None:
    path = tmp_path / "my game.oxo"
    ended = talk("22 31 32", f"save {path}").text
    assert f"To review it: oxo review '{path}'\n" in ended
    assert "oxo review" not in talk("22", f"save {tmp_path / 'other.oxo'}").text


def test_save_overwrites_no_file(tmp_path: Path) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("years of work")
    assert "the file exists already; choose another name" in talk("22", f"save {path}").words
    assert path.read_text() == "years of work"


def test_loading_another_board_replaces_a_player_that_cannot_play_it(tmp_path: Path) -> None:
    path = tmp_path / "game.oxo"
    path.write_text(record.dumps(Game(Board("4x4x4"), "222")))
    conversation = Conversation("3x3", f"load {path}", first=STARTER)
    assert "4x4x4, 4 in a line wins: X oxo:level=4, O you" in conversation.text


def saved(path: Path, first: str, second: str, board: str = "4x4x4", seed: str = "5") -> str:
    path.write_text(record.dumps(Game(Board(board), tags={"First": first, "Second": second, "Seed": seed})))
    return str(path)


@pytest.mark.parametrize(
    ("first", "second", "started"),
    [
        ("human", "oxo:level=1", "X you, O oxo:level=1; seed 5"),
        ("Oxo:level=2", "Human", "X oxo:level=2, O you; seed 5"),
        ("human", "human", "X human, O human; seed 5"),
        # Two programs would play on without the person; so the seats stay.
        ("random", "ibm1620", "X you, O atari-st; seed 5"),
        ("human", "Ada", "X you, O atari-st; seed 5 O was Ada: there is no such player; O is atari-st instead."),
        ("Ada", "ibm1620", "X you, O ibm1620; seed 5 X was Ada: there is no such player; X is human instead."),
        ("Ada", "human", "X oxo:level=4, O you; seed 5 X was Ada: there is no such player; X is oxo:level=4 instead."),
        (
            "human",
            "ugi:touch made",
            "X you, O atari-st; seed 5 O was ugi:touch made: a record does not start programs; O is atari-st instead.",
        ),
        ("human", "fignition", "X you, O atari-st; seed 5 O was fignition: it plays on 3x3 only; O is atari-st"),
    ],
)
def test_a_loaded_game_has_its_own_players(tmp_path: Path, first: str, second: str, started: str) -> None:
    path = saved(tmp_path / "game.oxo", first, second)
    conversation = Conversation("4x4x4", f"load {path}", second=player("atari-st"))
    assert f"4x4x4, 4 in a line wins: {started}" in conversation.words


def test_a_malformed_file_is_refused_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "junk.oxo"
    path.write_text("junk")
    assert f"{path}: line 1, column 1: " in talk(f"load {path}").words


# ---- The commands themselves ----


def test_every_command_is_there_and_explained_within_80_columns() -> None:
    helped = talk("help").text.splitlines()
    for command in COMMANDS:
        assert hasattr(Dialogue, f"_do_{command.word}")
        assert any(re.match(rf"  (\w+, )?{command.word}\b.*  \w", line) for line in helped)
    begin = next(number for number, line in enumerate(helped) if line.startswith("Type a cell ("))
    prompt = 1
    assert len(helped[begin:]) + prompt <= 24
    assert max(map(len, helped)) <= 80
    assert any("W wins, L loses; W≤7 in 7 plies at most" in line for line in helped)
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
