"""Deciding a position by its replies, one by one, where a search of the whole position leaves a few of them.

The side to move wins with one reply that wins, and its opponent with an answer to every reply. A search of the whole
position proves what is easy of both; then each reply that is left gets a budget of its own, for a win of either side.
The proofs found are composed to one, which the checker verifies.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from hyperoxo.boards import PositionLike, to_position
from hyperoxo.errors import ProofError
from hyperoxo.outcomes import Outcome
from hyperoxo.sides import SIDES, other_side
from hyperoxo.solver.composition import Part, compose, compose_winning_move
from hyperoxo.solver.solve import DEFAULT_MEMORY, Solution, SolveProgress, solve
from hyperoxo.solver.strategies import Strategy
from hyperoxo.solver.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from hyperoxo._core import Position
    from hyperoxo.cancellation import Cancellable
    from hyperoxo.sides import Side

_Won: TypeAlias = "tuple[Side | None, bytes]"
"""Who wins, and the certificate."""

FIRST_BUDGET = 30_000_000
"""Positions that the search of the whole position may take."""
BUDGETS = (4_000_000, 15_000_000, 50_000_000)
"""Positions that each search after a reply may take, round by round; in eleven more rounds four times as many each."""
_AGAIN = 100_000
"""Positions for the proof after a reply that the search of the whole position may have proved."""
_FEW = 3
"""The most replies that the search for a win after one reply may leave, to be decided one by one as well."""


def solve_by_replies(
    position: PositionLike,
    *,
    attacker: Side | None = None,
    first_budget: int = FIRST_BUDGET,
    budgets: Sequence[int] = BUDGETS,
    most_left: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int | None = None,
    control: Cancellable | None = None,
    on_progress: Callable[[SolveProgress], object] | None = None,
) -> Solution:
    """Decide a position that one side wins, by its replies.

    Args:
        position: any position, as `solve` takes it.
        attacker: the side whose wins alone are searched for; None for both.
        first_budget: positions that the search of the whole position may take, for a win of the side not to move.
        budgets: positions that each search after a reply may take, round by round; each later round allows four times
            as many.
        most_left: the search ends without an outcome if the first search leaves more replies; None for any number.
        nodes: how many positions may be searched in all, about; None for any number.
        seconds: how long it may take.
        memory: how much memory each search may take, in MiB, about.
        threads: how many threads may work at once; None for as many as the machine runs at once.
        control: polled as `solve` polls it.
        on_progress: called as `solve` calls it; the tasks are the classes of replies to the position.

    Returns:
        What `solve` returns, without `unfinished`.

    Raises:
        ProofError: the checker does not verify a composed proof: the solver has an error.
        InputError: a bound is out of range.
    """
    position = to_position(position)
    started = time.monotonic()
    deadline = None if seconds is None else started + seconds
    search = _Search(most_left, nodes, deadline, memory, threads, control, on_progress)
    later = (budgets[-1] * 4**number for number in range(1, 12))
    try:
        won = search.decide(position, SIDES if attacker is None else (attacker,), (first_budget, *budgets, *later))
    except _LimitReachedError:
        won = None
    outcome, winner, certificate = Outcome.UNKNOWN, None, None
    strategic, forced, plies = 0, 0, None
    if won is not None:
        winner, certificate = won
        verdict = verify(certificate)
        if verdict.proof is None:
            raise ProofError(position.text, f"its composed proof is not verified: {verdict.message}")
        strategic, forced, plies = verdict.proof.strategic, verdict.proof.forced, verdict.proof.plies
        outcome = Outcome.DRAW if winner is None else Outcome.WIN if winner == position.to_move else Outcome.LOSS
    elapsed = time.monotonic() - started
    return Solution(position, outcome, winner, strategic, forced, plies, search.spent, elapsed, certificate)


class _LimitReachedError(Exception):
    """A limit of the whole search is reached, or the search is cancelled."""


@dataclass(slots=True)
class _Search:
    """The limits of a search by replies, and how far it is.

    Attributes:
        most_left: the most replies that the search of the whole position may leave.
        nodes: positions that may be searched in all.
        deadline: when it must end.
        memory: how much memory each search may take, in MiB.
        threads: how many threads may work at once.
        control: whether it is cancelled.
        on_progress: what is called with the progress.
        spent: positions searched.
        replies: the replies to the whole position that are proved, and all of them.
    """

    most_left: int | None
    nodes: int | None
    deadline: float | None
    memory: int
    threads: int | None
    control: Cancellable | None
    on_progress: Callable[[SolveProgress], object] | None
    spent: int = 0
    replies: tuple[int, int] | None = None

    def attack(
        self, position: Position, side: Side, budget: int, begin_with: bytes | None = None
    ) -> tuple[Solution, SolveProgress]:
        """Search for a win of a side, and return the solution and the last progress.

        Raises:
            _LimitReachedError: a limit of the whole search is reached.
        """
        latest = SolveProgress(0, 0, 0)

        def show(progress: SolveProgress) -> None:
            nonlocal latest
            latest = progress
            if self.on_progress is not None:
                done, replies = self.replies or (progress.tasks_done, progress.tasks)
                self.on_progress(SolveProgress(done, replies, self.spent + progress.nodes))

        nodes = budget if self.nodes is None else min(budget, self.nodes - self.spent)
        seconds = None if self.deadline is None else self.deadline - time.monotonic()
        is_late = seconds is not None and seconds <= 0
        if nodes <= 0 or is_late or (self.control is not None and self.control.cancelled):
            raise _LimitReachedError
        solution = solve(
            position,
            attacker=side,
            begin_with=begin_with,
            nodes=nodes,
            seconds=seconds,
            memory=self.memory,
            threads=self.threads,
            control=self.control,
            on_progress=show,
        )
        self.spent += solution.nodes
        return solution, latest

    def decide(
        self, position: Position, sides: Collection[Side], budgets: Sequence[int], depth: int = 0
    ) -> _Won | None:
        """Return who wins a position, and the certificate; None if it is unknown.

        Args:
            position: the position.
            sides: the sides whose wins are searched for.
            budgets: the positions that the search of the whole may take, then those of each search after a reply.
            depth: how many replies lead from the whole position to this one.

        Raises:
            _LimitReachedError: a limit of the whole search is reached.
        """
        waiting = other_side(position.to_move)
        known = None
        if waiting in sides:
            solution, progress = self.attack(position, waiting, budgets[0])
            most_left = (self.most_left, _FEW, -1)[depth]
            is_hopeless = most_left is not None and progress.tasks - progress.tasks_done > most_left
            if solution.certificate is not None or is_hopeless:
                return _won(solution)
            known = solution.unfinished
        left: dict[Position, bytes | None] = dict.fromkeys(_replies(position), known)
        proofs: dict[Position, bytes] = {}
        for budget in (_AGAIN, *budgets[1:]):
            for reply in list(left):
                if depth == 0:
                    self.replies = len(proofs), len(proofs) + len(left)
                won, left[reply] = self._after(reply, sides, budget, left[reply], depth)
                if won is None:
                    continue
                winner, certificate = won
                if winner == position.to_move:
                    return winner, compose_winning_move(position, (Strategy(certificate, "a part"), reply.text))
                if winner is None:
                    return None  # proofs of draws are not composed
                proofs[reply] = certificate
                del left[reply]
            if not left:
                return waiting, compose(position, dict(map(_part, proofs.items())))
        return None

    def _after(
        self, reply: Position, sides: Collection[Side], budget: int, begin_with: bytes | None, depth: int
    ) -> tuple[_Won | None, bytes | None]:
        """Search after a reply: for a win of the side to move there, and for one of the other.

        Returns:
            Who wins, and the certificate, None if it is unknown; and the findings of the unfinished first search.
        """
        won = None
        # The few moves that resist a search after a reply probably refute it.
        for is_refutation in (False, True) if depth == 0 else (True, False):
            if won is None and is_refutation and budget != _AGAIN and other_side(reply.to_move) in sides:
                won = self.decide(reply, sides, (budget, budget), depth + 1)
            elif won is None and not is_refutation and reply.to_move in sides:
                solution, _ = self.attack(reply, reply.to_move, budget, begin_with)
                won, begin_with = _won(solution), solution.unfinished
        return won, begin_with


def _won(solution: Solution) -> _Won | None:
    return None if solution.certificate is None else (solution.winner, solution.certificate)


def _replies(position: Position) -> list[Position]:
    """Return the classes of replies after which the opponent does not complete a line, first those on most lines."""
    mover, opponent = position.to_move, other_side(position.to_move)
    found = {
        reply for cell in position.legal_moves() if not (reply := position.play(cell).canonical()).threats(opponent)
    }

    def lines(reply: Position) -> int:
        cells = reply.x if mover == "x" else reply.o
        return sum(len(reply.board.lines_through(cell)) for cell in cells)

    return sorted(found, key=lambda reply: (-lines(reply), reply.text))


def _part(proof: tuple[Position, bytes]) -> tuple[str, Part]:
    """Return the strategy of a certificate after a reply, and the position after its move there, under the reply."""
    reply, certificate = proof
    strategy = Strategy(certificate, "a part")
    move = strategy.answer(reply)
    if move is None:
        raise ProofError(reply.text, "its proof has no answer")
    return reply.text, (strategy, reply.play(move.cell).canonical().text)
