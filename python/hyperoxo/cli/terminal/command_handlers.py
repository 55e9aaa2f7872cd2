"""What each command of a game does; `Dialogue` reads the lines and calls these methods.

There is a method `_do_WORD` for each of `COMMANDS`, which gets the rest of the line. A command that is refused raises
an `InputError` before it changes anything.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from hyperoxo import Board, Game
from hyperoxo.advice import describe_threats
from hyperoxo.cli.arguments import HUMAN, read_player, read_seed
from hyperoxo.cli.files import RECORD_SUFFIXES, check_output, load_game, review_command, save_game
from hyperoxo.cli.named_players import RecordedPlayers, recorded_players, recorded_seed
from hyperoxo.cli.terminal.analysis import Analyser, read_label_request, read_time, refuse_decided
from hyperoxo.cli.terminal.commands import COMMANDS
from hyperoxo.cli.terminal.faces import PERIOD_FACE
from hyperoxo.cli.terminal.views import describe_decision, describe_state
from hyperoxo.drawing import cell_name_example
from hyperoxo.errors import InputError, MoveError
from hyperoxo.planes import find_plane
from hyperoxo.players import Forfeit, Play
from hyperoxo.sides import SIDES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hyperoxo.cli.terminal.local_game import LocalGame
    from hyperoxo.cli.terminal.views import View
    from hyperoxo.players import Player
    from hyperoxo.sides import Side


class CommandHandlers(ABC):
    """The commands of a dialogue, over what they need of it.

    Attributes:
        local: the game and its participants.
        view: shows the game.
    """

    def __init__(self, local: LocalGame, view: View, faces: Callable[[str, LocalGame], View] | None) -> None:
        self.local = local
        self.view = view
        self._faces = faces
        self._analyser = Analyser()
        self._own_files: set[Path] = set()
        self._needs_redraw = True
        self._chooses_first_mover = False
        self._quits = False

    def has_saved(self, path: str) -> bool:
        """Return whether the command `save` wrote this file."""
        return Path(path).absolute() in self._own_files

    @abstractmethod
    def _begin(self) -> None:
        """Begin the game that is in `local`."""

    @abstractmethod
    def _changed(self) -> None:
        """Note that the game has changed, and must be shown again."""

    @abstractmethod
    def _write_below(self, text: str) -> None:
        """Write a text below the current board."""

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
        self.view.write_text(self.view.in_words(self.local, f"Hint: {suggested.text}"))

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

    def _do_why(self, _: str) -> None:
        local, board = self.local, self.local.board
        ply = max((ply for ply in local.decisions if ply <= local.game.ply), default=None)
        if ply is None:
            raise MoveError("why", "no computer has moved yet")
        decision = local.decisions[ply]
        sentence = decision.reasons.sentence(board) or "no reasons are given"
        if not isinstance(decision, Play):
            done = describe_decision(board, decision)
            self.view.write_about(local, f"{done}." if isinstance(decision, Forfeit) else f"{done}: {sentence}.")
            return
        before, values = local.game.position_at(ply - 1), decision.reasons.marks(board)
        name = self.view.cell_name(local, decision.cell)
        self.view.write_about(local, f"{before.to_move.upper()} played {name}: {sentence}.")
        if values:
            self.view.write_lines(self.view.draw_values(local, before, decision.cell, values))

    def _do_reasons(self, argument: str) -> None:
        if argument not in {"", "on", "off"}:
            raise InputError(argument, "reasons are on or off")
        self.view.shows_reasons = argument == "on" if argument else not self.view.shows_reasons
        self.view.write_text(f"Reasons are {'on' if self.view.shows_reasons else 'off'}.")

    def _do_slice(self, argument: str) -> None:
        self.view.plane = None if argument in {"", "off"} else find_plane(self.local.board, argument)
        self._needs_redraw = True

    def _do_board(self, _: str) -> None:
        self.view.write_lines(self.view.draw_board(self.local))

    def _do_face(self, name: str) -> None:
        if self._faces is None:
            raise InputError("face", "this game has one view")
        try:
            view = self._faces(name or PERIOD_FACE, self.local)
        except InputError as error:
            raise error if name else InputError("face", error.reason, f"type face NAME; {error.remedy}") from None
        view.check_board(self.local.board)
        view.plane, view.shows_reasons = self.view.plane, self.view.shows_reasons
        self.view, self._needs_redraw = view, True
        view.show_welcome(self.local)

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
        if self._asks_another_game:
            self._do_new("")
            return
        if self.local.offer is None:
            raise InputError("yes", "no draw is offered")
        self.local.agree_draw()
        self._changed()

    def _do_no(self, _: str) -> None:
        if self._asks_another_game:
            self._quits = True
            return
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

    @property
    def _asks_another_game(self) -> bool:
        return self.view.asks_another_game and self.local.game.is_over

    def _do_resign(self, _: str) -> None:
        self.local.resign()
        self._changed()

    def _do_new(self, typed: str) -> None:
        words = typed.split()
        game = Game(self.local.game.start)
        if words and not words[0].isdigit():
            game = Game(Board(words.pop(0)))
        seed = read_seed(words.pop(0)) if words else None
        if words:
            raise InputError(words[0], "unexpected", "type new, new BOARD or new BOARD SEED")
        self._replace_game(game, seed)
        self._chooses_first_mover = True
        self._begin()

    def _do_moves(self, _: str) -> None:
        self.view.write_text(self.local.board.names(self.local.game.moves) or "No move has been played.")

    def _do_position(self, _: str) -> None:
        letters = self.view.letters(self.local)
        own = "" if letters["x"] == "X" else f" (in this notation {letters['x']} is x, and {letters['o']} is o)"
        self.view.write_text(f"{self.local.game.position.text}{own}")

    def _do_save(self, path: str) -> None:
        if not path:
            raise InputError("save", "a file name is missing", "type save FILE")
        is_own = self.has_saved(path)
        if not is_own:
            check_output(path, RECORD_SUFFIXES, remedy="choose another name")
        save_game(self.local.tagged_game(), path, replace=is_own)
        self._own_files.add(Path(path).absolute())
        self.view.write_text(f"Saved in {path}.")
        if self.local.game.is_over:
            self.view.write_command("To review it:", review_command(path))

    def _do_load(self, path: str) -> None:
        if not path:
            raise InputError("load", "a file name is missing", "type load FILE")
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

    def _do_help(self, _: str) -> None:
        self.view.write_text(f"Type a cell ({cell_name_example(self.local.board)}), several, or a command:")
        self.view.show_help(self.local, [*self.view.commands, *COMMANDS])

    def _do_quit(self, _: str) -> None:
        self._quits = True
