"""`oxo lesson`: the lesson of a board, step by step, and then a game against the weakest level."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hyperoxo import Board
from hyperoxo.cli.arguments import DEFAULT_BOARD, add_board, read_optional_board
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.input_lines import LEAVING, Keyboard, Pipe, standard_input
from hyperoxo.cli.output import is_terminal, style_of, wrapped
from hyperoxo.cli.terminal.dialogue import Dialogue
from hyperoxo.cli.terminal.local_game import LocalGame
from hyperoxo.cli.terminal.views import LogView, ScreenView
from hyperoxo.drawing import board_lines, cell_name_example
from hyperoxo.errors import InputError
from hyperoxo.game import Game
from hyperoxo.lessons import LESSON_BOARDS, lesson
from hyperoxo.players import player
from hyperoxo.seeds import draw_seed

if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.drawing import Style
    from hyperoxo.lessons import LessonStep, LessonTurn

_FIRST_OPPONENT = "oxo:level=1"
_WORDS = {"": "next", "n": "next", "s": "skip", "b": "back"} | dict.fromkeys(LEAVING, "quit")
_TRIES = 2
"""The wrong answers after which the right one is shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_board(parser, f"{' or '.join(LESSON_BOARDS)} (default: {DEFAULT_BOARD})")


def run(arguments: argparse.Namespace) -> ExitCode:
    board = read_optional_board(arguments) or Board(DEFAULT_BOARD)
    is_interactive = is_terminal(sys.stdin, sys.stdout)
    lines, errors = (Keyboard(), None) if is_interactive else (Pipe(standard_input()), sys.stderr)
    walk = LessonWalk(lesson(board).steps, lines, style_of(sys.stdout), errors)
    code = walk.run()
    if code or not walk.is_finished:
        return code
    local = LocalGame(Game(board), None, player(_FIRST_OPPONENT), draw_seed())
    local.warns = True
    return Dialogue(local, lines, (ScreenView if errors is None else LogView)(sys.stdout, walk.style), errors).run()


class LessonWalk:
    """A lesson in the terminal.

    Args:
        steps: its steps.
        lines: the source of the learner's lines.
        style: the width and colours of the text.
        errors: receives refusals of input from a pipe; None for a terminal, which shows them.

    Attributes:
        is_finished: whether the learner has reached the end.
    """

    def __init__(self, steps: tuple[LessonStep, ...], lines: InputLines, style: Style, errors: TextIO | None) -> None:
        self.steps = steps
        self.lines = lines
        self.style = style
        self.errors = errors
        self.is_finished = False
        self._has_refused = False

    def run(self) -> ExitCode:
        """Take the learner through the steps, and return the exit code."""
        at, moves = 0, {"next": 1, "skip": 1, "back": -1}
        while at < len(self.steps):
            word = self._teach(at)
            if word == "quit":
                break
            at = max(at + moves[word], 0)
        self.is_finished = at == len(self.steps)
        return ExitCode.USAGE if self._has_refused else ExitCode.DONE

    def _teach(self, at: int) -> str:
        """Take a step, and return the word with which it was left."""
        step = self.steps[at]
        game = step.game.branch()
        text = f"Step {at + 1} of {len(self.steps)}: {step.title}. {step.text}"
        for turn in step.turns:
            self._show(game, step, text)
            word = self._find(game, step, turn)
            if word:
                return word
            for cell in (turn.right[0], turn.reply):
                if cell is not None:
                    game.play(cell)
            text = turn.said
        self._show(game, step, text)
        does = "play level 1" if step.kind == "play" else "next"
        while True:
            typed = self._read(f"Enter: {does}, back, quit> ")
            if typed in {"next", "skip", "back", "quit"}:
                return typed
            self._refuse(InputError(typed, "nothing is played in this step", "press Enter, or type back or quit"))

    def _find(self, game: Game, step: LessonStep, turn: LessonTurn) -> str:
        """Read moves until a move is right; return the word that leaves the step before, or an empty text."""
        board, tries = game.board, 0
        while True:
            typed = self._read("Cell, skip, back, quit> ")
            if typed in {"skip", "back", "quit"}:
                return typed
            if typed == "next":
                example = cell_name_example(board).replace(" is ", " for ")
                self._refuse(InputError("Enter", "a cell is missing", f"type one, such as {example}; or skip"))
                continue
            try:
                cell = board.cell(typed)
                game.position.play(cell)
            except InputError as error:
                self._refuse(error)
                continue
            if cell in turn.right:
                return ""
            tries += 1
            text = step.wrong if tries < _TRIES else f"not there; the right cell is {board.names(turn.right)}."
            self._write(wrapped(f"{typed}: {text}", self.style.width))

    def _read(self, prompt: str) -> str:
        """Return what was typed: a word in full, or another text; the end of the input leaves."""
        while True:
            try:
                line = self.lines.read(prompt)
            except InputError as error:
                self._refuse(error)
                continue
            typed = "quit" if line is None else line.strip()
            return _WORDS.get(typed.lower(), typed.lower())

    def _show(self, game: Game, step: LessonStep, text: str) -> None:
        position = game.position
        marks = {cell: "+" for line in step.lit for cell in line if not position.stone(cell)}
        drawing = board_lines(position, self.style, last_move=game.last_move, marks=marks)
        self._write(["", *drawing, *wrapped(text, self.style.width)])

    def _write(self, lines: list[str]) -> None:
        print("\n".join(lines), flush=True)

    def _refuse(self, error: InputError) -> None:
        if self.errors is None:
            self._write(wrapped(str(error), self.style.width))
            return
        self._has_refused = True
        self.errors.write(f"oxo: line {self.lines.number}: {error}\n")
