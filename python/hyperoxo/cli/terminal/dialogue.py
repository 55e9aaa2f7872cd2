"""The dialogue of a game: reads lines, executes commands, and asks players for their moves.

Every line is a command or some cells. A refused line is answered by one line, and the game continues. Through a pipe
that answer goes to standard error, and the exit code is `USAGE` at the end.

There is a method `_do_WORD` for each of `COMMANDS`, which gets the rest of the line. A command that is refused raises
an `InputError` before it changes anything.
"""

from __future__ import annotations

import random
import typing
from collections import deque
from contextlib import suppress
from functools import partialmethod
from pathlib import Path
from types import MappingProxyType

from hyperoxo import Board, Game
from hyperoxo.advice import describe_threats
from hyperoxo.cli.arguments import HUMAN, MAX_SEED, SEATS, house_player, read_count, read_player
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import RECORD_SUFFIXES, check_output, load_game, review_command, save_game
from hyperoxo.cli.input_lines import LEAVING
from hyperoxo.cli.interruptible import run_interruptibly
from hyperoxo.cli.named_players import RecordedPlayers, recorded_players, recorded_seed
from hyperoxo.cli.paging import terminal_pages
from hyperoxo.cli.terminal.analysis import Analyser, read_label_request, read_time, refuse_decided
from hyperoxo.cli.terminal.commands import COMMANDS, OTHER_WORDS, commands_about, find_command, read_switch, split_cells
from hyperoxo.cli.terminal.screens import PLAIN_SCREEN, SCREEN_NAMES
from hyperoxo.cli.terminal.views import FirstMover, describe_state
from hyperoxo.coach import reason_in_game
from hyperoxo.drawing import cell_name_example
from hyperoxo.errors import InputError, MoveError, PlayerError
from hyperoxo.planes import find_plane, planes
from hyperoxo.players import Forfeit, Play
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import SIDES
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.cli.terminal.local_game import LocalGame
    from hyperoxo.cli.terminal.views import View
    from hyperoxo.players import Player
    from hyperoxo.sides import Side

QUESTION = "DO YOU MOVE FIRST (Y/N)? "
QUESTION_HELP = "Y: you move first. N: the machine does. A cell: you move there first. QUIT: leave."
_ANOTHER_GAME = {"yes": "new", "no": "quit"}
"""What answers mean where a view asks for another game."""


