"""The solver's proofs for the walks: whether a position is proved, which is kept, and the moves of its proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hyperoxo import solve
from hyperoxo.errors import InputError
from hyperoxo.lru_cache import LruCache
from hyperoxo.solver.strategies import Strategy
from journals import REMEDY

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo import Board, Position, Solution
    from hyperoxo.sides import Side

EARLY_STONES = 3
"""A move that is one of so many first stones of the attacker is an early one."""
EARLY_NODES = 20_000_000
"""The positions within which the solver must prove that an early move wins."""
LATER_NODES = 3_000_000
"""The same for later moves; those that win take few."""
KEPT = 64
"""The number of strategies in memory."""


class Verdict(NamedTuple):
    """What the solver found.

    Attributes:
        wins: whether it proved the win.
        nodes: positions searched.
    """

    wins: bool
    nodes: int


class Proofs:
    """The solver's proofs of wins of one side.

    Args:
        attacker: the side.
        known: verdicts from earlier runs, by the text of the position.
        keep: called with each new verdict.
    """

    def __init__(
        self,
        attacker: Side,
        known: dict[str, Verdict] | None = None,
        keep: Callable[[str, Verdict], None] = lambda text, verdict: None,  # noqa: ARG005
    ) -> None:
        self.attacker = attacker
        self._verdicts = {} if known is None else known
        self._keep = keep
        self._certificates: LruCache[str, bytes] = LruCache(KEPT)
        self._strategies: LruCache[str, Strategy] = LruCache(KEPT)

    def verdict(self, position: Position) -> Verdict:
        """Return whether the solver proves a win of the attacker in a position."""
        known = self._verdicts.get(position.text)
        return self._solve(position) if known is None else known

    def move(self, position: Position, source: str) -> int | None:
        """Return the attacker's move in a position by the proof of another one; None if the proof does not lead there.

        Args:
            position: the position, with the attacker to move.
            source: the text of the other, which is proved.
        """
        found = self._strategy(position.board, source).answer(position)
        return None if found is None else found.cell

    def _strategy(self, board: Board, source: str) -> Strategy:
        strategy = self._strategies.get(source)
        if strategy is None:
            certificate = self._certificates.pop(source)
            if certificate is None:
                certificate = self._search(board.position(source)).certificate
            if certificate is None:
                raise InputError(source, "the journal says that the solver proves it, and it does not", REMEDY)
            strategy = Strategy(certificate, source)
            self._strategies.put(source, strategy)
        return strategy

    def _solve(self, position: Position) -> Verdict:
        solution = self._search(position)
        verdict = Verdict(solution.winner == self.attacker, solution.nodes)
        self._verdicts[position.text] = verdict
        self._keep(position.text, verdict)
        if verdict.wins and solution.certificate is not None:
            self._certificates.put(position.text, solution.certificate)
        return verdict

    def _search(self, position: Position) -> Solution:
        stones = len(position.x if self.attacker == "x" else position.o)
        nodes = EARLY_NODES if stones <= EARLY_STONES else LATER_NODES
        return solve(position, attacker=self.attacker, nodes=nodes)
