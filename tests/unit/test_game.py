"""The state of a game: moves, undone moves, notes and tags, and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.refusals import exactly

from hyperoxo import Board, CellError, Ending, Game, MoveError, Note, Position, Result
from hyperoxo.drawing import draw
from hyperoxo.sides import Side, other_side

if TYPE_CHECKING:
    from collections.abc import Callable

SQUARE = Board("3x3")
CUBE = Board("4x4x4")
X_RESIGNED = Result(Ending.RESIGNED, "o")


def drawn(*rows: str, to_move: Side) -> Position:
    """Return the 3x3 position that is drawn, `.` for an empty cell."""
    stones = "".join(rows)
    x, o = ([cell for cell, stone in enumerate(stones) if stone == side] for side in ("x", "o"))
    return Position(SQUARE, x, o, to_move)


def full_game() -> Game:
    """Return the game that fills the board without a line.

    x o x
    x o o    in the order 11 12 13 22 21 23 32 31 33
    o x x
    """
    return Game(SQUARE, ["11", "12", "13", "22", "21", "23", "32", "31", "33"])


# ---- The start ----


def test_a_new_game_has_nothing_but_its_board() -> None:
    game = Game(CUBE)
    assert (game.board, game.start, game.position) == (CUBE, CUBE.empty(), CUBE.empty())
    assert (game.ply, game.length, game.moves, game.all_moves, game.last_move) == (0, 0, (), (), None)
    assert (game.to_move, game.result, game.is_over) == ("x", None, False)
    assert (game.tags, game.notes) == ({}, {})


def test_moves_are_given_as_cells_or_by_name() -> None:
    assert Game(CUBE, ["111", "222", "444"]).moves == Game(CUBE, [0, "222", 63]).moves == (0, 21, 63)


def test_a_game_can_start_from_a_position() -> None:
    start = drawn("x..", ".o.", "..x", to_move="o")
    game = Game(start, ["12"])
    assert game.start == start
    assert (game.ply, game.to_move) == (1, "x")
    assert game.position == drawn("xo.", ".o.", "..x", to_move="x")


def test_tags_are_copied() -> None:
    tags = {"Event": "a test"}
    game = Game(SQUARE, tags=tags)
    tags["Event"] = "another"
    assert game.tags == {"Event": "a test"}


# ---- Playing ----


def test_play_returns_the_position_that_the_game_then_has() -> None:
    game = Game(SQUARE)
    after = game.play("22")
    assert after == game.position == drawn("...", ".x.", "...", to_move="o")
    assert (game.last_move, game.to_move) == (4, "o")


@pytest.mark.parametrize(
    ("move", "error"),
    [("11", MoveError), (0, MoveError), ("14", CellError), ("", CellError), (9, CellError), (-1, CellError)],
)
def test_a_move_that_cannot_be_played_changes_nothing(move: int | str, error: type[Exception]) -> None:
    game = Game(SQUARE, ["11", "22"])
    game.undo()
    with pytest.raises(error):
        game.play(move)
    assert (game.ply, game.all_moves) == (1, (0, 4))


def test_positions_of_the_past_can_be_asked_for() -> None:
    game = Game(SQUARE, ["11", "22", "33"])
    game.undo(2)
    assert [game.position_at(ply).stones for ply in range(4)] == [0, 1, 2, 3]


# ---- The end on the board ----


@pytest.mark.parametrize(
    ("game", "result", "rows"),
    [
        (Game(SQUARE, "11 21 12 22 13"), Result(Ending.LINE, "x"), ("xxx", "oo.", "...")),
        (Game(SQUARE, "11 21 12 22 33 23"), Result(Ending.LINE, "o"), ("xx.", "ooo", "..x")),
        # The line comes with the last cell.
        (Game(SQUARE, "11 12 13 21 22 23 32 31 33"), Result(Ending.LINE, "x"), ("xox", "oxo", "oxx")),
        (Game(drawn("xxx", "oo.", "...", to_move="o")), Result(Ending.LINE, "x"), ("xxx", "oo.", "...")),
        (full_game(), Result(Ending.FULL_BOARD), ("xox", "xoo", "oxx")),
    ],
)
def test_a_line_or_a_full_board_ends_the_game(game: Game, result: Result, rows: tuple[str, str, str]) -> None:
    assert game.position == drawn(*rows, to_move=other_side(result.winner or "x"))
    assert (game.is_over, game.result) == (True, result)
    with pytest.raises(MoveError, match="game is over"):
        game.play("33")


# ---- Declared ends ----

DECLARED = [
    Result(Ending.RESIGNED, "o"),
    Result(Ending.DRAW_AGREED),
    Result(Ending.OWN_RULES),
    Result(Ending.ILLEGAL_MOVE, "x"),
    Result(Ending.TIME, "o"),
    Result(Ending.CRASH, "x"),
    Result(Ending.ABANDONED),
]


@pytest.mark.parametrize("result", DECLARED, ids=str)
def test_an_end_can_be_declared(result: Result) -> None:
    game = Game(SQUARE, ["22"])
    game.end(result)
    assert game.is_over
    assert game.result == result
    with pytest.raises(MoveError, match="game is over"):
        game.play("11")
    assert game.moves == (4,)


@pytest.mark.parametrize("result", [Result(Ending.LINE, "x"), Result(Ending.FULL_BOARD)], ids=str)
def test_only_the_board_ends_a_game_by_itself(result: Result) -> None:
    game = Game(SQUARE)
    with pytest.raises(ValueError, match="only the board"):
        game.end(result)
    assert not game.is_over


def test_a_game_ends_once() -> None:
    resigned = Game(SQUARE)
    resigned.end(X_RESIGNED)
    for game in (resigned, full_game()):
        before = game.result
        with pytest.raises(MoveError, match="over already"):
            game.end(Result(Ending.DRAW_AGREED))
        assert game.result == before


@pytest.mark.parametrize(
    ("moves", "after", "length", "result"),
    [
        pytest.param("22 11", lambda _: None, 1, None, id="undone"),
        pytest.param("22 11", lambda game: game.redo(), 2, X_RESIGNED, id="redone"),
        pytest.param("22 11", lambda game: game.play("33"), 2, None, id="another move"),
        pytest.param("22 11", lambda game: game.play("11"), 2, None, id="the same move"),
        pytest.param("22 11", lambda game: game.end(Result(Ending.TIME, "x")), 1, Result(Ending.TIME, "x"), id="ended"),
    ],
)
def test_a_declared_end_is_undone_redone_or_replaced(
    moves: str, after: Callable[[Game], object], length: int, result: Result | None
) -> None:
    game = Game(SQUARE, moves)
    game.end(X_RESIGNED)
    game.undo()
    with pytest.raises(MoveError):
        game.play("22")
    after(game)
    assert (game.ply, game.result, game.is_over) == (length, result, result is not None)


def test_declaring_an_end_discards_undone_moves_and_their_notes() -> None:
    game = noted_game()
    game.undo(3)
    game.end(X_RESIGNED)
    assert (game.length, game.result, game.notes) == (0, X_RESIGNED, {0: Note("note 0")})


def test_reopening_takes_back_the_end_and_no_move() -> None:
    game = Game(SQUARE, ["22", "11"])
    game.end(X_RESIGNED)
    game.reopen()
    assert (game.is_over, game.result, game.moves) == (False, None, (4, 0))
    game.undo()
    game.redo()
    assert game.result is None


def test_only_a_declared_end_can_be_taken_back_alone() -> None:
    undone = Game(SQUARE, ["22", "11"])
    undone.end(X_RESIGNED)
    undone.undo()
    for game in (Game(SQUARE, ["22"]), undone):
        with pytest.raises(MoveError, match="the game goes on"):
            game.reopen()
    with pytest.raises(MoveError, match=r"the board has ended the game: draw \(full board\)"):
        full_game().reopen()
    undone.redo()
    assert undone.result == X_RESIGNED


# ---- Undo and redo ----


def test_undo_and_redo_walk_along_the_moves() -> None:
    game = Game(SQUARE, ["22", "11", "33"])
    game.undo()
    assert (game.ply, game.length, game.moves, game.all_moves) == (2, 3, (4, 0), (4, 0, 8))
    assert game.position == drawn("o..", ".x.", "...", to_move="x")
    game.undo(2)
    assert (game.ply, game.last_move, game.position) == (0, None, SQUARE.empty())
    game.redo(3)
    assert (game.ply, game.last_move) == (3, 8)
    assert game.position == drawn("o..", ".x.", "..x", to_move="o")
    game.go_to(1)
    assert game.position == drawn("...", ".x.", "...", to_move="o")


@pytest.mark.parametrize(
    ("ply", "step", "plies", "error"),
    [
        (0, "undo", 1, "undo 1: no move has been played"),
        (1, "undo", 2, "undo 2: only 1 move has been played"),
        (3, "undo", 4, "undo 4: only 3 moves have been played"),
        (3, "redo", 1, "redo 1: no move has been undone"),
        (2, "redo", 2, "redo 2: only 1 move has been undone"),
        (0, "redo", 4, "redo 4: only 3 moves have been undone"),
        (1, "undo", -1, "undo -1: plies are counted from 0"),
        (1, "redo", -1, "redo -1: plies are counted from 0"),
        (1, "go_to", -1, "ply -1: the game has plies 0 to 3"),
        (1, "go_to", 4, "ply 4: the game has plies 0 to 3"),
        (1, "position_at", 4, "ply 4: the game has plies 0 to 3"),
        (1, "branch", -1, "ply -1: the game has plies 0 to 3"),
    ],
)
def test_a_ply_that_the_game_does_not_have_is_refused(ply: int, step: str, plies: int, error: str) -> None:
    game = Game(SQUARE, ["22", "11", "33"])
    game.go_to(ply)
    with pytest.raises(MoveError, match=exactly(error)):
        getattr(game, step)(plies)
    assert game.ply == ply


@pytest.mark.parametrize("cell", ["12", "11"])
def test_a_move_after_undo_discards_undone_moves_and_their_notes(cell: str) -> None:
    game = noted_game()
    game.undo(2)
    game.play(cell)
    assert game.moves == game.all_moves == (4, SQUARE.cell(cell))
    assert game.notes == {0: Note("note 0"), 1: Note("note 1")}


# ---- Notes ----


def noted_game() -> Game:
    """Return a game of three moves, each with a note, and one for the game as a whole."""
    game = Game(SQUARE, ["22", "11", "33"])
    game.notes = {ply: Note(f"note {ply}") for ply in range(4)}
    return game


def test_notes_stay_while_moves_can_be_redone() -> None:
    game = noted_game()
    game.undo(3)
    game.redo(3)
    assert game.notes == noted_game().notes


# ---- Branches ----


def test_a_branch_does_not_change_its_game() -> None:
    game = noted_game()
    game.tags["Event"] = "a test"
    game.end(X_RESIGNED)
    branch = game.branch(1)
    branch.play("12")
    branch.tags["Event"] = "a variation"
    branch.notes[0] = Note("another game")
    assert branch.position == drawn(".o.", ".x.", "...", to_move="x")
    assert game.position == drawn("o..", ".x.", "..x", to_move="o")
    assert (branch.result, game.result) == (None, X_RESIGNED)
    assert (game.tags, game.notes) == ({"Event": "a test"}, noted_game().notes)


def test_a_branch_shares_moves_notes_and_tags_up_to_its_ply() -> None:
    game = noted_game()
    game.tags["Event"] = "a test"
    branch = game.branch(2)
    assert (branch.start, branch.moves, branch.all_moves) == (game.start, (4, 0), (4, 0))
    assert branch.notes == {ply: Note(f"note {ply}") for ply in range(3)}
    assert branch.tags == {"Event": "a test"}
    game.undo()
    assert game.branch().all_moves == (4, 0)
    assert game.branch(3).all_moves == (4, 0, 8)


# ---- Equality ----


def test_games_with_the_same_content_are_equal() -> None:
    assert noted_game() == noted_game()
    assert noted_game() != noted_game().moves
    assert Game(SQUARE) != Game(Position(SQUARE, to_move="o"))


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.undo(),
        lambda game: game.play("12"),
        lambda game: game.end(X_RESIGNED),
        lambda game: game.tags.update(Event="a test"),
        lambda game: game.notes.pop(0),
    ],
    ids=["ply", "moves", "ending", "tags", "notes"],
)
def test_games_with_different_content_are_not_equal(change: Callable[[Game], object]) -> None:
    game = noted_game()
    change(game)
    assert game != noted_game()


def test_a_game_has_no_hash_because_it_goes_on() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Game(SQUARE))


# ---- Results ----


@pytest.mark.parametrize("ending", Ending)
def test_an_ending_has_a_winner_or_has_none(ending: Ending) -> None:
    if ending is Ending.ADJUDICATED:
        assert [Result(ending, winner).winner for winner in ("x", "o", None)] == ["x", "o", None]
        return
    decisive = {"line", "resigned", "illegal move", "time", "crash"}
    assert ending.has_winner == (ending.value in decisive)
    right, wrong = ("x", None) if ending.has_winner else (None, "x")
    assert Result(ending, right).winner == right  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="as its winner"):
        Result(ending, wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (Result(Ending.LINE, "x"), "X wins (line)"),
        (Result(Ending.RESIGNED, "o"), "O wins (resigned)"),
        (Result(Ending.ADJUDICATED, "o"), "O wins (adjudicated)"),
        (Result(Ending.ADJUDICATED), "draw (adjudicated)"),
        (Result(Ending.FULL_BOARD), "draw (full board)"),
        (Result(Ending.DRAW_AGREED), "draw (agreed)"),
        (Result(Ending.OWN_RULES), "draw (by its own rules)"),
        (Result(Ending.ABANDONED), "abandoned"),
    ],
)
def test_a_result_reads_as_plain_english(result: Result, text: str) -> None:
    assert str(result) == text


# ---- What it prints ----


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Game(CUBE), "<Game of 4x4x4, 0 plies, X to move>"),
        (Game(Position(SQUARE, to_move="o"), ["22"]), "<Game of 3x3, 1 ply, X to move>"),
        (full_game(), "<Game of 3x3, 9 plies, draw (full board)>"),
        (Game("3x3", "11 21 12 22 13"), "<Game of 3x3, 5 plies, X wins (line)>"),
        (Game("3x3", "11 21 12 22 13", ply=2), "<Game of 3x3, 2 plies, X to move>"),
    ],
)
def test_the_representation_of_a_game_is_short_and_printing_it_draws_the_board(game: Game, text: str) -> None:
    assert repr(game) == text
    assert str(game) == draw(game.position)
