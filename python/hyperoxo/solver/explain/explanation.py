"""Explanations: the trees below a cell, found by search or in a shipped book, and as text, as JSON and as a picture."""

from __future__ import annotations

import typing
from dataclasses import dataclass

from hyperoxo import coach
from hyperoxo.boards import PositionLike, to_position
from hyperoxo.errors import InputError
from hyperoxo.outcomes import Outcome, Value
from hyperoxo.sides import other_side
from hyperoxo.solver.books import Book, shipped_book
from hyperoxo.solver.explain.grouping import RefutedReplies, groups_of, threat_of
from hyperoxo.solver.explain.picture import DEFAULT_BOARDS, DEFAULT_DEPTH, proof_svg
from hyperoxo.solver.explain.tree import (
    ENDINGS,
    EXACT_TREE_PLIES,
    THREAT_NODES,
    AnswerSource,
    ExplanationMove,
    ExplanationNode,
    ReplyGroup,
)
from hyperoxo.solver.forced_wins import forced_win, refutations
from hyperoxo.solver.solve import DEFAULT_MEMORY, SolveProgress, solve
from hyperoxo.solver.strategies import Reason, Reply, ResponseKind, Strategy, StrategyMove, winning_plies

if typing.TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable

    from hyperoxo._core import Position
    from hyperoxo.cancellation import Cancellable
    from hyperoxo.game import JSON
    from hyperoxo.sides import Side  # as in `hyperoxo.game`
    from hyperoxo.svg import Scheme, Svg

DEFAULT_NODES = 2_000_000
"""The default limit of positions of the search for a proof: some seconds on most boards."""
FORCED_WIN_NODES = 100_000
"""Positions that the first search for the forced win of a reply may take."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a cell has its value.

    Attributes:
        position: the position before the cell is played.
        cell: the cell.
        value: what the tree proves, for the side that plays the cell and counted with it.
        trees: the position after the cell, with the winner's answers; for a draw twice, first with the answers of the
            side that plays the cell, which show that it does not lose, then with its opponent's.
    """

    position: Position
    cell: int
    value: Value
    trees: tuple[ExplanationNode, ...]

    def at(self, replies: Iterable[int] = (), strategist: Side | None = None) -> ExplanationNode:
        """Return the node of a tree after these replies of the strategist's opponent.

        The strategist's moves between them follow from the tree.

        Args:
            replies: the replies, one after the other.
            strategist: the side whose tree it is; None for the first tree. Only a draw has a tree of each side.

        Raises:
            InputError: a reply cannot be played, the game is over before it, or the side has no tree.
        """
        node = next((tree for tree in self.trees if strategist in {None, tree.strategist}), None)
        if node is None:
            raise InputError(f"strategist {strategist}", "this side loses, and so has no proof", "name the other side")
        for reply in replies:
            while node.move is not None:
                node = node.step(node.move.cell)
            node = node.step(reply)
        return node

    def lines(self, depth: int = 1) -> list[str]:
        """Return the trees as indented text.

        Args:
            depth: how many replies deep.
        """
        lines: list[str] = []
        for node in self.trees:
            if not node.wins:
                lines.append(f"{node.strategist.upper()} does not lose:")
            lines += [line if node.wins else f"  {line}" for line in node_lines(node, depth)]
        return lines

    def as_json(self, depth: int = 1) -> dict[str, JSON]:
        """Return the cell, its value and the trees as `node_as_json` writes them, `depth` replies deep."""
        board = self.position.board
        trees: list[JSON] = [node_as_json(node, depth) for node in self.trees]
        return {"cell": board.name(self.cell), **self.value.described().as_json(), "trees": trees}

    def svg(self, depth: int = DEFAULT_DEPTH, boards: int = DEFAULT_BOARDS, *, scheme: Scheme = "auto") -> Svg:
        """Return the trees as a picture; `proof_svg` describes it and its limits.

        Raises:
            InputError: a limit is out of range, or there is no such scheme.
        """
        name = self.position.board.name(self.cell)
        title = f"{self.position.board}, {self.position.to_move.upper()} plays {name}: {self.value.label}"
        return proof_svg(self.trees, depth=depth, boards=boards, title=title, scheme=scheme)

    def _repr_svg_(self) -> str:
        return str(self.svg())


