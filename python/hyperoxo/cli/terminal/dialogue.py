"""The conversation of a game: lines are read, commands obeyed, players asked for their moves.

Every line is a command or some cells. What is refused is told in one line, and the game goes on; through a pipe it is
told on standard error, and the exit code tells of it in the end.
"""

from __future__ import annotations

import difflib
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo import Board, Game
from hyperoxo.advice import hint, threats_in_words
from hyperoxo.cli.arguments import read_player, read_seed
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.game_files import check_new, load_game, save_game
from hyperoxo.cli.interruptible import think
from hyperoxo.cli.terminal.local_game import SIDES
from hyperoxo.cli.terminal.views import deed, in_words
from hyperoxo.drawing import Highlights, board_lines, naming
from hyperoxo.errors import InputError, MoveError, shortened
from hyperoxo.planes import find_plane
from hyperoxo.players import Control, Forfeit, Play

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from hyperoxo.cli.input_lines import Lines
    from hyperoxo.cli.terminal.local_game import Table
    from hyperoxo.cli.terminal.views import Face
    from hyperoxo.sides import Side


@dataclass(frozen=True, slots=True)
class Command:
    """A word that a person can type.

    Attributes:
        word: the word itself.
        help: what it does, in one line.
        argument: what follows it, for people; empty if nothing does.
        letter: an abbreviation.
    """

    word: str
    help: str
    argument: str = ""
    letter: str = ""


COMMANDS = (
    Command("undo", "take back your last move, and the computer's answer", letter="u"),
    Command("redo", "play again what was taken back", letter="r"),
    Command("hint", "suggest a cell: a win or a block, or what a program plays", letter="h"),
    Command("threats", "tell which cells complete a line, and for whom", letter="t"),
    Command("why", "give the reasons of the computer's last move"),
    Command("reasons", "give them with every move from now on, or no longer", "on|off"),
    Command("slice", "show a plane flat: x=2 (a tier), y=1, z=3, y=z (diagonal)", "PLANE|off"),
    Command("board", "draw the board again", letter="b"),
    Command("first", "hand X to a player, or to a person (human)", "PLAYER"),
    Command("second", "hand O to a player, or to a person (human)", "PLAYER"),
    Command("swap", "change sides with your opponent"),
    Command("draw", "offer a draw"),
    Command("yes", "accept a draw that is offered"),
    Command("no", "refuse it"),
    Command("resign", "give the game up"),
    Command("new", "another game, on any board; a SEED repeats one", "[BOARD] [SEED]"),
    Command("moves", "list the moves"),
    Command("position", "print the position as text"),
    Command("save", "write the game to a file", "FILE"),
    Command("load", "go on with a game from a file", "FILE"),
    Command("help", "show this list", letter="?"),
    Command("quit", "leave; so do Ctrl-D and Ctrl-C", letter="q"),
)
"""Everything that can be typed besides cells; `Dialogue` has a method `_do_WORD` for each."""

_WORDS = {command.word: command.word for command in COMMANDS} | {
    command.letter: command.word for command in COMMANDS if command.letter
}


