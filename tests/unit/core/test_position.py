"""`Position`: set-ups, play, wins, threats, texts and counts, on drawn boards."""

from __future__ import annotations

import pytest
from support.drawn import drawn
from support.refusals import short_line

from hyperoxo import Board, CellError, InputError, MoveError, Playouts, Position, PositionError, Side, player


def test_playing_makes_a_new_position() -> None:
    before = drawn("3x3", "x . .  . . .  . . .", "o")
    after = before.play(4)
    assert after == drawn("3x3", "x . .  . o .  . . .", "x")
    assert before == drawn("3x3", "x . .  . . .  . . .", "o")
    assert (after.x, after.o, after.stones, after.to_move) == ((0,), (4,), 2, "x")
    assert [after.stone(cell) for cell in (0, 4, 8)] == ["x", "o", None]
    assert after.legal_moves() == after.empty_cells() == [1, 2, 3, 5, 6, 7, 8]


def test_one_move_can_complete_several_lines() -> None:
    won = drawn("3x3", "x x .  o o x  o o x").play(2)
    assert (won.winner, won.is_over, won.is_full) == ("x", True, True)
    assert [won.board.names(won.board.lines[line]) for line in won.completed_lines()] == ["11 12 13", "13 23 33"]


def test_a_won_game_has_no_moves() -> None:
    won = drawn("3x3", "x x x  o o .  . . .", "o")
    assert (won.winner, won.is_over, won.is_full, won.legal_moves()) == ("x", True, False, [])
    assert won.empty_cells() == [5, 6, 7, 8]
    with pytest.raises(MoveError, match=r"^33: the game is over, x has won$"):
        won.play(8)


def test_a_full_board_is_drawn_with_either_side_to_move() -> None:
    for to_move in SIDES:
        full = drawn("3x3", "x o x  x o o  o x x", to_move)
        assert (full.winner, full.is_over, full.is_full) == (None, True, True)
        with pytest.raises(MoveError, match=r"^11: the game is over, the board is full$"):
            full.play(0)


def test_a_taken_cell_cannot_be_played() -> None:
    with pytest.raises(MoveError, match=r"^22: the cell is taken by o; play an empty cell$"):
        drawn("3x3", "x . .  . o .  . . .").play(4)


SIDES: tuple[Side, Side] = ("x", "o")


@pytest.mark.parametrize(
    ("drawing", "to_move", "reason"),
    [
        ("x x x  o o o  . . .", "x", "both sides have a line"),
        ("x x x  o o .  . . .", "x", "x has a line and is to move"),
        ("o o o  x x .  x . .", "o", "o has a line and is to move"),
        ("x x x  o o .  x x x", "o", "x has lines that no single move completed"),
    ],
)
def test_what_no_game_reaches_is_refused_with_the_reason(drawing: str, to_move: Side, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        drawn("3x3", drawing, to_move)
    assert caught.value.reason == reason


def test_a_cell_holds_one_stone() -> None:
    board = Board("3x3")
    for x, o in (([4], [4]), ([4, 4], [])):
        with pytest.raises(PositionError, match=r"there are two stones on 22"):
            Position(board, x, o)


def test_stones_need_not_be_balanced() -> None:
    lopsided = drawn("3x3", "x x .  . . x  . x .", "x")
    assert (lopsided.stones, lopsided.o) == (4, ())


def test_the_side_to_move_follows_from_the_numbers_of_stones() -> None:
    """All positions of games that X begins can be built, the 958 final ones of UCI's tic-tac-toe data among them."""
    reached = {Board("3x3").empty()}
    stack = list(reached)
    while stack:
        position = stack.pop()
        new = {position.play(cell) for cell in position.legal_moves()} - reached
        reached |= new
        stack += new
    for position in reached:
        assert Position("3x3", position.x, position.o) == position
    final = [position for position in reached if position.is_over]
    assert (len(reached), len(final), sum(position.winner == "x" for position in final)) == (5478, 958, 626)


def test_a_side_to_move_is_given_where_the_stones_leave_it_open() -> None:
    assert Position("3x3", x="22").to_move == "o"
    assert Position("3x3", o="22").to_move == Position("3x3", x="11 22").to_move == "x"
    assert Position("3x3", x="22", to_move="x").to_move == "x"
    with pytest.raises(PositionError, match="x has a line and is to move; after a win it is the loser's turn"):
        Position("3x3", x="11 12 13")


@pytest.mark.parametrize("blank", [" ", "\t", "  "])
def test_blanks_at_the_ends_of_a_text_are_left_out(blank: str) -> None:
    board = Board(f"{blank}3x3{blank}")
    for text in (f"11{blank}", f"{blank}11"):
        assert board.cell(text) == 0
        assert board.moves(text) == [0]
        assert player(text.replace("11", "oxo:level=2")).name == "oxo:level=2"
        assert board.position(text.replace("11", "x8 o")).text == "x8 o"


def test_threats_are_lines_that_lack_one_stone() -> None:
    position = drawn("3x3", "x x .  o o .  x . .")
    lines = position.board.lines
    assert [(cell, lines[line]) for cell, line in position.threats("x")] == [(2, (0, 1, 2))]
    assert [(cell, lines[line]) for cell, line in position.threats("o")] == [(5, (3, 4, 5))]


def test_text_is_one_token_a_cell_and_the_side_to_move() -> None:
    board = Board("4x4x4")
    assert board.empty().text == "64 x"
    patashnik = board.position("xo1x8x8o41o x")
    assert (patashnik.x, patashnik.o) == ((0, 3, 12), (1, 21, 63))
    assert patashnik.text == "xo1x8x8o41o x"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the side to move is missing"),
        ("64", "the side to move is missing"),
        ("64  x", "what follows the first space is not the side to move"),
        ("64 x\n", "what follows the first space is not the side to move"),
        ("64 X", "what follows the first space is not the side to move"),
        ("xo61 x", "it covers 63 of the 64 cells of 4x4x4"),
        ("xo63 x", "token 3 goes beyond the 64 cells of 4x4x4, of which 2 came before it"),
        ("x0xo61 x", 'token 2, "0", is not x, o or a number from 1'),
        ("x" + "0" * 1_000_000 + " x", 'token 2, "000000000000", is not x, o or a number from 1'),
        ("9" * 1_000_000 + " x", "token 1 goes beyond the 64 cells of 4x4x4, of which 0 came before it"),
        ("xxxx60 x", "x has a line and is to move"),
        ("\ud80063 x", 'token 1, "\ufffd", is not x, o or a number from 1'),
        ("\x0063 x", 'token 1, "\\0", is not x, o or a number from 1'),
    ],
    ids=lambda value: value[:20].encode("unicode_escape").decode(),
)
def test_a_text_that_is_no_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=short_line()) as caught:
        Board("4x4x4").position(text)
    assert caught.value.reason == reason


