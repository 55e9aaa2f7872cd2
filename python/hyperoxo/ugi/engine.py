"""The player `ugi:COMMAND`: an outside program that speaks the Universal Game Interface, at a seat like any player.

A program that is not there, or does not play the board, is refused before the game. Whatever goes wrong after that
loses the game for the program, by an ending that says what it was.
"""

from __future__ import annotations

import atexit
import functools
from typing import TYPE_CHECKING

from hyperoxo.errors import Cancelled, PlayerError
from hyperoxo.players.decision import Decision, Forfeit
from hyperoxo.players.options import Option
from hyperoxo.players.player import PlayerKind, Refusal, Session
from hyperoxo.ugi.command import read_command
from hyperoxo.ugi.engine_pool import KeptEngines
from hyperoxo.ugi.process import EngineFailure
from hyperoxo.ugi.timeouts import PATIENCE, Patience

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo._core import Board
    from hyperoxo.game import Game
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.players.options import Value
    from hyperoxo.sides import Side
    from hyperoxo.ugi.client import Engine

ENGINES = KeptEngines()
"""The engines that this process keeps between games."""

atexit.register(ENGINES.close)


class EngineSession(Session):
    """An outside program at one seat of one game.

    Args:
        board: the board of the game.
        seat: the side that it holds.
        seed: where its random choices come from, if it has an option for that.
        command: the program, as it was typed.
        patience: how long it is waited for.

    Raises:
        PlayerError: there is no such program, or it does not play this board or have one of the options.
    """

    def __init__(self, board: Board, seat: Side, seed: int, *, command: str, patience: Patience = PATIENCE) -> None:
        super().__init__(board, seat, seed)
        self._command = read_command(command)
        self._patience = patience
        self._engine: Engine | None = None
        self._failure: EngineFailure | None = None
        try:
            self._engine = self._taken()
        except EngineFailure as failure:
            self._failure = failure  # the game is lost when it is the engine's turn, and not before

    @property
    def failure(self) -> EngineFailure | None:
        """What went wrong when the program was to sit down; None if nothing did, or the game has been lost by it."""
        return self._failure

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        """Let the program decide; one that has failed is started anew when it is asked again.

        Raises:
            Cancelled: `control` was cancelled, and the program did not give a move then.
        """
        control.check()
        failure, self._failure = self._failure, None
        if failure is not None:
            return Forfeit(failure.ending, failure.text)
        try:
            if self._engine is None:
                self._engine = self._taken()
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
        """Give the program back, to be kept for another game if nothing is wrong with it."""
        engine, self._engine = self._engine, None
        if engine is not None:
            ENGINES.give_back(engine)

    def _taken(self) -> Engine:
        return ENGINES.take(self._command, self._patience, self.board, self.seed)


def _refusal(board: Board, seat: Side, options: Mapping[str, Value]) -> Refusal | None:  # noqa: ARG001 - any of both
    """Refuse a command that cannot be read; no program is started to find out what it plays."""
    try:
        read_command(str(options["command"] or ""))
    except PlayerError as error:
        return Refusal(error.reason, error.remedy)
    return None


def engine_kind(patience: Patience = PATIENCE) -> PlayerKind:
    """Return the kind of player that is an outside program, waited for with some patience."""
    return PlayerKind(
        "ugi",
        "a program of yours that speaks the Universal Game Interface",
        functools.partial(EngineSession, patience=patience),
        (Option("command", None, "the program and its arguments, behind the options to set", unset_type=str),),
        refusal=_refusal,
        whole="command",
        is_outside=True,
    )


KIND = engine_kind()
