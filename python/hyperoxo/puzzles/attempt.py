"""An attempt at a puzzle: what each try leads to, and the sentence that says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.errors import MoveError
from hyperoxo.game import Game
from hyperoxo.puzzles.puzzle import WORDS, Puzzle, Step
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Sequence


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
