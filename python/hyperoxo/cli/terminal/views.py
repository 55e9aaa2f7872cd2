"""Views of a game in progress: screens for a person, or a log for a pipe.

The dialogue decides what is shown, a view how it looks. `screens` has the views of the historical programs.
"""

from __future__ import annotations

import re
import shlex
import typing
from dataclasses import replace
from enum import Enum
from types import MappingProxyType

from hyperoxo.cli.output import fitted_to_terminal, wrapped
from hyperoxo.cli.terminal.analysis import analysis_headline, label_lines, label_sentence
from hyperoxo.cli.terminal.commands import help_entries
from hyperoxo.coach import LEGEND, end_in_words, reason_in_game
from hyperoxo.drawing import PLAIN, Style, board_lines, cell_name_example, plane_lines
from hyperoxo.explorer.proved import stored_in_words
from hyperoxo.line_words import what_wins
from hyperoxo.players import Forfeit, Play
from hyperoxo.review.text import graph_lines, key_move_lines
from hyperoxo.sides import SIDES
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hyperoxo import Board, Position, Side
    from hyperoxo.cli.terminal.commands import Command
    from hyperoxo.cli.terminal.local_game import LocalGame
    from hyperoxo.errors import InputError
    from hyperoxo.planes import Plane
    from hyperoxo.players import Decision, FinalRemark
    from hyperoxo.review import Review
    from hyperoxo.solver.analysis import Analysis

SCREEN_HEIGHT = 24
LONGEST_FAILURE = 300
"""Characters to which the error of a player is cut."""
_SIDE = re.compile(r"\b[XO]\b|(?<=taken by )[xo]\b|\b[xo](?= has won)")
"""A side in a sentence; errors of the core name it by a small letter, which elsewhere is an axis or a word."""
_LETTERS: dict[Side, str] = {"x": "X", "o": "O"}


class FirstMover(Enum):
    """How a view chooses who moves first in a game between a person and a computer, unless that was typed."""

    AS_SEATED = "the holder of X"
    ASKED = "the person decides"
    DRAWN = "drawn from the seed"


