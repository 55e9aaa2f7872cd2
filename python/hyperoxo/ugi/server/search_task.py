"""One decision of the player, as a search does it: who is asked, and how it ends whatever the player does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.errors import Cancelled
from hyperoxo.seeds import derived_seed
from hyperoxo.ugi.messages import NO_ANSWER, BestMove, Info
from hyperoxo.ugi.server.fallback import spare_move
from hyperoxo.ugi.server.info import Teller, best_move, error_line, reasons_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hyperoxo.game import Game
    from hyperoxo.players import Control, Limits, Progress, Session
    from hyperoxo.sides import Side
    from hyperoxo.ugi.server.options import Settings


class Seats:
    """The sessions of one game.

    The first side that is asked to move gets the seed itself, so that an engine which holds one seat plays as the same
    player does without the protocol in between; the other side, if the engine plays both, gets another.

    Args:
        settings: player, board and seed.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._sessions: dict[Side, Session] = {}

    def session(self, side: Side) -> Session:
        """Return the session of a side, which sits down when it is first asked for.

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


class Decide:
    """Lets a player decide.

    Args:
        seats: where its sessions are.
        game: the game, not over.
        limits: bounds on the decision.
        say: says what it tells while it thinks.
    """

    def __init__(self, seats: Seats, game: Game, limits: Limits, say: Callable[[Info], None]) -> None:
        self._seats = seats
        self._game = game
        self._limits = limits
        self._teller = Teller(game.board, say)

    def think(self, control: Control) -> tuple[Sequence[Info], BestMove]:
        """Return what is to be told of the decision, and how the search ends; whatever the player raises is told."""
        board, side = self._game.board, self._game.to_move
        try:
            decision = self._seats.session(side).decide(self._game, self._limits, control)
            self._teller.finish()
            return reasons_for(board, decision), best_move(board, decision)
        except Cancelled:
            return self._end_without_decision()
        except BaseException as error:  # the engine outlives its player
            return [*self._leave(side), error_line(error)], BestMove(NO_ANSWER)

    def report(self, progress: Progress) -> None:
        """Tell how far the player is."""
        self._teller.hear(progress)

    def give_up(self) -> tuple[Sequence[Info], BestMove]:
        """Return how the search ends without its player."""
        self._teller.fall_silent()
        return self._end_without_decision()

    def let_go(self) -> None:
        """Let go of the sessions, which nobody else has any more."""
        self._seats.close()

    def _end_without_decision(self) -> tuple[Sequence[Info], BestMove]:
        """Return the best move that the player has told of, or one that is made for it."""
        position, board = self._game.position, self._game.board
        told = self._teller.best_cell
        if told is not None and told in position.legal_moves():
            return [Info(string="stopped before the player had decided; the best move so far")], BestMove(
                board.name(told)
            )
        spare = BestMove(board.name(spare_move(position)))
        return [Info(string="stopped before the player had a move; this one is made for it by rule")], spare

    def _leave(self, side: Side) -> list[Info]:
        """Let go of a session that has failed, and return what fails at that."""
        try:
            self._seats.leave(side)
        except Exception as error:
            return [error_line(error)]
        return []
