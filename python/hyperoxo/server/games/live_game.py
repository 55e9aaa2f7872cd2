"""A live game with everybody who sits at it or watches: the one place where it moves on.

Whatever is to happen is decided by `rules`, stored, applied to the state and then announced, one after another under a
lock. A computer's move takes the same road: it is thought about outside the lock and dropped if the game has moved on.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from hyperoxo import Ending, HyperoxoError, InputError
from hyperoxo.seeds import derived_seed
from hyperoxo.server.games import action_rules, credentials
from hyperoxo.server.games.state import HOST, State
from hyperoxo.server.http_errors import Conflict, Forbidden
from hyperoxo.server.messages import actions, events, games, live
from hyperoxo.server.messages.common import SEED_LIMIT
from hyperoxo.server.services import Busy, ThinkingError
from hyperoxo.sides import SIDES, other_side
from hyperoxo.store import ConflictError

if TYPE_CHECKING:
    from collections.abc import Collection, Coroutine, Sequence

    from hyperoxo import Game, Position
    from hyperoxo.game import JSON
    from hyperoxo.server.games.async_store import Keeper
    from hyperoxo.server.games.outbox import Channel
    from hyperoxo.server.messages.events import Event
    from hyperoxo.server.services import DecisionMade, MoveService
    from hyperoxo.sides import Side
    from hyperoxo.store import Addition

T = TypeVar("T")

BUSY_PAUSE = 1.0
"""Seconds until a service that was too busy is asked again."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Task:
    """What a computer is to decide; an equal one is the same."""

    side: Side
    player: str
    position: Position
    delay: float


