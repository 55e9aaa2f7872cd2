"""Attempts at openings and positions after second replies: solved within a budget, and the certificate checked.

An attempt depends on the position, the budget and the solver alone, unless memory runs out, so that any
process on any machine can make it.
"""

from __future__ import annotations

import functools
import hashlib
from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hyperoxo._core import Board
from hyperoxo.errors import InputError, ProofError
from hyperoxo.sides import other_side
from hyperoxo.solver.atlas import ProvedOpening
from hyperoxo.solver.by_replies import solve_by_replies
from hyperoxo.solver.solve import DEFAULT_MEMORY, Solution, SolveProgress, solve
from hyperoxo.solver.strategies import Strategy, winning_plies

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hyperoxo._core import Position
    from hyperoxo.outcomes import SearchEnding
    from hyperoxo.sides import Side

_SAMPLES = (("3x3x3", "27 x"), ("4x4x4", "x62o x"), ("5x5:4", "25 x"))
"""Boards and positions whose searches distinguish versions of the solver."""
WINNERS: Mapping[str, Side | None] = {"x wins": "x", "o wins": "o", "draw": None}
"""The claims that decide an opening, and who wins."""
BY_REPLIES = "--atlas"
"""The option of `oxo solve` that decides a position by its replies."""
_SAMPLE_NODES = 1_000_000
_SAMPLE_BY_REPLIES = "x2x57o2 o"
"""A position whose search by replies, with small budgets, distinguishes versions of it."""
_SMALL_BUDGET = 20_000
_MAX_STONES = 4
"""The stones of a position after a second reply."""


@dataclass(frozen=True, slots=True)
class OpeningTask:
    """One attempt to be made.

    Attributes:
        board: the board's description.
        position: the text of the position.
        budget: positions that may be searched, about.
        memory: how much memory the search may take, in MiB.
        attacker: the side whose wins alone are searched for; None for both.
        is_timed: whether to measure the processor time.
    """

    board: str
    position: str
    budget: int
    memory: int = DEFAULT_MEMORY
    attacker: Side | None = None
    is_timed: bool = False


@dataclass(frozen=True, slots=True)
class OpeningAttempt:
    """The result of an attempt.

    Attributes:
        position: the text of the position.
        budget: positions that each search might take; 0 for a proof that was found elsewhere.
        nodes: positions that were searched.
        proved: the outcome, if the checker has verified it; None if it is unknown.
        strategic: positions of the proof in which its strategy chooses a move; 0 without one.
        forced: positions in which it has to block a line.
        certificate: the SHA-256 of the proof; None without one.
        implied: of a first move whose proof answers every reply, the later openings through which its strategy leads:
            after each reply, and after the winner's move there; the plies of the longest game from each, by its text.
        third_moves: of a proof that the side with the first move wins, the positions after its third move through which
            the strategy leads; the plies of the longest game from each, by its text.
        second_replies: of an opening whose second replies were searched one by one, how many classes of them are
            proved; None if the position was searched as a whole.
        attacker: the side whose wins alone were searched for; None for both.
        tasks: the tasks of a search for wins of one side alone that proved nothing; 0 of others. A task is a class of
            replies to its first move.
        tasks_left: those of them that were not proved.
        command: the command that repeats the searches; None if there is no single one.
        seconds: the processor time of the searches; None if it was not measured.
        ended: why a search ended that proved nothing; None of others.
    """

    position: str
    budget: int
    nodes: int
    proved: ProvedOpening | None = None
    strategic: int = 0
    forced: int = 0
    certificate: str | None = None
    implied: Mapping[str, int] = field(default_factory=dict)
    third_moves: Mapping[str, int] = field(default_factory=dict, repr=False)
    second_replies: int | None = None
    attacker: Side | None = None
    tasks: int = 0
    tasks_left: int = 0
    command: str | None = None
    seconds: float | None = None
    ended: SearchEnding | None = None

    @property
    def is_by_replies(self) -> bool:
        """Whether its replies were decided one by one, as `oxo solve --atlas` does."""
        return self.command is not None and BY_REPLIES in self.command.split()


def attempt_opening(task: OpeningTask) -> tuple[OpeningAttempt, bytes | None]:
    """Make an attempt, on one thread; return it and its certificate, None if the outcome is unknown.

    Raises:
        ProofError: the checker does not verify the certificate, or it proves something else: the solver has an error.
        InputError: the task names no position, or a bound is out of range.
    """
    bounds = {"nodes": task.budget, "memory": task.memory}
    solution, latest = searched(solve, task.board, task.position, attacker=task.attacker, **bounds)
    options = ("--nodes", str(task.budget), *_attacker_option(task.attacker))
    command = solve_command(task.board, task.position, *options)
    if solution.certificate is None:
        found = OpeningAttempt(
            task.position, task.budget, solution.nodes, attacker=task.attacker, command=command, ended=solution.ended
        )
        if task.attacker is not None:
            found = replace(found, tasks=latest.tasks, tasks_left=latest.tasks - latest.tasks_done)
        return found, None
    found = attempt_of_certificate(solution.certificate, "the certificate")
    if (found.position, found.proved and found.proved.winner) != (task.position, solution.winner):
        raise ProofError(task.position, f"the certificate of its solution proves {found}")
    found = replace(found, budget=task.budget, nodes=solution.nodes, attacker=task.attacker, command=command)
    return found, solution.certificate


