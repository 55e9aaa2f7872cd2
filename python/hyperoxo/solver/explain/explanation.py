"""Explanations: the trees below a cell, found by search and walked node by node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.boards import to_position
from hyperoxo.errors import InputError
from hyperoxo.outcomes import Outcome, Value
from hyperoxo.sides import other_side
from hyperoxo.solver.analysis import value_as_json
from hyperoxo.solver.explain.book_strategy import book_strategy
from hyperoxo.solver.explain.picture import DEFAULT_BOARDS, DEFAULT_DEPTH, proof_svg
from hyperoxo.solver.explain.text import node_as_json, node_lines
from hyperoxo.solver.explain.tree import EXACT_TREE_PLIES, THREAT_NODES, ExplanationNode
from hyperoxo.solver.forced_wins import forced_win, refutations
from hyperoxo.solver.solve import DEFAULT_MEMORY, solve
from hyperoxo.solver.strategies import Strategy, winning_plies

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable

    from hyperoxo._core import Position
    from hyperoxo.boards import PositionLike
    from hyperoxo.cancellation import Cancellable
    from hyperoxo.game import JSON
    from hyperoxo.sides import Side
    from hyperoxo.solver.explain.tree import AnswerSource
    from hyperoxo.solver.solve import SolveProgress
    from hyperoxo.svg import Svg, Theme

DEFAULT_NODES = 2_000_000
"""The default limit of positions of the search for a proof: some seconds on most boards."""


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
        return {"cell": board.name(self.cell), **value_as_json(self.value), "trees": trees}

    def svg(self, depth: int = DEFAULT_DEPTH, boards: int = DEFAULT_BOARDS, *, theme: Theme = "auto") -> Svg:
        """Return the trees as a picture; `proof_svg` describes it and its limits.

        Raises:
            InputError: a limit is out of range, or there is no such theme.
        """
        name = self.position.board.name(self.cell)
        title = f"{self.position.board}, {self.position.to_move.upper()} plays {name}: {self.value.label}"
        return proof_svg(self.trees, depth=depth, boards=boards, title=title, theme=theme)

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
    """Return who has won, or wins by a threat sequence at once or after every reply; None if that is not known."""
    if position.is_over:
        return position.winner
    if forced_win(position, nodes=THREAT_NODES).exists:
        return position.to_move
    refuted = all(win.exists for win in refutations(position, nodes=THREAT_NODES).values())
    return other_side(position.to_move) if refuted else None
