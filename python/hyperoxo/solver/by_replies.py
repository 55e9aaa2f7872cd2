"""Deciding a position by its replies, where a search of the whole position leaves a few of them.

The side to move wins with one reply that wins, and its opponent with an answer to every reply. Each position of the
tree of the moves that resist (`replies_tree`) is searched for a win of either side, and then the replies that a search
for the side that waits has not proved, one by one. The proofs found are composed to one, which the checker verifies.
"""

from __future__ import annotations

import time
import typing
from dataclasses import dataclass

from hyperoxo.boards import PositionLike, to_position
from hyperoxo.errors import CheckpointError, PositionError, ProofError
from hyperoxo.outcomes import Outcome, SearchEnding
from hyperoxo.sides import SIDES, other_side
from hyperoxo.solver.replies_checkpoint import read_findings, written_findings
from hyperoxo.solver.replies_tree import Findings, Tree, replies
from hyperoxo.solver.solve import DEFAULT_MEMORY, SAVE_SECONDS, Solution, SolveProgress, solve
from hyperoxo.solver.verify import Proof, verify

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from hyperoxo._core import Position
    from hyperoxo.cancellation import Cancellable
    from hyperoxo.sides import Side

FIRST_BUDGET = 30_000_000
"""Positions that the search of the whole position may take."""
BUDGET = 2_000_000
"""Positions that each search of a position that follows it may take."""
_AGAIN = 20
"""The share of a budget for the proof after a reply that the search of the position before it may have proved."""
_MAX_AGAIN_NODES = 100_000
"""The most positions for it."""


def solve_by_replies(
    position: PositionLike,
    *,
    attacker: Side | None = None,
    begin_with: bytes | None = None,
    first_budget: int = FIRST_BUDGET,
    budget: int = BUDGET,
    most_left: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int | None = None,
    control: Cancellable | None = None,
    on_progress: Callable[[SolveProgress], object] | None = None,
    on_unfinished: Callable[[bytes], object] | None = None,
) -> Solution:
    """Decide a position that one side wins, by its replies.

    Args:
        position: any position, as `solve` takes it.
        attacker: the side whose wins alone are searched for; None for both.
        begin_with: the `unfinished` of an earlier search of the same position for the same attacker. It is not trusted.
            The search continues as if it had not ended.
        first_budget: positions that the search of the whole position may take, for a win of the side not to move.
        budget: positions that each search after a reply may take.
        most_left: the search ends without an outcome if the first search leaves more replies; None for any number.
        nodes: how many positions may be searched in all, about; None for any number.
        seconds: how long it may take, about.
        memory: how much memory each search may take, and the proofs that are kept, in MiB, about.
        threads: how many threads may work at once; None for as many as the machine runs at once.
        control: polled as `solve` polls it.
        on_progress: called as `solve` calls it; the tasks are the classes of replies to the position.
        on_unfinished: called about each minute, when the searches of a position have ended.

    Returns:
        What `solve` returns.

    Raises:
        CheckpointError: `begin_with` is damaged, of another search, or holds a wrong proof.
        ProofError: the checker does not verify a composed proof: the solver has an error.
        InputError: a bound is out of range.
    """
    position = to_position(position)
    sides = SIDES if attacker is None else (attacker,)
    known = {} if begin_with is None else read_findings(begin_with, position, attacker)
    started = time.monotonic()
    deadline = None if seconds is None else started + seconds
    search = _Search(position, sides, first_budget, budget, nodes, deadline, memory, threads, control, on_progress)
    tree = Tree(position, sides, search.findings, known)
    won, proof = None, None
    ended: SearchEnding = "exhausted"
    saved = started
    try:
        for _ in tree.steps():
            search.show_replies(tree.left, len(replies(position)))
            if on_unfinished is not None and time.monotonic() >= saved + SAVE_SECONDS:
                on_unfinished(written_findings(tree.findings, position, attacker))
                saved = time.monotonic()
            if most_left is not None and tree.left > most_left:
                break
        won = tree.proof
        proof = None if won is None else _checked(position, *won)
    except _LimitReachedError as limit:
        [ended] = limit.args
    except (PositionError, ProofError) as error:
        if known:
            raise CheckpointError("what to begin with", f"it holds a wrong proof: {error.reason}") from None
        raise
    elapsed = time.monotonic() - started
    if won is None or proof is None:
        left = written_findings(tree.findings, position, attacker)
        return Solution(position, Outcome.UNKNOWN, None, 0, 0, None, search.spent, elapsed, None, left, ended)
    winner, certificate = won
    outcome = Outcome.DRAW if winner is None else Outcome.WIN if winner == position.to_move else Outcome.LOSS
    strategic, forced, plies = proof.strategic, proof.forced, proof.plies
    return Solution(position, outcome, winner, strategic, forced, plies, search.spent, elapsed, certificate)


