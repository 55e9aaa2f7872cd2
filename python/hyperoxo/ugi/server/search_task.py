"""One decision of the player as the task of a search, which has an answer even if the player fails."""

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

    The first side that must move gets the seed itself, so that an engine at one seat plays as the same player does
    without the protocol; the other side, if the engine plays both, gets a derived seed.

    Args:
        settings: player, board and seed.
    """

    def __init__(self, settings: EngineSettings) -> None:
        self._settings = settings
        self._sessions: dict[Side, Session] = {}

    def session(self, side: Side) -> Session:
        """Return the session of a side; the first call starts it.

        Raises:
            PlayerError: the player cannot take this seat.
        """
        if side not in self._sessions:
            seed = derived_seed(self._settings.seed, side) if self._sessions else self._settings.seed
            self._sessions[side] = self._settings.player.start(self._settings.board, side, seed)
        return self._sessions[side]

    def leave(self, side: Side) -> None:
        """Close the session of a side, if there is one."""
        session = self._sessions.pop(side, None)
        if session is not None:
            session.close()

    def close(self) -> None:
        """Close all sessions."""
        for side in tuple(self._sessions):
            self.leave(side)


class DecisionTask:
    """The search task in which a player decides.

    Args:
        sessions: the player's sessions.
        game: the game, not over.
        limits: bounds on the decision.
        send: sends its progress.
    """

    def __init__(self, sessions: PlayerSessions, game: Game, limits: Limits, send: Callable[[Info], None]) -> None:
        self._sessions = sessions
        self._game = game
        self._limits = limits
        self._reporter = ProgressReporter(game.board, send)

    def run(self, control: Control) -> tuple[Sequence[Info], BestMove]:
        """Return the reports about the decision, and the last line; errors of the player are reported too."""
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
        """Report progress."""
        self._reporter.report(progress)

    def abandon(self) -> tuple[Sequence[Info], BestMove]:
        """Return the last line of the search without its player."""
        self._reporter.mute()
        return self._end_without_decision()

    def release(self) -> None:
        """Close the sessions, which the engine has abandoned."""
        self._sessions.close()

    def _end_without_decision(self) -> tuple[Sequence[Info], BestMove]:
        """Return the best move that the player has reported, otherwise the fallback."""
        position, board = self._game.position, self._game.board
        best = self._reporter.best_cell
        if best is not None and best in position.legal_moves():
            return [Info(string="stopped before the player had decided; the best move so far")], BestMove(
                board.name(best)
            )
        fallback = BestMove(board.name(fallback_move(position)))
        return [Info(string="stopped before the player reported a move; this is the fallback move")], fallback

    def _leave(self, side: Side) -> list[Info]:
        """Close a session that has failed, and return the error of that, if any."""
        try:
            self._sessions.leave(side)
        except Exception as error:
            return [error_info(error)]
        return []


def fallback_move(position: Position) -> int:
    """Return a move for a player that was stopped before it reported one.

    The move completes a line, otherwise it blocks one, otherwise it is a cell on the most lines.

    Args:
        position: not over.
    """
    for side in (position.to_move, other_side(position.to_move)):
        for cell, _ in position.threats(side):
            return cell
    return max(position.legal_moves(), key=lambda cell: len(position.board.lines_through(cell)))
