"""An engine: its state, and the effect of each command."""

from __future__ import annotations

import typing
from importlib import metadata

from hyperoxo.errors import MoveError, PositionError, ProtocolError
from hyperoxo.game import Game
from hyperoxo.slowness import SLOWNESS
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
from hyperoxo.ugi.server.search import PlayerSessions, Search, Searcher, error_info
from hyperoxo.ugi.server.settings import limits_of

if typing.TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.ugi.messages import UgiCommand
    from hyperoxo.ugi.server.settings import EngineSettings

SEARCH_TIMEOUT = 0.1 * SLOWNESS
"""Seconds for which a command that cannot run during a search waits for the end of the search. Clients wait for it
anyway; this serves scripts that pipe all commands in at once, if searches are short."""
GRACE = 2.0 * SLOWNESS
"""Seconds in which a player must end when the engine ends."""

_NO_POSITION = "there is no position: the last one was refused"


class Engine:
    """A player as an engine: it answers lines of the protocol.

    A search runs in a thread of the searcher, while this thread only reads commands. Nothing that a search uses is
    changed before its end. `send` sends some answers together; several threads call it.
    """

    def __init__(self, settings: EngineSettings, send: Callable[..., None]) -> None:
        self._offered = settings
        self._settings = settings
        self._send = send
        self._searcher = Searcher(send)
        self._game: Game | None = Game(settings.board)
        self._sessions = PlayerSessions(settings)

    def handle_line(self, raw: bytes) -> bool:
        """Execute a line and return whether to continue; any content is answered at worst by an error."""
        try:
            line = decode_line(raw)
            return not line.strip() or self._obey(parse_command(line))
        except Exception as error:  # a refusal, or a failure of the player
            # A client that sent `go` waits for a `bestmove`, and gets one, except during another search.
            asked = raw.split(maxsplit=1)[:1] == [b"go"] and self._searcher.is_over(SEARCH_TIMEOUT)
            self._send(error_info(error), *([BestMove(NO_ANSWER)] if asked else []))
            return True

    @property
    def seconds_left(self) -> float | None:
        """Seconds until `time_is_up` must be called; None if it need not be."""
        return self._searcher.seconds_left

    def time_is_up(self) -> None:
        """Stop a search whose time is up; if its player does not stop, end the search without it."""
        if self._searcher.time_is_up():
            self._sessions = PlayerSessions(self._settings)  # the old sessions belong to the player until it returns

    def close(self, timeout: float = SEARCH_TIMEOUT) -> None:
        """Stop the search, wait until its `bestmove` has been sent, and close all sessions."""
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
        """Execute a command that cannot run during a search."""
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
        self._searcher.begin(Search(self._sessions, game, limits, self._send, until_stopped=go.infinite))

    def _known_game(self) -> Game:
        if self._game is None:
            raise PositionError("position", _NO_POSITION, "send a position first")
        return self._game

    def _close_sessions(self) -> None:
        """Close the sessions of this game, and start new ones."""
        sessions, self._sessions = self._sessions, PlayerSessions(self._settings)
        try:
            sessions.close()
        except Exception as error:  # the player's
            self._send(error_info(error))
