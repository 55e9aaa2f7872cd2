"""The program of a file while it runs: its options, and its moves.

This is all that a helper process does; `session.py` has the process that asks. The file has `move(position)` or
`move(position, random)`, whose further parameters with defaults are its options, or one subclass of `Session`.
"""

from __future__ import annotations

import inspect
import random
import re
import sys
import threading
import types
import typing
from dataclasses import dataclass, field, replace
from numbers import Integral
from pathlib import Path

from hyperoxo.errors import CellError, PlayerError
from hyperoxo.game import JSON, Ending
from hyperoxo.players.control import Control
from hyperoxo.players.decision import Decision, Forfeit, Play, Reasons, Stop
from hyperoxo.players.options import Option
from hyperoxo.players.player import Session
from hyperoxo.players.stream import Stream
from hyperoxo.seeds import derived_seed
from hyperoxo.text import did_you_mean, escaped, shortened

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hyperoxo._core import Board
    from hyperoxo.executor.worker import CallContext
    from hyperoxo.executor.workers import Answer
    from hyperoxo.game import Game
    from hyperoxo.players.control import Limits
    from hyperoxo.players.options import OptionValue
    from hyperoxo.players.player_file import PlayerFile
    from hyperoxo.sides import Side

_MODULE = "player_file"
"""What the file's module is called, whatever the file is called: `json.py` hides no module of that name."""
_ASKS = ("move(position)", "move(position, random)")
_REMEDY = "oxo new-player FILE writes a file that plays"
_MAX_REASON = 1_000
_MAX_MARK = 12
_MAX_CALLERS = 3
"""Lines that have called the one with an error, and are named with it."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a file says of its player.

    Attributes:
        summary: the first line of its text in quotes.
        options: its options.
        ignores_seed: whether it draws no random numbers.
    """

    summary: str
    options: tuple[Option, ...]
    ignores_seed: bool