class Dialogue:
    """A game played by typing, from the first question to the last line.

    Args:
        local: the game and its participants.
        lines: the source of a person's lines.
        view: shows the game.
        errors: receives refusals of input from a pipe; None for a terminal, where the view shows them.
        chooses_first_mover: whether the view chooses who moves first in the first game, because that was not typed.
        screens: returns the view of a name, for the command `screen`.
    """

    def __init__(
        self,
        local: LocalGame,
        lines: InputLines,
        view: View,
        errors: typing.TextIO | None,
        *,
        chooses_first_mover: bool = False,
        screens: Callable[[str, LocalGame], View] | None = None,
    ) -> None:
        self.local = local
        self.lines = lines
        self.view = view
        self.errors = errors
        self._screens = screens
        local.warns = view.asks_before_oversights and len(local.humans) == 1
        self._analyser = Analyser()
        self._own_files: set[Path] = set()
        self._chooses_first_mover = chooses_first_mover
        self._ends_with_game = not local.humans
        self._pending: deque[str] = deque()
        self._needs_redraw = True
        self._is_asking = False
        self._end_shown = False
        self._quits = False
        self._refused = False

    def run(self) -> ExitCode:
        """Play until the person leaves, the input ends, or two computer players have finished; return the exit code."""
        code = ExitCode.DONE
        try:
            self.view.show_welcome(self.local)
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
        """Show the beginning of a game, or ask first who moves first."""
        local = self.local
        can_choose = self._chooses_first_mover and not local.game.ply and len(local.humans) == 1
        chosen = self.view.first_mover if can_choose else FirstMover.AS_SEATED
        if chosen is FirstMover.DRAWN:
            with suppress(PlayerError):  # a player that takes one seat only keeps it
                self._seat(person_first=random.Random(derived_seed(local.seed, "starts")).random() >= 0.5)
        self._is_asking = chosen is FirstMover.ASKED
        if not self._is_asking:
            self._start()

    def _start(self) -> None:
        self._is_asking = False
        self.view.show_start(self.local)
        self._changed()

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
        elif typed in LEAVING:
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

    def _write_pages(self, lines: Iterable[str]) -> None:
        terminal_pages(self.lines, self.view.out, waits=self.errors is None).show(self.view.laid_out(lines))

    def _execute(self, line: str) -> None:
        word, rest = find_command(line, self.view.commands, self.view.aliases)
        if self.view.asks_another_game and self.local.game.is_over:
            word = _ANOTHER_GAME.get(word, word)
        if not word:
            self._pending.extend(split_cells(line, self._read_cell, self.local.board))
        elif word in {command.word for command in self.view.commands}:
            self.view.execute(self.local, word, rest)
            self._changed()
        else:
            getattr(self, f"_do_{word}")(rest)

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
        suggested = self._analyser.hint(self.local.game)
        self._show_whether_stopped()
        self.view.write_text(self.view.in_words(self.local, f"Hint {suggested.text}"))

    def _do_threats(self, _: str) -> None:
        refuse_decided(self.local.game.position, "threats")
        for sentence in describe_threats(self.local.game.position):
            self.view.write_text(self.view.in_words(self.local, sentence))

    def _do_analyse(self, argument: str) -> None:
        analysis = self._analyser.analyse(self.local.game.position, read_time(argument))
        self._show_whether_stopped()
        self.view.show_analysis(self.local, analysis)

    def _do_label(self, asked: str) -> None:
        position = self.local.game.position
        cell, seconds = read_label_request(position.board, asked, lambda typed: self.view.read_cell(self.local, typed))
        stone = position.stone(cell)
        if stone:
            raise MoveError(asked.split(maxsplit=1)[0], f"the cell is taken by {stone}", "labels are for empty cells")
        analysis = self._analyser.analysis_of(position, seconds)
        self._show_whether_stopped()
        self.view.show_label(self.local, analysis, cell)

    def _show_whether_stopped(self) -> None:
        if self._analyser.was_stopped:
            self.view.write_text("The analysis was stopped; the game goes on.")

    def _do_review(self, _: str) -> None:
        if not self.local.game.is_over:
            raise MoveError("review", "the game is not over", "type analyse for the values of the cells")
        self._write_pages(self.view.review_lines(self.local, self._analyser.review(self.local.game)))

    def _do_why(self, _: str) -> None:
        local, board = self.local, self.local.board
        ply = max((ply for ply in local.decisions if ply <= local.game.ply), default=None)
        if ply is None:
            raise MoveError("why", "no computer has moved yet")
        decision = local.decisions[ply]
        reasons = reason_in_game(local.game, ply) if isinstance(decision, Play) else decision.reasons.sentence(board)
        sentence = reasons or "no reasons are given"
        if not isinstance(decision, Play):
            done = self.view.describe(local, decision)
            self.view.write_about(local, f"{done}." if isinstance(decision, Forfeit) else f"{done}: {sentence}.")
            return
        before, values = local.game.position_at(ply - 1), decision.reasons.marks(board)
        name = self.view.cell_name(local, decision.cell)
        self.view.write_about(local, f"{before.to_move.upper()} played {name}: {sentence}.")
        if values:
            self.view.write_lines(self.view.draw_values(local, before, decision.cell, values))

    def _do_reasons(self, argument: str) -> None:
        self.view.shows_reasons, said = read_switch("reasons", "reasons", argument, on=self.view.shows_reasons)
        self.view.write_text(said)

    def _do_warn(self, argument: str) -> None:
        self.local.warns, said = read_switch("warn", "warnings", argument, on=self.local.warns)
        self.view.write_text(said)

    def _do_slice(self, argument: str) -> None:
        if argument:
            self.view.plane = None if argument == "off" else find_plane(self.local.board, argument)
            self._needs_redraw = True
        else:
            named = [plane.description for plane in planes(self.local.board)] or ["on three-dimensional boards only"]
            shown = self.view.plane.description if self.view.plane else "off"
            self.view.write_text(f"The slice is {shown}. Planes are {', '.join(named)}.")

    def _do_board(self, _: str) -> None:
        self.view.write_lines(self.view.draw_board(self.local))

    def _do_screen(self, name: str) -> None:
        if self._screens is None:
            raise InputError("screen", "this game has one view")
        if not name:
            self.view.write_text(
                f"The screen is {self.view.name or PLAIN_SCREEN}. Screens are {', '.join(SCREEN_NAMES)}."
            )
            return
        view = self._screens(name, self.local)
        view.check_board(self.local.board)
        view.plane, view.shows_reasons = self.view.plane, self.view.shows_reasons
        self.view, self._needs_redraw = view, True
        self.local.warns = view.asks_before_oversights and len(self.local.humans) == 1
        view.show_welcome(self.local)

    def _hand_over(self, side: Side, name: str) -> None:
        if name in OTHER_WORDS:
            raise InputError(name, "there is no such player", OTHER_WORDS[name])
        if name:
            self.local.hand_over(side, read_player(name))
            self._changed()
        self._show_players()

    _do_first = partialmethod(_hand_over, "x")
    _do_second = partialmethod(_hand_over, "o")

    def _do_opponent(self, name: str) -> None:
        self._hand_over(self.local.opponent_side, name)

    def _do_level(self, number: str) -> None:
        self._do_opponent(house_player(number) if number else "")

    def _do_swap(self, _: str) -> None:
        self.local.swap()
        self._changed()
        self._show_players()

    def _show_players(self) -> None:
        players = (f"{side.upper()} is {self.local.participants[side].display_name}" for side in SIDES)
        self.view.write_about(self.local, f"{', '.join(players)}.")

    def _do_draw(self, _: str) -> None:
        agreed = self.local.offer_draw()
        self._changed()
        if self.local.offer:
            self._write_below(self.view.in_letters(self.local, describe_state(self.local)))
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
        if self.local.refuse_draw():
            self._changed()
            return
        seat = SEATS[offer]
        self.view.write_text(
            f"{self.local.participants[offer].display_name} has no other move. Continue with undo, or give its side to "
            f"another player ({seat} random) or to yourself ({seat} human); or end the game with yes or resign."
        )

    def _do_resign(self, _: str) -> None:
        self.local.resign()
        self._changed()

    def _do_new(self, typed: str) -> None:
        words = typed.removeprefix("game").split()
        game = Game(self.local.game.start)
        if words and not words[0].isdigit():
            game = Game(Board(words.pop(0)))
        seed = read_count(words.pop(0), "seed", most=MAX_SEED) if words else None
        if words:
            raise InputError(words[0], "unexpected", "type new, new BOARD or new BOARD SEED")
        self._replace_game(game, seed)
        if typed.isdigit():
            self.view.write_text(f"The seed is {seed}; for another board, type new BOARD, such as new 3x3.")
        self._chooses_first_mover = True
        self._begin()

    def _do_moves(self, _: str) -> None:
        self.view.write_text(self.local.board.names(self.local.game.moves) or "No move has been played.")

    def _do_position(self, _: str) -> None:
        letters = self.view.letters(self.local)
        own = "" if letters["x"] == "X" else f" (in this notation {letters['x']} is x, and {letters['o']} is o)"
        self.view.write_text(f"{self.local.game.position.text}{own}")

    def _do_save(self, path: str) -> None:
        is_own = self.has_saved(path)
        if not is_own:
            check_output(path, RECORD_SUFFIXES, remedy="choose another name")
        save_game(self.local.tagged_game(), path, replace=is_own)
        self._own_files.add(Path(path).absolute())
        self.view.write_text(f"Saved in {path}.")
        if self.local.game.is_over:
            self.view.write_command("To review it:", review_command(path))

    def _do_load(self, path: str) -> None:
        local, game = self.local, load_game(path)
        known = {holder.name: holder.player for holder in local.participants.values()}
        recorded = recorded_players(game, trusted=known)
        present = {side: holder.name for side, holder in local.participants.items()}
        seats = recorded.seats(present)
        if local.humans and HUMAN not in seats.values():
            recorded, seats = RecordedPlayers(), present  # two programs would play on without the person who loads it
        changed = [side for side in SIDES if side in recorded.names or seats[side] != present[side]]
        players = {side: known[seats[side]] if seats[side] in known else read_player(seats[side]) for side in changed}
        self._replace_game(game, recorded_seed(game), players)
        self.view.show_start(local)
        for side in recorded.refusals:
            self.view.write_about(local, recorded.note(side, local.participants[side].display_name))
        self._changed()

    def _replace_game(
        self, game: Game, seed: int | None, players: Mapping[Side, Player | None] = MappingProxyType({})
    ) -> None:
        self.view.check_board(game.board)
        if game.board != self.local.board:
            self.view.plane = None
        self.local.replace_game(game, seed, players)

    def _do_help(self, typed: str) -> None:
        commands = commands_about([*self.view.commands, *COMMANDS], typed)
        about = f"Type a cell ({cell_name_example(self.local.board)}), several, or a command:"
        self._write_pages([*([] if typed else [about]), *self.view.help_lines(self.local, commands)])

    def _do_quit(self, _: str) -> None:
        self._quits = True
