"""Books: the shipped ones win against every reply, and new ones are made only from verified proofs."""

from __future__ import annotations

import functools
import gzip
import hashlib
import random
from typing import TYPE_CHECKING

import pytest
from support.certificates import certificate
from support.present import present

from hyperoxo import (
    Board,
    Game,
    InputError,
    Outcome,
    Position,
    PositionError,
    SymmetryLimitError,
    forced_win,
)
from hyperoxo.errors import ProofError
from hyperoxo.outcomes import ProvedMove
from hyperoxo.players.oxo.knowledge import PATIENT_NODES
from hyperoxo.solver import books
from hyperoxo.solver.books import SHIPPED, Book, BookMove, compressed, make
from hyperoxo.solver.forced_wins import refutations
from hyperoxo.solver.strategies import Strategy
from hyperoxo.solver.verify import verify
from hyperoxo.text import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

CUBE = Board("3x3x3")
QUBIC = Board("4x4x4")


def shipped(board: Board) -> Book:
    return present(books.shipped_book(board))


def blocks(position: Position) -> set[int]:
    """Return the cells on which the side that is not to move would complete a line."""
    return {cell for cell, _ in position.threats("o" if position.to_move == "x" else "x")}


# ---- The shipped books ----


@pytest.mark.parametrize("description", SHIPPED)
def test_a_shipped_book_is_whole(description: str) -> None:
    board = Board(description)
    book = shipped(board)
    assert (book.board, book.start, book.winner) == (board, board.empty(), "x")
    assert len(book.certificate) == 64
    entries = list(book)
    assert len(entries) == len(book) > 1000
    assert len({position for position, _ in entries}) == len(entries)
    for position, move in random.Random(1).sample(entries, 500):
        assert position.canonical() == position
        assert position.to_move == "x"
        assert move.cell in position.legal_moves()
        assert move.plies % 2 == 1
        assert 3 <= move.plies <= board.size - position.stones
        assert not blocks(position)
        assert not position.threats("x")
        assert book.answer(position) == move


@pytest.mark.parametrize("description", SHIPPED)
def test_what_is_replied_to_a_move_of_a_book_is_in_the_book_or_loses_by_force(description: str) -> None:
    board = Board(description)
    sample = random.Random(1).sample(list(shipped(board)), 50)
    answered = 0
    for position, move in [(board.empty(), shipped(board).answer(board.empty())), *sample]:
        assert move is not None
        after = position.play(move.cell)
        known = {value.cell: value for value in books.book_values(after)}
        runs = refutations(after)
        for reply in after.legal_moves():
            if reply in known:
                assert known[reply].outcome is Outcome.LOSS
                assert known[reply].plies < move.plies
                answered += 1
            elif not blocks(after.play(reply)):
                plies = present(runs[reply].plies)
                assert plies <= move.plies - 2
    assert answered > 50


@pytest.mark.parametrize(("board", "plies"), [(QUBIC, 29), (Board("4x4x4x4"), 29)])
def test_a_shipped_book_wins_within_the_plies_that_the_docs_state(board: Board, plies: int) -> None:
    first = present(shipped(board).answer(board.empty()))
    assert first.plies == plies


def test_the_book_of_4x4x4_is_the_one_of_which_every_game_was_played() -> None:
    """After a change of the book, play its games with `-m slow -k wins_every_game`, then put the new digest here."""
    entries = "\n".join(f"{position.text} {move}" for position, move in shipped(QUBIC)).encode()
    assert hashlib.sha256(entries).hexdigest()[:16] == "a41ff16d070d94d1"


@pytest.mark.slow(reason="it takes ten seconds; the test before finds each change of the book")
def test_the_book_of_4x4x4_wins_every_game() -> None:
    """All replies to all its moves are walked through, up to symmetry, and in each class of positions X has an answer.

    So 4x4x4 is proved once more, without the certificate. The numbers are those of docs/results.md.
    """
    book = shipped(QUBIC)
    first = present(book.answer(QUBIC.empty()))
    chosen: dict[Position, BookMove] = {}
    blocked: set[Position] = set()

    @functools.cache
    def bound(position: Position) -> int:
        """Return the plies of the book within which X, to move, wins."""
        move = book.answer(position)
        if move is None:
            (cell,) = blocks(position)
            blocked.add(position)
        else:
            cell = move.cell
            chosen[position] = move
        after = position.play(cell)
        runs = refutations(after, nodes=PATIENT_NODES)
        longest = 0
        for reply in after.legal_moves():
            met = after.play(reply).canonical()
            run = runs[reply].plies
            # Where a line has to be blocked, a threat sequence may take too long.
            is_met = run is not None and book.answer(met) is None and met.stones + run <= first.plies
            longest = max(longest, 2 + (run if run is not None and is_met else bound(met)))
        if move is None:
            return longest
        assert longest <= move.plies, position
        return move.plies

    bound(QUBIC.empty())
    assert chosen == dict(book)
    assert (len(chosen), len(blocked)) == (2_594, 4_086)


