"""A live game with its players and spectators: the one place where its state changes.

Each event is decided by `action_rules`, stored, applied to the state and then sent to all followers, one after another
under a lock. So is a computer's move, which is decided outside the lock and dropped if the game has moved on. What a
computer does is repeated until the store takes it; what a person does is refused, and can be sent again.
"""

from __future__ import annotations

import asyncio
import functools
import hmac
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from hyperoxo.server.clients import Client
from hyperoxo.server.errors import Conflict, NotSaved
from hyperoxo.server.games import action_rules
from hyperoxo.server.games.async_store import encode_events, repeated, shielded
from hyperoxo.server.games.clocks import TURN_EVENTS
from hyperoxo.server.games.decisions import FAILED, decide, final_remark
from hyperoxo.server.games.followers import Followers
from hyperoxo.server.games.rematches import rematch_of
from hyperoxo.server.games.seat_secrets import digest_of, ids_of, new_id, new_secret
from hyperoxo.server.games.state import GameState, changed_listing, listing_of, scope_of
from hyperoxo.server.games.turn_timer import TurnTimer, due_after, report_turn
from hyperoxo.server.messages import games, live
from hyperoxo.server.workers.jobs import DecisionJob, DecisionMade, FinalRemarkJob, progress_as_json
from hyperoxo.server.workers.sessions import ComputerSeat
from hyperoxo.sides import SIDES
from hyperoxo.slowness import SLOWNESS
from hyperoxo.store import ConflictError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence

    from hyperoxo.players import Progress
    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.followers import Outbox
    from hyperoxo.server.games.turn_timer import OnTurn
    from hyperoxo.server.messages.games import Event
    from hyperoxo.server.workers.scheduler import JobScheduler
    from hyperoxo.sides import Side
    from hyperoxo.store import Addition, SeatName


Turn: TypeAlias = tuple[DecisionJob, float]
"""A decision that a computer has to make, and the seconds until it is played at the earliest."""
REMARK_SECONDS = 10.0 * SLOWNESS
"""Seconds that a final remark may take; hardly any takes one."""
_log = logging.getLogger(__name__)


