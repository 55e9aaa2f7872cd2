"""A puzzle, its JSON, the check of its claim by the rules and a short search, and attempts at it.

docs/formats/puzzles.md is normative.
"""

from __future__ import annotations

import json
import typing
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from pathlib import Path

from hyperoxo._core import Board, Position
from hyperoxo.errors import HyperoxoError, MoveError
from hyperoxo.game import Game
from hyperoxo.in_groups import in_groups
from hyperoxo.pickles import pickled
from hyperoxo.sides import other_side
from hyperoxo.solver.forced_wins import forced_win
from hyperoxo.spellings import has_board_form

if typing.TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

WORDS: typing.Final[Mapping[str, typing.Any]] = json.loads(Path(__file__).with_name("words.json").read_text("utf-8"))
"""The sentences about puzzles, and the numbers that choose the one of a day; the page reads the same file."""
_NODES = 20_000
"""The positions that a check of a claim may search after each answer."""


class PuzzleKind(Enum):
    """The class of a puzzle: what is proved of its first move."""

    ONLY_WIN = "only-win"
    """It wins, and every other move is proved not to win."""
    FORCED_WIN = "forced-win"
    """It begins a forced win, and the complete search for forced wins finds none that begins with another move."""
    ONLY_DEFENCE = "only-defence"
    """Every other move is proved to lose, and this one is not."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the solver; cells by name.

    Attributes:
        right: the right cell.
        reply: the most stubborn reply; None if the right move ends the game.
        refutation: the answer to the other cells, except those below; None if there are none.
        exceptions: the answers to some other cells, by cell.
    """

    right: str
    reply: str | None = None
    refutation: str | None = None
    exceptions: Mapping[str, str] = field(default_factory=dict)

    def answer(self, cell: str) -> str | None:
        """Return the reply to the right cell, or the answer that refutes another; None without one."""
        return self.reply if cell == self.right else self.exceptions.get(cell, self.refutation)

    def as_json(self) -> dict[str, typing.Any]:
        """Return it as a file has it: the exceptions as lists of cells, by answer."""
        cells = in_groups((answer, cell) for cell, answer in self.exceptions.items())
        parts = {
            "reply": self.reply,
            "refutation": self.refutation,
            "exceptions": {answer: " ".join(listed) for answer, listed in cells.items()} or None,
        }
        return {"right": self.right, **{name: part for name, part in parts.items() if part is not None}}


