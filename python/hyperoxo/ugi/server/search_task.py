"""One decision of the player, as a search runs it, and how it ends whatever the player does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.errors import Cancelled
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import other_side
from hyperoxo.ugi.messages import NO_ANSWER, BestMove, Info
from hyperoxo.ugi.server.info import ProgressReporter, best_move, decision_info, error_info

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hyperoxo._core import Position
    from hyperoxo.game import Game
    from hyperoxo.players import Control, Limits, Progress, Session
    from hyperoxo.sides import Side
    from hyperoxo.ugi.server.options import EngineSettings


class PlayerSessions:
    """The sessions of one game.

    The first side that is asked to move gets the seed itself, so that an engine which holds one seat plays as the same
    player does without the protocol in between; the other side, if the engine plays both, gets another.

    Args:
        settings: player, board and seed.
    """

    def __init__(self, settings: EngineSettings) -> None:
        self._settings = settings
        self._sessions: dict[Side, Session] = {}

    def session(self, side: Side) -> Session:
        """Return the session of a side; it is started at the first call.

        Raises:
            PlayerError: the player cannot take this seat.
        """
        if side not in self._sessions:
            seed = derived_seed(self._settings.seed, side) if self._sessions else self._settings.seed
            self._sessions[side] = self._settings.player.start(self._settings.board, side, seed)
        return self._sessions[side]

    def leave(self, side: Side) -> None:
        """Let go of the session of a side, if there is one."""
        session = self._sessions.pop(side, None)
        if session is not None:
            session.close()

    def close(self) -> None:
        """Let go of all that the sessions hold."""
        for side in tuple(self._sessions):
            self.leave(side)


class DecisionTask:
    """The search task in which a player decides.

    Args:
        sessions: the player's sessions.
        game: the game, not over.
        limits: bounds on the decision.
        send: sends what it reports while it thinks.
    """

    def __init__(self, sessions: PlayerSessions, game: Game, limits: Limits, send: Callable[[Info], None]) -> None:
        self._sessions = sessions
        self._game = game
        self._limits = limits
        self._reporter = ProgressReporter(game.board, send)

    def think(self, control: Control) -> tuple[Sequence[Info], BestMove]:
        """Return what to report of the decision, and the end of the search; what the player raises is reported too."""
        board, side = self._game.board, self._game.to_move
        try:
            decision = self._sessions.session(side).decide(self._game, self._limits, control)
            self._reporter.flush()
            return decision_info(board, decision), best_move(board, decision)
        except Cancelled:
            return self._end_without_decision()
        except BaseException as error:  # the engine outlives its player
            return [*self._leave(side), error_info(error)], BestMove(NO_ANSWER)

    def report(self, progress: Progress) -> None:
        """Report how far the player is."""
        self._reporter.report(progress)

    def abandon(self) -> tuple[Sequence[Info], BestMove]:
        """Return the end of the search without its player."""
        self._reporter.mute()
        return self._end_without_decision()

    def release(self) -> None:
        """Close the sessions, which the engine has given up."""
        self._sessions.close()

    def _end_without_decision(self) -> tuple[Sequence[Info], BestMove]:
        """Return the best move that the player has reported, or else the fallback."""
        position, board = self._game.position, self._game.board
        best = self._reporter.best_cell
        if best is not None and best in position.legal_moves():
            return [Info(string="stopped before the player had decided; the best move so far")], BestMove(
                board.name(best)
            )
        fallback = BestMove(board.name(fallback_move(position)))
        return [Info(string="stopped before the player had a move; this one is made for it by rule")], fallback

    def _leave(self, side: Side) -> list[Info]:
        """Let go of a session that has failed, and return what fails at that."""
        try:
            self._sessions.leave(side)
        except Exception as error:
            return [error_info(error)]
        return []


def fallback_move(position: Position) -> int:
    """Return the move of a player that was stopped before it had one.

    It completes a line, else it blocks one, else most lines run through it.

    Args:
        position: not over.
    """
    for side in (position.to_move, other_side(position.to_move)):
        for cell, _ in position.threats(side):
            return cell
    return max(position.legal_moves(), key=lambda cell: len(position.board.lines_through(cell)))
