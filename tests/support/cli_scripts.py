"""Games played by typing, for tests of the terminal: a test gives the lines, and reads the output."""

from __future__ import annotations

import io
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo import Board, Ending, Game
from hyperoxo.cli.terminal.dialogue import Dialogue
from hyperoxo.cli.terminal.local_game import LocalGame
from hyperoxo.cli.terminal.views import PersonView, View
from hyperoxo.errors import InputError
from hyperoxo.players import FinalRemark, Forfeit, Intent, Play, Player, PlayerKind, Reasons, Refusal, Session, Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import EllipsisType

    from hyperoxo import Result, Side
    from hyperoxo.game import JSON
    from hyperoxo.players import Control, Decision, Limits


def drawn(text: str) -> list[str]:
    """Return the lines of a drawing; in the test, each follows a `|` that shows its margin."""
    return [line.strip().removeprefix("|") for line in text.strip().split("\n")]


class ScriptedLines:
    """The input of a test: an exception among the lines is raised in its place, None is the end of the input."""

    def __init__(self, *script: str | BaseException) -> None:
        self.number = 0
        self.prompts: list[str] = []
        self._script = deque(script)

    def read(self, prompt: str) -> str | None:
        """Return the next line."""
        self.prompts.append(prompt)
        if not self._script:
            return None
        self.number += 1
        line = self._script.popleft()
        if isinstance(line, BaseException):
            raise line
        return line


class Conversation:
    """A finished dialogue.

    Args:
        game: the game, or a board's description.
        script: what is typed.
        first: who holds X, None for a person.
        second: who holds O.
        view: how it is shown.
        piped: whether refusals go to a stream of errors.
        chooses_first_mover: whether the view chooses who moves first in the first game.
    """

    def __init__(
        self,
        game: Game | str,
        *script: str | BaseException,
        first: Player | None = None,
        second: Player | None = None,
        view: type[View] = PersonView,
        piped: bool = False,
        chooses_first_mover: bool = False,
    ) -> None:
        self._out, self._errors = io.StringIO(), io.StringIO()
        self.lines = ScriptedLines(*script)
        self.local = LocalGame(Game(Board(game)) if isinstance(game, str) else game, first, second, seed=7)
        self.view = view(self._out)
        errors = self._errors if piped else None
        self.code = Dialogue(self.local, self.lines, self.view, errors, chooses_first_mover=chooses_first_mover).run()

    @property
    def text(self) -> str:
        """Everything that was shown."""
        return self._out.getvalue()

    @property
    def words(self) -> str:
        """All output on one line, so that a wrapped sentence is found."""
        return " ".join(self.text.split())

    @property
    def errors(self) -> list[str]:
        """The lines on standard error."""
        return self._errors.getvalue().splitlines()

    @property
    def moves(self) -> str:
        """The moves up to the current ply."""
        return self.local.board.names(self.local.game.moves)


