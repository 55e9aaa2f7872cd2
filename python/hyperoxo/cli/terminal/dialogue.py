"""The dialogue of a game: reads lines, executes commands, and asks players for their moves.

Every line is a command or some cells. A refused line is answered by one line, and the game continues. Through a pipe
that answer goes to standard error, and the exit code is `USAGE` at the end.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo import Game
from hyperoxo.advice import describe_threats, hint
from hyperoxo.boards import find_board
from hyperoxo.cli.arguments import read_player, read_seed
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import RECORD_SUFFIXES, check_output, load_game, save_game
from hyperoxo.cli.interruptible import run_interruptibly
from hyperoxo.cli.terminal.views import describe_decision, describe_state
from hyperoxo.drawing import board_lines, cell_name_example
from hyperoxo.errors import InputError, MoveError
from hyperoxo.planes import find_plane
from hyperoxo.players import Forfeit, Play
from hyperoxo.sides import SIDES
from hyperoxo.text import did_you_mean, shortened

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.cli.terminal.local_game import LocalGame
    from hyperoxo.cli.terminal.views import View
    from hyperoxo.sides import Side


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a person can type.

    Attributes:
        word: the command.
        help: what it does, in one line.
        argument: its argument, for people; empty if it has none.
        letter: its abbreviation.
    """

    word: str
    help: str
    argument: str = ""
    letter: str = ""


COMMANDS = (
    Command("undo", "take back your last move, and the computer's answer", letter="u"),
    Command("redo", "play again what was taken back", letter="r"),
    Command("hint", "suggest the best cell of a short analysis", letter="h"),
    Command("threats", "list the cells that complete a line for either side", letter="t"),
    Command("why", "show the reasons of the computer's last move"),
    Command("reasons", "show the reasons of every move, or stop", "on|off"),
    Command("slice", "show a plane flat: x=2 (a tier), y=1, z=3, y=z (diagonal)", "PLANE|off"),
    Command("board", "draw the board again", letter="b"),
    Command("first", "give X to a player, or to a person (human)", "PLAYER"),
    Command("second", "give O to a player, or to a person (human)", "PLAYER"),
    Command("swap", "change sides with your opponent"),
    Command("draw", "offer a draw"),
    Command("yes", "accept a draw that is offered"),
    Command("no", "decline a draw that is offered"),
    Command("resign", "resign the game"),
    Command("new", "start another game, on any board; SEED repeats one", "[BOARD] [SEED]"),
    Command("moves", "list the moves"),
    Command("position", "print the position as text"),
    Command("save", "write the game to a file", "FILE"),
    Command("load", "continue a game from a file", "FILE"),
    Command("help", "show this list", letter="?"),
    Command("quit", "leave; Ctrl-D and Ctrl-C do the same", letter="q"),
)
"""All commands; `Dialogue` has a method `_do_WORD` for each."""

_WORDS = {command.word: command.word for command in COMMANDS} | {
    command.letter: command.word for command in COMMANDS if command.letter
}


