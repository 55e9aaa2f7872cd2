"""An engine: what it knows between commands, and what each command does."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING

from hyperoxo.errors import MoveError, PositionError, ProtocolError
from hyperoxo.game import Game
from hyperoxo.ugi.messages import (
    NO_ANSWER,
    BestMove,
    Go,
    Identity,
    IsReady,
    Query,
    Quit,
    ReadyOk,
    Response,
    SetOption,
    SetPosition,
    StopSearch,
    Ugi,
    UgiNewGame,
    UgiOk,
    answer_to,
    decode_line,
    parse_command,
)
from hyperoxo.ugi.server.clock import limits_of
from hyperoxo.ugi.server.info import error_info
from hyperoxo.ugi.server.search import Searcher
from hyperoxo.ugi.server.search_task import DecisionTask, PlayerSessions

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.ugi.messages import UgiCommand
    from hyperoxo.ugi.server.options import EngineSettings

SEARCH_TIMEOUT = 0.1
"""Seconds that a command which cannot run beside a search waits for its end. A client waits for it anyway; a script
that pipes commands in without waiting gets what it means, if searches are short."""
GRACE = 2.0
"""Seconds that a player has to end when the engine ends."""

_NO_POSITION = "there is no position: the last one was refused"


class Engine:
    """A player that answers lines of the protocol.

    What belongs to a search is done in a thread of the searcher's while this one only listens: nothing that a search
    uses is changed before it is over.

    Args:
        settings: what is set until a client sets it.
        send: sends some answers at once; called from several threads.
    """

    def __init__(self, settings: EngineSettings, send: Callable[..., None]) -> None:
        self._offered = settings
        self._settings = settings
        self._send = send
        self._searcher = Searcher(send)
        self._game: Game | None = Game(settings.board)
        self._sessions = PlayerSessions(settings)

    def handle_line(self, raw: bytes) -> bool:
        """Do what a line says.

        Args:
            raw: the line, with or without its end; nothing that it may hold does worse than an error.

        Returns:
            Whether to go on.
        """
        try:
            line = decode_line(raw)
            return not line.strip() or self._obey(parse_command(line))
        except Exception as error:  # a refusal, or a player that fails where it is asked for one
            # A client that sent `go` waits for the end of a search, and gets one; but not in the midst of another.
            asked = raw.split(maxsplit=1)[:1] == [b"go"] and self._searcher.is_over(SEARCH_TIMEOUT)
            self._send(error_info(error), *([BestMove(NO_ANSWER)] if asked else []))
            return True

    @property
    def seconds_left(self) -> float | None:
        """Seconds until `time_is_up` is to be called; None if there is no such time."""
        return self._searcher.seconds_left

    def time_is_up(self) -> None:
        """Stop a search whose time is up; end it without its player if that has been stopped and goes on."""
        if self._searcher.time_is_up():
            self._sessions = PlayerSessions(self._settings)  # the old ones are the player's until it comes back

    def close(self, timeout: float = SEARCH_TIMEOUT) -> None:
        """Stop the search, wait until its end has been sent, and close everything.

        Args:
            timeout: seconds that a search which is not endless still has.
        """
        if self._searcher.close(timeout, GRACE):
            self._close_sessions()

    def _obey(self, command: UgiCommand) -> bool:
        match command:
            case Quit():
                return False
            case StopSearch():
                self._searcher.stop()
            case IsReady():
                self._send(ReadyOk())
            case Ugi():
                self._introduce()
            case Query(question):
                self._send(Response(answer_to(question, self._known_game())))
            case _:
                self._change(command)
        return True

    def _introduce(self) -> None:
        name = f"hyperoxo {metadata.version('hyperoxo')} {self._offered.player}"
        identity = Identity("name", name), Identity("author", "The hyperoxo authors")
        self._send(*identity, *self._offered.offers(), UgiOk())

    def _change(self, command: SetOption | UgiNewGame | SetPosition | Go) -> None:
        """Do what cannot be done during a search."""
        if not self._searcher.is_over(SEARCH_TIMEOUT):
            if isinstance(command, SetPosition):
                self._game = None
            raise ProtocolError(command.text, "a search is going on", "wait for its bestmove, or send stop")
        match command:
            case SetOption(name, value):
                self._set_option(name, "" if value is None else value)
            case UgiNewGame():
                self._close_sessions()
                self._game = Game(self._settings.board)
            case SetPosition(start, moves):
                self._game = None
                board = self._settings.board
                self._game = Game(board if start is None else board.position(start), moves)
            case Go():
                self._go(command)

    def _set_option(self, name: str, value: str) -> None:
        settings = self._settings.with_option(name, value)
        if settings.board != self._settings.board:
            self._game = Game(settings.board)
        self._settings = settings
        self._close_sessions()

    def _go(self, go: Go) -> None:
        game = self._known_game()
        if game.is_over:
            raise MoveError("go", f"the game is over: {game.result}", "set another position")
        limits = limits_of(go, game.position)
        task = DecisionTask(self._sessions, game, limits, self._send)
        self._searcher.begin(task, limits.time, until_stopped=go.infinite)

    def _known_game(self) -> Game:
        if self._game is None:
            raise PositionError("position", _NO_POSITION, "send a position first")
        return self._game

    def _close_sessions(self) -> None:
        """Let go of what the sessions of this game remember, and begin anew."""
        sessions, self._sessions = self._sessions, PlayerSessions(self._settings)
        try:
            sessions.close()
        except Exception as error:  # the player's
            self._send(error_info(error))