class Table:
    """One live game.

    Args:
        state: the game as it is stored.
        digests: the hashes of its holders' secrets.
        keeper: the store.
        move_service: decides for computers.
        seconds: how long a computer may think about a move.
    """

    def __init__(
        self, state: State, digests: dict[int, bytes], keeper: Keeper, move_service: MoveService, seconds: float
    ) -> None:
        self.state = state
        self.is_stale = False
        """Whether another process has moved the game on, so that it has to be read anew."""
        self.last_used = 0.0
        """When the game was last asked for, by the event loop's clock."""
        self._digests = digests
        self._keeper = keeper
        self._move_service = move_service
        self._seconds = seconds
        self._lock = asyncio.Lock()
        self._channels: dict[Channel, frozenset[int]] = {}
        self._client = ""
        """On whose behalf computers think: whoever acted or came last."""
        self._thinking: tuple[_Task, asyncio.Task[None]] | None = None
        self._closing: asyncio.Task[None] | None = None

    # ---- Who is there ----

    @property
    def is_idle(self) -> bool:
        """Whether nobody has the game open and nothing goes on in it."""
        busy = self._thinking is not None or self._closing is not None or self._lock.locked()
        return not (self._channels or busy)

    def snapshot(self) -> games.Snapshot:
        """Return the game as it stands."""
        return self.state.snapshot(self._connected())

    def holders_of(self, secrets: Collection[str]) -> frozenset[int]:
        """Return the holders whose secrets were given."""
        return credentials.holders_of(secrets, self._digests)

    def join(self, channel: Channel, secrets: Collection[str], after: int | None, client: str) -> frozenset[int]:
        """Let somebody follow the game from now on; first they are told how it stands, or what they have missed.

        Args:
            channel: where to tell it.
            secrets: those that they hold, none to watch.
            after: the number of the last event that they know.
            client: who they are.

        Returns:
            The holders that they are.
        """
        holders = self.holders_of(secrets)
        self._channels[channel] = holders
        self._client = client
        # What would fill half of the channel is told as a whole.
        resumes = after is not None and 0 < after <= self.state.number <= after + channel.room // 2
        joined = live.Joined(
            sides=self._held(holders),
            host=any(self.state.is_host(holder) for holder in holders),
            snapshot=None if resumes else self.snapshot(),
        )
        channel.send(joined.model_dump_json())
        for event in self.state.history[after:] if resumes else ():
            channel.send(live.Happening(event=event).model_dump_json())
        self._announce_presence()
        self.go_on()
        return holders

    def leave(self, channel: Channel) -> None:
        """Let somebody go who followed the game."""
        if self._channels.pop(channel, None) is not None:
            self._announce_presence()
            self.go_on()

    async def close(self) -> None:
        """Stop everything that goes on, when what is being stored has been."""
        async with self._lock:
            self._stop()

    def _stop(self) -> None:
        for channel in self._channels:
            channel.close()
        for task in (self._thinking[1] if self._thinking else None, self._closing):
            if task is not None:
                task.cancel()

    def _held(self, holders: Collection[int]) -> list[Side]:
        return [side for side in SIDES if self.state.seats[side].holder in holders]

    def _connected(self) -> set[Side]:
        return {side for holders in self._channels.values() for side in self._held(holders)}

    def _announce(self, event: Event) -> None:
        text = live.Happening(event=event).model_dump_json()
        for channel in self._channels:
            channel.send(text)

    def _announce_presence(self) -> None:
        connected = self._connected()
        watching = sum(not self._held(holders) for holders in self._channels.values())
        self._announce_passing(live.Presence(x="x" in connected, o="o" in connected, watching=watching))

    def _announce_passing(self, message: live.Presence | live.Thinking) -> None:
        text = message.model_dump_json()
        for channel in self._channels:
            channel.send_passing(message.type, text)

    # ---- What people do ----

    async def act(self, holders: frozenset[int], side: Side | None, action: actions.Action, client: str) -> list[Event]:
        """Let an action happen, and return what came of it.

        Args:
            holders: who acts, as their secrets have shown.
            side: the side for which they act; None for the host of two computers.
            action: what they do.
            client: who they are.

        Raises:
            Forbidden: they do not hold the side, or may not do this.
            Conflict: it cannot be done as things stand.
            CellError: a cell is not on the board.
            MoveError: a cell cannot be played.
            PlayerError: a computer player cannot take the seat.
            StoreError: it could not be stored, and has not happened.
        """
        return await _to_its_end(self._act(holders, side, action, client))

    async def _act(
        self, holders: frozenset[int], side: Side | None, action: actions.Action, client: str
    ) -> list[Event]:
        async with self._lock:
            held = frozenset(self._held(holders))
            if side is None and not any(self.state.is_host(holder) for holder in holders):
                raise Forbidden(action.kind, "it takes the host of a game between two computers")
            if side is not None and side not in held:
                raise Forbidden(action.kind, f"the seat of {side.upper()} is not yours")
            happened = action_rules.events_of(self.state, action_rules.Actor(side, held), action)
            self._client = client
            answer = happened[-1]
            if isinstance(answer, events.Answered) and answer.what == "rematch" and answer.accept:
                rematch, digests = self._rematch()
                new_id = credentials.new_id()
                happened.append(events.Rematched(number=answer.number + 1, by=answer.by, game=new_id))
                made = credentials.addition(new_id, [rematch], digests, is_new=True)
                await self._store(made, credentials.addition(self.state.id, happened))
            else:
                await self._store(credentials.addition(self.state.id, happened))
            self._apply(happened)
        return happened

    async def claim(self, side: Side) -> str:
        """Give an open seat to whoever asks first, and return the secret that holds it.

        Raises:
            Conflict: the seat is not open.
            StoreError: it could not be stored, and has not happened.
        """
        return await _to_its_end(self._claim(side))

    async def _claim(self, side: Side) -> str:
        async with self._lock:
            if self.state.seats[side].kind != "open":
                raise Conflict(f"seat {side}", "it is taken", "watch the game, or start one of your own")
            secret = credentials.new_secret()
            digests = {self.state.holders + 1: credentials.digest_of(secret)}
            claimed = events.Claimed(number=self.state.number + 1, by=side)
            await self._store(credentials.addition(self.state.id, [claimed], digests))
            self._digests |= digests
            self._apply([claimed])
        return secret

    def _rematch(self) -> tuple[Event, dict[int, bytes]]:
        """Return how the same game begins again with sides swapped, and whose secrets are good in it."""
        seats = {side: self.state.seats[other_side(side)] for side in SIDES}
        firsts: dict[Side, events.FirstSeat] = {}
        digests: dict[int, bytes] = {}
        for side, seat in seats.items():
            if seat.player is not None:
                action_rules.seated_name(self.state.board, seat.player, side)
            if seat.holder is not None:
                digests[HOST + 1 + len(digests)] = self._digests[seat.holder]
            firsts[side] = events.FirstSeat(kind=seat.kind, player=seat.player)
        created = self.state.created.model_copy(
            update={
                "moves": [],
                "seats": events.FirstSeats(x=firsts["x"], o=firsts["o"]),
                "seed": derived_seed(self.state.seed, "rematch") % SEED_LIMIT,
            }
        )
        return created, digests

    # ---- What happens ----

    async def _store(self, *additions: Addition) -> None:
        try:
            await self._keeper.write(*additions)
        except ConflictError:
            self.is_stale = True
            self._stop()  # whoever follows it comes back, and finds the game as it is
            raise Conflict("game", "it has moved on", "try again") from None

    def _apply(self, happened: Sequence[Event]) -> None:
        was_over = self.state.game.is_over
        for event in happened:
            self.state.apply(event)
            self._announce(event)
        if any(isinstance(event, events.Claimed | events.Seated | events.Swapped) for event in happened):
            self._announce_presence()
        if self.state.game.is_over and not was_over:
            self._closing = asyncio.get_running_loop().create_task(self._hear_verdicts())
        self.go_on()

    # ---- Computers ----

    def go_on(self) -> None:
        """Let the computer think whose turn it is, and whoever thinks in vain stop."""
        task = self._task()
        if self._thinking is not None:
            if self._thinking[0] == task:
                return
            self._thinking[1].cancel()
            self._thinking = None
        if task is not None:
            self._thinking = task, asyncio.get_running_loop().create_task(self._take_turn(task))

    def _task(self) -> _Task | None:
        """Return what a computer is to decide now."""
        side = self.state.thinks
        player = None if side is None else self.state.seats[side].player
        if side is None or player is None:
            return None
        delay = 0.0
        if self.state.has_only_computers:
            if self.state.delay is None or not self._channels:
                return None
            delay = self.state.delay
        return _Task(side, player, self.state.game.position, delay)

    async def _take_turn(self, task: _Task) -> None:
        begun = asyncio.get_running_loop().time()
        decided = await self._decided(task)
        await asyncio.sleep(begun + task.delay - asyncio.get_running_loop().time())
        try:
            await _to_its_end(self._let_happen(task, decided))
        except HyperoxoError as error:
            _log.error("a computer's move is not stored: %s", error)

    async def _decided(self, task: _Task) -> DecisionMade | InputError:
        def tell(progress: dict[str, JSON]) -> None:
            self._announce_passing(live.Thinking.model_validate({"side": task.side, "progress": progress}))

        while True:
            try:
                return await self._move_service.decide(
                    self._client,
                    self.state.game.branch(),
                    player=task.player,
                    side=task.side,
                    seed=self.state.seed,
                    seconds=self._seconds,
                    on_progress=tell,
                )
            except Busy:
                await asyncio.sleep(BUSY_PAUSE)
            except InputError as error:
                return error
            except Exception:
                _log.exception("%s could not be asked", task.player)
                return ThinkingError(task.player, "the player has failed")

    async def _let_happen(self, task: _Task, decided: DecisionMade | InputError) -> None:
        async with self._lock:
            if self._task() != task:
                return
            if isinstance(decided, InputError):
                note = games.MoveNote(sentence=decided.reason)
                ending, winner = Ending.CRASH.value, other_side(task.side)
                number = self.state.number + 1
                happened: list[Event] = [
                    events.Ended(number=number, by=task.side, ending=ending, winner=winner, note=note)
                ]
            else:
                happened = action_rules.events_of_decision(self.state, task.side, decided)
            self._thinking = None
            await self._store(credentials.addition(self.state.id, happened))
            self._apply(happened)

    async def _hear_verdicts(self) -> None:
        """Let the computers say what they have to say of a game that is over."""
        ended = self.state.finished()
        try:
            for side in SIDES:
                player = self.state.seats[side].player
                if player is None:
                    continue
                said = await self._move_service.verdict(
                    self._client, ended, player=player, side=side, seed=self.state.seed
                )
                if said is not None:
                    note = games.MoveNote(reasons=said.reasons or None, sentence=said.sentence, remark=said.remark)
                    await _to_its_end(self._remark(ended, side, player, note))
        except HyperoxoError as error:
            _log.warning("a program has said nothing of the end of its game: %s", error)
        finally:
            self._closing = None

    async def _remark(self, ended: Game, side: Side, player: str, note: games.MoveNote) -> None:
        async with self._lock:
            if self.state.finished() == ended and self.state.seats[side].player == player:
                remarked = events.Remarked(number=self.state.number + 1, by=side, note=note)
                await self._store(credentials.addition(self.state.id, [remarked]))
                self._apply([remarked])


async def _to_its_end(work: Coroutine[None, None, T]) -> T:
    """Await work that goes on to its end even if whoever awaits it is cancelled: what is stored has to happen, too."""
    return await asyncio.shield(asyncio.create_task(work))