@dataclass(frozen=True)
class Puzzle:
    """A puzzle.

    Attributes:
        id: its name: six letters and digits, made of its position up to symmetry.
        position: where it begins; the side to move solves it.
        last: the cell that was played last, by name; None if that is unknown.
        kind: what is proved of the first move.
        theme: how the right moves work, by docs/formats/puzzles.md: `fork`, `chain of 4`.
        grade: the first of the house player's levels that plays the first move with all seeds from 1 to 10; None if
            none does, or that is unknown.
        steps: the solver's moves, as long as one move is right.
        rest: how the game may go on after them, by name, where that is proved.
        source: the game that it comes from.
    """

    id: str
    position: Position
    last: str | None
    kind: PuzzleKind
    theme: str
    grade: int | None
    steps: tuple[Step, ...]
    rest: tuple[str, ...]
    source: str

    @property
    def board(self) -> Board:
        """The board of its position."""
        return self.position.board

    @cached_property
    def task(self) -> str:
        """What has to be found, as a sentence."""
        return str(WORDS["tasks"][self.kind.value]).format(side=self.position.to_move.upper())

    def transformed(self, symmetry: Sequence[int]) -> Puzzle:
        """Return the same puzzle under an automorphism of its board; `Board.symmetries` lists them.

        Raises:
            CellError, PositionError: it is not an automorphism of the board.
        """
        position = self.position.transformed(symmetry)
        board = self.board
        moved = {board.name(cell): board.name(to) for cell, to in enumerate(symmetry)}
        steps = tuple(
            Step(
                moved[step.right],
                None if step.reply is None else moved[step.reply],
                None if step.refutation is None else moved[step.refutation],
                {moved[cell]: moved[answer] for cell, answer in step.exceptions.items()},
            )
            for step in self.steps
        )
        last = None if self.last is None else moved[self.last]
        rest = tuple(moved[cell] for cell in self.rest)
        return Puzzle(self.id, position, last, self.kind, self.theme, self.grade, steps, rest, self.source)

    def as_json(self) -> dict[str, typing.Any]:
        """Return it as a line of a file of puzzles has it."""
        return {
            "id": self.id,
            "board": str(self.board),
            "position": self.position.text,
            **({} if self.last is None else {"last": self.last}),
            "class": self.kind.value,
            "theme": self.theme,
            "steps": [step.as_json() for step in self.steps],
            **({"rest": " ".join(self.rest)} if self.rest else {}),
            "source": self.source,
            **({} if self.grade is None else {"grade": self.grade}),
        }

    @classmethod
    def from_json(cls, data: typing.Any) -> Puzzle:  # noqa: ANN401 - it comes from a file
        """Read what a line of a file of puzzles has.

        Raises:
            HyperoxoError: its board, its position or a cell cannot be read.
            KeyError, TypeError, ValueError, AttributeError: it has another form, or a text that cannot be printed.
        """
        board = Board.parse(data["board"])
        texts = [data[name] for name in ("id", "theme", "source")]
        grade = data.get("grade")
        if not (all(type(text) is str for text in texts) and (grade is None or type(grade) is int)):
            raise TypeError("id, theme and source are texts, and grade is a whole number")
        if not all(map(str.isprintable, texts)):
            raise ValueError("id, theme or source holds characters that cannot be printed")
        if has_board_form(texts[0]):
            raise ValueError(f"its id is the name of a board, {texts[0]}")
        return cls(
            id=texts[0],
            position=board.position(data["position"]),
            last=_one(board, data.get("last")),
            kind=PuzzleKind(data["class"]),
            theme=texts[1],
            grade=grade,
            steps=tuple(_step(board, step) for step in data["steps"]),
            rest=tuple(board.names(board.moves(data.get("rest", ""))).split()),
            source=texts[2],
        )

    def fault(self) -> str | None:
        """Return why the claim is refused, as far as the rules and a short search for threats tell; None if it is not.

        Every step must be a move of a game with a reply, and every other move must have an answer after which the
        search finds no win of the solver. If the class says that the right move wins, the opponent must not win by
        threats after it; a forced win must exist.
        """
        position = self.position
        try:
            if self.last is not None and position.stone(self.last) in {None, position.to_move}:
                return f"the last move, {self.last}, is not a stone of the other side"
            if not self.steps:
                return "it lacks steps"
            for step in self.steps:
                fault = self._fault_of(step, position)
                if fault is not None:
                    return fault
                position = position.play(step.right)
                if step.reply is not None:
                    position = position.play(step.reply)
            for cell in self.rest:
                position = position.play(cell)
        except HyperoxoError as error:
            return f"it is not a game: {error}"
        return None

    def _fault_of(self, step: Step, position: Position) -> str | None:
        board, mover = self.board, position.to_move
        after = position.play(step.right)
        if after.is_over != (step.reply is None):
            return f"{step.right} needs {'no' if after.is_over else 'a'} reply"
        completing = {board.name(cell) for cell, _ in position.threats(mover)}
        if completing and step.right not in completing:
            return f"{min(completing)} completes a line, {step.right} does not"
        if step is self.steps[0] and len(completing) > 1:
            return f"{len(completing)} cells complete a line"
        if self.kind is PuzzleKind.FORCED_WIN and not forced_win(position, nodes=10 * _NODES):
            return "there is no forced win"
        if self.kind is not PuzzleKind.ONLY_DEFENCE and forced_win(after, nodes=10 * _NODES).exists:
            return f"{step.right} loses to threats"
        return self._unanswered(step, position, completing)

    def _unanswered(self, step: Step, position: Position, completing: Set[str]) -> str | None:
        """Return which wrong cell the answer does not refute, and why; None if all are refuted."""
        for cell in map(self.board.name, position.legal_moves()):
            tried = position.play(cell)
            if cell == step.right or cell in completing or (tried.is_over and self.kind is not PuzzleKind.ONLY_DEFENCE):
                continue
            answer = step.answer(cell)
            if answer is None:
                return f"nothing answers {cell}"
            answered = tried.play(answer)
            if not answered.is_over and forced_win(answered, nodes=_NODES).exists:
                return f"{answer} does not refute {cell}"
        return None


