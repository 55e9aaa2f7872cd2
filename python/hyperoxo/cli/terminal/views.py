"""How a game shows itself while it is played: as screens for a person, or as a log for a pipe.

The dialogue decides what is said; a face decides what it looks like. `teletype.py` has a third one.
"""

from __future__ import annotations

import shlex
import textwrap
from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import HUMAN
from hyperoxo.cli.terminal.local_game import SIDES, Table
from hyperoxo.drawing import PLAIN, Highlights, Style, board_lines, naming, plane_lines
from hyperoxo.errors import shortened
from hyperoxo.players import NO_REASONS, Forfeit, Play

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TextIO

    from hyperoxo import Board, Side
    from hyperoxo.planes import Plane
    from hyperoxo.players import Decision, Verdict

SCREEN_HEIGHT = 24
LONGEST_FAILURE = 300
"""Characters to which what went wrong in a player is cut."""


class Face:
    """What every face has in common, with the words of an ordinary game.

    Args:
        out: where the text goes.
        style: how it is laid out.

    Attributes:
        plane: the plane that is shown beside the board.
        tells_reasons: whether each decision of a player is told with its reasons.
        asks_who_starts: whether the dialogue asks this before each game.
    """

    asks_who_starts = False

    def __init__(self, out: TextIO, style: Style = PLAIN) -> None:
        self.out = out
        self.style = style
        self.plane: Plane | None = None
        self.tells_reasons = False

    def say(self, text: str) -> None:
        """Print sentences for the person, broken to the width of the terminal."""
        self.write(textwrap.wrap(text, self.style.width, break_long_words=False, break_on_hyphens=False))

    def write(self, lines: Iterable[str]) -> None:
        """Print lines as they are."""
        for line in lines:
            self.out.write(line + "\n")
        self.out.flush()

    def check(self, board: Board) -> None:
        """Refuse a board that this face cannot draw.

        Raises:
            InputError: it cannot.
        """

    def explain(self, entries: Sequence[tuple[str, str]]) -> None:
        """Print what can be typed, each with what it does."""
        width = max(len(typed) for typed, _ in entries)
        self.write(f"  {typed:{width}}  {meaning}" for typed, meaning in entries)

    def greet(self, table: Table) -> None:
        """Begin a game: say who plays what, and the seed that repeats it."""
        seats = ", ".join(f"{side.upper()} {person_or_player(table, side)}" for side in SIDES)
        self.say(f"{table.board}, {table.board.line_length} in a line wins: {seats}; seed {table.seed}")

    def board(self, table: Table) -> list[str]:
        """Draw the board, and the plane that is looked at below it."""
        return board_lines(
            table.game.position, self.style, Highlights.of(table.game.position, table.game.last_move, self.plane)
        ) + self.slice(table)

    def slice(self, table: Table) -> list[str]:
        """Draw the plane that is looked at, nothing if none is."""
        if self.plane is None:
            return []
        return [
            "",
            *plane_lines(
                self.plane, table.game.position, self.style, Highlights.of(table.game.position, table.game.last_move)
            ),
        ]

    def show(self, table: Table) -> None:
        """Show the game before a person is asked."""

    def played(self, table: Table, cell: int) -> None:
        """Tell that a person has played a cell."""

    def wait(self, text: str) -> None:
        """Tell a person who waits for a slow player."""

    def decided(self, table: Table, side: Side, decision: Decision) -> None:
        """Tell what a player has decided."""
        self.say(self._told(table, side, decision))

    def ended(self, table: Table, verdicts: Iterable[tuple[Side, Verdict]]) -> None:
        """Tell how the game ended, and what the players say of it."""
        self.say(in_words(table))
        for side, verdict in verdicts:
            reasons = verdict.reasons.sentence(table.board) if self.tells_reasons else ""
            for text in (reasons, verdict.remark):
                if text:
                    self.say(f"{table.seats[side].name}: {text}")

    def prompt(self, table: Table) -> str:
        """Return what stands before the line that a person types."""
        if table.offer:
            return "Accept the draw (yes/no)? "
        return "> " if table.game.is_over else f"{table.game.to_move.upper()}> "

    def farewell(self, table: Table) -> None:
        """End the session."""

    def _told(self, table: Table, side: Side, decision: Decision) -> str:
        told = f"{side.upper()} ({table.seats[side].name}) "
        told += deed(table.board, decision)
        reasons = decision.reasons.sentence(table.board) if self.tells_reasons else ""
        told += f": {reasons}." if reasons else "."
        return f'{told} "{decision.remark}"' if decision.remark else told