class LiveGame:
    """One live game."""

    def __init__(
        self,
        state: GameState,
        digests: dict[int, bytes],
        store: AsyncStore,
        scheduler: JobScheduler,
        *,
        seconds: float,
        on_turn: OnTurn | None = None,
    ) -> None:
        self.state = state
        self.is_stale = False
        """Whether the game has to be read again: another process has added events first, or it has left the memory."""
        self.last_used = 0.0
        """When the game was last asked for, by the event loop's clock."""
        self.timer = TurnTimer(state, self._begin_ending)
        self.digests = digests
        """The hash of each holder's secret."""
        self._store = store
        self._scheduler = scheduler
        self._seconds = seconds
        self._lock = asyncio.Lock()
        self._followers = Followers()
        self.client = Client(state.created.room or "")
        """The client on whose behalf computers search: the last one that acted or joined."""
        self._thinking: tuple[Turn, asyncio.Task[None]] | None = None
        self._final_remarks: asyncio.Task[None] | None = None
        """The task that collects final remarks; one that is no longer here stores nothing more."""
        self._is_delayed = False
        """Whether a computer's move or remark waits since it cannot be stored."""
        self._on_turn = on_turn
        self._ending: asyncio.Task[None] | None = None
        """The task that ends the game since the time of a side is over."""

    # ---- Followers ----

    @property
    def is_idle(self) -> bool:
        """Whether no client has the game open and nothing is in progress."""
        busy = self._thinking or self._final_remarks or self._ending or self._lock.locked()
        return not (self._followers or busy)

    @property
    def is_attended(self) -> bool:
        """Whether the game is of a list, and a player has it open."""
        return scope_of(self.state) is not None and bool(self._present)

    @property
    def _present(self) -> frozenset[Side]:
        """The sides whose holders have the game open."""
        return frozenset().union(*map(self.state.sides_of, self._followers.values()))

    def _send_presence(self) -> None:
        """Send who has the game open to those who do."""
        present, names = self._present, {side: person for side in SIDES if (person := self.state.person_at(side))}
        watching = sum(not self.state.sides_of(holders) for holders in self._followers.values())
        message = live.Presence(x="x" in present, o="o" in present, watching=watching, names=names)
        self._followers.send_latest(message)

    def snapshot(self) -> games.Snapshot:
        """Return the game as it stands."""
        return self.state.snapshot(self._present, self.timer.reading())

    async def holders_of(self, secrets: Collection[str]) -> frozenset[int]:
        """Return the holders whose secrets were given, or those of their names.

        How long this takes reveals nothing about the secrets of others. A move with its seat's secret asks no database.
        """
        offered = [digest_of(secret) for secret in secrets]
        opened = [{at for at, digest in self.digests.items() if hmac.compare_digest(one, digest)} for one in offered]
        holders = set().union(*opened)
        others = [one for one, seats in zip(offered, opened, strict=True) if not seats]
        named = ids_of(self.state.people)
        if others and named.keys() - holders:
            owned = await self._store.ask_names("read", lambda names: [names.owned_by(one) for one in others])
            ids = {name.name_id for name in owned if name is not None}
            holders |= {holder for holder, name_id in named.items() if name_id in ids}
        return frozenset(holders) - self.state.gone

    def join(self, outbox: Outbox, holders: frozenset[int], after: int | None, client: Client) -> None:
        """Add a follower, who is first sent the game as it stands or the events that it has missed."""
        if self.is_stale:
            outbox.close()
            return
        self._followers[outbox] = holders
        self.client = client
        # The whole game is sent instead of events that would fill half of the outbox, and instead of an exchange of
        # sides: the sides in the answer are those after it, and its event would exchange them again.
        resumes = after is not None and 0 < after <= self.state.number <= after + outbox.room // 2
        missed = self.state.history[after:] if resumes else []
        resumes &= not any(isinstance(event, games.Swapped | games.Chosen) for event in missed)
        joined = live.Joined(
            sides=self.state.sides_of(holders),
            host=self.state.has_host(holders),
            snapshot=None if resumes else self.snapshot(),
        )
        outbox.send(joined.model_dump_json())
        for event in missed if resumes else ():
            outbox.send(live.Happening(event=event).model_dump_json())
        if self._is_delayed:
            outbox.send(live.Saving(is_delayed=True).model_dump_json())
        if (clocks := self.timer.message()) is not None:
            outbox.send_latest(clocks.type, clocks.model_dump_json())
        self._send_presence()
        self.update_computer()

    def leave(self, outbox: Outbox) -> None:
        """Remove a follower."""
        if self._followers.pop(outbox, None) is not None:
            self._send_presence()
            self.update_computer()

    async def close(self) -> None:
        """Stop all work, after the write in progress."""
        async with self._lock:
            self._stop()

    def _stop(self) -> None:
        self.is_stale = True
        self.timer.stop()
        if self._ending is not None:
            self._ending.cancel()
        self._followers.close()  # they come back, and find the game as it is
        if self._thinking is not None:
            self._thinking[1].cancel()
            self._thinking = None
        self._cancel_final_remarks()

    def update_people(self, people: Mapping[int, SeatName]) -> None:
        """Show the names that holders have now; followers come back with their secrets if a name was lost."""
        before, self.state.people = self.state.people, {**self.state.people, **people}
        if before != self.state.people:
            self._send_presence()
        if ids_of(before).keys() - ids_of(self.state.people):
            self._followers.close()

    def check_name_again(self, name_id: int | None) -> None:
        """Let followers come back with their secrets if a seat is held under this name."""
        if name_id in ids_of(self.state.people).values():
            self._followers.close()

    def _set_delayed(self, *, is_delayed: bool) -> None:
        if is_delayed != self._is_delayed:
            self._is_delayed = is_delayed
            self._followers.send_latest(live.Saving(is_delayed=is_delayed))

    # ---- Actions of people ----

    async def act(
        self, holders: frozenset[int], side: Side | None, action: action_rules.AnyAction, client: Client
    ) -> list[Event]:
        """Carry out an action and return its events."""
        return await shielded(self._act(holders, side, action, client))

    async def _act(
        self, holders: frozenset[int], side: Side | None, action: action_rules.AnyAction, client: Client
    ) -> list[Event]:
        async with self._lock:
            await self._end_if_late()
            happened = self.timer.stamped(action_rules.events_of(self.state, holders, side, action))
            self.client = client
            answer = happened[-1]
            made, begun = [], None
            if isinstance(answer, games.Answered) and answer.what == "rematch" and answer.accept:
                created, digests, names = rematch_of(self.state, self.digests, answer.by)
                [rematch], game_id = self.timer.stamped([created]), new_id()
                happened.append(games.Rematched(number=answer.number + 1, by=answer.by, game=game_id))
                begun = GameState(game_id, [rematch])
                due, listing = begun.deadline, listing_of(begun)
                made = [encode_events(game_id, [rematch], digests, names, is_new=True, due=due, listing=listing)]
            await self._write(*made, self._encoded(happened))
            self._apply(happened)
            if begun is not None:
                report_turn(begun, self._on_turn)
        return happened

    # ---- Clocks ----

    def seen(self, holders: frozenset[int], turn: int) -> None:
        """Note that a client has received the clocks of a turn."""
        self.timer.seen(self.state.sides_of(holders), turn)

    async def end_if_late(self) -> None:
        """End the game if the time of the side to move is over."""
        async with self._lock:
            await self._end_if_late()

    async def _end_if_late(self) -> None:
        ended = self.timer.end()
        if ended is not None:
            await self._write(self._encoded([ended]))
            self._apply([ended])

    def _begin_ending(self) -> None:
        if self._ending is None:
            self._ending = asyncio.get_running_loop().create_task(self._end_in_time())

    async def _end_in_time(self) -> None:
        try:
            await self._stored(self.end_if_late)
        finally:
            self._ending = None

    async def claim(self, side: Side, owner: SeatName | None, chosen: str | None = None) -> str:
        """Take an open seat, under a name if there is one, and return its secret, a new one unless it was chosen."""
        return await shielded(self._claim(side, owner, chosen or new_secret()))

    async def _claim(self, side: Side, owner: SeatName | None, secret: str) -> str:
        async with self._lock:
            action_rules.check_may_claim(self.state, side)
            holder = self.state.holders + 1
            digests = {holder: digest_of(secret)}
            people = {} if owner is None else {holder: owner}
            [claimed] = self.timer.stamped([games.Claimed(number=self.state.number + 1, by=side)])
            await self._write(self._encoded([claimed], digests, ids_of(people)))
            self.digests |= digests
            self.state.people |= people
            self._apply([claimed])
        return secret

    # ---- Events ----

    async def _write(self, *additions: Addition) -> None:
        """Store additions to this game and to others."""
        try:
            if self.is_stale:
                raise ConflictError  # noqa: TRY301 - refused as one that the store finds
            await self._store.write(*additions)
        except NotSaved:
            self.timer.excuse()
            raise
        except ConflictError:
            self._stop()
            raise Conflict("game", "it has moved on", "try again") from None
        self._set_delayed(is_delayed=False)

    def _encoded(
        self,
        happened: Sequence[Event],
        digests: Mapping[int, bytes] | None = None,
        names: Mapping[int, int] | None = None,
    ) -> Addition:
        """Return events that are not applied yet for the store, with what they change of a list and of due times."""
        after = self.state.after(happened)
        due, listing = due_after(happened, after), changed_listing(self.state, after)
        return encode_events(self.state.id, happened, digests, names, due=due, listing=listing)

    def _apply(self, happened: Sequence[Event]) -> None:
        was_over = self.state.game.is_over
        turned = any(isinstance(event, TURN_EVENTS) for event in happened)
        for event in happened:
            self.state.apply(event)
            self._followers.send(event)
        if any(isinstance(event, games.Claimed | games.Seated | games.Swapped | games.Chosen) for event in happened):
            self._send_presence()
        if self.state.game.is_over != was_over:
            self._cancel_final_remarks()
            if not was_over:
                self._final_remarks = asyncio.get_running_loop().create_task(self._collect_final_remarks())
        self.update_computer()
        if turned and self.state.clock is not None:
            self._begin_turn()

    def _begin_turn(self) -> None:
        """Start the clock of the side to move."""
        self.timer.restart()
        if (clocks := self.timer.message()) is not None:
            self._followers.send_latest(clocks)
        report_turn(self.state, self._on_turn)

    # ---- Computers ----

    def update_computer(self) -> None:
        """Start the computer whose turn it is, and cancel one whose decision is no longer wanted."""
        if self.is_stale:
            return
        turn = self._turn()
        if self._thinking is not None:
            if self._thinking[0] == turn:
                return
            self._thinking[1].cancel()
            self._thinking = None
            self._set_delayed(is_delayed=False)
        if turn is not None:
            self._thinking = turn, asyncio.get_running_loop().create_task(self._take_turn(turn))

    def _turn(self) -> Turn | None:
        """Return the decision that a computer has to make now."""
        game, seat = self.state.game, self.state.computer_to_decide
        if seat is None:
            return None
        delay = 0.0
        if self.state.has_only_computers:
            if self.state.settings.delay is None or not self._followers:
                return None
            delay = self.state.settings.delay
        is_refused = self.state.is_refused(seat.side)
        return DecisionJob(game.start, game.moves, seat, self._seconds, is_refused), delay

    async def _take_turn(self, turn: Turn) -> None:
        begun = asyncio.get_running_loop().time()
        job, delay = turn
        decided = await decide(self._scheduler, self.client, job, self._send_progress)
        await asyncio.sleep(begun + delay - asyncio.get_running_loop().time())
        await self._stored(lambda: self._apply_decision(turn, decided))

    async def _stored(self, attempt: Callable[[], Coroutine[None, None, None]]) -> None:
        """Repeat an attempt until it is stored, or another process has moved the game on."""
        with suppress(Conflict):
            await repeated(
                lambda: shielded(attempt()),
                self.state.seed,
                self.state.id,
                on_failure=lambda: self._set_delayed(is_delayed=True),
            )

    async def wait_for_computer(self) -> None:
        """Wait until the computer whose turn it is has moved, or need not move any more."""
        if self._thinking is not None:
            await asyncio.wait([self._thinking[1]])

    def _send_progress(self, seat: ComputerSeat, progress: Progress) -> None:
        sent = {"side": seat.side, "progress": progress_as_json(self.state.board, progress)}
        self._followers.send_latest(live.Thinking.model_validate(sent))

    async def _apply_decision(self, turn: Turn, decided: DecisionMade) -> None:
        seat = turn[0].seat
        async with self._lock:
            if self._turn() != turn:
                return
            try:
                event, addition = self._event_of_decision(seat.side, decided)
            except ValueError:
                _log.exception("%s has given reasons that are not JSON", seat.player)
                event, addition = self._event_of_decision(seat.side, FAILED)
            await self._write(addition)
            self._thinking = None
            self._apply([event])

    def _event_of_decision(self, side: Side, decided: DecisionMade) -> tuple[Event, Addition]:
        """Return the event of a decision, and the same for the store."""
        [event] = self.timer.stamped([action_rules.event_of_decision(self.state, side, decided)])
        return event, self._encoded([event])

    # ---- Final remarks ----

    def _cancel_final_remarks(self) -> None:
        if self._final_remarks is not None:
            self._final_remarks.cancel()
            self._final_remarks = None

    async def _collect_final_remarks(self) -> None:
        """Ask the computers for their final remarks on a game that is over, and add them."""
        task = asyncio.current_task()
        ended = self.state.finished()
        try:
            for side in SIDES:
                player = self.state.seats[side].player
                if player is not None and ended.result is not None:
                    seat = ComputerSeat(player, side, self.state.seed)
                    job = FinalRemarkJob(ended.start, ended.moves, ended.result, seat, REMARK_SECONDS)
                    note = await final_remark(self._scheduler, self.client, job)
                    if note is not None:
                        await self._stored(functools.partial(self._add_final_remark, task, seat, note))
        finally:
            if self._final_remarks is task:
                self._final_remarks = None

    async def _add_final_remark(
        self, task: asyncio.Task[None] | None, seat: ComputerSeat, note: games.MoveNote
    ) -> None:
        async with self._lock:
            # The task is replaced or removed whenever the game goes on or ends again.
            if self._final_remarks is task and self.state.seats[seat.side].player == seat.player:
                remarked = games.Remarked(number=self.state.number + 1, by=seat.side, note=note)
                await self._write(self._encoded([remarked]))
                self._apply([remarked])