class View:
    """The base of all views, with the words of an ordinary game.

    Args:
        out: receives the text.
        style: its width and colours.

    Attributes:
        name: what it is called on the command line; empty for the ordinary views.
        plane: the plane shown below the board; None for none.
        shows_reasons: whether each decision of a player is shown with its reasons.
        first_mover: how it is chosen who moves first.
        asks_before_oversights: whether it asks before a person's move that overlooks a line, until `warn` is typed.
        asks_another_game: whether the prompt after the end is a question that `yes` and `no` answer.
        commands: the commands that only this view has; `execute` executes them.
        aliases: other words for commands of every view.
    """

    name: typing.ClassVar[str] = ""
    first_mover: typing.ClassVar[FirstMover] = FirstMover.AS_SEATED
    asks_before_oversights: typing.ClassVar[bool] = False
    asks_another_game: typing.ClassVar[bool] = False
    commands: typing.ClassVar[Sequence[Command]] = ()
    aliases: typing.ClassVar[Mapping[str, str]] = MappingProxyType({})

    def __init__(self, out: typing.TextIO, style: Style = PLAIN) -> None:
        self.out = out
        self.style = style
        self.plane: Plane | None = None
        self.shows_reasons = False

    def write_text(self, text: str) -> None:
        """Write sentences for a person, broken to the width of the terminal."""
        self.write_lines(wrapped(text, self.style.width))

    def write_about(self, local: LocalGame, text: str) -> None:
        """Write sentences that name the sides X and O, with the letters that this view has for them."""
        self.write_text(self.in_letters(local, text))

    def laid_out(self, lines: Iterable[str]) -> Iterable[str]:
        """Return lines as they are written."""
        return lines

    def write_lines(self, lines: Iterable[str]) -> None:
        for line in self.laid_out(lines):
            self.out.write(line + "\n")
        self.out.flush()

    def write_command(self, heading: str, command: str) -> None:
        """Write a command of the shell behind a heading, on one line, so that it can be copied."""
        self.write_lines([f"{heading} {command}"])

    def letters(self, local: LocalGame) -> dict[Side, str]:  # noqa: ARG002 - the same in every game
        return _LETTERS

    def in_letters(self, local: LocalGame, text: str) -> str:
        """Return a text about X and O with the letters of this view."""
        letters = self.letters(local)
        return _SIDE.sub(lambda found: letters["x" if found[0] in "xX" else "o"], text)

    def cell_name(self, local: LocalGame, cell: int) -> str:
        return local.board.name(cell)

    def in_words(self, local: LocalGame, text: str) -> str:
        """Return advice with the letters of this view, and with its names of cells if it has its own."""
        return self.in_letters(local, text)

    def refusal_text(self, local: LocalGame, error: InputError) -> str:
        """Return an error for a person; what was typed is repeated unchanged."""
        subject, colon, rest = str(error).partition(f": {error.reason}")
        return f"{subject}{self.in_letters(local, f'{colon}{rest}')}"

    def stone_colours(self, local: LocalGame) -> Mapping[Side, str]:  # noqa: ARG002 - the same in every game
        return self.style.colours

    def style_for(self, local: LocalGame) -> Style:
        """Return the style of drawings, with the letters and colours of this game."""
        return replace(self.style, letters=self.letters(local), colours=self.stone_colours(local))

    def read_cell(self, local: LocalGame, typed: str) -> str:  # noqa: ARG002 - views with names of their own use both
        """Return the name of the cell that a person typed."""
        return typed

    def execute(self, local: LocalGame, word: str, argument: str) -> None:
        raise NotImplementedError(word)

    def check_board(self, board: Board) -> None:
        """Refuse a board that this view cannot draw."""

    def help_lines(self, local: LocalGame, commands: Sequence[Command]) -> list[str]:
        """Return the commands, each with its explanation."""
        entries = help_entries(commands)
        width = max(len(typed) for typed, _ in entries)
        return [f"  {typed:{width}}  {self.in_letters(local, meaning)}" for typed, meaning in entries]

    def show_welcome(self, local: LocalGame) -> None:
        """Show what comes before the question who moves first."""

    def show_start(self, local: LocalGame) -> None:
        """Show the start of a game: board, players, and the seed that repeats it."""
        letters = self.letters(local)
        sides = ", ".join(f"{letters[side]} {display_name(local, side)}" for side in SIDES)
        self.write_text(f"{local.board}, {local.board.line_length} in a line wins: {sides}; seed {local.seed}")

    def draw_board(self, local: LocalGame) -> list[str]:
        """Draw the board, and the chosen plane below it."""
        game = local.game
        board = board_lines(game.position, self.style_for(local), last_move=game.last_move, plane=self.plane)
        return board + self.draw_slice(local)

    def draw_slice(self, local: LocalGame) -> list[str]:
        """Draw the chosen plane, if there is one."""
        if self.plane is None:
            return []
        game = local.game
        return ["", *plane_lines(self.plane, game.position, self.style_for(local), last_move=game.last_move)]

    def draw_values(self, local: LocalGame, before: Position, cell: int, values: Mapping[int, str]) -> list[str]:
        """Draw the position before a computer's move with what the computer wrote on the cells, and its move."""
        return board_lines(before, self.style_for(local), last_move=cell, marks=values)

    def show_analysis(self, local: LocalGame, analysis: Analysis) -> None:
        side = self.letters(local)[analysis.position.to_move]
        self.write_lines(label_lines(analysis, self.style_for(local)))
        self.write_text(analysis_headline(analysis, side))
        self.write_text(stored_in_words(analysis) + LEGEND)

    def show_label(self, local: LocalGame, analysis: Analysis, cell: int) -> None:
        sentence = label_sentence(analysis, cell, analysis.position.to_move.upper())
        self.write_text(self.in_words(local, sentence))

    def review_lines(self, local: LocalGame, review: Review) -> list[str]:
        """Return the key moves of a game's review, then its value by ply; an incomplete review says so."""
        ended = [] if review.is_complete else ["The review ended before it was complete."]
        about = [self.in_words(local, line) for line in (*ended, *key_move_lines(review), "")]
        return about + [self.in_letters(local, line) for line in graph_lines(review)]

    def show_turn(self, local: LocalGame) -> None:
        """Show the game before a person's move."""

    def show_move(self, local: LocalGame, cell: int) -> None:
        """Show that a person has played a cell."""

    def show_waiting(self, text: str) -> None:
        """Show that a player is thinking."""

    def show_decision(self, local: LocalGame, side: Side, decision: Decision) -> None:
        """Show what a player has decided."""
        self.write_text(self.decision_sentence(local, side, decision))

    def show_end(self, local: LocalGame, final_remarks: Iterable[tuple[Side, FinalRemark]]) -> None:
        """Show how the game ended, and the players' final remarks."""
        self.write_text(self.in_words(local, describe_state(local)))
        for side, final in final_remarks:
            reasons = final.reasons.sentence(local.board) if self.shows_reasons else ""
            for text in (reasons, final.remark):
                if text:
                    self.write_text(f"{local.participants[side].display_name}: {text}")

    def prompt(self, local: LocalGame) -> str:
        if local.offer:
            return "Accept the draw (yes, no, quit)? "
        side = "" if local.game.is_over else f"{self.letters(local)[local.game.to_move]} "
        return f"{side}(help, quit)> "

    def show_exit(self, local: LocalGame) -> None:
        """Show the end of the session."""

    def reasons_text(self, local: LocalGame, decision: Decision) -> str:
        """Return the reasons of the decision that was just made, if they are shown."""
        if not self.shows_reasons:
            return ""
        is_move = isinstance(decision, Play)
        return reason_in_game(local.game, local.game.ply) if is_move else decision.reasons.sentence(local.board)

    def decision_sentence(self, local: LocalGame, side: Side, decision: Decision) -> str:
        """Return what a player has decided in one line, with its reasons if they are shown, and its remark."""
        sentence = f"{side.upper()} ({local.participants[side].display_name}) {self.describe(local, decision)}"
        reasons = self.reasons_text(local, decision)
        sentence = self.in_letters(local, f"{sentence}: {reasons}." if reasons else f"{sentence}.")
        return f'{sentence} "{decision.remark}"' if decision.remark else sentence

    def describe(self, local: LocalGame, decision: Decision) -> str:
        """Return a decision in words that follow a player's name: `plays 231`, `resigns`, `forfeits (time): …`."""
        match decision:
            case Play(cell=cell):
                return f"plays {self.cell_name(local, cell)}"
            case Forfeit(ending=ending, text=text):
                return f"forfeits ({ending}): {shortened(text, LONGEST_FAILURE)}"
            case _:
                return decision.intent


