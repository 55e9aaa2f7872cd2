"""The player `ugi:COMMAND`: an outside program that uses the Universal Game Interface.

A program that does not exist, or does not play the board, is refused before the game. Every later failure loses the
game for the program, by an ending that names the failure.
"""

from __future__ import annotations

import atexit
import functools
from typing import TYPE_CHECKING

from hyperoxo.errors import Cancelled, PlayerError
from hyperoxo.players.decision import Decision, Forfeit
from hyperoxo.players.options import Option
from hyperoxo.players.player import PlayerKind, Refusal, Session
from hyperoxo.text import cut
from hyperoxo.ugi.command import MAX_NAME, read_command
from hyperoxo.ugi.engine_pool import EnginePool
from hyperoxo.ugi.process import DEFAULT_TIMEOUTS, EngineFailure, Timeouts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo._core import Board
    from hyperoxo.game import Game
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.players.options import OptionValue
    from hyperoxo.sides import Side
    from hyperoxo.ugi.client import EngineClient

POOL = EnginePool()
"""The engines that this process keeps for further games."""

atexit.register(POOL.close)


class EngineSession(Session):
    """An outside program at one seat of one game.

    Args:
        board: the board of the game.
        seat: the side that it holds.
        seed: the source of its random choices, if it has the option `Seed`.
        command: the program, as it was typed.
        timeouts: how long to wait for each answer.

    Raises:
        PlayerError: there is no such program, it does not play this board, or it refuses an option.
    """

    def __init__(
        self, board: Board, seat: Side, seed: int, *, command: str, timeouts: Timeouts = DEFAULT_TIMEOUTS
    ) -> None:
        super().__init__(board, seat, seed)
        self._command = read_command(command)
        self._display_name = self._command.name
        self._timeouts = timeouts
        self._engine: EngineClient | None = None
        self._failure: EngineFailure | None = None
        try:
            self._engine = self._acquire()
        except EngineFailure as failure:
            self._failure = failure  # the game is lost only when it is the engine's turn

    @property
    def failure(self) -> EngineFailure | None:
        """The failure at the start of the program; None without one, or if it has already lost the game."""
        return self._failure

    @property
    def display_name(self) -> str:
        """The user's name for the program, otherwise what it called itself when this session first started it."""
        return self._display_name

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        """Return the program's decision; start a program again that has failed before.

        Raises:
            Cancelled: `control` was cancelled, and the program gave no move after `stop`.
        """
        control.check()
        failure, self._failure = self._failure, None
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
        if engine is not None:
            POOL.release(engine)

    def _acquire(self) -> EngineClient:
        engine = POOL.acquire(self._command, self._timeouts, self.board, self.seed)
        self._display_name = self._display_name or cut(engine.name, MAX_NAME)
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