class PointsReasons(Reasons):
    """Reasons with a sentence, JSON, and points on cells."""

    def __init__(self, points: Mapping[int, str]) -> None:
        self.points = dict(points)

    def sentence(self, board: Board) -> str:
        """Return a sentence."""
        return f"best of {len(self.points)} on {board}"

    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return a level and the points."""
        return {"level": 3, "values": {board.name(cell): text for cell, text in self.points.items()}}

    def marks(self, board: Board) -> dict[int, str]:  # noqa: ARG002
        """Return the points."""
        return self.points


class LowestSession(Session):
    """Plays the lowest free cell, makes a remark, and gives points to free cells."""

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002
        """Play the lowest free cell."""
        free = game.position.legal_moves()
        return Play(free[0], PointsReasons({cell: str(10 + cell) for cell in free}), "Mine.")

    def final_remark(self, game: Game) -> FinalRemark:  # noqa: ARG002
        """Return a remark on the finished game."""
        return FinalRemark(remark="That was that.")


class DecidingSession(Session):
    """Decides by a function.

    Args:
        board: the board.
        seat: the seat.
        seed: the seed.
        decides: the function.
    """

    def __init__(self, board: Board, seat: Side, seed: int, *, decides: Callable[[Game], Decision]) -> None:
        super().__init__(board, seat, seed)
        self.decides = decides

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002
        """Decide."""
        return self.decides(game)


def deciding(name: str, decides: Callable[[Game], Decision]) -> Player:
    """Return a player that decides by a function."""

    def session(board: Board, seat: Side, seed: int) -> Session:
        return DecidingSession(board, seat, seed, decides=decides)

    return PlayerKind(name, "decides by a function", session).player()


def _fail(_: Game) -> Decision:
    raise ZeroDivisionError("no move\nat all")


def _only_first(board: Board, seat: Side, options: Mapping[str, object]) -> Refusal | None:  # noqa: ARG001
    if seat == "o" or board.dimensions != 2:
        return Refusal("it only starts, on squares", "let it start")
    return None


LOWEST = PlayerKind("lowest", "plays the lowest free cell", LowestSession).player()
FAILING = deciding("failing", _fail)
REPEATING = deciding("repeating", lambda game: Play(game.last_move or 0))
STARTER = PlayerKind("starter", "only starts, on squares", LowestSession, refusal=_only_first).player()
UNREADABLE = InputError("\\x00", "the line holds characters that cannot be printed")


def stopping(intent: Intent) -> Player:
    """Return a player that gives this intent instead of a move."""
    return deciding("stopping", lambda _: Stop(intent))


def losing(ending: Ending) -> Player:
    """Return a player that forfeits its games."""
    return deciding("losing", lambda _: Forfeit(ending, f"the program\tis gone{'!' * 1000}"))


def talk(*script: str | BaseException, game: Game | str = "3x3") -> Conversation:
    """Return a conversation at a terminal with `lowest` as the second player."""
    return Conversation(game, *script, second=LOWEST)


@dataclass(frozen=True)
class Case:
    """A script at a terminal or through a pipe, and what comes of it; what is not given is not compared.

    Attributes:
        script: what is typed.
        board: the board.
        position: the position from which the game starts, if not the empty one.
        played: the moves before the script.
        first: who holds X, None for a person.
        second: who holds O.
        view: how it is shown.
        piped: whether the lines come through a pipe.
        asks: whether the view chooses who moves first.
        moves: the moves in the end.
        said: texts in the output, in which runs of blanks and line breaks are one blank.
        unsaid: texts that are not in it.
        result: the result of the game, None if it goes on.
        prompts: the prompts.
        errors: the lines on standard error.
        code: the exit code.
    """

    script: Sequence[str | BaseException]
    board: str = "3x3"
    position: str = ""
    played: str = ""
    first: Player | None = None
    second: Player | None = LOWEST
    view: type[View] = PersonView
    piped: bool = False
    asks: bool = False
    moves: str | None = None
    said: Sequence[str] = ()
    unsaid: Sequence[str] = ()
    result: Result | EllipsisType | None = ...
    prompts: Sequence[str] | None = None
    errors: Sequence[str] = ()
    code: int = 0

    def check(self) -> None:
        """Type the script, and compare."""
        board = Board(self.board)
        talked = Conversation(
            Game(board.position(self.position) if self.position else board, self.played),
            *self.script,
            first=self.first,
            second=self.second,
            view=self.view,
            piped=self.piped,
            chooses_first_mover=self.asks,
        )
        assert [text for text in self.said if text not in talked.words] == [], talked.text
        assert [text for text in self.unsaid if text in talked.words] == []
        assert (talked.code, talked.errors) == (self.code, list(self.errors))
        assert self.moves in {None, talked.moves}
        assert self.result in {..., talked.local.game.result}
        assert self.prompts is None or talked.lines.prompts == list(self.prompts)
