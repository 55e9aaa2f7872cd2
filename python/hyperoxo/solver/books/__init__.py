"""Books: the winner's moves in proved games, known at once.

A book holds the positions in which the strategy of a verified proof chooses a move. Those in which it blocks a line,
and those that it wins by a threat sequence, are not in it: a player that uses a book searches for these. docs/books.md
says how books are made and what is in them; the package ships those of `SHIPPED`.

A book is a text, sorted, so that a position is found by bisection. The form and the order of all lines are checked when
it is read; that the text of a position fits the board is checked when the position is needed, since it takes ten times
as long.

>>> from hyperoxo import Board
>>> board = Board("4x4x4")
>>> found = book_move(board.empty())
>>> board.name(found.cell)
'111'
>>> book_move(board.empty().play(board.cell("444"))) is None
True
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import re
import typing
import zlib
from bisect import bisect_left
from pathlib import Path
from types import MappingProxyType

from hyperoxo._core import Board, Position
from hyperoxo.errors import InputError, PositionError
from hyperoxo.outcomes import Outcome, ProvedMove
from hyperoxo.solver.strategies import Strategy
from hyperoxo.solver.verify import proof_bytes
from hyperoxo.text import shortened, split_head

if typing.TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping

    from hyperoxo.sides import Side

__all__ = ["SHIPPED", "Book", "BookMove", "book_move", "book_values", "compressed", "make", "shipped_book"]
__dir__ = __all__.copy

SHIPPED = ("4x4x4", "4x4x4x4")
"""The boards of which the package has a book."""


def shipped_book(board: Board) -> Book | None:
    """Return the book of a board; None if there is none. It is read when it is first needed, and kept."""
    description = str(board)
    return _load_shipped(description) if description in SHIPPED else None


def book_move(position: Position) -> BookMove | None:
    """Return the book's move for the side to move in a position, which may have any orientation.

    Returns:
        The cell, and the plies within which it wins; None if the position is in no book.
    """
    book = shipped_book(position.board)
    return None if book is None else book.answer(position)


def book_values(position: Position) -> list[ProvedMove]:
    """Return what a book proves about moves in a position.

    Returns:
        The cell that wins if the book has an answer for the side to move; the replies that lose to an answer of the
        book if the other side's answers are in it; by ascending cells. Other moves are not in the list.
    """
    book = shipped_book(position.board)
    return [] if book is None else book.values(position)


@functools.cache
def _load_shipped(description: str) -> Book:
    return Book.load(Path(__file__).with_name(f"{description}.book.gz"))


FIRST_LINE = "oxo book 1"
"""What a book begins with: what it is, and the version of the format."""
HEAD = ("board", "position", "claim", "certificate", "entries")
"""The keys of the lines of the head that follow, in order."""
_NO_ENTRY = "it is not a position, a cell and a number of plies"
WINNERS: Mapping[str, Side] = MappingProxyType({"x wins": "x", "o wins": "o"})
"""The claims that a book can be made from, and who wins."""


class BookMove(typing.NamedTuple):
    """A book's answer to a position.

    Attributes:
        cell: the index of the cell to play.
        plies: the plies, this move counted, within which the strategy completes a line against every reply.
    """

    cell: int
    plies: int


class Book:
    """The positions in which the strategy of a proof chooses a move, with these moves.

    Args:
        text: what the book holds.
        name: what to call it in errors.

    Attributes:
        board: the board that it is for.
        start: the position from which the book's side wins.
        winner: the side whose moves are in it.
        certificate: the SHA-256 of the certificate that it was made from, in hexadecimal digits.

    Raises:
        InputError: it is no book, or not a whole one, or a line is malformed.
    """

    def __init__(self, text: str, name: str = "the book") -> None:
        (description, start, claim, certificate, entries), body = split_head(
            text,
            FIRST_LINE,
            HEAD,
            InputError(name, "the head of a book is missing", f"books begin with {FIRST_LINE!r}"),
        )
        if claim not in WINNERS:
            raise InputError(name, f"it claims {shortened(claim)!r}", "a book is of a win: x wins, or o wins")
        self.winner: typing.Final = WINNERS[claim]
        self.certificate: typing.Final = certificate
        try:
            self.board: typing.Final = Board.parse(description)
            self.start: typing.Final = self.board.position(start)
        except InputError as error:
            raise InputError(name, f"its head has no position: {error}") from None
        self._lines = body.split("\n")
        if self._lines.pop() or str(len(self._lines)) != entries:
            raise InputError(name, f"it does not have the {shortened(entries)} entries that its head announces")
        self._name = name
        self._check_lines(body)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Book:
        """Read a book from its file.

        Raises:
            InputError: it is no book, or not a whole one, or a line is malformed.
            OSError: the file cannot be read.
        """
        try:
            return cls(gzip.decompress(Path(path).read_bytes()).decode("ascii"), str(path))
        except (EOFError, UnicodeDecodeError, gzip.BadGzipFile, zlib.error) as error:
            raise InputError(str(path), f"it is not a book: {error}") from None

    def __len__(self) -> int:
        """Return how many positions it has."""
        return len(self._lines)

    def __iter__(self) -> Iterator[tuple[Position, BookMove]]:
        """Yield its positions, each the canonical one of its class, in the order of their texts.

        Raises:
            InputError: the position of a line is not one of the board.
        """
        for number, line in enumerate(self._lines):
            position, _, move = line.partition(f" {self.winner} ")
            try:
                yield self.board.position(f"{position} {self.winner}"), self._move(move)
            except PositionError as error:
                raise self._malformed(number, str(error)) from None

    def answer(self, position: Position) -> BookMove | None:
        """Return the book's move for the side to move; None if the position is not in it.

        Raises:
            PositionError: the position is on another board.
        """
        found = self._find(position)
        if found is None:
            return None
        cell, plies = found
        return BookMove(position.canonical_symmetry().index(cell), plies)

    def values(self, position: Position) -> list[ProvedMove]:
        """Return what the book proves about moves in a position, by ascending cells.

        Raises:
            PositionError: the position is on another board.
        """
        if position.to_move == self.winner:
            found = self.answer(position)
            return [] if found is None else [ProvedMove(found.cell, Outcome.WIN, found.plies)]
        replies = ((cell, self._find(position.play(cell))) for cell in position.legal_moves())
        return [ProvedMove(cell, Outcome.LOSS, found.plies + 1) for cell, found in replies if found is not None]

    def _check_lines(self, body: str) -> None:
        """Check that each line is a position, a cell of the board and a number of plies, and that lines are sorted.

        Raises:
            InputError: a line is not.
        """
        between = f" {self.winner} "
        # One search over all lines takes a tenth of the time of one for each.
        with_positions = re.compile(rf"(?:[xo0-9]++{between}[^\n]*+\n)*+").match(body)
        sound = with_positions.end() if with_positions else 0
        if sound < len(body):
            raise self._malformed(body.count("\n", 0, sound), _NO_ENTRY)
        before, moves = "", set[str]()
        for number, line in enumerate(self._lines):
            position, _, move = line.partition(between)
            if move not in moves and not self._is_move(move):
                raise self._malformed(number, _NO_ENTRY)
            if position <= before:
                raise self._malformed(number, "it is not in order behind the line before it")
            moves.add(move)
            before = position

    def _is_move(self, text: str) -> bool:
        """Return whether a text is the name of a cell and a number of plies."""
        try:
            cell, plies = self._move(text)
        except ValueError:
            return False
        return text == f"{self.board.name(cell)} {plies}" and 0 < plies <= len(self.board)

    def _malformed(self, number: int, reason: str) -> InputError:
        """Return the error that the line with this number, from 0, is malformed."""
        subject = f"line {len(HEAD) + 3 + number}, {shortened(self._lines[number])!r}"
        return InputError(self._name, f"{subject}: {reason}", "make the book again with oxo book")

    def _find(self, position: Position) -> BookMove | None:
        """Return the move in the canonical position of the class, if it is in the book."""
        if position.board != self.board:
            raise PositionError(position.text, f"it is a position of {position.board}", f"the book is for {self.board}")
        key = f"{position.canonical().text} "
        index = bisect_left(self._lines, key)
        if index == len(self._lines) or not self._lines[index].startswith(key):
            return None
        return self._move(self._lines[index][len(key) :])

    def _move(self, text: str) -> BookMove:
        name, plies = text.split(" ")
        return BookMove(self.board.cell(name), int(plies))

    def __repr__(self) -> str:
        return f"<Book: {self.winner} wins on {self.board}, {len(self)} positions>"


def make(certificate: str | os.PathLike[str] | bytes) -> str:
    """Return the text of the book of a certificate that proves a win.

    Args:
        certificate: the path of its file, or what the file holds.

    Raises:
        ProofError: the certificate is not verified.
        InputError: it proves something else than a win.
        SymmetryLimitError: the board has too many automorphisms for its positions to have canonical forms.
        OSError: the file cannot be read.
    """
    name = "the certificate" if isinstance(certificate, bytes) else str(certificate)
    certificate = proof_bytes(certificate)
    strategy = Strategy(certificate, name)
    if not strategy.proof.claim.endswith(" wins"):
        raise InputError(name, f"it proves {strategy.proof.claim!r}", "a book is made from the proof of a win")
    lines = []
    for position, answer in strategy.strategic():
        symmetry = position.canonical_symmetry()
        cell = strategy.board.name(symmetry[answer.cell])
        lines.append(f"{position.transformed(symmetry).text} {cell} {answer.plies}")
    digest = hashlib.sha256(certificate).hexdigest()
    facts = (strategy.board, strategy.start.text, strategy.proof.claim, digest, len(lines))
    head = [FIRST_LINE, *(f"{key} {fact}" for key, fact in zip(HEAD, facts, strict=True)), ""]
    return "".join(f"{line}\n" for line in head + sorted(lines))


def compressed(text: str) -> bytes:
    """Return the file of a book. The same text gives the same bytes with any one version of zlib."""
    return gzip.compress(text.encode("ascii"), mtime=0)