@pytest.mark.parametrize(("board", "each"), [(QUBIC, 1), (Board("4x4x4x4"), 16)])
def test_no_position_of_a_book_after_the_first_is_won_sooner_by_force(board: Board, each: int) -> None:
    for position, move in list(shipped(board))[::each]:
        win = forced_win(position, nodes=PATIENT_NODES)
        assert win.exists is not None, position
        assert win.plies is None or win.plies > move.plies or position == board.empty(), position


def test_a_move_of_a_book_is_turned_to_the_position() -> None:
    choose = random.Random(1)
    symmetries = QUBIC.symmetries()
    for position, move in choose.sample(list(shipped(QUBIC)), 100):
        symmetry = choose.choice(symmetries)
        turned = position.transformed(symmetry)
        found = present(books.book_move(turned))
        assert found.plies == move.plies
        after, expected = turned.play(found.cell), position.play(move.cell)
        assert after.canonical() == expected.canonical()
        assert books.book_values(turned) == [ProvedMove(found.cell, Outcome.WIN, found.plies)]


def test_a_book_has_no_answer_on_other_positions_and_boards() -> None:
    for position in (
        CUBE.empty(),
        QUBIC.position("64 o"),
        Game(QUBIC, ["112"]).position,
        QUBIC.position("xxxx8oo2o46o o"),
    ):
        assert books.book_move(position) is None
        assert books.book_values(position) == []
    assert books.shipped_book(CUBE) is None
    with pytest.raises(PositionError, match="the book is for 4x4x4"):
        shipped(QUBIC).answer(Board("8x8").empty())


# ---- Making books ----


def test_a_book_is_made_from_a_proof() -> None:
    proof = certificate(CUBE.empty())
    book = Book(make(proof))
    assert (book.board, book.start, book.winner) == (CUBE, CUBE.empty(), "x")
    assert book.certificate == hashlib.sha256(proof).hexdigest()
    answer = present(Strategy(proof).answer(CUBE.empty()))
    assert list(book) == [(CUBE.empty(), BookMove(13, present(answer.plies)))]


def test_a_book_of_the_second_player_answers_as_well() -> None:
    start = CUBE.position("x26 o")
    book = Book(make(certificate(start)))
    assert book.winner == "o"
    elsewhere = CUBE.position("26x o")
    found = present(book.answer(elsewhere))
    assert book.values(elsewhere) == [ProvedMove(found.cell, Outcome.WIN, found.plies)]
    # Before X's move, the replies that the book answers are X's.
    assert [(known.cell, known.outcome) for known in book.values(CUBE.empty())] == [
        (corner, Outcome.LOSS) for corner in (0, 2, 6, 8, 18, 20, 24, 26)
    ]


def test_the_same_proof_makes_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "proof.oxc"
    path.write_bytes(certificate(QUBIC.position("23o1x6o1o5x5x4x3x7o x")))
    text = make(path)
    assert text == make(path.read_bytes())
    assert compressed(text) == compressed(text)
    book = tmp_path / "4x4x4.book.gz"
    book.write_bytes(compressed(text))
    assert list(Book.load(book)) == list(Book(text))


