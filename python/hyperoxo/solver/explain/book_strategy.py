"""A shipped book, asked in the way of a certificate.

A book has the winner's choices alone. Lines to complete, blocks and runs of threats are found here by looking, as
docs/books.md tells; runs are exact, and what is neither of these nor in the book is an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.sides import other_side
from hyperoxo.solver.books import book
from hyperoxo.solver.forced_wins import DEFAULT_NODES, forced_win
from hyperoxo.solver.strategies import Answer, Meeting, Reason, Reply

if TYPE_CHECKING:
    from hyperoxo._core import Position
    from hyperoxo.sides import Side
    from hyperoxo.solver.books import Book


class BookStrategy:
    """What the winner of a book plays, and what meets its opponent's replies.

    Args:
        moves: the book.
    """

    def __init__(self, moves: Book) -> None:
        self._book = moves

    @property
    def winner(self) -> Side:
        """The side whose strategy it is."""
        return self._book.winner

    def answer(self, position: Position) -> Answer | None:
        """Return the winner's move; None if nothing is known of the position, as where a run of threats wins."""
        completing = [cell for cell, _ in position.threats(self.winner)]
        if completing:
            return Answer(min(completing), Reason.COMPLETES, 1)
        blocks = {cell for cell, _ in position.threats(other_side(self.winner))}
        if len(blocks) == 1:
            [cell] = blocks
            after = max((reply.plies or 0 for reply in self.replies(position.play(cell))), default=0)
            return Answer(cell, Reason.FORCED, after + 2)
        found = self._book.answer(position)
        return None if found is None else Answer(found.cell, Reason.STRATEGIC, found.plies)

    def replies(self, position: Position) -> list[Reply]:
        """Return what meets each reply of the loser, in a position to which the book leads.

        Raises:
            RuntimeError: a reply is met by nothing: the book does not lead to this position.
        """
        return [self._met(position, cell) for cell in position.legal_moves()]

    def _met(self, position: Position, cell: int) -> Reply:
        after = position.play(cell)
        completing = [gap for gap, _ in after.threats(self.winner)]
        if completing:
            return Reply(cell, Meeting.COMPLETION, (min(completing),), 1)
        found = self._book.answer(after)
        if found is not None:
            return Reply(cell, Meeting.RECORD, (), found.plies)
        run = _shortest_run(after)
        if run:
            return Reply(cell, Meeting.RUN, run, len(run))
        answer = self.answer(after)
        if answer is None:
            raise RuntimeError(f"the book has no answer to {after.text}")
        return Reply(cell, Meeting.RECORD, (), answer.plies)


def _shortest_run(position: Position) -> tuple[int, ...]:
    """Return the shortest forced win of the side to move, empty if there is none.

    Where neither the book nor a block has the answer there is one, so the search does not end before it is found.
    """
    nodes = DEFAULT_NODES
    found = forced_win(position, nodes=nodes)
    while found.exists is None and not position.threats(other_side(position.to_move)):
        nodes *= 10
        found = forced_win(position, nodes=nodes)
    return found.line


def book_strategy(position: Position, cell: int) -> BookStrategy | None:
    """Return the shipped book that answers whatever follows a move; None if there is none.

    It does if the move leads to a position of the book, or is the book's own, or one that symmetries take to that.
    """
    moves = book(position.board)
    if moves is None:
        return None
    after = position.play(cell)
    if after.to_move == moves.winner:
        return None if moves.answer(after) is None else BookStrategy(moves)
    found = moves.answer(position)
    if found is None:
        return None
    return BookStrategy(moves) if position.play(found.cell).canonical() == after.canonical() else None