def explain(
    position: PositionLike,
    cell: int | str,
    *,
    nodes: int | None = DEFAULT_NODES,
    seconds: float | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int | None = None,
    control: Cancellable | None = None,
    on_progress: Callable[[SolveProgress], object] | None = None,
) -> Explanation | None:
    """Search for a proof of a cell's value.

    Where a shipped book answers everything that can follow, only threat sequences are searched for.

    Args:
        position: the position before the cell is played; a game is its current position, a board its empty one.
        cell: the name or index of a cell that can be played.
        nodes: about how many positions the search for a proof may examine; None for any number.
        seconds: time limit of that search.
        memory: about how much memory it may use, in MiB.
        threads: the number of threads; None for as many as the machine runs at once.
        control: polled during the search for a proof.
        on_progress: as for `solve`.

    Returns:
        The explanation; None if no proof was found within these bounds.

    Raises:
        MoveError: the cell cannot be played.
        InputError: a bound is out of range.
    """
    position = to_position(position)
    cell = position.board.cell(cell)
    after = position.play(cell)
    winner = _without_search(after)
    strategy: AnswerSource | None = None
    shipped = book_strategy(position, cell) if winner is None and not after.is_over else None
    if shipped is not None:
        winner, strategy = shipped.winner, shipped
    elif winner is None and not after.is_over:
        solution = solve(
            after,
            nodes=nodes,
            seconds=seconds,
            memory=memory,
            threads=threads,
            control=control,
            on_progress=on_progress,
        )
        if solution.certificate is None:
            return None
        winner, strategy = solution.winner, Strategy(solution.certificate)
    if winner is None:
        sides = position.to_move, after.to_move
        trees = tuple(ExplanationNode(after, side, wins=False, strategy=strategy) for side in sides)
        return Explanation(position, cell, Value(Outcome.DRAW, len(position.empty_cells()), exact=True), trees)
    tree = ExplanationNode(after, winner, wins=True, strategy=strategy)
    plies = 1 + winning_plies(tree.plies)
    outcome = Outcome.WIN if winner == position.to_move else Outcome.LOSS
    return Explanation(position, cell, Value(outcome, plies, exact=plies <= EXACT_TREE_PLIES), (tree,))


def proof_trees(certificate: str | os.PathLike[str] | bytes, name: str | None = None) -> tuple[ExplanationNode, ...]:
    """Return the trees of a certificate from the position that it is about; for a draw first X's, then O's.

    Where a threat sequence takes fewer plies than the certificate's answer, the tree has the sequence.

    Args:
        certificate: the path of its file, or what the file holds.
        name: what to call it in errors; by default the path.

    Raises:
        ProofError: the certificate is not verified.
        OSError: the file cannot be read.
    """
    strategy = Strategy(certificate, name)
    start, claim = strategy.start, strategy.proof.claim
    sides: tuple[Side, ...] = ("x", "o") if claim == "draw" else ("x",) if claim.startswith("x") else ("o",)
    return tuple(ExplanationNode(start, side, wins=claim.endswith("wins"), strategy=strategy) for side in sides)


def _without_search(position: Position) -> Side | None:
    """Return the side that has won, or wins by a threat sequence now or after every reply; None if unknown."""
    if position.is_over:
        return position.winner
    if forced_win(position, nodes=THREAT_NODES).exists:
        return position.to_move
    refuted = all(win.exists for win in refutations(position, nodes=THREAT_NODES).values())
    return other_side(position.to_move) if refuted else None


# ---- As text and as JSON ----


def node_lines(node: ExplanationNode, depth: int) -> list[str]:
    """Return a tree as text.

    Args:
        node: where it begins.
        depth: how many replies deep.
    """
    if node.position.is_over:
        return ["the game is over"]
    if node.move is not None:
        move = _move_in_words(node, node.move)
        if node.move.kind in ENDINGS or depth == 0:
            return [move]
        return [move, *(f"  {line}" for line in node_lines(node.step(node.move.cell), depth))]
    if depth == 0:
        return ["…"]
    threat = threat_of(node)
    lines = [] if threat is None else [threat.text]
    for group in groups_of(node):
        lines.append(_group_in_words(node, group))
        if depth > 1:
            for replies in node.replies:
                if replies.response is ResponseKind.RECORD and replies.cells[0] in group.cells:
                    lines += [f"  {line}" for line in _reply_in_words(node, replies, depth)]
    return lines