class PersonView(View):
    """A board for every turn of a person, and below it the moves since.

    Attributes:
        instruction: how to type a move, in one sentence; empty for the names of cells.
        news: sentences for the next screen.
    """

    asks_before_oversights: typing.ClassVar[bool] = True
    instruction: typing.ClassVar[str] = ""

    def __init__(self, out: typing.TextIO, style: Style = PLAIN) -> None:
        super().__init__(out, style)
        self.news: list[str] = []
        self._instruction = ""

    def show_start(self, local: LocalGame) -> None:
        """Show the start, what wins, and how to type a cell."""
        super().show_start(local)
        self.news = []
        example = cell_name_example(local.board).replace(" is ", " for ")
        instruction = f"Type a cell, such as {example}; or help."
        if not local.game.ply:
            if len(self.draw_board(local)) + 4 > SCREEN_HEIGHT:
                instruction = f"Type a cell ({example.split()[0]}) or help."
            instruction = f"{what_wins(local.board)} {instruction}"
        instruction = self.instruction or instruction
        self._instruction = "" if local.game.is_over else instruction

    def show_turn(self, local: LocalGame) -> None:
        """Draw the board with the news below it, near the prompt."""
        lines = self.draw_board(local)
        if len(lines) + 4 <= SCREEN_HEIGHT:
            lines.insert(0, "")
        self.write_lines(lines)
        for text in (*self.news, self._instruction):
            self.write_text(text)
        self.news, self._instruction = [], ""

    def show_waiting(self, text: str) -> None:
        self.write_text(text)

    def show_decision(self, local: LocalGame, side: Side, decision: Decision) -> None:
        """Keep the decision for the next screen."""
        self.news = [self.decision_sentence(local, side, decision)]

    def show_end(self, local: LocalGame, final_remarks: Iterable[tuple[Side, FinalRemark]]) -> None:
        """Draw the last board, then show the end and the next commands."""
        self.show_turn(local)
        super().show_end(local, final_remarks)
        self.write_text("Type review, new, undo, save FILE or quit.")

    def show_exit(self, local: LocalGame) -> None:
        """Show the command that continues an unfinished game in this view, if a move has been played."""
        if local.game.ply and not local.game.is_over:
            screen = ["--screen", self.name] if self.name else []
            self.write_command("To continue:", shlex.join([*resume_words(local), *screen]))