def test_the_canonical_form_reads_first_and_a_symmetry_leads_to_it() -> None:
    position = drawn("3x3", ". . .  . . o  . x .", "x")
    canonical = position.canonical()
    assert canonical == drawn("3x3", ". x .  o . .  . . .", "x")
    assert position.transformed(position.canonical_symmetry()) == canonical
    assert Board("4x4x4").empty().canonical_symmetry() == tuple(range(64))


@pytest.mark.parametrize(
    ("symmetry", "reason"),
    [
        ([0, 1, 2], "has 3 entries for the 9 cells of 3x3"),
        ([0, 1, 2, 3, 4, 5, 6, 7, 7], "two cells go to 7"),
        ([1, 0, 2, 3, 4, 5, 6, 7, 8], "line 1 goes to cells that are no line of 3x3"),
    ],
)
def test_what_is_no_automorphism_is_refused_with_the_reason(symmetry: list[int], reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        Board("3x3").empty().transformed(symmetry)
    assert caught.value.reason == reason


def test_sequences_are_counted_exactly() -> None:
    counts = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0]
    assert [Board("3x3").empty().perft(depth) for depth in range(11)] == counts
    assert Board("4x4x4").empty().perft(4) == 15_249_024
    assert Board("3x3").empty().perft(2**63) == 0


def test_playouts_are_decided_by_the_seed() -> None:
    empty = Board("4x4x4").empty()
    playouts = empty.playouts(10_000, 1)
    assert playouts == empty.playouts(10_000, 1) != empty.playouts(10_000, 2)
    assert playouts.games == 10_000 == playouts.x_wins + playouts.o_wins + playouts.draws
    assert 30 < playouts.plies / playouts.games < 40
    assert empty.playouts(0, 1) == Playouts(x_wins=0, o_wins=0, draws=0, plies=0)


def test_playouts_of_a_finished_game_repeat_its_result() -> None:
    won = drawn("3x3", "x x x  o o .  . . .", "o")
    assert won.playouts(2**64 - 1, 1) == Playouts(x_wins=2**64 - 1, o_wins=0, draws=0, plies=0)


@pytest.mark.parametrize("number", [-1, 2**64, 10**30, -(10**5000)], ids=["negative", "65 bits", "100 bits", "endless"])
def test_a_number_out_of_range_is_a_typed_error(number: int) -> None:
    empty = Board("3x3").empty()
    for refused in (
        lambda: empty.playouts(number, 1),
        lambda: empty.playouts(1, number),
        lambda: empty.perft(number),
        lambda: Playouts(number, 0, 0, 0),
    ):
        with pytest.raises(InputError, match=r"is out of range; it is a whole number from 0 to 2\*\*64 - 1"):
            refused()
    for off_board in (
        lambda: empty.play(number),
        lambda: empty.stone(number),
        lambda: Position(empty.board, [number]),
        lambda: empty.transformed([0, 1, 2, 3, 4, 5, 6, 7, number]),
        lambda: empty.board.name(number),
        lambda: empty.board.names([0, number]),
        lambda: empty.board.coordinates(number),
        lambda: empty.board.lines_through(number),
    ):
        with pytest.raises(CellError, match=r"no cell of the board 3x3 has this index"):
            off_board()


def test_more_games_than_are_counted_are_refused() -> None:
    with pytest.raises(InputError, match=r"the games are out of range"):
        Playouts(2**63, 2**63, 0, 0)