def searched(
    search: Callable[..., Solution], board: str, position: str, **options: int | str | bytes | None
) -> tuple[Solution, SolveProgress]:
    """Search a position on one thread; return the solution and the last progress."""
    latest = deque([SolveProgress(0, 0, 0)], maxlen=1)
    solution = search(
        Board.parse(board).position(position),
        threads=1,
        on_progress=latest.append,
        **options,
    )
    return solution, latest[0]


def solve_command(board: str, position: str, *options: str) -> str:
    """Return the command that solves a position."""
    return " ".join(("oxo solve", board, "--position", f'"{position}"', *options))


def replies_command(board: str, position: str, attacker: Side | None = None) -> str:
    """Return the command that decides a position by its replies; it needs no limit to find the same proof."""
    return solve_command(board, position, BY_REPLIES, *_attacker_option(attacker))


def _attacker_option(attacker: Side | None) -> tuple[str, ...]:
    return () if attacker is None else ("--attacker", attacker)


def attempt_of_certificate(certificate: bytes, name: str) -> OpeningAttempt:
    """Return what a certificate proves of an opening or after a second reply, as an attempt without a search.

    Args:
        certificate: what its file holds.
        name: what to call it in errors.

    Raises:
        ProofError: the certificate is not verified.
        InputError: it proves nothing of an opening.
    """
    strategy = Strategy(certificate, name)  # the checker verifies it
    position = strategy.start.canonical()
    if strategy.proof.claim not in WINNERS or not 1 <= position.stones <= _MAX_STONES:
        reason = f"it proves '{strategy.proof.claim}' from {position.text}"
        raise InputError(name, reason, f"what is tried has 1 to {_MAX_STONES} stones")
    winner = WINNERS[strategy.proof.claim]
    replies = _plies_after_replies(strategy, position) if winner == other_side(position.to_move) else {}
    return OpeningAttempt(
        position.text,
        0,
        0,
        # A drawn game lasts until the board is full.
        ProvedOpening(winner, len(position.empty_cells()) if winner is None else winning_plies(strategy.proof.plies)),
        strategy.proof.strategic,
        strategy.proof.forced,
        hashlib.sha256(certificate).hexdigest(),
        _implied(strategy, position, replies) if position.stones == 1 else {},
        _third_moves(strategy, position) if winner == "x" else {},
    )


def _plies_after_replies(strategy: Strategy, position: Position) -> dict[int, int]:
    """Return the plies of the longest game after each reply of a side that loses."""
    return {reply.cell: winning_plies(reply.plies) for reply in strategy.replies(position) or ()}


def _implied(strategy: Strategy, position: Position, replies: Mapping[int, int]) -> dict[str, int]:
    """Return the plies of the longest games from the openings through which a strategy leads, by their texts."""
    found: dict[str, int] = {}
    for cell, plies in replies.items():
        after = position.play(cell)
        found[after.canonical().text] = plies
        move = strategy.answer(after)
        if move is not None and not (then := after.play(move.cell)).is_over:
            text = then.canonical().text
            found[text] = min(winning_plies(move.plies) - 1, found.get(text, plies))
    return found


def _third_moves(strategy: Strategy, position: Position) -> dict[str, int]:
    """Return the plies of the longest games after the third moves of a strategy of X, by the texts of the positions."""
    if position.to_move == "o":
        after = [position.play(reply.cell) for reply in strategy.replies(position) or ()]
        found: dict[str, int] = {}
        for reply in after:
            found |= {} if reply.is_over else _third_moves(strategy, reply)
        return found
    move = strategy.answer(position)
    if move is None or (then := position.play(move.cell)).is_over:
        return {}
    if position.stones < _MAX_STONES:
        return _third_moves(strategy, then)
    return {then.canonical().text: winning_plies(move.plies) - 1}


@functools.cache
def solver_signature() -> str:
    """Return a digest of the costs and results of some searches, which changes when the solver does.

    An opening that one version of the solver could not decide is worth another attempt with a different one.
    """
    digest = hashlib.sha256()
    found = [solve(Board.parse(board).position(text), nodes=_SAMPLE_NODES, threads=1) for board, text in _SAMPLES]
    position = Board("4x4x4").position(_SAMPLE_BY_REPLIES)
    found.append(solve_by_replies(position, threads=1, first_budget=_SMALL_BUDGET, budget=_SMALL_BUDGET))
    for solution in found:
        digest.update(f"{solution.outcome} {solution.nodes} {solution.strategic} {solution.forced}\n".encode())
    return digest.hexdigest()[:12]