def _group_in_words(node: ExplanationNode, group: RefutedReplies) -> str:
    board = node.position.board
    paired = (replies for replies in node.replies if replies.response is ResponseKind.PAIR)
    pairs = {cell: {cell, *replies.line} for replies in paired for cell in replies.cells}
    if pairs.keys() >= {*group.cells}:
        cells = ", ".join(sorted({board.names(sorted(pairs[cell])) for cell in group.cells}))
    else:
        cells = board.names(group.cells)
    line = f" by {board.names(group.line)}" if len(group.line) > 1 else ""
    return f"{group.letter or 'all others'}: {group.text}{line}: {cells}"


def _reply_in_words(node: ExplanationNode, replies: ReplyGroup, depth: int) -> list[str]:
    cell = node.position.board.name(replies.cells[0])
    alike = "" if len(replies.cells) == 1 else f" (and {len(replies.cells) - 1} symmetric)"
    first, *rest = node_lines(node.step(cell), depth - 1)
    return [f"{cell}{alike}: {first}", *rest]


def _move_in_words(node: ExplanationNode, move: ExplanationMove) -> str:
    board, side = node.position.board, node.strategist
    if move.kind not in ENDINGS:
        return coach.step(node.position, move.cell, move.kind.purpose)
    ends = coach.threatened(board, side, move.line, moves=True)
    return ends if len(move.line) == 1 else f"{ends}: {board.names(move.line)}"


def node_as_json(node: ExplanationNode, depth: int) -> dict[str, JSON]:
    """Return a tree as JSON.

    Each node has `position`, `to_move`, `strategist`, whether it `wins`, `plies`, and whether the game is `over`. Where
    the strategist is to move there is `move`, and `then` unless the line of the move ends the game. Where its opponent
    is, there are `replies`, or null if they lie deeper than `depth`, and `then` in those that have an answer of
    their own; and the same replies in `groups`, by `letter` (null for all others), with the `answer` that refutes them.
    Where the strategist wins, `threat` has the `line` by which it would if it moved next. Each `text` is for people.
    Where the game is over, none of these is there.

    Args:
        node: where it begins.
        depth: how many replies deep.
    """
    board, position = node.position.board, node.position
    data: dict[str, JSON] = {
        "position": position.text,
        "to_move": position.to_move,
        "strategist": node.strategist,
        "wins": node.wins,
        "plies": node.plies,
        "over": position.is_over,
    }
    threat = threat_of(node) if node.move is not None or depth > 0 else None
    if threat is not None:
        data["threat"] = {"line": [*board.names(threat.line).split()], "text": threat.text}
    if node.move is not None:
        data["move"] = {
            "cell": board.name(node.move.cell),
            "kind": node.move.kind.value,
            "line": [*board.names(node.move.line).split()],
        }
        return data if node.move.kind in ENDINGS else data | {"then": node_as_json(node.step(node.move.cell), depth)}
    if position.is_over:
        return data
    if depth == 0:
        return data | {"replies": None}
    replies: list[JSON] = [_reply_as_json(node, group, depth) for group in node.replies]
    groups: list[JSON] = [
        {
            "letter": group.letter,
            "cells": [*board.names(group.cells).split()],
            "answer": None if group.answer is None else board.name(group.answer),
            "plies": group.plies,
            "text": group.text,
        }
        for group in groups_of(node)
    ]
    return data | {"replies": replies, "groups": groups}


def _reply_as_json(node: ExplanationNode, group: ReplyGroup, depth: int) -> JSON:
    board = node.position.board
    data: dict[str, JSON] = {
        "cells": [*board.names(group.cells).split()],
        "met_by": group.response.value,
        "line": [*board.names(group.line).split()],
        "plies": group.plies,
    }
    if group.response is ResponseKind.RECORD:
        data["then"] = node_as_json(node.step(group.cells[0]), depth - 1)
    return data


# ---- A shipped book as the source of the answers ----


class BookStrategy:
    """The moves of the winner of a book, and its responses to the opponent's replies, as a certificate's strategy.

    A book has the winner's choices only. Lines to complete, blocks and threat sequences are searched for here, as
    docs/books.md says; threat sequences are exact, and any other position that the book lacks is an error.
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
    """Return the shortest forced win of the side to move, empty without one.

    Where neither the book nor a block has the answer, a forced win exists, so the search continues until it is found.
    """
    nodes = FORCED_WIN_NODES
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
