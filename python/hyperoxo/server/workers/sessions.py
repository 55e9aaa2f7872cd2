"""Sessions of computer players, so that each decides as if it had sat there since the game began.

A player's session may remember more than the game shows: how often it has drawn from its random stream (`random`,
`ibm1620`, `atari-st`), or a win that it has proved (`oxo`). So a session is kept after a decision, and asked again when
the game has moved on by its move and an answer. In any other case - another process, a restart, moves taken back - a
new session is first asked about the earlier turns of its side once more, which leads to the same state. What a player
decides therefore depends on the game and the seed alone, wherever and whenever it is asked.
"""

from __future__ import annotations

import functools
import time
import typing
from contextlib import ExitStack
from dataclasses import dataclass

from hyperoxo.lru_cache import LruCache
from hyperoxo.players import Control, Limits
from hyperoxo.seeds import derived_seed
from hyperoxo.server.offered_players import offered_player

if typing.TYPE_CHECKING:
    from hyperoxo._core import Position
    from hyperoxo.game import Game
    from hyperoxo.players import Decision, Player, Session
    from hyperoxo.sides import Side

MAX_SESSIONS = 64
"""Sessions that one process keeps; each may hold a proof of some megabytes."""
REPLAY_SHARE = 0.5
"""The part of the time for a decision that may be spent on asking about earlier turns. If it is not enough, the player
decides without what it would remember. Of the built-in players only the house player can need more, on large boards."""


@dataclass(frozen=True, slots=True)
class ComputerSeat:
    """A player's seat in a game.

    Attributes:
        player: as it is typed.
        side: the side that it holds.
        seed: the game's; every random choice comes from it.
    """

    player: str
    side: Side
    seed: int

    def start_session(self, game: Game, *, is_refused: bool = False) -> Session:
        """Return a new session of the player; if its draw was refused and it has a move then, one for that turn."""
        player, seed = _player_at(self), derived_seed(self.seed, self.side)
        if is_refused and player.kind.after_refusal is not None:
            return player.kind.after_refusal(game.board, self.side, seed)
        return player.start(game.board, self.side, seed)


@functools.lru_cache(MAX_SESSIONS)
def _player_at(seat: ComputerSeat) -> Player:
    """Return the player of a seat; that of a file stays as it was when this process first met the game."""
    return offered_player(seat.player).pinned()


class SessionCache:
    """The most recently used sessions of one process."""

    def __init__(self, most: int = MAX_SESSIONS) -> None:
        # Each with the moves of the game when it last decided.
        self._kept: LruCache[tuple[ComputerSeat, Position], tuple[Session, tuple[int, ...]]] = LruCache(most)

    def decide(self, game: Game, seat: ComputerSeat, seconds: float, control: Control) -> Decision:
        """Let a player decide for the side to move."""
        key = seat, game.start
        session, moves = self._kept.pop(key) or (None, ())
        if session is not None and not _is_next_turn(moves, game):
            session.close()
            session = None
        with ExitStack() as failing:
            session = session or caught_up(game, seat, seconds, control)
            failing.callback(session.close)
            decision = session.decide(game, Limits(), control)
            if not control.cancelled:  # else what it remembers depends on when that was
                failing.pop_all()
                if (evicted := self._kept.put(key, (session, game.moves))) is not None:
                    evicted[0].close()
        return decision


def caught_up(game: Game, seat: ComputerSeat, seconds: float, control: Control) -> Session:
    """Return a new session of a player that has been asked about all earlier turns of its side."""
    started = time.monotonic()
    with ExitStack() as failing:
        session = seat.start_session(game)
        failing.callback(session.close)
        for ply in range(game.ply):
            if game.position_at(ply).to_move != seat.side:
                continue
            if time.monotonic() - started > seconds * REPLAY_SHARE:
                return seat.start_session(game)
            session.decide(game.branch(ply), Limits(), control)
            control.check()
        failing.pop_all()
    return session


def _is_next_turn(moves: tuple[int, ...], game: Game) -> bool:
    """Return whether the game has moved on by two plies since `moves` had been played."""
    return len(game.moves) == len(moves) + 2 and game.moves[: len(moves)] == moves
