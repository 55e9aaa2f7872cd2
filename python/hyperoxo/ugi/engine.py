"""The player `ugi:COMMAND`: an outside program that uses the Universal Game Interface.

A program that does not exist, or does not play the board, is refused before the game. Every later failure loses the
game for the program, by an ending that names the failure.

A pool keeps programs for further games, since the start of one may take longer than a game. A session takes an engine
from the pool and returns it. So an engine plays one game at a time, and a command has as many engines as games that run
at the same time.
"""

from __future__ import annotations

import atexit
import functools
import typing
from contextlib import suppress

from hyperoxo.errors import Cancelled, PlayerError
from hyperoxo.idle_pool import IdlePool
from hyperoxo.pickles import uncopied
from hyperoxo.players.decision import Decision, Forfeit
from hyperoxo.players.options import Option
from hyperoxo.players.player import PlayerKind, Refusal, Session
from hyperoxo.text import escaped
from hyperoxo.ugi.client import EngineClient
from hyperoxo.ugi.process import DEFAULT_TIMEOUTS, MAX_NAME_CHARACTERS, EngineFailure, Timeouts, read_command

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo._core import Board
    from hyperoxo.game import Game
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.players.options import OptionValue
    from hyperoxo.sides import Side
    from hyperoxo.ugi.process import EngineCommand

MAX_IDLE_ENGINES = 8
"""The most idle engines that are kept."""


def _acquire(command: EngineCommand, timeouts: Timeouts, board: Board, seed: int) -> EngineClient:
    """Return an engine that is ready for a game: one from the pool, or a new one."""
    kept = POOL.take((command, timeouts))
    if kept is not None:
        with suppress(EngineFailure):  # it failed after its last game, so this game starts a new one
            return _begun(kept, board, seed)
    return _begun(EngineClient(command, timeouts), board, seed)


def _begun(engine: EngineClient, board: Board, seed: int) -> EngineClient:
    """Return an engine to which a game has been announced; end it if that fails."""
    try:
        engine.begin(board, seed)
    except BaseException:
        engine.close()
        raise
    return engine


POOL: IdlePool[tuple[EngineCommand, Timeouts], EngineClient] = IdlePool(MAX_IDLE_ENGINES, EngineClient.close)
"""The engines that this process keeps for further games."""

atexit.register(POOL.close)


class EngineSession(Session):
    """An outside program at one seat of one game.

    Attributes:
        failure: the failure at the start of the program; None without one, or if it has already lost the game.
    """

    reads_clocks = True
    __reduce__ = uncopied("is the seat of a program that runs", "start another session, and show it the game")

    def __init__(
        self, board: Board, seat: Side, seed: int, *, command: str, timeouts: Timeouts = DEFAULT_TIMEOUTS
    ) -> None:
        super().__init__(board, seat, seed)
        self._command = read_command(command)
        self._display_name = self._command.name
        self._timeouts = timeouts
        self._engine: EngineClient | None = None
        self.failure: EngineFailure | None = None
        try:
            self._engine = self._acquire()
        except EngineFailure as failure:
            self.failure = failure  # the game is lost only when it is the engine's turn

    @property
    def display_name(self) -> str:
        """The user's name for the program, otherwise what it called itself when this session first started it."""
        return self._display_name

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        """Return the program's decision; start a program again that has failed before."""
        control.check()
        failure, self.failure = self.failure, None
        if failure is not None:
            return Forfeit(failure.ending, failure.text)
        try:
            if self._engine is None:
                self._engine = self._acquire()
            decision = self._engine.decide(game, limits, control)
        except EngineFailure as failed:
            self.close()
            return Forfeit(failed.ending, failed.text)
        except BaseException:
            self.close()
            raise
        if decision is None:
            self.close()
            raise Cancelled("the engine was stopped before it had a move")
        return decision

    def close(self) -> None:
        """Return the program to the pool, which keeps it for another game if it is idle."""
        engine, self._engine = self._engine, None
        if engine is not None and engine.is_idle:
            POOL.keep((engine.command, engine.timeouts), engine)
        elif engine is not None:
            engine.close()

    def _acquire(self) -> EngineClient:
        engine = _acquire(self._command, self._timeouts, self.board, self.seed)
        name = escaped(engine.name[:MAX_NAME_CHARACTERS])
        self._display_name = self._display_name or (name if len(engine.name) <= MAX_NAME_CHARACTERS else f"{name}…")
        return engine


def _refusal(board: Board, seat: Side, options: Mapping[str, OptionValue]) -> Refusal | None:  # noqa: ARG001 - any of both
    """Refuse a command that cannot be read, without starting a program."""
    try:
        read_command(str(options["command"] or ""))
    except PlayerError as error:
        return Refusal(error.reason, error.remedy)
    return None


def engine_kind(timeouts: Timeouts = DEFAULT_TIMEOUTS) -> PlayerKind:
    """Return the player kind for outside programs, with these timeouts."""
    return PlayerKind(
        "ugi",
        "a program of yours that speaks the Universal Game Interface",
        functools.partial(EngineSession, timeouts=timeouts),
        (Option("command", None, "the program and its arguments, behind the options to set", unset_type=str),),
        refusal=_refusal,
        whole="command",
        is_outside=True,
    )


KIND = engine_kind()
