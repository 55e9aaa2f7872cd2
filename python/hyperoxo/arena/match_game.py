"""One game of a match: two players by name, from an opening to a named ending.

Every game ends properly, even if a player fails. A player that raises an error loses by `crash`, with the error as a
comment; one that moves too late, or whose clock runs out, loses by `time`. A draw that either side offers is agreed.

A game depends on its schedule, its fixture and its opening only, and these can be sent to any worker: with players that
use no clock, the same three give the same game. The worker returns its score, and its record as text, so that the
collecting process need not build a million games again.

A game can be adjudicated: it ends as soon as the solver proves the value of its position. The search has a number of
positions and no clock, so the same position gets the same answer on every machine. Books and the atlas are not asked:
they know the value of the empty 4x4x4, and every game there would end before its first move.
"""

from __future__ import annotations

import time
import typing
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from math import inf
from threading import TIMEOUT_MAX, Timer
from time import monotonic

from hyperoxo import record
from hyperoxo.arena.scores import GameScore
from hyperoxo.engine_log import GAME
from hyperoxo.errors import Cancelled, InputError, PlayerError
from hyperoxo.game import Ending, Note, Result
from hyperoxo.players import Control, Limits, take_turn
from hyperoxo.players.player import BoundedSession
from hyperoxo.record.tags import ENGINE_TAGS
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import SIDES, other_side
from hyperoxo.slowness import SLOWNESS
from hyperoxo.solver.solve import solve
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.arena.openings import Opening
    from hyperoxo.arena.schedule import Fixture, Schedule
    from hyperoxo.boards import PositionLike
    from hyperoxo.game import Game
    from hyperoxo.players import Session
    from hyperoxo.players.control import Clock
    from hyperoxo.sides import Side


