"""A user's program at one seat of one game: asked in a helper process, which is ended when it does not answer.

A helper plays for one seat at a time and runs the file afresh for each game, so that an earlier game leaves nothing
behind. It is kept for the next game, since its start takes longer than most games.
"""

from __future__ import annotations

import atexit
import functools
import queue
import shlex
import typing
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import replace
from math import inf
from time import monotonic

from hyperoxo.errors import Cancelled, PlayerError
from hyperoxo.executor.process_pool import Call, ProcessPool
from hyperoxo.game import Ending
from hyperoxo.idle_pool import IdlePool
from hyperoxo.pickles import uncopied
from hyperoxo.players.decision import Decision, Forfeit
from hyperoxo.players.own import program
from hyperoxo.players.player import Player, PlayerKind, Session, ignores_every_seed, may_use_seed
from hyperoxo.players.player_file import PlayerFile
from hyperoxo.slowness import SLOWNESS

if typing.TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping

    from hyperoxo._core import Board
    from hyperoxo.executor.workers import Answer
    from hyperoxo.game import Game
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.players.options import OptionValue
    from hyperoxo.sides import Side

MOVE_SECONDS = 5.0 * SLOWNESS
"""Seconds for a move where no limit is set."""
GRACE = 0.25 * SLOWNESS
"""Seconds by which a move may exceed the limit that is set."""
START_SECONDS = 10.0 * SLOWNESS
"""Seconds in which a helper must have run the file."""
MAX_IDLE = 8
"""The most helpers that wait for a game."""
_LINE_SECONDS = 1.0 * SLOWNESS
"""Seconds in which a helper must say at which line it is."""
_POLL_SECONDS = 0.05


class _LateError(Exception):
    """A helper has not answered; the message is the line at which it is, or the file."""


class _Helper:
    """A process that runs one file."""

    def __init__(self, file: PlayerFile) -> None:
        self.file = file
        self._pool = ProcessPool(1)

    def call(
        self,
        function: Callable[..., Answer],
        *arguments: object,
        seconds: float,
        control: Control | None = None,
    ) -> Answer:
        """Return the answer of a function that is called in the process, which ends by every error but a `PlayerError`.

        Raises:
            _LateError: the answer is not there in time.
            BrokenExecutor: the process has ended.
            Cancelled: `control` was cancelled.
        """
        lines: queue.SimpleQueue[int] = queue.SimpleQueue()
        words = (self.file, function, *arguments)
        call: Call[Answer] = self._pool.submit_with_context(program.run_watched, *words, on_progress=lines.put)
        latest = monotonic() + seconds
        try:
            while (left := latest - monotonic()) > 0:
                with suppress(TimeoutError):
                    return call.result(min(left, _POLL_SECONDS))
                if control is not None:
                    control.check()
            call.request_stop()
            raise _LateError(self._place(lines))  # noqa: TRY301 - ends the process, as the others do
        except PlayerError:
            raise
        except BaseException:
            self.end()
            raise

    def _place(self, lines: queue.SimpleQueue[int]) -> str:
        """Return the line that the process says, in words; the file if it says none."""
        try:
            line = lines.get(timeout=_LINE_SECONDS)
        except queue.Empty:
            line = 0
        return self.file.at_line(line)

    def end(self) -> None:
        self._pool.kill_workers()


_idle: IdlePool[PlayerFile, _Helper] = IdlePool(MAX_IDLE, _Helper.end)
"""The helpers of this process that wait for a game."""
atexit.register(_idle.close)


