"""Positions decided by their replies: both sides' wins are composed to a proof, and limits end the search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from support.present import present

from hyperoxo import Board
from hyperoxo.solver.by_replies import solve_by_replies
from hyperoxo.solver.verify import verify

if TYPE_CHECKING:
    from hyperoxo.solver.solve import SolveProgress

QUBIC = Board("4x4x4")
WON = "x2x57o2 o"
"""X wins; a search of the whole takes more than 200,000 positions."""
LOST = "ox12x49 o"
"""O wins. After one reply, a search of 1,000,000 positions leaves 3 of 60 tasks."""


@dataclass
class Cancelled:
    cancelled: bool = True


@pytest.mark.parametrize(
    ("text", "winner", "options"),
    [
        (WON, "x", {"first_budget": 100_000, "budgets": (100_000, 1_000_000)}),
        (LOST, "o", {"attacker": "o", "budgets": (1_000_000,)}),
    ],
    ids=["after every reply", "after one reply"],
)
def test_proofs_after_replies_are_composed_to_one(text: str, winner: str, options: dict[str, Any]) -> None:
    seen: list[SolveProgress] = []
    solution = solve_by_replies(QUBIC.position(text), threads=1, on_progress=seen.append, **options)
    assert solution.winner == winner
    assert solution.nodes > options.get("first_budget", 0)
    proof = present(verify(present(solution.certificate)).proof)
    assert (proof.claim, proof.position) == (f"{winner} wins", text)
    assert (solution.strategic, solution.forced, solution.plies) == (proof.strategic, proof.forced, proof.plies)
    assert max(progress.nodes for progress in seen) <= solution.nodes


@pytest.mark.parametrize(
    "limits",
    [{"nodes": 150_000}, {"seconds": 0}, {"control": Cancelled()}, {"most_left": 4}],
    ids=["nodes", "seconds", "cancelled", "replies"],
)
def test_limits_end_the_search_without_an_outcome(limits: dict[str, Any]) -> None:
    solution = solve_by_replies(QUBIC.position(WON), threads=1, first_budget=100_000, budgets=(100_000,), **limits)
    assert (solution.is_decided, solution.certificate, solution.strategic) == (False, None, 0)
    assert solution.nodes < 151_000


def test_small_boards_are_decided_as_a_whole() -> None:
    assert str(solve_by_replies("3x3").outcome) == "draw"
    assert solve_by_replies("3x3x3").winner == "x"
