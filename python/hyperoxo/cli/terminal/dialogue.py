"""The dialogue of a game: reads lines, executes commands, and asks players for their moves.

Every line is a command or some cells. A refused line is answered by one line, and the game continues. Through a pipe
that answer goes to standard error, and the exit code is `USAGE` at the end.
"""

from __future__ import annotations

import random
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.interruptible import run_interruptibly
from hyperoxo.cli.terminal.command_handlers import CommandHandlers
from hyperoxo.cli.terminal.commands import COMMANDS, words_of
from hyperoxo.cli.terminal.views import FirstMover
from hyperoxo.errors import CellError, InputError, MoveError, PlayerError
from hyperoxo.seeds import derived_seed
from hyperoxo.text import did_you_mean, shortened

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from hyperoxo import Board
    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.cli.terminal.local_game import LocalGame
    from hyperoxo.cli.terminal.views import View

QUESTION = "DO YOU MOVE FIRST (Y/N)? "
QUESTION_HELP = "Y: you move first. N: the machine does. A cell: you move there first. QUIT: leave."
_WITHOUT_ARGUMENT = frozenset(command.word for command in COMMANDS if not command.argument)
"""Commands that have no argument."""


class Dialogue(CommandHandlers):
    """A game played by typing, from the first question to the last line.

    Args:
        local: the game and its participants.
        lines: the source of a person's lines.
        view: shows the game.
        errors: receives refusals of input from a pipe; None for a terminal, where the view shows them.
        chooses_first_mover: whether the view chooses who moves first in the first game, because that was not typed.
        faces: returns the view of a name, for the command `face`.
    """

    def __init__(
        self,
        local: LocalGame,
        lines: InputLines,
        view: View,
        errors: TextIO | None,
        *,
        chooses_first_mover: bool = False,
        faces: Callable[[str, LocalGame], View] | None = None,
    ) -> None:
        super().__init__(local, view, faces)
        self.lines = lines
        self.errors = errors
        self._chooses_first_mover = chooses_first_mover
        self._ends_with_game = not local.humans
        self._is_asking = False
        self._pending: deque[str] = deque()
        self._end_shown = False
        self._refused = False
        self._welcomed = False

    def run(self) -> ExitCode:
        """Play until the person leaves, the input ends, or two computer players have finished; return the exit code."""
        code = ExitCode.DONE
        try:
            self._begin()
            while not self._quits:
                self._step()
        except KeyboardInterrupt:
            self.view.write_lines([""])
            code = ExitCode.INTERRUPTED
        finally:
            self.local.close()
        self.view.show_exit(self.local)
        return code or (ExitCode.USAGE if self._refused else ExitCode.DONE)

    # ---- The course of the game ----

    def _begin(self) -> None:
        """Show the beginning of a game, or ask first who moves first."""
        local = self.local
        if not self._welcomed:
            self.view.show_welcome(local)
            self._welcomed = True
        chosen = self.view.first_mover if self._chooses_first_mover and not local.game.ply else FirstMover.AS_SEATED
        if len(local.humans) != 1:
            chosen = FirstMover.AS_SEATED
        if chosen is FirstMover.DRAWN:
            with suppress(PlayerError):  # a player that takes one seat only keeps it
                self._seat(person_first=random.Random(derived_seed(local.seed, "starts")).random() >= 0.5)
        self._is_asking = chosen is FirstMover.ASKED
        if not self._is_asking:
            self._start()

    def _start(self) -> None:
        self._is_asking = False
        self.view.show_start(self.local)
        self._needs_redraw, self._end_shown = True, False

    def _seat(self, *, person_first: bool) -> None:
        """Let the person or the computer move first."""
        if self.local.is_human(self.local.game.to_move) != person_first:
            self.local.swap()

    def _ask_who_starts(self) -> None:
        """Read one answer to the question who moves first; one that makes no sense is refused and ends a pipe."""
        line = self._read_line(QUESTION)
        if line is None:
            self._quits = True
            if self.errors is not None and not self._refused:
                self._refuse(InputError("who starts", "the input ends before an answer", "answer Y, N or a cell"))
        elif line.strip():
            self._attempt(lambda: self._answer(line))

    def _answer(self, line: str) -> None:
        typed = line.strip().lower()
        if typed in {"help", "?"}:
            self.view.write_text(QUESTION_HELP)
        elif typed in {"quit", "exit", "q"}:
            self._quits = True
        elif typed in {"y", "yes", "n", "no"}:
            self._seat(person_first=typed[0] == "y")
            self._start()
        elif line.lstrip(" ,")[:1].isdigit():
            cells = split_cells(line, self._read_cell, self.local.board)
            for cell in cells:
                self.local.board.cell(self._read_cell(cell))
            self._seat(person_first=True)
            self._pending.extend(cells)
            self._start()
        else:
            raise InputError(line.strip(), "the question is who moves first", "answer Y, N, a cell, HELP or QUIT")

    def _step(self) -> None:
        """Do the next step: a player's move, a cell typed in advance, the end of the game, or reading a line."""
        local = self.local
        if self._is_asking:
            self._ask_who_starts()
        elif local.waits_for_computer:
            self._take_computer_turn()
        elif local.game.is_over and not self._end_shown:
            self._end_shown, self._needs_redraw = True, False
            self.view.show_end(local, local.final_remarks())
            self._quits = self._ends_with_game
        elif self._pending:
            self._attempt(lambda: self._play(self._pending.popleft()))
        else:
            self._show()
            line = self._read_line(self.view.prompt(local))
            if line is None:
                self._quits = True
            elif line.strip():
                self._attempt(lambda: self._execute(line))

    def _take_computer_turn(self) -> None:
        local, side = self.local, self.local.game.to_move
        name = local.participants[side].display_name
        waiting = f"{name} is thinking; Ctrl-C ends the game."
        try:
            decision = run_interruptibly(local.take_turn, lambda: self.view.show_waiting(waiting))
        except Exception as error:
            # A player may be code from outside; any error in it ends the game as a crash.
            local.crash(side)
            self.view.write_text(f"{name} failed: {type(error).__name__}: {shortened(str(error))}")
        else:
            self.view.show_decision(local, side, decision)
        self._changed()

    def _play(self, typed: str) -> None:
        cell = self._read_cell(typed)
        try:
            self.local.play(cell)
        except MoveError as error:
            raise MoveError(typed, error.reason, error.remedy) from None
        self.view.show_move(self.local, self.local.game.moves[-1])
        self._changed()

    def _read_cell(self, typed: str) -> str:
        return self.view.read_cell(self.local, typed)

    def _show(self) -> None:
        if self._needs_redraw:
            self._needs_redraw = False
            self.view.show_turn(self.local)

    def _changed(self) -> None:
        self._needs_redraw, self._end_shown = True, False

    # ---- Lines ----

    def _read_line(self, prompt: str) -> str | None:
        while True:
            try:
                return self.lines.read(prompt)
            except InputError as error:
                self._refuse(error)
                if self.errors is not None:  # the pipe carries something other than moves
                    return None

    def _attempt(self, act: Callable[[], None]) -> None:
        """Execute an action; if it is refused, show why."""
        try:
            act()
        except InputError as error:
            self._refuse(error)
        except OSError as error:
            if error.filename is None:  # an error of the output itself: nothing more can be shown
                raise
            self._refuse(InputError(str(error.filename), str(error.strerror)))

    def _refuse(self, error: InputError) -> None:
        text = self.view.refusal_text(self.local, error)
        if self.errors is None:
            # The cells that a person typed after a refused one were meant for another position.
            dropped = f" (not played: {' '.join(self._pending)})" if self._pending else ""
            self._pending.clear()
            self._write_below(f"{text}{dropped}")
            return
        line = f"line {self.lines.number}: " if self.lines.number else ""
        self.errors.write(f"oxo: {line}{text}\n")
        self._refused = True
        # A script that continues after the end of its game, or does not answer a question, is out of step.
        self._quits = self.local.game.is_over or self._is_asking

    def _write_below(self, text: str) -> None:
        """Write a text below the current board, where it does not scroll away."""
        if not self._is_asking:
            self._show()
        self.view.write_text(text)

    def _execute(self, line: str) -> None:
        first, _, rest = line.strip().partition(" ")
        commands = words_of(COMMANDS) | words_of(self.view.commands) | dict(self.view.aliases)
        word = commands.get(first.lower())
        if word in _WITHOUT_ARGUMENT and rest.strip():
            raise InputError(rest.split()[0], "unexpected", f"type {word} alone")
        if word in words_of(self.view.commands):
            self.view.execute(self.local, word, rest.strip())
            self._changed()
        elif word:
            getattr(self, f"_do_{word}")(rest.strip())
        elif any(letter.isdigit() for letter in first):
            self._pending.extend(split_cells(line, self._read_cell, self.local.board))
        else:
            remedy = did_you_mean(first.lower(), commands) or "type help"
            raise InputError(first, "neither a cell nor a command", remedy)


def split_cells(line: str, read_cell: Callable[[str], str], board: Board) -> list[str]:
    """Return the cells of a line as they were typed, at least one of which is a cell of the board.

    If they are the coordinates of one cell, the error names it.
    """
    typed = line.replace(",", " ").split()
    refusals = [_refusal(cell, read_cell, board) for cell in typed]
    first = refusals[0] if all(refusals) else None
    if first is None:
        return typed
    joined = [mark.join(typed) for mark in ("", ".") if _refusal(mark.join(typed), str, board) is None]
    if len(typed) > 1 and joined:
        raise CellError(line.strip(), "not a cell", f"type {joined[0]}")
    raise first


def _refusal(cell: str, read_cell: Callable[[str], str], board: Board) -> InputError | None:
    """Return why a text is no cell; None if it is one."""
    try:
        board.cell(read_cell(cell))
    except InputError as error:
        return error
    return None
