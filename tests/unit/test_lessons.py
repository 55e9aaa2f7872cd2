"""Each step of the lessons, compared with the rules and with the search for forced wins."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from support.lessons import LESSONS

from hyperoxo import Board, Game, Position
from hyperoxo.sides import other_side
from hyperoxo.solver.forced_wins import forced_win

STEPS = [(board, number, step) for board in LESSONS for number, step in enumerate(LESSONS[board]["steps"], 1)]
LONGEST_SHOWN = 170
"""Characters of a text that fit a small screen."""
PLIES = {"complete": 1, "fork": 3, "force": 5}
"""The plies of the shortest win in the tasks that win."""


def shown(board: str, step: dict[str, Any]) -> Position:
    start = Board(board).position(step["position"]) if "position" in step else Board(board)
    return Game(start, step.get("moves", "")).position


def completions(position: Position, side: str) -> set[int]:
    return {cell for cell, line in position.threats("x" if side == "x" else "o")}


def forcing(position: Position, plies: int) -> set[int]:
    """Return the cells with which a forced win of at most so many plies begins."""
    return {cell for cell in position.legal_moves() if _forces(position, cell, plies)}


def _forces(position: Position, cell: int, plies: int) -> bool:
    side, after = position.to_move, position.play(cell)
    if after.is_over or plies == 1 or completions(after, after.to_move):
        return after.winner == side
    threats = completions(after, side)
    if len(threats) != 1:
        return bool(threats)
    answered = after.play(threats.pop())
    return plies > 3 and bool(forced_win(answered, longest=plies - 2))


@pytest.mark.parametrize(("name", "number", "step"), STEPS, ids=[f"{board}-{number}" for board, number, _ in STEPS])
def test_the_right_cells_of_a_step_are_those_that_the_rules_and_the_search_name(
    name: str, number: int, step: dict[str, Any]
) -> None:
    board, position, plies = Board(name), shown(name, step), PLIES.get(step["kind"])
    side, other = position.to_move, other_side(position.to_move)
    turns = step.get("turns", ())
    assert len(step["text"]) <= LONGEST_SHOWN, f"step {number} of {name}"
    assert bool(turns) == ("wrong" in step) == (step["kind"] not in {"show", "play"})
    if plies is not None:
        assert forced_win(position).plies == plies
        assert 2 * len(turns) - 1 == plies
    lines = set(board.lines)
    for turn in turns:
        right = set(board.moves(turn["right"]))
        marked = [tuple(board.moves(line)) for line in (*turn["hint"], *turn.get("lit", ()))]
        assert turn["hint"]
        assert all(line in lines and right <= set(line) for line in marked)
        expected = forcing(position, plies) if plies else completions(position, other) - completions(position, side)
        assert right == expected
        # The reply is the same whichever right cell is chosen, so there is one.
        [cell] = right
        position = position.play(cell)
        reply = board.cell(turn["reply"]) if "reply" in turn else None
        if step["kind"] == "counter":
            assert completions(position, side) == {reply}
        if reply is not None:
            assert reply in completions(position, side)
            assert not completions(position, other)
            position = position.play(reply)
        plies = plies and plies - 2
    assert position.winner == (side if PLIES.get(step["kind"]) else None) or step["kind"] == "show"


@pytest.mark.parametrize("board", LESSONS)
def test_a_lesson_shows_four_kinds_of_line_then_sets_its_tasks_and_ends_with_a_game(board: str) -> None:
    steps = LESSONS[board]["steps"]
    sides = [Board(board).lines[line] for step in steps[:4] for line in shown(board, step).completed_lines()]
    moving = [
        sum(one != two for one, two in zip(*map(Board(board).coordinates, line[:2]), strict=True)) for line in sides
    ]
    assert moving == ([1, 2, 1, 3] if board == "4x4x4" else [1, 1, 3, 4])
    kinds = [step["kind"] for step in steps[4:]]
    tasks = ["complete", "block", "show", "fork", "counter", "force", "play"]
    assert kinds == (tasks if board == "4x4x4" else ["complete", "block", "fork", "play"])
    # The marks are explained on a position that has both.
    assert all(completions(shown(board, steps[-1]), side) for side in ("x", "o"))
    assert all(step["title"] != then["title"] for step, then in pairwise(steps))


def test_the_fork_that_is_shown_is_one() -> None:
    [step] = [step for step in LESSONS["4x4x4"]["steps"] if step.get("lit")]
    board, position = Board("4x4x4"), shown("4x4x4", step)
    lit = {tuple(board.moves(line)) for line in step["lit"]}
    assert lit <= set(board.lines)
    assert completions(position, "x") == {cell for line in lit for cell in line if not position.stone(cell)}
    assert len(completions(position, "x")) == 2