class ScreenFace(Face):
    """A board for every turn of a person, and below it what has happened since."""

    def __init__(self, out: TextIO, style: Style = PLAIN) -> None:
        super().__init__(out, style)
        self._news: list[str] = []

    def greet(self, table: Table) -> None:
        """Begin with how a cell is typed: whoever starts the game for the first time reads this."""
        super().greet(table)
        example = naming(table.board).replace(" is ", " for ")
        self._news = [] if table.game.is_over else [f"Type a cell, such as {example}; or help."]

    def show(self, table: Table) -> None:
        """Draw the board with the news below it, where the eyes are when a move is typed."""
        lines = self.board(table)
        if len(lines) + 4 <= SCREEN_HEIGHT:
            lines.insert(0, "")
        self.write(lines)
        for news in self._news:
            self.say(news)
        self._news = []

    def wait(self, text: str) -> None:
        """Print it."""
        self.say(text)

    def decided(self, table: Table, side: Side, decision: Decision) -> None:
        """Keep what a player has decided for the next screen."""
        self._news = [self._told(table, side, decision)]

    def ended(self, table: Table, verdicts: Iterable[tuple[Side, Verdict]]) -> None:
        """Draw the last board, then tell the end and what can be done now."""
        self.show(table)
        super().ended(table, verdicts)
        self.say("Type new, undo, save FILE or quit.")

    def farewell(self, table: Table) -> None:
        """Tell how to go on with a game that is not finished."""
        if table.game.ply and not table.game.is_over:
            self.write([f"To go on: {command(table)}"])


class LogFace(Face):
    """One line for every move; the board, the position and the moves at the end. Nothing in it is only for eyes."""

    def played(self, table: Table, cell: int) -> None:
        """Write the move as a line."""
        self.write([self._numbered(table, table.board.name(cell))])

    def decided(self, table: Table, side: Side, decision: Decision) -> None:
        """Write the move, or what else was decided, as a line."""
        if isinstance(decision, Play):
            line = self._numbered(table, table.board.name(decision.cell))
        else:
            line = f"{side.upper()} ({table.seats[side].name}) {deed(table.board, decision)}"
        if self.tells_reasons and decision.reasons is not NO_REASONS:
            line += f"  {decision.reasons.sentence(table.board)}"
        self.write([line])

    def ended(self, table: Table, verdicts: Iterable[tuple[Side, Verdict]]) -> None:
        """Write the board and how the game ended."""
        self.write(["", *self.board(table)])
        super().ended(table, verdicts)
        self._write_game(table)

    def farewell(self, table: Table) -> None:
        """Write where an unfinished game stands."""
        if not table.game.is_over:
            self.write(["", *self.board(table), in_words(table)])
            self._write_game(table)

    def _write_game(self, table: Table) -> None:
        self.write([f"position: {table.game.position.text}", f"moves: {table.board.names(table.game.moves)}".rstrip()])

    def _numbered(self, table: Table, cell: str) -> str:
        before = table.game.position_at(table.game.ply - 1)
        return f"{table.game.ply:3} {before.to_move.upper()} {cell}"


def person_or_player(table: Table, side: Side) -> str:
    """Return what to call whoever holds a side: the only person is `you`."""
    name = table.seats[side].name
    return "you" if name == HUMAN and len(table.humans) == 1 else name


def deed(board: Board, decision: Decision) -> str:
    """Return what a player has done, to be read behind its name: `plays 231`, `resigns`, `forfeits (time): …`."""
    match decision:
        case Play(cell=cell):
            return f"plays {board.name(cell)}"
        case Forfeit(ending=ending, text=text):
            return f"forfeits ({ending}): {shortened(text, LONGEST_FAILURE)}"
        case _:
            return decision.intent


def in_words(table: Table) -> str:
    """Say in one line where the game stands: whose turn it is, or how it ended and by which cells."""
    game = table.game
    if game.result is None:
        if table.offer:
            return f"{table.offer.upper()} ({table.seats[table.offer].name}) offers a draw."
        return f"{game.to_move.upper()} ({table.seats[game.to_move].name}) is to move."
    lines = [game.board.names(game.board.lines[line]) for line in game.position.completed_lines()]
    return f"{game.result}{': ' + ' and '.join(lines) if lines else ''}."


def command(table: Table) -> str:
    """Return the command that goes on with this game."""
    words = ["oxo", "play", str(table.board)]
    for option, side in zip(("--first", "--second"), SIDES, strict=True):
        words += [option, table.seats[side].name]
    words += ["--seed", str(table.seed)]
    if table.game.start != table.board.empty():
        words += ["--position", table.game.start.text]
    if table.game.moves:
        words += ["--moves", table.board.names(table.game.moves)]
    return shlex.join(words)