@dataclass(frozen=True, slots=True)
class OwnReasons(Reasons):
    """The reasons that a file gives.

    Attributes:
        why: in words.
        on_cells: a short text for some of the cells.
        facts: what they say to programs: the hash of the text that gives them, and what the reasons of a `Session` say.
    """

    why: str = ""
    on_cells: dict[int, str] = field(default_factory=dict)
    facts: dict[str, JSON] = field(default_factory=dict)

    def sentence(self, board: Board) -> str:  # noqa: ARG002 - the same on every board
        """Return the reason in words."""
        return self.why

    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return the facts, and the marks by the names of cells."""
        marks: JSON = {board.name(cell): text for cell, text in self.on_cells.items()}
        return {**self.facts, "marks": marks} if marks else self.facts

    def marks(self, board: Board) -> dict[int, str]:  # noqa: ARG002 - the same on every board
        """Return the marks."""
        return self.on_cells


class Program:
    """The text of a file after it has run.

    Raises:
        PlayerError: it cannot be run, or has nothing that moves; the error names the line.
    """

    def __init__(self, file: PlayerFile) -> None:
        self.file = file
        module = types.ModuleType(_MODULE)
        module.__file__ = file.place
        sys.modules[_MODULE] = module
        sys.path.append(str(Path(file.place).resolve().parent))  # last, so that it hides no module of Python's
        try:
            exec(compile(file.text, file.place, "exec"), vars(module))  # noqa: S102 - the user's own program
        except BaseException as error:  # also SystemExit
            raise PlayerError(file.path, _explained(error, file), "mend the file") from None
        self.summary = (inspect.getdoc(module) or "a program of yours").split("\n", 1)[0].removesuffix(".")
        self.moves, given = self._mover(vars(module))
        try:
            parameters = inspect.signature(self.moves).parameters.values()
        except (TypeError, ValueError):
            raise PlayerError(file.path, f"move is not a function of Python; {_REMEDY}") from None
        needed = [each for each in parameters if each.default is each.empty and each.kind not in _COLLECTING]
        if len(needed) not in given or any(each.kind is each.KEYWORD_ONLY for each in needed):
            raise self._refusal(f"{self.moves.__name__} needs {len(needed)} arguments", f"write {' or '.join(_ASKS)}")
        self.takes_random = len(needed) > 1
        """Whether it wants a generator of random numbers."""
        further = [each for each in parameters if each.default is not each.empty]
        self.options = tuple(self._option(each.name, each.default) for each in further)

    @property
    def line(self) -> int:
        """The line in which what moves begins."""
        code = getattr(getattr(self.moves, "decide", self.moves), "__code__", None)
        return code.co_firstlineno if code else 1

    @property
    def declaration(self) -> Declaration:
        """What the file says of its player."""
        is_random = re.search(r"\brandom\b", self.file.text)
        return Declaration(shortened(escaped(self.summary), 100), self.options, not is_random)

    def _mover(self, names: Mapping[str, typing.Any]) -> tuple[Callable[..., typing.Any], tuple[int, ...]]:
        """Return what moves, and how many arguments it may need."""
        if callable(move := names.get("move")):
            return move, (1, 2)
        sessions = [
            found
            for found in names.values()
            if isinstance(found, type) and issubclass(found, Session) and found.__module__ == _MODULE
        ]
        if len(sessions) == 1:
            return sessions[0], (3,)
        near = did_you_mean("move", [name for name, found in names.items() if isinstance(found, types.FunctionType)])
        raise PlayerError(self.file.path, f"it has no function {_ASKS[0]}", near or _REMEDY)

    def _option(self, name: str, default: object) -> Option:
        if not isinstance(default, bool | int | float | str):
            kind = type(default).__name__
            raise self._refusal(f"option {name} is a {kind}", "give it a number, a text, or True or False")
        return Option(name.replace("_", "-"), default, "")

    def _refusal(self, reason: str, remedy: str) -> PlayerError:
        return PlayerError(self.file.path, f"line {self.line}: {reason}", remedy)


_COLLECTING = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_seat: _Seat
"""The seat for which this process plays; it has one at a time."""


def run_watched(context: CallContext, file: PlayerFile, function: Callable[..., Answer], *arguments: object) -> Answer:
    """Return what a function returns; a request to stop is answered by the line of the file that is being run."""
    ended = threading.Event()

    def tell_line() -> None:
        context.stopped.wait()
        if not ended.is_set():
            main = sys._current_frames().get(threading.main_thread().ident or 0)  # noqa: SLF001 - its documented use
            context.report(_line_of(main, file))

    threading.Thread(target=tell_line, daemon=True).start()
    try:
        return function(*arguments)
    finally:
        ended.set()
        context.stopped.set()


def declaration_of(file: PlayerFile) -> Declaration:
    """Run a file, and return what it says of its player.

    Raises:
        PlayerError: it cannot be run, or does not play.
    """
    return Program(file).declaration


def take_seat(file: PlayerFile, board: Board, side: Side, seed: int, options: Mapping[str, OptionValue]) -> str:
    """Run a file afresh for a seat of a game, and return how its player is typed, with the options that were chosen.

    Raises:
        PlayerError: it cannot be run, or does not play.
    """
    global _seat  # noqa: PLW0603 - a process has one
    program = Program(file)
    _seat = _Seat(program, board, side, seed, options)
    chosen = [option for option in program.options if option.keyword in options]
    typed = ",".join(f"{option.name}={option.shown(options[option.keyword])}" for option in chosen)
    return f"{file.path}:{typed}" if typed else file.path


def ask_seat(game: Game, limits: Limits) -> Decision:
    """Return the decision of the program that has sat down."""
    return _seat.decide(game, limits)


class _Seat:
    def __init__(
        self, program: Program, board: Board, side: Side, seed: int, options: Mapping[str, OptionValue]
    ) -> None:
        self.program = program
        self._board, self._side, self._seed, self._options = board, side, seed, options
        self._session: Session | None = None
        self._facts: dict[str, JSON] = {"hash": program.file.hash}

    def decide(self, game: Game, limits: Limits) -> Decision:
        seed = derived_seed(self._seed, game.ply)
        random.seed(seed)  # for a program that draws without asking for a generator
        try:
            answer = self._asked(game, seed, limits)
            return self._own(answer) if isinstance(answer, Play | Stop | Forfeit) else self._read(answer, game)
        except BaseException as error:  # also SystemExit, and errors of objects that it has returned
            return Forfeit(Ending.CRASH, _explained(error, self.program.file))

    def _own(self, decision: Decision) -> Decision:
        """Return a decision whose reasons need no class of the file, which no other process has."""
        reasons, board = decision.reasons, self._board
        own = OwnReasons(reasons.sentence(board), reasons.marks(board), reasons.as_json(board) | self._facts)
        return replace(decision, reasons=own)

    def _read(self, answer: object, game: Game) -> Decision:
        """Return the decision that `move` has returned as a cell, or as a cell, a reason and marks."""
        cell, why, marks = (*answer, "", {})[:3] if isinstance(answer, tuple) else (answer, "", {})
        place = self.program.file.at_line(self.program.line)
        try:
            played = self._cell(cell)
            on_cells = {self._cell(name): escaped(str(text))[:_MAX_MARK] for name, text in dict(marks).items()}
        except (CellError, TypeError, ValueError) as error:
            known = f"a cell's name such as {self._board.name(0)}, or its number from 0 to {len(self._board) - 1}"
            why_not = "not a cell"
            if isinstance(error, CellError):
                why_not = str(error) if isinstance(answer, tuple) else error.reason
            return Forfeit(
                Ending.CRASH, f"{place}: it returned {shortened(repr(answer), 60)}: {why_not}; return {known}"
            )
        reasons = OwnReasons(escaped(str(why))[:_MAX_REASON], on_cells, self._facts)
        if played not in game.position.legal_moves():
            text = f"{place}: it chose {self._board.name(played)}, which is taken; return a free cell"
            return Forfeit(Ending.ILLEGAL_MOVE, text, reasons)
        return Play(played, reasons)

    def _cell(self, given: object) -> int:
        if isinstance(given, bool) or not isinstance(given, str | Integral):
            raise TypeError
        return self._board.cell(given if isinstance(given, str) else int(given))

    def _asked(self, game: Game, seed: int, limits: Limits) -> object:
        moves = self.program.moves
        if not isinstance(moves, type):
            given = (game.position, Stream(seed)) if self.program.takes_random else (game.position,)
            return moves(*given, **self._options)
        if self._session is None:
            self._session = moves(self._board, self._side, self._seed, **self._options)
        return self._session.decide(game, limits, Control())


def _explained(error: BaseException, file: PlayerFile) -> str:
    """Return an error in one line, with the lines of the file that led to it, the last one first."""
    text = shortened(file.without_folder(" ".join(str(error).split())), 300)
    if isinstance(error, SyntaxError) and error.filename == file.place:
        return f"{file.at_line(error.lineno or 1)}: {error.msg}"
    frames = inspect.getinnerframes(error.__traceback__, context=0) if error.__traceback__ else []
    line, *callers = [each.lineno for each in reversed(frames) if each.filename == file.place] or [0]
    called = "".join(f", called from line {each}" for each in [*dict.fromkeys(callers)][:_MAX_CALLERS])
    return f"{file.at_line(line)}{called}: {type(error).__name__}{f': {text}' if text else ''}"


def _line_of(frame: types.FrameType | None, file: PlayerFile) -> int:
    """Return the innermost line of the file; 0 if none is being run."""
    while frame is not None and frame.f_code.co_filename != file.place:
        frame = frame.f_back
    return 0 if frame is None else frame.f_lineno