class Dialogue:
    """A game played by typing, from the first question to the last line.

    Args:
        table: the game and its players.
        lines: where a person's lines come from.
        face: how the game is shown.
        errors: where refusals go instead of to the face, for input that no person types at a terminal.
        asks_who_starts: whether to ask before the first game, if the face asks at all.
    """

    def __init__(
        self, table: Table, lines: Lines, face: Face, errors: TextIO | None = None, *, asks_who_starts: bool = False
    ) -> None:
        self.table = table
        self.lines = lines
        self.face = face
        self.errors = errors
        self._asks_who_starts = asks_who_starts
        self._pending: deque[str] = deque()
        self._own_files: set[Path] = set()
        self._stale = True
        self._told_end = False
        self._refused = False
        self._leaves = False

    def run(self) -> ExitCode:
        """Play until the person leaves, the input ends, or players have finished a game between themselves.

        Returns:
            `DONE`; `USAGE` if a line from a pipe was refused; `INTERRUPTED` after Ctrl-C.
        """
        code = ExitCode.DONE
        try:
            self._begin()
            while not self._leaves:
                self._step()
        except KeyboardInterrupt:
            self.face.write([""])
            code = ExitCode.INTERRUPTED
        finally:
            self.table.close()
        self.face.farewell(self.table)
        return code or (ExitCode.USAGE if self._refused else ExitCode.DONE)

    # ---- The course of the game ----

    def _begin(self) -> None:
        if self.face.asks_who_starts and self._asks_who_starts:
            self._ask_who_starts()
        self.face.greet(self.table)
        self._stale, self._told_end = True, False

    def _ask_who_starts(self) -> None:
        while len(self.table.humans) == 1:
            answer = self._read_line("Do you want to move first (Y/N)? ")
            if answer is None:
                self._leaves = True
                return
            if answer[:1].lower() in {"y", "n"}:
                if (answer[:1].lower() == "y") != self.table.is_human("x"):
                    self.table.swap()
                return

    def _step(self) -> None:
        """Do the one thing that comes next: a player's move, a cell typed in advance, the end, or a line to read."""
        table = self.table
        if table.waits_for_computer:
            self._let_computer_decide()
        elif table.game.is_over and not self._told_end:
            self._told_end, self._stale = True, False
            self.face.ended(table, table.verdicts())
            self._leaves = not table.humans
        elif self._pending:
            self._attempt(lambda: self._play(self._pending.popleft()))
        else:
            self._show()
            line = self._read_line(self.face.prompt(table))
            if line is None:
                self._leaves = True
            elif line.strip():
                self._attempt(lambda: self._obey(line))

    def _let_computer_decide(self) -> None:
        table, side, control = self.table, self.table.game.to_move, Control()
        name = table.seats[side].name
        try:
            decision = think(
                lambda: table.take_turn(control),
                control,
                lambda: self.face.wait(f"{name} is thinking; Ctrl-C ends the game."),
            )
        except Exception as error:
            # A player may be anybody's code; whatever goes wrong in it, the game has a name for such an end.
            table.crash(side)
            self.face.say(f"{name} failed: {type(error).__name__}: {shortened(str(error))}")
        else:
            self.face.decided(table, side, decision)
        self._changed()

    def _play(self, cell: str) -> None:
        self.table.play(cell)
        self.face.played(self.table, self.table.game.moves[-1])
        self._changed()

    def _show(self) -> None:
        if self._stale:
            self._stale = False
            self.face.show(self.table)

    def _changed(self) -> None:
        self._stale, self._told_end = True, False

    # ---- Lines ----

    def _read_line(self, prompt: str) -> str | None:
        while True:
            try:
                return self.lines.read(prompt)
            except InputError as error:
                self._refuse(error)
                if self.errors is not None:  # whatever comes through this pipe, it is not somebody's moves
                    return None

    def _attempt(self, act: Callable[[], None]) -> None:
        """Do what is asked for; if it is refused, say so."""
        try:
            act()
        except InputError as error:
            self._refuse(error)
        except OSError as error:
            if error.filename is None:  # no file that somebody named: nothing more can be shown
                raise
            self._refuse(InputError(str(error.filename), str(error.strerror)))

    def _refuse(self, error: InputError) -> None:
        if self.errors is None:
            # What a person typed behind a refused cell was meant for another position.
            dropped = f" (not played: {' '.join(self._pending)})" if self._pending else ""
            self._pending.clear()
            self._say_below(f"{error}{dropped}")
            return
        self.errors.write(f"oxo: line {self.lines.number}: {error}\n")
        self._refused = True
        # A script that goes on after the end of its game has lost its place.
        self._leaves = self.table.game.is_over

    def _say_below(self, text: str) -> None:
        """Say something below the board as it is now, where it is not scrolled away."""
        self._show()
        self.face.say(text)

    def _obey(self, line: str) -> None:
        first, _, rest = line.strip().partition(" ")
        word = _WORDS.get(first.lower())
        if word:
            getattr(self, f"_do_{word}")(rest.strip())
        elif any(letter.isdigit() for letter in first):
            self._pending.extend(line.split())
        else:
            near = difflib.get_close_matches(first.lower(), _WORDS, 1)
            raise InputError(first, "neither a cell nor a command", f"did you mean {near[0]}?" if near else "type help")

    # ---- Commands ----

    def _do_undo(self, _: str) -> None:
        self._moved("Taken back", self.table.undo())

    def _do_redo(self, _: str) -> None:
        self._moved("Played again", self.table.redo())

    def _moved(self, done: str, plies: int) -> None:
        self._changed()
        what = f"{plies} move{'s' if plies > 1 else ''}" if plies else "the end of the game"
        self._say_below(f"{done}: {what}.")

    def _do_hint(self, _: str) -> None:
        self.face.say(f"Hint: {hint(self.table.game, self.table.seed).text}")

    def _do_threats(self, _: str) -> None:
        for sentence in threats_in_words(self.table.game.position):
            self.face.say(sentence)

    def _do_why(self, _: str) -> None:
        table, board = self.table, self.table.board
        ply = max((ply for ply in table.decisions if ply <= table.game.ply), default=None)
        if ply is None:
            raise MoveError("why", "no computer has decided anything yet")
        decision = table.decisions[ply]
        sentence = decision.reasons.sentence(board) or "no reasons are given"
        texts = decision.reasons.marks(board)
        if not isinstance(decision, Play):
            told = deed(board, decision)
            self.face.say(f"{told}." if isinstance(decision, Forfeit) else f"{told}: {sentence}.")
            return
        before = table.game.position_at(ply - 1)
        self.face.say(f"{before.to_move.upper()} played {board.name(decision.cell)}: {sentence}.")
        if texts:
            highlights = Highlights(last=decision.cell, texts=texts)
            self.face.write(board_lines(before, self.face.style, highlights))

    def _do_reasons(self, wish: str) -> None:
        if wish not in {"", "on", "off"}:
            raise InputError(wish, "reasons are on or off")
        self.face.tells_reasons = wish == "on" if wish else not self.face.tells_reasons
        self.face.say(f"Reasons are {'on' if self.face.tells_reasons else 'off'}.")

    def _do_slice(self, wish: str) -> None:
        self.face.plane = None if wish in {"", "off"} else find_plane(self.table.board, wish)
        self._stale = True

    def _do_board(self, _: str) -> None:
        self.face.write(self.face.board(self.table))

    def _do_first(self, name: str) -> None:
        self._seat("x", name)

    def _do_second(self, name: str) -> None:
        self._seat("o", name)

    def _seat(self, side: Side, name: str) -> None:
        if name:
            self.table.seat(side, read_player(name))
            self._changed()
        self._tell_seats()

    def _do_swap(self, _: str) -> None:
        self.table.swap()
        self._changed()
        self._tell_seats()

    def _tell_seats(self) -> None:
        self.face.say(", ".join(f"{side.upper()} is {self.table.seats[side].name}" for side in SIDES) + ".")

    def _do_draw(self, _: str) -> None:
        agreed = self.table.offer_draw()
        self._changed()
        if self.table.offer:
            self._say_below(in_words(self.table))
        elif not agreed:
            self._say_below("Lines can still be completed: your opponent plays on.")

    def _do_yes(self, _: str) -> None:
        if self.table.offer is None:
            raise InputError("yes", "nobody has offered a draw")
        self.table.agree_draw()
        self._changed()

    def _do_no(self, _: str) -> None:
        offer = self.table.offer
        if offer is None:
            raise InputError("no", "nobody has offered a draw")
        if self.table.is_human(offer):
            self.table.offer = None
            self._changed()
            return
        seat = "first" if offer == "x" else "second"
        self.face.say(
            f"{self.table.seats[offer].name} has no other move to make. Go on with undo, or hand its side to another "
            f"player ({seat} random) or to yourself ({seat} human); or end the game with yes or resign."
        )

    def _do_resign(self, _: str) -> None:
        self.table.resign()
        self._changed()

    def _do_new(self, wishes: str) -> None:
        words = wishes.split()
        game = Game(self.table.game.start)
        if words and not words[0].isdigit():
            game = Game(Board(words.pop(0)))
        seed = read_seed(words.pop(0)) if words else None
        if words:
            raise InputError(words[0], "unexpected", "type new, new BOARD or new BOARD SEED")
        self._take_over(game, seed)
        self._asks_who_starts = True
        self._begin()

    def _do_moves(self, _: str) -> None:
        self.face.say(self.table.board.names(self.table.game.moves) or "No move has been played.")

    def _do_position(self, _: str) -> None:
        self.face.say(self.table.game.position.text)

    def _do_save(self, path: str) -> None:
        file = Path(path).absolute()
        if file not in self._own_files:
            check_new(path)
        save_game(self.table.tagged_game(), path)
        self._own_files.add(file)
        self.face.say(f"Saved in {path}.")

    def _do_load(self, path: str) -> None:
        self._take_over(load_game(path), None)
        self.face.greet(self.table)
        self._changed()

    def _take_over(self, game: Game, seed: int | None) -> None:
        self.face.check(game.board)
        if game.board != self.table.board:
            self.face.plane = None
        self.table.take_over(game, seed)

    def _do_help(self, _: str) -> None:
        self.face.say(f"Type a cell ({naming(self.table.board)}), several, or a command:")
        self.face.explain([(f"{command.word} {command.argument}", command.help) for command in COMMANDS])

    def _do_quit(self, _: str) -> None:
        self._leaves = True