class FileSession(Session):
    """A user's program at one seat of one game.

    Args:
        board: the board of the game.
        seat: the side that it holds.
        seed: the source of its random numbers.
        file: the program.
        defaults: its options when its kind was made: another default may have come into the file since.
        reads_again: whether to read the file again now.
        options: its options as they were chosen.

    Raises:
        PlayerError: the file cannot be read, or does not play.
    """

    __reduce__ = uncopied("is the seat of a program that runs", "start another session, and show it the game")

    def __init__(
        self,
        board: Board,
        seat: Side,
        seed: int,
        *,
        file: PlayerFile,
        defaults: Mapping[str, OptionValue],
        reads_again: bool = False,
        **options: OptionValue,
    ) -> None:
        super().__init__(board, seat, seed)
        self._file = file.read_again() if reads_again else file
        self._options = {name: value for name, value in options.items() if value != defaults[name]}
        self._typed = ""
        self._helper: _Helper | None = self._seated()

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        """Return the program's decision; a program that fails loses the game."""
        control.check()
        seconds = MOVE_SECONDS if limits.seconds is None else limits.seconds + GRACE
        bound = inf if limits.clocks else seconds
        try:
            helper, self._helper = self._helper or self._seated(), None
            decision = helper.call(program.ask_seat, game, limits, seconds=bound, control=control)
            self._helper = helper
        except _LateError as late:
            decision = Forfeit(Ending.TIME, f"{late}: no move within {seconds:g} s")
        except BrokenExecutor:
            decision = Forfeit(Ending.CRASH, f"{self._file.at_line(0)}: its process ended")
        except PlayerError as error:
            decision = Forfeit(Ending.CRASH, str(error))
        except Cancelled:
            raise
        except Exception as error:  # an answer that cannot be sent, such as one of a class of the file
            decision = Forfeit(
                Ending.CRASH, f"{self._file.at_line(0)}: its answer cannot be read ({type(error).__name__})"
            )
        if isinstance(decision, Forfeit):
            words = ("oxo", "move", self._typed, str(game.board), "--position", game.position.text)
            return replace(decision, text=f"{decision.text}; to see it again: {shlex.join(words)}")
        return decision

    @property
    def file_hash(self) -> str:
        """The hash of the text that plays."""
        return self._file.hash

    def close(self) -> None:
        """Keep the helper for another game."""
        helper, self._helper = self._helper, None
        if helper is not None:
            _idle.keep(self._file, helper)

    def _seated(self) -> _Helper:
        """Return a helper that has run the file for this seat."""
        words = (self._file, self.board, self.seat, self.seed, self._options)
        helper, self._typed = _asked(self._file, program.take_seat, *words)
        return helper


def _asked(file: PlayerFile, function: Callable[..., Answer], *arguments: object) -> tuple[_Helper, Answer]:
    """Return a helper and its answer, which needs no time of a game.

    Raises:
        PlayerError: the file cannot be run, or does not play.
    """
    helper = _idle.take(file) or _Helper(file)
    try:
        return helper, helper.call(function, *arguments, seconds=START_SECONDS)
    except PlayerError as error:
        _idle.keep(file, helper)
        raise PlayerError(*error.args) from None  # without the helper's traceback
    except _LateError as late:
        raise PlayerError(str(late), f"the file had not run within {START_SECONDS:g} s", "mend the file") from None
    except BrokenExecutor as error:
        raise PlayerError(file.path, f"its process ended ({error})", "mend the file") from None


def kind_from_file(path: str | os.PathLike[str], *, for_strangers: bool = False) -> PlayerKind:
    """Return the kind of player of a file with a user's program; `docs/players.md` says what such a file has.

    Each game reads the file again, except in a match: `Player.pinned()`.

    Args:
        path: the file.
        for_strangers: whether messages name it without its folder.

    Raises:
        PlayerError: the file cannot be read or run, or does not play.
    """
    file = PlayerFile.read(path)
    file = file.for_strangers() if for_strangers else file
    helper, declaration = _asked(file, program.declaration_of, file)
    _idle.keep(file, helper)
    defaults = {option.keyword: option.default for option in declaration.options}
    return PlayerKind(
        file.name,
        declaration.summary,
        functools.partial(FileSession, file=file, defaults=defaults, reads_again=True),
        declaration.options,
        ignores_seed=ignores_every_seed if declaration.ignores_seed else may_use_seed,
        file=file,
    )


def player_from_file(path: str | os.PathLike[str], /, **options: OptionValue) -> Player:
    """Return the player of a file with a user's program.

    Args:
        path: the file.
        options: its options by keyword.

    Raises:
        PlayerError: the file cannot be read or run, or does not play; or an option is wrong.
    """
    return kind_from_file(path).player(**options)
