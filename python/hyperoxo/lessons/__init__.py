"""The lessons: what a beginner sees and does, step by step, on 4x4x4 and on 4x4x4x4.

Each lesson is a file of JSON, which the page imports, too.

>>> from hyperoxo.lessons import lesson
>>> steps = lesson("4x4x4").steps
>>> steps[4].title, steps[4].game.board.names(steps[4].turns[0].right)
('Complete a line', '332')
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from hyperoxo._core import Board
from hyperoxo.errors import InputError
from hyperoxo.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LessonTask: TypeAlias = Literal["show", "complete", "block", "fork", "counter", "force", "play"]
"""What is done in a step: nothing; complete a line; block; fork; block with a threat; win by force; play a game."""
_Lines: TypeAlias = "tuple[tuple[int, ...], ...]"
"""_Lines, each as its cells."""
LESSON_BOARDS = ("4x4x4", "4x4x4x4")
"""The boards that have a lesson."""


@dataclass(frozen=True, slots=True)
class LessonTurn:
    """A move that the learner must find.

    Attributes:
        right: the cells that are right.
        reply: the answer of the other side, None if the turn is the last.
        said: the sentence that follows a right move and its answer.
        hint: lines to mark after a wrong answer, each as its cells.
        lit: lines to mark after a right one.
    """

    right: tuple[int, ...]
    reply: int | None
    said: str
    hint: _Lines = ()
    lit: _Lines = ()


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson.

    Attributes:
        kind: what is done.
        title: its title.
        text: one to three sentences.
        game: the position that is shown.
        lit: lines to mark, each as its cells.
        turns: the moves to find, in order.
        wrong: the sentence that follows a wrong move.
    """

    kind: LessonTask
    title: str
    text: str
    game: Game
    lit: _Lines
    turns: tuple[LessonTurn, ...]
    wrong: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its title and its steps."""

    title: str
    steps: tuple[LessonStep, ...]


def lesson(board: Board | str) -> Lesson:
    """Return the lesson of a board.

    Raises:
        BoardError: the description of the board is malformed.
        InputError: the board lacks a lesson.
    """
    board = Board(board)
    if str(board) not in LESSON_BOARDS:
        raise InputError(str(board), "not a board with a lesson", f"choose {' or '.join(LESSON_BOARDS)}")
    file = resources.files(__name__).joinpath(f"{board}.json")
    written = json.loads(file.read_text(encoding="utf-8"))
    return Lesson(written["title"], tuple(_step(board, step) for step in written["steps"]))


def _step(board: Board, written: Mapping[str, Any]) -> LessonStep:
    start = board.position(written["position"]) if "position" in written else board
    return LessonStep(
        written["kind"],
        written["title"],
        written["text"],
        Game(start, written.get("moves", "")),
        _lines(board, written.get("lit", ())),
        tuple(_turn(board, turn) for turn in written.get("turns", ())),
        written.get("wrong", ""),
    )


def _turn(board: Board, written: Mapping[str, Any]) -> LessonTurn:
    reply = board.cell(written["reply"]) if "reply" in written else None
    hint, lit = (_lines(board, written.get(key, ())) for key in ("hint", "lit"))
    return LessonTurn(tuple(board.moves(written["right"])), reply, written["said"], hint, lit)


def _lines(board: Board, written: Iterable[str]) -> _Lines:
    return tuple(tuple(board.moves(line)) for line in written)
