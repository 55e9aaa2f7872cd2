"""Drills: their positions, answers and kinds of lines, compared with a slow search over the reference's lines."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain

import pytest
from support.reference import OTHER, ReferenceBoard

from hyperoxo import Board
from hyperoxo.drills import DRILL_KINDS, Drill, DrillKind, drills
from hyperoxo.errors import InputError
from hyperoxo.line_words import LinePlace

BOARDS = ("3x3", "3x3x3", "4x4x4", "6x6:4", "3x4x5:3", "3x3x3x3", "4x4x4x4")


@cache
def reference_lines(board: Board) -> list[tuple[int, ...]]:
    """Return the lines of a board, found by walking."""
    return ReferenceBoard(board.shape, board.line_length).lines


class Slow:
    """A position as a text of stones, in which lines are completed by trying."""

    def __init__(self, drill: Drill) -> None:
        stones, self.mover = drill.position.text.split()
        self.stones = re.sub(r"\d+", lambda run: "." * int(run[0]), stones)
        self.lines = reference_lines(drill.position.board)

    def full(self, stones: str) -> set[str]:
        """Return the sides that have a line."""
        return {side for side in "xo" for line in self.lines if all(stones[cell] == side for cell in line)}

    def after(self, stones: str, side: str) -> dict[int, str]:
        """Return the stones after each move of a side."""
        return {at: stones[:at] + side + stones[at + 1 :] for at, stone in enumerate(stones) if stone == "."}

    def completing(self, stones: str, side: str) -> set[int]:
        """Return the cells at which a side completes a line."""
        return {
            line[missing[0]]
            for line in self.lines
            if sum(stones[cell] == side for cell in line) == len(line) - 1
            and (missing := [at for at, cell in enumerate(line) if stones[cell] == "."])
        }


@pytest.mark.parametrize("kind", DRILL_KINDS)
@pytest.mark.parametrize("name", BOARDS)
def test_a_question_has_the_answers_that_trying_finds(name: str, kind: DrillKind) -> None:
    count = 2 if name == "4x4x4x4" else 6
    asked = drills(name, kind, count, seed=3)
    assert len({drill.position for drill in asked}) == count
    for drill in asked:
        slow = Slow(drill)
        mover, other, stones = slow.mover, OTHER[slow.mover], slow.stones
        # A game from the empty board reaches it: stones are balanced, and there was no line before.
        assert stones.count("x") - stones.count("o") == (mover == "o")
        assert slow.full(stones) == set()
        wins = slow.completing(stones, mover)
        # The moves of the side to move after which the other completes no line.
        holds = {cell for cell, then in slow.after(stones, mover).items() if not slow.completing(then, other)}
        match kind:
            case "complete":
                expected = wins
                assert len(wins) == 1
                assert not slow.completing(stones, other)
            case "block":
                expected = holds
                assert len(holds) == 1
                assert not wins
            case _:
                winner = mover if wins else other if not holds else None
                assert drill.winner == winner
                expected = {mover: wins, other: slow.completing(stones, other), None: set()}[winner]
        assert drill.answers == tuple(sorted(expected))
        board = drill.position.board
        assert all(board.name(cell) in drill.sentence for cell in expected)
        assert set(expected) <= set(chain(*(board.lines[line] for line in drill.lines)))


def test_kinds_of_lines_take_turns() -> None:
    """Along how many axes a line runs, and whether it stays in a tier, decides how hard it is to see."""
    asked = drills("4x4x4", "complete", 40, seed=1)
    axes = {
        LinePlace.ROW: {(0, 1)},
        LinePlace.DIAGONAL: {(0, 2)},
        LinePlace.STRAIGHT: {(1, 0)},
        LinePlace.SLANT: {(1, 1)},
        LinePlace.CORNER: {(1, 2)},
    }
    board = Board("4x4x4")
    for kind in LinePlace:
        of_kind = [board.lines[drill.line] for drill in asked if drill.line_kind is kind]
        assert len(of_kind) == 8
        ends = [(board.coordinates(line[0]), board.coordinates(line[-1])) for line in of_kind]
        ran = {(one[0] != two[0], sum(a != b for a, b in zip(one[1:], two[1:], strict=True))) for one, two in ends}
        assert ran == axes[kind]
    winners = [
        drill.winner and drill.winner == drill.position.to_move for drill in drills("4x4x4x4", "who-wins", 30, 1)
    ]
    assert [winners.count(who) for who in (True, False, None)] == [10, 10, 10]


def test_a_seed_gives_the_same_questions_however_many_are_asked_for() -> None:
    assert (
        drills("4x4x4", "who-wins", 3, 5) == drills("4x4x4", "who-wins", 30, 5)[:3] != drills("4x4x4", "who-wins", 3, 6)
    )


@pytest.mark.parametrize(
    ("board", "kind", "count", "named"),
    [
        ("2x2x2", "complete", 1, "complete on 2x2x2: lines of two cells"),
        ("1x5:3", "complete", 40, "40 drills of complete on 1x5:3: it gives only"),
        ("1x3:3", "block", 1, "1 drills of block on 1x3:3: no position"),
        ("3x3", "fifth", 1, "fifth: not a kind of drill"),
        ("3x3", "block", 0, "count=0"),
        ("3x3", "block", 101, "count=101"),
    ],
)
def test_what_a_board_cannot_give_is_refused(board: str, kind: DrillKind, count: int, named: str) -> None:
    with pytest.raises(InputError, match=re.escape(named)):
        drills(board, kind, count, seed=1)