def _one(board: Board, cell: str | None) -> str | None:
    if not (cell is None or isinstance(cell, str)):
        raise TypeError(f"{cell!r} is not the name of a cell")
    return None if cell is None else board.name(cell)


def _step(board: Board, data: typing.Any) -> Step:  # noqa: ANN401 - as above
    right = _one(board, data["right"])
    if right is None:
        raise TypeError("a step lacks its right cell")
    exceptions = {
        board.name(cell): board.name(answer)
        for answer, cells in data.get("exceptions", {}).items()
        for cell in board.moves(cells)
    }
    return Step(right, _one(board, data.get("reply")), _one(board, data.get("refutation")), exceptions)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a try led to.

    Attributes:
        is_right: whether the move was right.
        reply: the cell that answers it: the most stubborn reply to a right move, or one that refutes a wrong one; None
            if the move ended the game.
        text: the same as a sentence.
    """

    is_right: bool
    reply: str | None
    text: str


class Attempt:
    """An attempt at a puzzle.

    Attributes:
        puzzle: the puzzle.
        game: the position and the right moves so far, with their replies; a wrong move is taken back.
        failed: whether a wrong move was played, or the solution shown.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.game = Game(puzzle.position)
        self.failed = False
        self._done = 0
        self._completed = False

    @property
    def is_solved(self) -> bool:
        """Whether the last step is done, or a line complete."""
        return self._completed or self._done == len(self.puzzle.steps)

    @property
    def step(self) -> Step:
        """The step to be found.

        Raises:
            MoveError: the puzzle is solved.
        """
        if self.is_solved:
            raise MoveError(self.puzzle.id, "the puzzle is solved")
        return self.puzzle.steps[self._done]

    def play(self, cell: int | str) -> Answer:
        """Try a cell.

        Raises:
            CellError: the cell is not on the board.
            MoveError: it is taken, or the puzzle is solved.
        """
        name = self.puzzle.board.name(cell)
        before, kind = self.game.position, self.puzzle.kind.value
        after = before.play(cell)
        completes = after.winner == before.to_move
        step = self.step
        reply = None if after.is_over else step.answer(name)
        other = other_side(before.to_move).upper()
        if not (completes or name == step.right):
            self.failed = True
            text = WORDS["refuted"][kind].format(cell=name, other=other, answer=reply)
            return Answer(is_right=False, reply=reply, text=f"{text}.")
        self.game.play(cell)
        self._completed = completes
        self._done += 1
        said = [WORDS["completes" if completes else "right"].format(cell=name)]
        if reply is not None:
            self.game.play(reply)
            said.append(WORDS["replied"].format(other=other, cell=reply))
        if self.is_solved:
            said.append(WORDS["solved"][kind])
        return Answer(is_right=True, reply=reply, text=f"{'. '.join(said)}.")

    def solution(self) -> Sequence[str]:
        """Return the moves that are left: the right ones with their replies, and the rest of the proved game."""
        left = self.puzzle.steps[self._done :] if not self._completed else ()
        moves = [cell for step in left for cell in (step.right, step.reply) if cell is not None]
        return [*moves, *(() if self._completed else self.puzzle.rest)]

    def __reduce__(self) -> tuple[typing.Any, ...]:
        return pickled(type(self), self.puzzle.as_json(), self.game.moves[::2], self.failed)

    @classmethod
    def _restored(cls, puzzle: dict[str, typing.Any], moves: Sequence[int], failed: bool) -> Attempt:  # noqa: FBT001 - the order of a pickle
        attempt = cls(Puzzle.from_json(puzzle))
        if not all(attempt.play(cell).is_right for cell in moves):
            raise ValueError("a move is wrong")
        attempt.failed = failed
        return attempt
