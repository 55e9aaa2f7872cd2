"""What computers decide in a live game: their moves, and their final remarks once it is over.

A decision is asked for until it is made, and stored until the store takes it; a player that fails has crashed. It is
dropped if the game has moved on meanwhile. A remark that fails is logged.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import typing

from pydantic_core import PydanticSerializationError, ValidationError

from hyperoxo import Ending, HyperoxoError, InputError, Result
from hyperoxo.coach import searched_ahead
from hyperoxo.server.errors import Busy
from hyperoxo.server.games import action_rules
from hyperoxo.server.games.state import kind_here
from hyperoxo.server.messages import games, live
from hyperoxo.server.workers.jobs import DecisionMade, decide, remark_on
from hyperoxo.server.workers.scheduler import Priority
from hyperoxo.server.workers.sessions import ComputerSeat
from hyperoxo.sides import SIDES
from hyperoxo.slowness import SLOWNESS

if typing.TYPE_CHECKING:
    from hyperoxo.players import Progress
    from hyperoxo.server.games.live_game import LiveGame
    from hyperoxo.server.workers.scheduler import JobScheduler

BUSY_PAUSE = 1.0
"""Seconds until a scheduler that was too busy is asked again."""
REMARK_SECONDS = 10.0 * SLOWNESS
"""Seconds that a final remark may take; hardly any takes one."""
FAILED = DecisionMade(None, Ending.CRASH, sentence="the player has failed")
"""The decision of a player that gave none."""
_log = logging.getLogger(__name__)


class ComputerTurn(typing.NamedTuple):
    """A decision that a computer has to make.

    Attributes:
        moves: what has been played; the game is not over.
        seat: who decides; its side is to move.
        is_refused: whether the opponent has refused a draw that the player offered in this position.
        delay: seconds until it is played at the earliest.
    """

    moves: tuple[int, ...]
    seat: ComputerSeat
    is_refused: bool
    delay: float


class Computers:
    """The computers of one game, which do one thing at a time: what the game waits for now.

    Args:
        game: the game; final remarks on one that is over already are not wanted.
        scheduler: lets them think.
        seconds: how long a decision may take.
    """

    def __init__(self, game: LiveGame, scheduler: JobScheduler, seconds: float) -> None:
        self._game = game
        self._scheduler = scheduler
        self._seconds = seconds
        self._wanted: ComputerTurn | Result | None = game.state.game.result
        """The turn that is taken, or the end that is remarked on."""
        self._task: asyncio.Task[None] | None = None

    @property
    def are_busy(self) -> bool:
        """Whether one thinks, or what one has decided is not stored yet."""
        return self._task is not None and not self._task.done()

    async def wait(self) -> None:
        """Wait until the computer whose turn it is has moved, or need not move any more."""
        if self._task is not None:
            await asyncio.wait([self._task])

    def update(self) -> None:
        """Begin what the game waits for now, and cancel what is not wanted any more."""
        wanted = self._find_wanted()
        if wanted == self._wanted:
            return
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._game.followers.set_delayed(is_delayed=False)
        self._wanted = wanted
        if wanted is not None:
            work = self._remark_on(wanted) if isinstance(wanted, Result) else self._take(wanted)
            self._task = asyncio.get_running_loop().create_task(work)

    def _find_wanted(self) -> ComputerTurn | Result | None:
        if self._game.is_stale:
            return None
        state = self._game.state
        seat = state.computer_to_decide
        if seat is None:
            return state.game.result
        if kind_here(seat.player) is None:
            return None  # the game waits for it
        delay = 0.0
        if state.has_only_computers:
            if state.settings.delay is None or not self._game.followers:
                return None
            delay = state.settings.delay
        return ComputerTurn(state.game.moves, seat, state.is_refused(seat.side), delay)

    async def _take(self, turn: ComputerTurn) -> None:
        begun = asyncio.get_running_loop().time()
        decided = await self._decision(turn)
        await asyncio.sleep(begun + turn.delay - asyncio.get_running_loop().time())
        await self._game.stored(functools.partial(self._apply, turn, decided))

    async def _decision(self, turn: ComputerTurn) -> DecisionMade:
        start, seat = self._game.state.game.start, turn.seat
        job = functools.partial(
            decide, start=start, moves=turn.moves, seat=seat, seconds=self._seconds, is_refused=turn.is_refused
        )

        def send_progress(progress: Progress) -> None:
            shown = {
                "depth": progress.depth,
                "nodes": progress.nodes,
                "label": progress.label,
                "line": [self._game.state.board.name(cell) for cell in progress.line],
                "text": progress.text or ("" if progress.depth is None else searched_ahead(progress.depth)),
            }
            self._game.followers.send_latest(live.Thinking.model_validate({"side": seat.side, "progress": shown}))

        while True:
            try:
                return await self._scheduler.run(
                    self._game.client,
                    job,
                    priority=Priority.MOVE,
                    seconds=self._seconds,
                    affinity=(seat, start),
                    on_report=send_progress,
                )
            except Busy:
                await asyncio.sleep(BUSY_PAUSE)
            except InputError as error:
                return DecisionMade(None, Ending.CRASH, sentence=error.reason)
            except Exception:
                _log.exception("%s could not be asked", seat.player)
                return FAILED

    async def _apply(self, turn: ComputerTurn, decided: DecisionMade) -> None:
        side, player = turn.seat.side, turn.seat.player
        async with self._game.lock:
            if self._find_wanted() != turn:
                return
            try:
                await self._game.commit(action_rules.event_of_decision(self._game.state, side, decided))
            except (ValidationError, PydanticSerializationError):
                _log.exception("%s has given reasons that are not JSON", player)
                await self._game.commit(action_rules.event_of_decision(self._game.state, side, FAILED))

    async def _remark_on(self, result: Result) -> None:
        """Ask the computers for their final remarks on a game that is over, and add them."""
        task, ended = asyncio.current_task(), self._game.state.finished()
        for side in SIDES:
            player = self._game.state.seats[side].player
            if player is None:
                continue
            seat = ComputerSeat(player, side, self._game.state.seed)
            job = functools.partial(
                remark_on, start=ended.start, moves=ended.moves, result=result, seat=seat, seconds=REMARK_SECONDS
            )
            try:
                made = await self._scheduler.run(self._game.client, job, priority=Priority.MOVE, seconds=REMARK_SECONDS)
                if made is not None:
                    await self._game.stored(functools.partial(self._add_remark, task, seat, games.MoveNote.of(made)))
            except HyperoxoError as error:
                _log.warning("%s could not be told of the end of its game: %s", player, error)
            except Exception:
                _log.exception("%s failed to give its final remark", player)

    async def _add_remark(self, task: asyncio.Task[None] | None, seat: ComputerSeat, note: games.MoveNote) -> None:
        async with self._game.lock:
            state = self._game.state
            # The task is replaced or removed whenever the game goes on or ends again.
            if self._task is task and state.seats[seat.side].player == seat.player:
                await self._game.commit(games.Remarked(number=state.number + 1, by=seat.side, note=note))
