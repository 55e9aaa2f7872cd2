"""Attempts at openings and positions after second replies by their replies, as `oxo solve --atlas` decides them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from atlas.attempts import OpeningAttempt, attempt_of_certificate, replies_command, searched
from hyperoxo.solver.by_replies import FIRST_BUDGET, solve_by_replies
from hyperoxo.solver.replies_checkpoint import positions_searched

if TYPE_CHECKING:
    from hyperoxo.sides import Side


@dataclass(frozen=True, slots=True)
class RepliesTask:
    """A position to be decided by its replies.

    Attributes:
        board: the board's description.
        position: the text of the position.
        nodes: positions that may be searched in all, about.
        most_left: the most replies that the search of the whole may leave.
        memory: how much memory each search may take, in MiB.
        attacker: the side whose wins alone are searched for; None for both.
        begin_with: what an earlier search of it left unfinished; its positions count.
        seconds: the processor time of that search.
    """

    board: str
    position: str
    nodes: int
    most_left: int
    memory: int
    attacker: Side | None = None
    begin_with: bytes | None = field(default=None, repr=False)
    seconds: float = 0.0


def attempt_by_replies(task: RepliesTask) -> tuple[OpeningAttempt, bytes | None, bytes | None]:
    """Make an attempt, on one thread; return it, its certificate and what it leaves unfinished: one of both is None.

    Raises:
        ProofError: the checker does not verify the certificate: the solver has an error.
    """
    before = 0 if task.begin_with is None else positions_searched(task.begin_with)
    solution, latest = searched(
        solve_by_replies,
        task.board,
        task.position,
        attacker=task.attacker,
        memory=task.memory,
        nodes=task.nodes - before,
        most_left=task.most_left,
        begin_with=task.begin_with,
    )
    if solution.certificate is not None:
        found = attempt_of_certificate(solution.certificate, "the certificate")
        found = replace(found, budget=task.nodes)
    else:
        left = latest.tasks - latest.tasks_done
        # What waits for a later pass has not used its budget.
        budget = task.nodes if left <= task.most_left else min(task.nodes, FIRST_BUDGET)
        found = OpeningAttempt(task.position, budget, 0, tasks=latest.tasks, tasks_left=left, ended=solution.ended)
    command = replies_command(task.board, task.position, task.attacker)
    found = replace(found, nodes=before + solution.nodes, attacker=task.attacker, command=command)
    return found, solution.certificate, solution.unfinished
