"""Each step of the lessons, compared with the rules and with the search for forced wins."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hyperoxo import InputError, Position
from hyperoxo.lessons import LESSON_BOARDS, LessonStep, lesson
from hyperoxo.sides import other_side
from hyperoxo.solver.forced_wins import forced_win

STEPS = [(board, number, step) for board in LESSON_BOARDS for number, step in enumerate(lesson(board).steps, 1)]
LONGEST_SHOWN = 170
"""Characters of a text that fit two lines of 80 columns with its heading, and a small screen."""
PLIES = {"complete": 1, "fork": 3, "force": 5}
"""The plies of the shortest win in the tasks that win."""


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


@pytest.mark.parametrize(("board", "number", "step"), STEPS, ids=[f"{board}-{number}" for board, number, _ in STEPS])
def test_the_right_cells_of_a_step_are_those_that_the_rules_and_the_search_name(
    board: str, number: int, step: LessonStep
) -> None:
    position, plies = step.game.position, PLIES.get(step.kind)
    side, other = position.to_move, other_side(position.to_move)
    assert len(step.text) <= LONGEST_SHOWN, f"step {number} of {board}"
    assert bool(step.turns) == bool(step.wrong) == (step.kind not in {"show", "play"})
    if plies is not None:
        assert forced_win(position).plies == plies
        assert 2 * len(step.turns) - 1 == plies
    lines = set(step.game.board.lines)
    for turn in step.turns:
        assert turn.hint
        assert all(line in lines and set(turn.right) <= set(line) for line in (*turn.hint, *turn.lit))
        expected = forcing(position, plies) if plies else completions(position, other) - completions(position, side)
        assert set(turn.right) == expected
        # The reply is the same whichever right cell is chosen, so there is one.
        [cell] = turn.right
        position = position.play(cell)
        if step.kind == "counter":
            assert completions(position, side) == {turn.reply}
        if turn.reply is not None:
            assert turn.reply in completions(position, side)
            assert not completions(position, other)
            position = position.play(turn.reply)
        plies = plies and plies - 2
    assert position.winner == (side if PLIES.get(step.kind) else None) or step.kind == "show"


@pytest.mark.parametrize("board", LESSON_BOARDS)
def test_a_lesson_shows_four_kinds_of_line_then_sets_its_tasks_and_ends_with_a_game(board: str) -> None:
    steps = lesson(board).steps
    shown = [line for step in steps[:4] for line in step.game.position.completed_lines()]
    sides = [step.game.board.lines[line] for step, line in zip(steps, shown, strict=False)]
    moving = [
        sum(one != two for one, two in zip(*map(steps[0].game.board.coordinates, ends), strict=True))
        for ends in ((line[0], line[1]) for line in sides)
    ]
    assert moving == ([1, 2, 1, 3] if board == "4x4x4" else [1, 1, 3, 4])
    kinds = [step.kind for step in steps[4:]]
    tasks = ["complete", "block", "show", "fork", "counter", "force", "play"]
    assert kinds == (tasks if board == "4x4x4" else ["complete", "block", "fork", "play"])
    # The marks are explained on a position that has both.
    last = steps[-1].game.position
    assert all(completions(last, side) for side in ("x", "o"))
    assert all(step.title != then.title for step, then in pairwise(steps))


def test_the_fork_that_is_shown_is_one() -> None:
    [step] = [step for step in lesson("4x4x4").steps if step.lit]
    position = step.game.position
    assert set(step.lit) <= {tuple(line) for line in step.game.board.lines}
    assert completions(position, "x") == {cell for line in step.lit for cell in line if not position.stone(cell)}
    assert len(completions(position, "x")) == 2


def test_a_board_without_a_lesson_is_refused() -> None:
    with pytest.raises(InputError, match="3x3: not a board with a lesson; choose 4x4x4 or 4x4x4x4"):
        lesson("3x3")
