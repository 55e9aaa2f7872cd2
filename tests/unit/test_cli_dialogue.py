"""The conversation of a game, by scripts of typed lines. `lowest` plays the lowest free cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from cli_scripts import FAILING, LOWEST, STARTER, UNREADABLE, Conversation, drawn, log, stopping

from hyperoxo import Board, Ending, Game, Result, play_game, player, record
from hyperoxo.cli.codes import ExitCode
from hyperoxo.cli.dialogue import COMMANDS, Dialogue
from hyperoxo.cli.faces import LogFace
from hyperoxo.players import Intent, names

if TYPE_CHECKING:
    from pathlib import Path

WON_BY_X = "11 21 12 22 13"


def talk(*script: str | BaseException, game: Game | str = "3x3") -> Conversation:
    """Return a conversation at a terminal with `lowest` as the second player."""
    return Conversation(game, *script, second=LOWEST)


# ---- Screens ----


def test_the_first_screen_says_how_to_type_a_move() -> None:
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


def test_a_game_that_is_left_tells_how_to_go_on() -> None:
    assert talk("22").text.splitlines()[-1] == (
        "To go on: oxo play 3x3 --first human --second lowest --seed 7 --moves '22 11'"
    )


def test_a_game_from_a_position_is_gone_on_with_from_there() -> None:
    game = Game(Board("3x3").position("xo7 x"))
    assert talk("33", game=game).text.splitlines()[-1].endswith("--position 'xo7 x' --moves '33 13'")


def test_a_game_that_has_not_begun_or_is_over_says_nothing_at_the_end() -> None:
    assert "To go on" not in talk("quit").text + talk("22 31 32").text


# ---- Leaving ----


@pytest.mark.parametrize("script", [("22", "quit", "33"), ("22",), ("22", "q"), ("22", "QUIT")])
def test_quit_and_the_end_of_input_leave_with_exit_code_0(script: tuple[str, ...]) -> None:
    conversation = talk(*script)
    assert (conversation.code, conversation.moves) == (0, "22 11")


def test_ctrl_c_leaves_with_exit_code_130() -> None:
    conversation = talk("22", KeyboardInterrupt(), "33")
    assert (conversation.code, conversation.moves) == (ExitCode.INTERRUPTED, "22 11")
    assert "To go on" in conversation.text


def test_players_finish_a_game_between_themselves_and_leave_without_reading_a_line() -> None:
    conversation = Conversation("4x4x4", "moves", first=player("ibm1620"), second=player("random"), face=LogFace)
    game = play_game(Board("4x4x4"), player("ibm1620"), player("random"), seed=7)
    assert conversation.moves == game.board.names(game.moves)
    assert conversation.lines.prompts == []


# ---- Refusals ----


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("44", "44: coordinate 1 is above 3"),
        ("11", "11: the cell is taken"),
        ("hepl", "hepl: neither a cell nor a command; did you mean help?"),
        ("xyzzy", "xyzzy: neither a cell nor a command; type help"),
        ("redo", "there is no move that was taken back"),
        ("slice x=1", "3x3 has no planes"),
        ("second nobody", "nobody: there is no such player"),
        ("second ibm1620", "ibm1620: "),
        ("second random:a=1", "a: there is no such option"),
        ("new x", "x: not a seed"),
        ("reasons maybe", "maybe: reasons are on or off"),
        ("yes", "nobody has offered a draw"),
        ("no", "nobody has offered a draw"),
        ("save", "a file name is missing"),
        ("load /no/such/file", "/no/such/file: No such file or directory"),
        ("save /no/such/file", "/no/such/file: No such file or directory"),
        ("load .", ".: Is a directory"),
        (UNREADABLE, "the line holds characters that cannot be printed"),
    ],
)
def test_what_is_refused_is_told_in_one_line_and_the_game_goes_on(typed: str | BaseException, reason: str) -> None:
    conversation = talk("22", typed, "33")
    assert reason in conversation.text
    assert conversation.moves == "22 11 33 12"
    assert conversation.code == 0


def test_cells_behind_a_refused_one_are_not_played() -> None:
    conversation = talk("22 11 33", "32")
    assert "11: the cell is taken by o; play an empty cell (not played: 33)" in conversation.text
    assert conversation.moves == "22 11 32 12"


def test_a_refusal_stands_below_the_board_that_it_is_about() -> None:
    assert talk("22 11").text.splitlines()[-3:-1] == [
        'O (lowest) plays 11. "Mine."',
        "11: the cell is taken by o; play an empty cell",
    ]


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


def test_a_pipe_is_told_of_refusals_on_standard_error_and_by_the_exit_code() -> None:
    conversation = log("22", "11 33", "hepl", second=LOWEST)
    assert conversation.errors == [
        "oxo: line 2: 11: the cell is taken by o; play an empty cell",
        "oxo: line 3: hepl: neither a cell nor a command; did you mean help?",
    ]
    assert (conversation.code, conversation.moves) == (2, "22 11 33 12")


def test_a_cell_after_the_end_is_refused_once_and_ends_the_run() -> None:
    conversation = log("22 31 32 33 23", "21", second=LOWEST)
    assert conversation.errors == ["oxo: line 1: 33: the game is over, o has won"]
    assert conversation.code == 2


def test_a_pipe_may_go_on_with_commands_after_the_end() -> None:
    conversation = log("22 31 32", "undo", "33", second=LOWEST)
    assert (conversation.code, conversation.moves) == (0, "22 11 31 12 33 13")


def test_what_is_not_text_ends_the_run() -> None:
    conversation = Conversation("3x3", "22", UNREADABLE, "33", second=LOWEST, face=LogFace, piped=True)
    assert (conversation.code, conversation.moves, len(conversation.errors)) == (2, "22 11", 1)


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
    assert conversation.text.count("there is no move of a person's to take back") == 2


def test_undo_opens_a_game_that_was_over() -> None:
    assert talk("22 31 32", "undo", "33").moves == "22 11 31 12 33 13"


def test_another_move_after_undo_forgets_what_could_be_redone() -> None:
    conversation = talk("22", "undo", "33", "redo")
    assert conversation.moves == "33 11"
    assert "there is no move that was taken back" in conversation.text


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


def test_otherwise_a_hint_is_the_home_players_move_and_says_so() -> None:
    text = Conversation("4x4x4", "hint").text
    assert "is what ibm1620 would play (level 11: " in text
    assert "is what random would play." in Conversation("4x4", "hint").text


def test_a_hint_is_the_same_however_often_it_is_asked_and_changes_nothing() -> None:
    conversation = Conversation("4x4", "hint", "hint", "11", second=player("random"))
    hints = [line for line in conversation.text.splitlines() if line.startswith("Hint")]
    assert len(hints) == 2
    assert len(set(hints)) == 1
    assert conversation.moves == Conversation("4x4", "11", second=player("random")).moves


def test_there_is_no_hint_after_the_end() -> None:
    board = Board("3x3")
    assert "hint: the game is over" in Conversation(Game(board, board.moves(WON_BY_X)), "hint").text


def test_threats_are_told_for_the_side_to_move_first() -> None:
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
    assert "Nobody threatens to complete a line." in Conversation("3x3", "t").text


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


def test_why_speaks_of_a_move_that_still_stands() -> None:
    assert "O played 11: best of 8" in talk("22", "33", "undo", "why").text
    assert "no computer has decided anything yet" in talk("22", "undo", "why").text
    # After the seats are changed, ply 2 is a person's: what the computer decided there is forgotten.
    changed = talk("22", "undo", "second human", "22", "33", "why")
    assert "no computer has decided anything yet" in changed.text


def test_why_without_reasons_says_so() -> None:
    conversation = Conversation("3x3", "22", "why", second=player("random"))
    assert ": no reasons are given." in conversation.text


def test_reasons_are_told_with_every_move_on_request() -> None:
    assert "O (lowest) plays 11: best of 8 on 3x3." in talk("reasons on", "22").text
    assert "best of" not in talk("reasons on", "reasons off", "22").text
    assert "best of" in talk("reasons", "22").text


def test_a_slice_is_shown_until_it_is_taken_away() -> None:
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


def test_a_seat_without_a_name_is_only_told() -> None:
    assert "X is human, O is lowest." in talk("first").text


def test_a_player_that_cannot_sit_there_changes_nothing() -> None:
    conversation = Conversation("3x3", "swap", "22", first=STARTER)
    assert "starter: it only starts, on squares; let it start" in conversation.text
    assert conversation.moves == "11 22 12"


# ---- Ends ----


def test_resigning_gives_the_game_to_the_opponent() -> None:
    conversation = talk("22", "resign")
    assert conversation.table.game.result == Result(Ending.RESIGNED, "o")
    assert "O wins (resigned)." in conversation.text
    assert "the game is over" in talk("resign", "resign").text


def test_between_persons_the_side_to_move_resigns() -> None:
    assert Conversation("3x3", "22", "resign").table.game.result == Result(Ending.RESIGNED, "x")


def test_persons_agree_on_a_draw_or_do_not() -> None:
    assert Conversation("3x3", "draw", "yes").table.game.result == Result(Ending.DRAW_AGREED)
    refused = Conversation("3x3", "draw", "no", "22")
    assert (refused.table.game.result, refused.moves) == (None, "22")
    played_on = Conversation("3x3", "draw", "22", "yes")
    assert (played_on.table.game.result, played_on.moves) == (None, "22")


def test_a_computer_agrees_to_a_draw_when_no_line_can_be_completed() -> None:
    assert "your opponent plays on" in talk("22", "draw").text
    #   X O X
    #   X O O      and one cell is free, in lines that both have stones in
    #   O X .
    game = Game(Board("3x3").position("xoxxooox1 x"))
    assert talk("draw", game=game).table.game.result == Result(Ending.DRAW_AGREED)


def test_a_computers_offer_is_accepted_by_yes() -> None:
    conversation = Conversation("3x3", "22", "yes", second=stopping(Intent.OFFER_DRAW))
    assert conversation.table.game.result == Result(Ending.DRAW_AGREED)
    assert "O (stopping) offers a draw." in conversation.text


def test_a_computer_whose_offer_is_refused_waits_for_somebody_else_to_move_for_it() -> None:
    conversation = Conversation("3x3", "22", "no", "33", "second human", "33", second=stopping(Intent.OFFER_DRAW))
    assert "stopping has no other move to make" in conversation.text
    assert "33: stopping has offered a draw; type yes or no" in conversation.text
    assert conversation.moves == "22 33"


def test_an_offer_is_gone_after_undo() -> None:
    conversation = Conversation("3x3", "22", "undo", "yes", second=stopping(Intent.OFFER_DRAW))
    assert "nobody has offered a draw" in conversation.text
    assert conversation.moves == ""


def test_an_unanswered_offer_is_told_to_a_pipe() -> None:
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
    assert Conversation("3x3", "22", second=stopping(intent)).table.game.result == result


def test_why_tells_of_an_end_too() -> None:
    assert "resigns: no reasons are given." in Conversation("3x3", "22", "why", second=stopping(Intent.RESIGN)).text


def test_players_accept_each_others_draws() -> None:
    conversation = Conversation("3x3", first=stopping(Intent.OFFER_DRAW), second=LOWEST)
    assert conversation.table.game.result == Result(Ending.DRAW_AGREED)


def test_a_player_that_fails_loses_by_a_crash_that_is_told_in_one_line() -> None:
    conversation = Conversation("3x3", "22", second=FAILING)
    assert "failing failed: ZeroDivisionError: no move\\nat all" in conversation.text.splitlines()
    assert conversation.table.game.result == Result(Ending.CRASH, "x")


# ---- Other games ----


def test_new_starts_another_game_with_a_seed_of_its_own() -> None:
    conversation = talk("22", "new", "33")
    assert conversation.moves == "33 11"
    seeds = [line.rpartition(" ")[2] for line in conversation.text.splitlines() if "seed" in line and "wins:" in line]
    assert len(set(seeds)) == 2


def test_a_seed_repeats_a_game() -> None:
    games = {Conversation("4x4", f"new {seed}", "11", second=player("random")).moves for seed in (5, 5, 6, 6)}
    assert len(games) == 2


def test_a_new_game_starts_from_the_same_position() -> None:
    game = Game(Board("3x3").position("xo7 x"))
    assert talk("33", "new", "32", game=game).table.game.position.text == "xoo4x1 x"


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


def test_save_runs_over_nobodys_file(tmp_path: Path) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("years of work")
    assert "the file is there already; choose another name" in talk("22", f"save {path}").words
    assert path.read_text() == "years of work"


def test_loading_another_board_replaces_a_player_that_cannot_play_it(tmp_path: Path) -> None:
    path = tmp_path / "game.oxo"
    Conversation("4x4x4", "222", f"save {path}")
    conversation = Conversation("3x3", f"load {path}", first=STARTER)
    assert "4x4x4, 4 in a line wins: X ibm1620, O you" in conversation.text


def test_a_malformed_file_is_refused_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "junk.oxo"
    path.write_text("junk")
    assert f"{path}: line 1, column 1: " in talk(f"load {path}").words


# ---- The commands themselves ----


def test_every_command_is_there_and_explained_within_80_columns() -> None:
    helped = talk("help").text.splitlines()
    for command in COMMANDS:
        assert hasattr(Dialogue, f"_do_{command.word}")
        assert any(line.startswith(f"  {command.word}") for line in helped)
    assert max(map(len, helped)) <= 80
    known = {name.removeprefix("_do_") for name in vars(Dialogue) if name.startswith("_do_")}
    assert known == {command.word for command in COMMANDS}


def test_letters_stand_for_one_command_each() -> None:
    letters = [command.letter for command in COMMANDS if command.letter]
    assert len(letters) == len(set(letters))


@pytest.mark.parametrize("name", names())
def test_every_built_in_player_can_be_played_on_its_board(name: str) -> None:
    board = {"magic-square": "3x3", "fignition": "3x3", "delphi": "3x3x3"}.get(name, "4x4x4")
    conversation = Conversation(board, "reasons on", "quit", first=player(name))
    assert conversation.code == 0
    assert f"X ({name}) plays" in conversation.text
