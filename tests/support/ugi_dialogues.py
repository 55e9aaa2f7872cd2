"""Dialogues with an engine in the same process, and players whose searches tests control."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from support.patience import PATIENCE

from hyperoxo import Board, Game, Side, player
from hyperoxo.errors import Cancelled
from hyperoxo.players import Control, Decision, Limits, Option, Play, Player, PlayerKind, Session
from hyperoxo.ugi.messages import UgiAnswer, parse_answer
from hyperoxo.ugi.server.engine import Engine
from hyperoxo.ugi.server.settings import EngineSettings

if TYPE_CHECKING:
    from hyperoxo.players.control import Progress


class EngineDialogue:
    """A dialogue with an engine.

    Args:
        player: the player, or its name.
        board: the board.
        seed: the seed.
    """

    def __init__(self, of: Player | str = "random", board: str = "3x3", seed: int = 0) -> None:
        chosen = player(of) if isinstance(of, str) else of
        self._answers: list[str] = []
        self._heard = threading.Condition()
        self.engine = Engine(EngineSettings(chosen, Board(board), seed), self._take)

    def _take(self, *answers: UgiAnswer) -> None:
        with self._heard:
            for answer in answers:
                assert parse_answer(answer.text) == answer
                self._answers.append(answer.text)
            self._heard.notify_all()

    def tell(self, *lines: str) -> list[str]:
        """Send lines, and return the answers that were not returned before."""
        for line in lines:
            assert self.engine.handle_line(f"{line}\n".encode())
        with self._heard:
            answers, self._answers = self._answers, []
        return answers

    def search(self, *lines: str, end: str = "bestmove ") -> list[str]:
        """Send lines, and return the answers up to the end of the search, or up to another line."""
        for line in lines:
            self.engine.handle_line(f"{line}\n".encode())
        with self._heard:
            assert self._heard.wait_for(lambda: any(line.startswith(end) for line in self._answers), PATIENCE)
            answers, self._answers = self._answers, []
        return answers


class Waiting(Session):
    """Searches until it is stopped; then plays the first free cell, or nothing."""

    def __init__(self, board: Board, seat: Side, seed: int, *, answers: bool) -> None:
        super().__init__(board, seat, seed)
        self._answers = answers

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002
        stopped = threading.Event()
        while not control.cancelled:
            stopped.wait(0.001)
        if not self._answers:
            raise Cancelled("nothing yet")
        return Play(game.position.legal_moves()[0])


WAITING = PlayerKind("waiting", "waits", Waiting, (Option("answers", default=True, help="whether it has a move"),))


def no_session(*_: object, **__: object) -> Session:
    """Replace the session of a player that is never asked for a move."""
    raise NotImplementedError


def deciding(decision: Decision | BaseException, *reports: Progress) -> Player:
    """Return a player that reports, and then returns this decision or raises this exception."""

    class Deciding(Session):
        def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002
            for report in reports:
                control.report(report)
            if isinstance(decision, BaseException):
                raise decision
            return decision

    return PlayerKind("deciding", "has decided", Deciding).player()