def _checked(position: Position, winner: Side | None, certificate: bytes) -> Proof:
    """Return what a certificate proves, which must be who wins the position.

    Raises:
        ProofError: it does not prove that.
    """
    verdict = verify(certificate)
    proof = verdict.proof
    if proof is None:
        raise ProofError(position.text, f"its composed proof is not verified: {verdict.message}")
    start = proof.position or position.board.empty().text
    claim = "draw" if winner is None else f"{winner} wins"
    if (proof.board, start, proof.claim) != (str(position.board), position.text, claim):
        raise ProofError(position.text, f"its composed proof is of something else: {verdict.message}")
    return proof


class _LimitReachedError(Exception):
    """A limit of the whole search is reached, or the search is cancelled; the argument is the `SearchEnding`."""


@dataclass(slots=True)
class _Search:
    """The searches of positions, their limits, and how far they are.

    Attributes:
        position: the whole position.
        sides: the sides whose wins are searched for.
        first_budget: positions that its search may take.
        budget: positions that each later search may take.
        nodes: positions that may be searched in all.
        deadline: when it must end.
        memory: how much memory each search may take, in MiB; and the proofs together.
        threads: how many threads may work at once.
        control: whether it is cancelled.
        on_progress: what is called with the progress.
        spent: positions searched.
        shown: the replies to the whole position that are proved, and all of them; none before its search.
        kept: bytes of the proofs found.
    """

    position: Position
    sides: Collection[Side]
    first_budget: int
    budget: int
    nodes: int | None
    deadline: float | None
    memory: int
    threads: int | None
    control: Cancellable | None
    on_progress: Callable[[SolveProgress], object] | None
    spent: int = 0
    shown: tuple[int, int] | None = None
    kept: int = 0

    def findings(self, position: Position, lost: Collection[Position]) -> Findings:
        """Search a position for a win of either side, and then its replies.

        Args:
            position: the position.
            lost: the positions after replies that are known to lose.

        Raises:
            _LimitReachedError: a limit ended a search.
        """
        before, mover, waiting = self.spent, position.to_move, other_side(position.to_move)
        is_first = position == self.position
        budget = self.first_budget if is_first else self.budget
        known = None
        for side in (mover, waiting):
            # Of the whole position a quick win of the side to move is the business of `solve`.
            if side not in self.sides or (is_first and side == mover):
                continue
            solution = self._attack(position, side, budget)
            if solution.certificate is not None:
                return Findings(self.spent - before, solution.winner, solution.certificate)
            known = solution.unfinished if side == waiting else None
        proofs: dict[Position, bytes] = {}
        left: list[Position] = []
        of = replies(position)
        for reply in of:
            if is_first:
                self.shown = len(proofs), len(of)
            if reply in lost:
                continue
            proof = None
            if known is not None:
                solution = self._attack(reply, waiting, min(budget // _AGAIN + 1, _MAX_AGAIN_NODES), known)
                # It may have proved a draw instead.
                proof = solution.certificate if solution.winner == waiting else None
            if proof is not None:
                proofs[reply] = proof
            else:
                left.append(reply)
        return Findings(self.spent - before, None, None, proofs, tuple(left))

    def _attack(self, position: Position, side: Side, budget: int, begin_with: bytes | None = None) -> Solution:
        """Search for a win of a side.

        Raises:
            _LimitReachedError: a limit of the whole search ended it.
        """
        nodes = budget if self.nodes is None else min(budget, self.nodes - self.spent)
        if ended := self._ending() or ("nodes" if nodes <= 0 else None):
            raise _LimitReachedError(ended)
        solution = solve(
            position,
            attacker=side,
            begin_with=begin_with,
            nodes=nodes,
            seconds=None if self.deadline is None else max(0.0, self.deadline - time.monotonic()),
            memory=self.memory,
            threads=self.threads,
            control=self.control,
            on_progress=self._show,
        )
        self.spent += solution.nodes
        self.kept += len(solution.certificate or b"")
        if solution.certificate is None and (ended := self._ending() or ("nodes" if nodes < budget else None)):
            raise _LimitReachedError(ended)
        return solution

    def _ending(self) -> SearchEnding | None:
        """Return the limit that ends the whole search, apart from that of positions; None if none is reached."""
        if self.control is not None and self.control.cancelled:
            return "interrupted"
        if self.deadline is not None and time.monotonic() >= self.deadline:
            return "time"
        return "memory" if self.kept > self.memory << 20 else None

    def show_replies(self, left: int, of: int) -> None:
        """Show how many of the replies to the whole position are left."""
        self.shown = of - left, of
        self._show(SolveProgress(0, 0, 0))

    def _show(self, progress: SolveProgress) -> None:
        if self.on_progress is not None:
            done, of = self.shown or (progress.tasks_done, progress.tasks)
            self.on_progress(SolveProgress(done, of, self.spent + progress.nodes))