class LogView(View):
    """One line for every move; the board, the position and the moves at the end."""

    def show_move(self, local: LocalGame, cell: int) -> None:
        self.write_lines([self._numbered(local, local.board.name(cell))])

    def show_decision(self, local: LocalGame, side: Side, decision: Decision) -> None:
        if isinstance(decision, Play):
            line = self._numbered(local, local.board.name(decision.cell))
        else:
            line = f"{side.upper()} ({local.participants[side].display_name}) {self.describe(local, decision)}"
        reasons = self.reasons_text(local, decision)
        self._write_line(f"{line}  {reasons}" if reasons else line)

    def show_end(self, local: LocalGame, final_remarks: Iterable[tuple[Side, FinalRemark]]) -> None:
        self.write_lines(["", *self.draw_board(local)])
        super().show_end(local, final_remarks)
        self._write_game(local)

    def show_exit(self, local: LocalGame) -> None:
        if not local.game.is_over:
            self.write_lines(["", *self.draw_board(local), describe_state(local)])
            self._write_game(local)

    def _write_game(self, local: LocalGame) -> None:
        self._write_line(f"position: {local.game.position.text}")
        self._write_line(f"moves: {local.board.names(local.game.moves)}".rstrip())

    def _write_line(self, line: str) -> None:
        self.write_lines([fitted_to_terminal(line, self.out, "      ")])

    def _numbered(self, local: LocalGame, cell: str) -> str:
        before = local.game.position_at(local.game.ply - 1)
        return f"{local.game.ply:3} {before.to_move.upper()} {cell}"


def display_name(local: LocalGame, side: Side) -> str:
    """Return the name of the participant at a side; the only person is `you`."""
    if local.is_human(side) and len(local.humans) == 1:
        return "you"
    return local.participants[side].display_name


def describe_state(local: LocalGame) -> str:
    """Return the state of the game in one line: the side to move, or how the game ended and by which cells."""
    game = local.game
    if game.result is None:
        if local.offer:
            return f"{local.offer.upper()} ({local.participants[local.offer].display_name}) offers a draw."
        return f"{game.to_move.upper()} ({local.participants[game.to_move].display_name}) is to move."
    lines = [game.board.names(game.board.lines[line]) for line in game.position.completed_lines()]
    cells = f" ({' and '.join(lines)})" if lines else ""
    return f"{end_in_words(game)}{cells}."


def resume_words(local: LocalGame) -> list[str]:
    words = ["oxo", "play", str(local.board)]
    for option, side in zip(("--first", "--second"), SIDES, strict=True):
        words += [option, local.participants[side].typed]
    words += ["--seed", str(local.seed)]
    if local.game.start != local.board.empty():
        words += ["--position", local.game.start.text]
    if local.game.moves:
        words += ["--moves", local.board.names(local.game.moves)]
    return words
