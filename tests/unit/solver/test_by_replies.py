"""Positions decided by their replies: both sides' wins are composed to a proof, and limits end the search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest
from support.present import present

from hyperoxo import Board, solve
from hyperoxo.errors import CheckpointError
from hyperoxo.solver.by_replies import solve_by_replies
from hyperoxo.solver.replies_checkpoint import positions_searched, read_findings, written_findings
from hyperoxo.solver.replies_tree import Findings, replies
from hyperoxo.solver.verify import verify

if TYPE_CHECKING:
    from hyperoxo.sides import Side
    from hyperoxo.solver.solve import SolveProgress

QUBIC = Board("4x4x4")
WON = "x2x57o2 o"
"""X wins; a search of the whole takes more than 200,000 positions."""
LOST = "ox12x49 o"
"""O wins. After one reply, a search of 1,000,000 positions leaves 3 of 60 tasks."""


@dataclass
class Cancelled:
    cancelled: bool = True


SMALL: dict[str, Any] = {"threads": 1, "first_budget": 20_000, "budget": 20_000}


@pytest.mark.parametrize(
    ("text", "winner", "options"),
    [
        pytest.param(WON, "x", {"first_budget": 100_000, "budget": 1_000_000}, id="after every reply"),
        pytest.param(
            *(LOST, "o", {"attacker": "o", "budget": 500_000}),
            id="after one reply",
            marks=pytest.mark.slow(reason="it searches for 8 s, and composes as the other one does"),
        ),
    ],
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


def test_a_search_continues_as_if_it_had_not_ended() -> None:
    whole = solve_by_replies(QUBIC.position(WON), **SMALL)
    parts = [solve_by_replies(QUBIC.position(WON), nodes=100_000, **SMALL)]
    while (left := parts[-1].unfinished) is not None:
        assert positions_searched(left) <= sum(part.nodes for part in parts)
        parts.append(solve_by_replies(QUBIC.position(WON), nodes=100_000, begin_with=left, **SMALL))
    assert len(parts) > 2
    assert parts[-1].certificate == whole.certificate
    assert positions_searched(present(parts[-2].unfinished)) + parts[-1].nodes == whole.nodes


def test_running_search_saves_what_continues_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperoxo.solver.by_replies.SAVE_SECONDS", 0)
    saved: list[bytes] = []
    cut = solve_by_replies(QUBIC.position(WON), nodes=100_000, on_unfinished=saved.append, **SMALL)
    assert saved[-1] == cut.unfinished
    assert positions_searched(saved[0]) > 0


@pytest.mark.parametrize("change", ["another position", "cut", "a wrong proof", "a wrong reply", "nothing"])
def test_a_wrong_checkpoint_is_refused(change: str) -> None:
    position = QUBIC.position(WON)
    left = present(solve_by_replies(QUBIC.position(WON), nodes=100_000, **SMALL).unfinished)
    found = read_findings(left, position, None)
    root = found[position]
    match change:
        case "another position":
            position = QUBIC.position(LOST)
        case "cut":
            left = left[:-1]
        case "a wrong proof":
            wrong = {**root.lost, **dict.fromkeys(root.left, b"no proof")}
            left = written_findings({position: replace(root, lost=wrong, left=())}, position, None)
        case "a wrong reply":
            left = written_findings({position: replace(root, left=(QUBIC.empty(),))}, position, None)
        case _:
            left = b""
    with pytest.raises(CheckpointError, match="what to begin with: "):
        solve_by_replies(position, begin_with=left, **SMALL)


@pytest.mark.parametrize(
    ("board", "text", "winner"),
    [("3x3x3", "27 x", "x"), ("3x3", "x8 o", None), ("3x3", "9 x", "x"), ("3x3", "9 x", "o"), ("3x3", "", None)],
    ids=["another board", "another position", "another claim", "a loss", "no proof"],
)
def test_a_checkpoint_with_a_proof_of_something_else_is_refused(board: str, text: str, winner: Side | None) -> None:
    proof = present(solve(Board(board).position(text)).certificate) if text else b""
    position = Board("3x3").empty()
    left = written_findings({position: Findings(0, winner, proof)}, position, None)
    with pytest.raises(CheckpointError, match="what to begin with: "):
        solve_by_replies(position, begin_with=left)


@pytest.mark.parametrize("of", ["lost", "won"])
def test_a_checkpoint_with_a_reply_proved_on_another_board_is_refused(of: str) -> None:
    position = QUBIC.empty()
    proof = present(solve("3x3x3").certificate)
    after = tuple(replies(position))
    found = {position: Findings(0, left=after), after[0]: Findings(0, "x", proof)}
    if of == "lost":
        found = {position: Findings(0, lost=dict.fromkeys(after, proof))}
    with pytest.raises(CheckpointError, match="what to begin with: "):
        solve_by_replies(position, begin_with=written_findings(found, position, None), nodes=1)


@pytest.mark.parametrize(
    ("limits", "ended"),
    [
        ({"nodes": 30_000}, "nodes"),
        ({"seconds": 0}, "time"),
        ({"control": Cancelled()}, "interrupted"),
        ({"most_left": 0}, "exhausted"),
    ],
    ids=["nodes", "seconds", "cancelled", "replies"],
)
def test_limits_end_the_search_without_an_outcome(limits: dict[str, Any], ended: str) -> None:
    seen: list[SolveProgress] = []
    solution = solve_by_replies(QUBIC.position(WON), on_progress=seen.append, **SMALL, **limits)
    assert not seen or seen[-1].tasks_done < seen[-1].tasks
    assert (solution.is_decided, solution.certificate, solution.strategic) == (False, None, 0)
    assert solution.ended == ended
    assert solution.nodes < 100_000


def test_small_boards_are_decided_as_a_whole() -> None:
    assert str(solve_by_replies("3x3").outcome) == "draw"
    assert solve_by_replies("3x3x3").winner == "x"


@pytest.mark.parametrize(("board", "text", "budget"), [("3x4:3", "oox2x5x o", 1), ("5x4:4", "1o1x2x3ox3x2o1 o", 2_000)])
def test_a_reply_that_draws_is_not_taken_for_one_that_loses(board: str, text: str, budget: int) -> None:
    position = Board(board).position(text)
    assert str(solve(position).outcome) == "draw"
    found = solve_by_replies(position, threads=1, first_budget=min(budget, 30), budget=budget)
    assert str(found.outcome) == "unknown"
