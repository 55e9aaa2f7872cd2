"""A shipped book with the interface of a certificate's strategy.

A book has the winner's choices alone. Lines to complete, blocks and threat sequences are searched for here, as
docs/books.md says; threat sequences are exact, and what is neither of these nor in the book is an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.sides import other_side
from hyperoxo.solver.books import shipped_book
from hyperoxo.solver.forced_wins import DEFAULT_NODES, forced_win
from hyperoxo.solver.strategies import Reason, Reply, ResponseKind, StrategyMove, winning_plies

if TYPE_CHECKING:
    from hyperoxo._core import Position
    from hyperoxo.sides import Side
    from hyperoxo.solver.books import Book


class BookStrategy:
    """What the winner of a book plays, and its responses to the opponent's replies.

    Args:
        book: the book.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        first = book.answer(book.start)
        self._most_stones = book.board.size if first is None else book.start.stones + first.plies

    @property
    def winner(self) -> Side:
        """The side whose strategy it is."""
        return self._book.winner

    def answer(self, position: Position) -> StrategyMove | None:
        """Return the winner's move; None if nothing is known of the position, as where a threat sequence wins."""
        completing = [cell for cell, _ in position.threats(self.winner)]
        if completing:
            return StrategyMove(min(completing), Reason.COMPLETES, 1)
        blocks = {cell for cell, _ in position.threats(other_side(self.winner))}
        if len(blocks) == 1:
            [cell] = blocks
            after = max(winning_plies(reply.plies) for reply in self.replies(position.play(cell)))
            return StrategyMove(cell, Reason.FORCED, after + 2)
        found = self._book.answer(position)
        return None if found is None else StrategyMove(found.cell, Reason.STRATEGIC, found.plies)

    def replies(self, position: Position) -> list[Reply]:
        """Return each reply of the loser with the response, in a position to which the book leads.

        Raises:
            RuntimeError: a reply has no response: the book does not lead to this position.
        """
        return [self._reply(position, cell) for cell in position.legal_moves()]

    def _reply(self, position: Position, cell: int) -> Reply:
        after = position.play(cell)
        completing = [gap for gap, _ in after.threats(self.winner)]
        if completing:
            return Reply(cell, ResponseKind.COMPLETION, (min(completing),), 1)
        found = self._book.answer(after)
        if found is not None:
            return Reply(cell, ResponseKind.RECORD, (), found.plies)
        sequence = _shortest_sequence(after)
        # Where a line has to be blocked, the proof has a quicker win than a sequence that takes too long.
        is_late = after.stones + len(sequence) > self._most_stones and after.threats(other_side(self.winner))
        if sequence and not is_late:
            return Reply(cell, ResponseKind.THREAT_SEQUENCE, sequence, len(sequence))
        answer = self.answer(after)
        if answer is None:
            raise RuntimeError(f"the book has no answer to {after.text}")
        return Reply(cell, ResponseKind.RECORD, (), answer.plies)


def _shortest_sequence(position: Position) -> tuple[int, ...]:
    """Return the shortest forced win of the side to move, empty if there is none.

    Where neither the book nor a block has the answer, a forced win exists, so the search continues until it is found.
    """
    nodes = DEFAULT_NODES
    found = forced_win(position, nodes=nodes)
    while found.exists is None and not position.threats(other_side(position.to_move)):
        nodes *= 10
        found = forced_win(position, nodes=nodes)
    return found.line


def book_strategy(position: Position, cell: int) -> BookStrategy | None:
    """Return the strategy of the shipped book, if it covers all play after a move; otherwise None.

    The book covers a move of the loser if it has an answer to the position after it, and a move of the winner if the
    position after it is that after the book's own move, up to symmetry.
    """
    book = shipped_book(position.board)
    if book is None:
        return None
    after = position.play(cell)
    if after.to_move == book.winner:
        return None if book.answer(after) is None else BookStrategy(book)
    found = book.answer(position)
    if found is None:
        return None
    return BookStrategy(book) if position.play(found.cell).canonical() == after.canonical() else None