class Dialogue:
    """A game played by typing, from the first question to the last line.

    Args:
        local: the game and its participants.
        lines: the source of a person's lines.
        view: shows the game.
        errors: receives refusals of input from a pipe; None for a terminal, where the view shows them.
        asks_who_starts: whether to ask before the first game, if the view asks this.
    """

    def __init__(
        self, local: LocalGame, lines: InputLines, view: View, errors: TextIO | None, *, asks_who_starts: bool = False
    ) -> None:
        self.local = local
        self.lines = lines
        self.view = view
        self.errors = errors
        self._asks_who_starts = asks_who_starts
        self._pending: deque[str] = deque()
        self._own_files: set[Path] = set()
        self._needs_redraw = True
        self._end_shown = False
        self._refused = False
        self._quits = False

    def run(self) -> ExitCode:
        """Play until the person leaves, the input ends, or two computer players have finished their game.

        Returns:
            `DONE`; `USAGE` if a line from a pipe was refused; `INTERRUPTED` after Ctrl-C.
        """
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

    def has_saved(self, path: str) -> bool:
        """Return whether the command `save` wrote this file."""
        return Path(path).absolute() in self._own_files

    # ---- The course of the game ----

    def _begin(self) -> None:
        if self.view.asks_who_starts and self._asks_who_starts:
            self._ask_who_starts()
        self.view.show_start(self.local)
        self._needs_redraw, self._end_shown = True, False

    def _ask_who_starts(self) -> None:
        while len(self.local.humans) == 1:
            answer = self._read_line("Do you want to move first (Y/N)? ")
            if answer is None:
                self._quits = True
                return
            if answer[:1].lower() in {"y", "n"}:
                if (answer[:1].lower() == "y") != self.local.is_human("x"):
                    self.local.swap()
                return

    def _step(self) -> None:
        """Do the next step: a player's move, a cell typed in advance, the end of the game, or reading a line."""
        local = self.local
        if local.waits_for_computer:
            self._take_computer_turn()
        elif local.game.is_over and not self._end_shown:
            self._end_shown, self._needs_redraw = True, False
            self.view.show_end(local, local.final_remarks())
            self._quits = not local.humans
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

    def _play(self, cell: str) -> None:
        self.local.play(cell)
        self.view.show_move(self.local, self.local.game.moves[-1])
        self._changed()

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
        if self.errors is None:
            # The cells that a person typed after a refused one were meant for another position.
            dropped = f" (not played: {' '.join(self._pending)})" if self._pending else ""
            self._pending.clear()
            self._write_below(f"{error}{dropped}")
            return
        self.errors.write(f"oxo: line {self.lines.number}: {error}\n")
        self._refused = True
        # A script that continues after the end of its game is out of step.
        self._quits = self.local.game.is_over

    def _write_below(self, text: str) -> None:
        """Write a text below the current board, where it does not scroll away."""
        self._show()
        self.view.write_text(text)

    def _execute(self, line: str) -> None:
        first, _, rest = line.strip().partition(" ")
        word = _WORDS.get(first.lower())
        if word:
            getattr(self, f"_do_{word}")(rest.strip())
        elif any(letter.isdigit() for letter in first):
            self._pending.extend(line.replace(",", " ").split())
        else:
            remedy = did_you_mean(first.lower(), _WORDS) or "type help"
            raise InputError(first, "neither a cell nor a command", remedy)

    # ---- Commands ----

    def _do_undo(self, _: str) -> None:
        self._report_moves("Taken back", self.local.undo())

    def _do_redo(self, _: str) -> None:
        self._report_moves("Played again", self.local.redo())

    def _report_moves(self, done: str, plies: int) -> None:
        self._changed()
        what = f"{plies} move{'s' if plies > 1 else ''}" if plies else "the end of the game"
        self._write_below(f"{done}: {what}.")

    def _do_hint(self, _: str) -> None:
        game = self.local.game
        suggested = run_interruptibly(lambda control: hint(game, control))
        self.view.write_text(f"Hint: {suggested.text}")

    def _do_threats(self, _: str) -> None:
        for sentence in describe_threats(self.local.game.position):
            self.view.write_text(sentence)

    def _do_why(self, _: str) -> None:
        local, board = self.local, self.local.board
        ply = max((ply for ply in local.decisions if ply <= local.game.ply), default=None)
        if ply is None:
            raise MoveError("why", "no computer has moved yet")
        decision = local.decisions[ply]
        sentence = decision.reasons.sentence(board) or "no reasons are given"
        marks = decision.reasons.marks(board)
        if not isinstance(decision, Play):
            done = describe_decision(board, decision)
            self.view.write_text(f"{done}." if isinstance(decision, Forfeit) else f"{done}: {sentence}.")
            return
        before = local.game.position_at(ply - 1)
        self.view.write_text(f"{before.to_move.upper()} played {board.name(decision.cell)}: {sentence}.")
        if marks:
            self.view.write_lines(board_lines(before, self.view.style, last_move=decision.cell, marks=marks))

    def _do_reasons(self, wish: str) -> None:
        if wish not in {"", "on", "off"}:
            raise InputError(wish, "reasons are on or off")
        self.view.shows_reasons = wish == "on" if wish else not self.view.shows_reasons
        self.view.write_text(f"Reasons are {'on' if self.view.shows_reasons else 'off'}.")

    def _do_slice(self, wish: str) -> None:
        self.view.plane = None if wish in {"", "off"} else find_plane(self.local.board, wish)
        self._needs_redraw = True

    def _do_board(self, _: str) -> None:
        self.view.write_lines(self.view.draw_board(self.local))

    def _do_first(self, name: str) -> None:
        self._hand_over("x", name)

    def _do_second(self, name: str) -> None:
        self._hand_over("o", name)

    def _hand_over(self, side: Side, name: str) -> None:
        if name:
            self.local.hand_over(side, read_player(name))
            self._changed()
        self._show_players()

    def _do_swap(self, _: str) -> None:
        self.local.swap()
        self._changed()
        self._show_players()

    def _show_players(self) -> None:
        self.view.write_text(
            ", ".join(f"{side.upper()} is {self.local.participants[side].display_name}" for side in SIDES) + "."
        )

    def _do_draw(self, _: str) -> None:
        agreed = self.local.offer_draw()
        self._changed()
        if self.local.offer:
            self._write_below(describe_state(self.local))
        elif not agreed:
            self._write_below("Lines can still be completed: the game continues.")

    def _do_yes(self, _: str) -> None:
        if self.local.offer is None:
            raise InputError("yes", "no draw is offered")
        self.local.agree_draw()
        self._changed()

    def _do_no(self, _: str) -> None:
        offer = self.local.offer
        if offer is None:
            raise InputError("no", "no draw is offered")
        if self.local.is_human(offer):
            self.local.offer = None
            self._changed()
            return
        seat = "first" if offer == "x" else "second"
        self.view.write_text(
            f"{self.local.participants[offer].display_name} has no other move. Continue with undo, or give its side to "
            f"another player ({seat} random) or to yourself ({seat} human); or end the game with yes or resign."
        )

    def _do_resign(self, _: str) -> None:
        self.local.resign()
        self._changed()

    def _do_new(self, wishes: str) -> None:
        words = wishes.split()
        game = Game(self.local.game.start)
        if words and not words[0].isdigit():
            game = Game(find_board(words.pop(0)))
        seed = read_seed(words.pop(0), "") if words else None
        if words:
            raise InputError(words[0], "unexpected", "type new, new BOARD or new BOARD SEED")
        self._replace_game(game, seed)
        self._asks_who_starts = True
        self._begin()

    def _do_moves(self, _: str) -> None:
        self.view.write_text(self.local.board.names(self.local.game.moves) or "No move has been played.")

    def _do_position(self, _: str) -> None:
        self.view.write_text(self.local.game.position.text)

    def _do_save(self, path: str) -> None:
        if not path:
            raise InputError("save", "a file name is missing", "type save FILE")
        is_own = self.has_saved(path)
        if not is_own:
            check_output(path, RECORD_SUFFIXES, remedy="choose another name")
        save_game(self.local.tagged_game(), path, replace=is_own)
        self._own_files.add(Path(path).absolute())
        self.view.write_text(f"Saved in {path}.")

    def _do_load(self, path: str) -> None:
        self._replace_game(load_game(path), None)
        self.view.show_start(self.local)
        self._changed()

    def _replace_game(self, game: Game, seed: int | None) -> None:
        self.view.check_board(game.board)
        if game.board != self.local.board:
            self.view.plane = None
        self.local.replace_game(game, seed)

    def _do_help(self, _: str) -> None:
        self.view.write_text(f"Type a cell ({cell_name_example(self.local.board)}), several, or a command:")
        self.view.show_help([(f"{command.word} {command.argument}", command.help) for command in COMMANDS])

    def _do_quit(self, _: str) -> None:
        self._quits = True