GRACE = 0.5 * SLOWNESS
"""Seconds by which a move may exceed the limit, and all moves of a game together a clock: processes share processors,
and pipes take time."""
MAX_ERROR_CHARACTERS = 1_000
"""The most characters of an error in a record."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some games of a match: one task.

    Attributes:
        schedule: of the match.
        games: the fixture of each game, and its opening.
        with_records: whether to return records, not scores only.
    """

    schedule: Schedule
    games: tuple[tuple[Fixture, Opening], ...]
    with_records: bool


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has been played.

    Attributes:
        score: its score.
        record: its record as one line of JSON; empty without `with_records`.
        seconds: its duration.
    """

    score: GameScore
    record: str
    seconds: float


def play_chunk(chunk: Chunk) -> list[PlayedGame]:
    """Play the games of a chunk and return them in order."""
    return [_play_timed(chunk, fixture, opening) for fixture, opening in chunk.games]


def _play_timed(chunk: Chunk, fixture: Fixture, opening: Opening) -> PlayedGame:
    began = time.perf_counter()
    game = play_fixture(chunk.schedule, fixture, opening, with_reasons=chunk.with_records)
    score = GameScore.of(game, number=fixture.game, pair=fixture.pair, first=fixture.first, second=fixture.second)
    line = record_of(game) if chunk.with_records else ""
    return PlayedGame(score, line, time.perf_counter() - began)


def play_fixture(
    schedule: Schedule,
    fixture: Fixture,
    opening: Opening,
    *,
    with_reasons: bool = True,
    control: Control | None = None,
) -> Game:
    """Play one game of a match and return it at its end, with its fixture as tags.

    Args:
        schedule: of the match.
        fixture: the game's place in the schedule.
        opening: its opening.
        with_reasons: whether the game keeps each move's reasons as notes.
        control: ends it before its end.

    Raises:
        Cancelled: `control` was cancelled.
        PlayerError: the worker has no such player, or it cannot take its seat.
    """
    game = opening.game()
    game.tags = {name: text for name, text in schedule.tags(fixture).items() if text}
    game.tags["Opening"] = str(len(opening.moves))
    entrants: dict[Side, int] = {"x": fixture.first, "o": fixture.second}
    seed = schedule.seed_of(fixture.game)
    sessions: dict[Side, Session] = {}
    clocks = {} if schedule.clock is None else dict.fromkeys(SIDES, schedule.clock)
    endless = control or Control()
    with ExitStack() as stack:
        stack.callback(GAME.reset, GAME.set(str(fixture.game)))
        while not game.is_over:
            endless.check()
            if schedule.adjudication is not None and adjudicate(game, schedule.adjudication):
                break
            side, ply = game.to_move, game.ply
            try:
                if side not in sessions:
                    sessions[side] = schedule.player(entrants[side]).start(
                        schedule.board, side, derived_seed(seed, side)
                    )
                    stack.callback(_close, sessions[side])
                session, limits = sessions[side], schedule.limits
                limits = session.limits.within(limits) if isinstance(session, BoundedSession) else limits
                late = _take_turn(game, session, limits, clocks, endless, with_reasons=with_reasons)
            except (Exception, SystemExit) as error:  # any failure of a player loses its game,
                if endless.cancelled or (isinstance(error, PlayerError) and side not in sessions):
                    raise  # but a missing player, or one that cannot take the seat, is an error of the match
                _lose(game, side, ply, Ending.CRASH, f"{type(error).__name__}: {error}")
            else:
                if late and not (game.result and game.result.winner == other_side(side)):
                    _lose(game, side, ply, Ending.TIME, late)
    for side, session in sorted(sessions.items(), reverse=True):
        if session.display_name:
            game.tags[ENGINE_TAGS[side]] = session.display_name
    return game


def _take_turn(
    game: Game, session: Session, limits: Limits, clocks: dict[Side, Clock], endless: Control, *, with_reasons: bool
) -> str:
    """Take the turn of the side to move; return why it has lost by time, or an empty text.

    Without limits of time the turn uses `endless`, since a new control would cost more than a simple player's decision.
    The clock runs from the first command about the position until the decision. A session that reads no clock is
    cancelled when nothing is left on its own, the others when they have lost.
    """
    side = game.to_move
    clock, seconds = clocks.get(side), limits.seconds
    if seconds is None and clock is None:
        take_turn(game, session, limits, endless, with_reasons=with_reasons)
        return ""
    latest = cancelled_after = inf if seconds is None else seconds + GRACE
    if clock is not None:
        latest = cancelled_after = min(latest, clock.left + GRACE)
        limits = limits.within(Limits(clocks=(clocks["x"], clocks["o"])))
        if not session.reads_clocks:
            limits = limits.within(Limits(clock.share(game.position)))
            cancelled_after = min(latest, clock.left)
    control = Control()
    timer = Timer(min(cancelled_after, TIMEOUT_MAX), control.cancel)
    timer.daemon = True
    began, is_late = monotonic(), False
    timer.start()
    try:
        take_turn(game, session, limits, control, with_reasons=with_reasons)
    except Cancelled:
        if not control.cancelled:
            raise
        is_late = True
    finally:
        timer.cancel()
    used = monotonic() - began
    if clock is not None:
        clocks[side] = clock.after(used)
    if not is_late and used <= latest:
        return ""
    if clock is None or (seconds is not None and used > seconds + GRACE):
        return f"no move within {seconds:g} s"
    return f"its clock ran out: {max(clock.left, 0):.2f} s were left, and it took {used:.2f} s"


def _close(session: Session) -> None:
    """Close a session; an error in closing it does not change the finished game."""
    with suppress(Exception, SystemExit):
        session.close()


def _lose(game: Game, side: Side, ply: int, ending: Ending, why: str) -> None:
    """End the game as lost by the side that had to move at a ply; what it did there is taken back."""
    game.undo(game.ply - ply)
    if game.is_over:
        game.reopen()
    game.end(Result(ending, other_side(side)))
    before = game.notes.get(ply, Note())
    game.notes[ply] = Note(f"{before.comment} {shortened(why, MAX_ERROR_CHARACTERS)}".strip(), before.reasons)


def record_of(game: Game) -> str:
    """Return the record of a game as one line of JSON; reasons that cannot be written are replaced by a comment."""
    try:
        return record.dumps(game, "json")
    except InputError as error:
        game.notes = {ply: Note(note.comment) for ply, note in game.notes.items()}
        before = game.notes.get(0, Note())
        text = f"no reasons, since they cannot be written: {shortened(str(error), MAX_ERROR_CHARACTERS)}"
        game.notes[0] = Note(f"{before.comment} {text}".strip())
        return record.dumps(game, "json")


MAX_ADJUDICATION_NODES = 100_000_000
"""The most positions of one search; more would take minutes before each move."""


def adjudication(position: PositionLike, nodes: int) -> Result | None:
    """Return the result of a position that is proved within a number of positions searched; None if none is proved.

    Args:
        position: a position in which the game is not over.
        nodes: how many positions may be searched, about.
    """
    found = solve(position, nodes=nodes, threads=1)
    return Result(Ending.ADJUDICATED, found.winner) if found.is_decided else None


def check_adjudication(board: Board, nodes: int, given: str) -> None:
    """Refuse a number of positions that is out of range, or decides the empty board, so that no move would be played.

    Args:
        board: the board.
        nodes: the number.
        given: what was given, for the error.

    Raises:
        InputError: the number is refused.
    """
    if not 1 <= nodes <= MAX_ADJUDICATION_NODES:
        raise InputError(given, f"not a number of positions from 1 to {MAX_ADJUDICATION_NODES}")
    if adjudication(board.empty(), nodes) is not None:
        reason = f"this number decides the empty {board} already, and no move would be played"
        raise InputError(given, reason, "choose fewer positions, or leave this out")


def adjudicate(game: Game, nodes: int) -> bool:
    """End a game whose value is proved within a number of positions searched; return whether it has ended.

    The comment on the last move says what was proved.
    """
    result = adjudication(game.position, nodes)
    if result is None:
        return False
    game.end(result)
    before = game.notes.get(game.ply, Note())
    value = f"{result.winner.upper()} wins" if result.winner else "a draw"
    text = f"proved within {nodes:,} positions: {value}"
    game.notes[game.ply] = Note(f"{before.comment} {text}".strip(), before.reasons)
    return True