def test_only_the_verified_proof_of_a_win_makes_a_book(tmp_path: Path) -> None:
    proof = certificate(CUBE.empty())
    with pytest.raises(ProofError) as refused:
        make(proof[:-1])
    assert refused.value.finding == verify(proof[:-1]).finding
    path = tmp_path / "draw.oxc"
    path.write_bytes(certificate(Board("4x4").empty()))
    with pytest.raises(InputError, match=r"draw\.oxc: it proves 'draw'; a book is made from the proof of a win"):
        make(path)
    with pytest.raises(SymmetryLimitError):
        make(certificate(Board("2x2x2").empty()))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("book 1", "book 2"),
        lambda text: text.replace("claim", "clain"),
        lambda text: text.replace("\n\n", "\n"),
        lambda text: text.replace("entries 1", "entries 2"),
        lambda text: text[:-1],
        lambda text: text.replace("3x3x3", "3x3x4"),
        lambda text: text.replace("3x3x3", "a board"),
        lambda text: text.replace("3x3x3", "3X3X3"),
        lambda text: text.replace("3x3x3", "3\N{MULTIPLICATION SIGN}3\N{MULTIPLICATION SIGN}3"),
        lambda text: text.replace("3x3x3", "qubic"),
        lambda text: text.replace("3x3x3", " 3x3x3"),
        lambda text: text.replace("position 27 x", "position 27 X"),
        lambda text: text.replace("x wins", "y wins"),
        lambda text: text.replace("x wins", "draw"),
        lambda text: text.replace("claim x wins", "claim"),
        lambda text: text.replace("position 27 x", "position 26 x"),
        lambda _: "",
    ],
)
def test_a_damaged_book_is_refused(spoil: Callable[[str], str]) -> None:
    text = make(certificate(CUBE.empty()))
    with pytest.raises(InputError) as refused:
        Book(spoil(text), "my.book.gz")
    assert refused.value.subject == "my.book.gz"


LINES = ("6x1o19 x 222 25", "7x18o x 333 1")


@pytest.mark.parametrize(
    ("lines", "number", "reason"),
    [
        *(
            ((LINES[0], spoilt), 9, "it is not a position, a cell and a number of plies")
            for spoilt in (
                *("", " ", "7x18o", "7x18o x", "7x18o x 333", "7x18o x 333 ", "7x18o x 333 1 ", "7x18o x 333 1 1"),
                *(
                    "7x18o x 444 1",
                    "7x18o x 13 1",
                    "7x18o x 0333 1",
                    "7x18o x [333] 1",
                    "7x18o x 3,3,3 1",
                    "7x18o x 333, 1",
                    "7x18o x 333 one",
                    "7x18o x 333 -1",
                ),
                *(
                    "7x18o x 333 0",
                    "7x18o x 333 01",
                    "7x18o x 333 28",
                    "7x18o x 333 1_0",
                ),
                *("7x18o o 333 1", "7 x18o x 333 1", "7y18o x 333 1", " x 333 1", "7x18o\tx 333 1", "7x18o x 333  1"),
            )
        ),
        (LINES[::-1], 9, "it is not in order behind the line before it"),
        ((LINES[0], LINES[0]), 9, "it is not in order behind the line before it"),
        ((LINES[0], "6x1o19 x 222 27"), 9, "it is not in order behind the line before it"),
    ],
)
def test_a_malformed_line_is_refused_when_a_book_is_read(
    tmp_path: Path, lines: Sequence[str], number: int, reason: str
) -> None:
    path = tmp_path / "my.book.gz"
    head, _, _ = make(certificate(CUBE.empty())).replace("entries 1", "entries 2").partition("\n\n")
    path.write_bytes(compressed("\n".join([head, "", *LINES, ""])))
    assert len(Book.load(path)) == 2
    path.write_bytes(gzip.compress("\n".join([head, "", *lines, ""]).encode()))
    with pytest.raises(InputError) as refused:
        Book.load(path)
    assert refused.value.subject == str(path)
    assert refused.value.reason == f"line {number}, {shortened(lines[1])!r}: {reason}"


def test_a_position_of_another_board_is_refused_when_it_is_used() -> None:
    head, _, _ = make(certificate(CUBE.empty())).partition("\n\n")
    book = Book("\n".join([head, "", "28 x 222 11", ""]), "my.book.gz")
    with pytest.raises(InputError, match=r"^my\.book\.gz: line 8, .*28 x") as refused:
        list(book)
    assert refused.value.subject == "my.book.gz"


def test_a_file_that_is_no_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.gz"
    whole = compressed(make(certificate(CUBE.empty())))
    for spoilt in (b"", b"oxo book 1\n", whole[:-9], whole[:20] + b"\xff" + whole[21:], gzip.compress(b"\xff")):
        path.write_bytes(spoilt)
        with pytest.raises(InputError, match="book"):
            Book.load(path)
