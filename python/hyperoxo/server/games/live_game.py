"""A live game with its players and spectators: the one place where its state changes.

Each event is decided by `action_rules`, stored, applied to the state and then sent to all followers, one after another
under a lock. So is a computer's move, which is decided outside the lock and dropped if the game has moved on. What a
computer does is repeated until the store takes it; what a person does is refused, and can be sent again.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import hmac
import logging
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from hyperoxo import Ending, HyperoxoError, InputError
from hyperoxo.seeds import derived_seed
from hyperoxo.server.errors import Busy, Conflict
from hyperoxo.server.games import action_rules
from hyperoxo.server.games.async_store import encode_events, repeated
from hyperoxo.server.games.followers import Followers
from hyperoxo.server.games.listing import listing_after, listing_of, scope_of
from hyperoxo.server.games.state import HOST, GameState, swapped
from hyperoxo.server.messages import games, live
from hyperoxo.server.messages.common import SEED_LIMIT
from hyperoxo.server.workers.jobs import DecisionJob, DecisionMade, FinalRemarkJob, progress_as_json
from hyperoxo.server.workers.scheduler import Priority
from hyperoxo.server.workers.sessions import ComputerSeat
from hyperoxo.sides import SIDES, other_side
from hyperoxo.store import ConflictError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence

    from hyperoxo.players import Progress
    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.followers import Outbox
    from hyperoxo.server.messages.games import Event
    from hyperoxo.server.workers.scheduler import JobScheduler
    from hyperoxo.sides import Side
    from hyperoxo.store import Addition, SeatName


def new_id() -> str:
    """Return a new game's id: 128 random bits, too many to find a game by guessing."""
    return secrets.token_urlsafe(16)


def new_secret() -> str:
    """Return a new secret: 256 random bits."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> bytes:
    """Return the hash that is stored of a secret, which has too many random bits to be guessed from a plain hash."""
    return hashlib.sha256(secret.encode()).digest()


def ids_of(people: Mapping[int, SeatName]) -> dict[int, int]:
    """Return the ids of the names that holders have, for the store."""
    return {holder: person.name_id for holder, person in people.items() if person.name_id is not None}


T = TypeVar("T")

Turn: TypeAlias = tuple[DecisionJob, float]
"""A decision that a computer has to make, and the seconds until it is played at the earliest."""
BUSY_PAUSE = 1.0
"""Seconds until a scheduler that was too busy is asked again."""
FAILED = DecisionMade(None, Ending.CRASH, sentence="the player has failed")
"""The decision of a player that gave none."""
REMARK_SECONDS = 10.0
"""Seconds that a final remark may take; hardly any takes one."""
_log = logging.getLogger(__name__)


class LiveGame:
    """One live game."""

    def __init__(
        self, state: GameState, digests: dict[int, bytes], store: AsyncStore, scheduler: JobScheduler, seconds: float
    ) -> None:
        self.state = state
        self.is_stale = False
        """Whether another process has added events, so that the game has to be read again."""
        self.last_used = 0.0
        """When the game was last asked for, by the event loop's clock."""
        self._digests = digests
        self._store = store
        self._scheduler = scheduler
        self._seconds = seconds
        self._lock = asyncio.Lock()
        self._followers = Followers()
        self._client = ""
        """The client on whose behalf computers search: the last one that acted or joined."""
        self._thinking: tuple[Turn, asyncio.Task[None]] | None = None
        self._final_remarks: asyncio.Task[None] | None = None
        """The task that collects final remarks; one that is no longer here stores nothing more."""
        self._is_delayed = False
        """Whether a computer's move or remark waits since it cannot be stored."""

    # ---- Followers ----

    @property
    def is_idle(self) -> bool:
        """Whether no client has the game open and nothing is in progress."""
        busy = self._thinking is not None or self._final_remarks is not None or self._lock.locked()
        return not (self._followers or busy)

    @property
    def is_attended(self) -> bool:
        """Whether the game is of a list, and a player has it open."""
        return scope_of(self.state) is not None and bool(self._connected_sides())

    def snapshot(self) -> games.Snapshot:
        """Return the game as it stands."""
        return self.state.snapshot(self._connected_sides())

    async def holders_of(self, secrets: Collection[str]) -> frozenset[int]:
        """Return the holders whose secrets were given, or those of their names.

        How long this takes reveals nothing about the secrets of others. A move with its seat's secret asks no database.
        """
        offered = [digest_of(secret) for secret in secrets]
        opened = [{at for at, digest in self._digests.items() if hmac.compare_digest(one, digest)} for one in offered]
        holders = set().union(*opened)
        others = [one for one, seats in zip(offered, opened, strict=True) if not seats]
        named = ids_of(self.state.people)
        if others and named.keys() - holders:
            owned = await self._store.ask_names("read", lambda names: [names.owned_by(one) for one in others])
            ids = {name.name_id for name in owned if name is not None}
            holders |= {holder for holder, name_id in named.items() if name_id in ids}
        return frozenset(holders)

    def join(self, outbox: Outbox, holders: frozenset[int], after: int | None, client: str) -> None:
        """Add a follower, who is first sent the game as it stands or the events that it has missed."""
        self._followers[outbox] = holders
        self._client = client
        # Instead of events that would fill half of the outbox, the whole game is sent.
        resumes = after is not None and 0 < after <= self.state.number <= after + outbox.room // 2
        joined = live.Joined(
            sides=self.state.sides_of(holders),
            host=self.state.has_host(holders),
            snapshot=None if resumes else self.snapshot(),
        )
        outbox.send(joined.model_dump_json())
        for event in self.state.history[after:] if resumes else ():
            outbox.send(live.Happening(event=event).model_dump_json())
        if self._is_delayed:
            outbox.send(live.Saving(is_delayed=True).model_dump_json())
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
        self._followers.close()
        if self._thinking is not None:
            self._thinking[1].cancel()
        self._cancel_final_remarks()

    def _connected_sides(self) -> set[Side]:
        return {side for holders in self._followers.values() for side in self.state.sides_of(holders)}

    def _send_presence(self) -> None:
        connected = self._connected_sides()
        watching = sum(not self.state.sides_of(holders) for holders in self._followers.values())
        names = {side: name for side in SIDES if (name := self.state.person_at(side)) is not None}
        presence = live.Presence(x="x" in connected, o="o" in connected, watching=watching, names=names)
        self._followers.send_latest(presence)

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

    async def act(self, holders: frozenset[int], side: Side | None, action: live.Action, client: str) -> list[Event]:
        """Carry out an action and return its events."""
        return await _shielded(self._act(holders, side, action, client))

    async def _act(self, holders: frozenset[int], side: Side | None, action: live.Action, client: str) -> list[Event]:
        async with self._lock:
            happened = action_rules.events_of(self.state, holders, side, action)
            self._client = client
            answer = happened[-1]
            made = []
            if isinstance(answer, games.Answered) and answer.what == "rematch" and answer.accept:
                rematch, digests, names = self._rematch()
                game_id = new_id()
                happened.append(games.Rematched(number=answer.number + 1, by=answer.by, game=game_id))
                listing = listing_of(GameState(game_id, [rematch]))
                made = [encode_events(game_id, [rematch], digests, names, is_new=True, listing=listing)]
            await self._write(*made, self._encoded(happened))
            self._apply(happened)
        return happened

    async def claim(self, side: Side, owner: SeatName | None) -> str:
        """Take an open seat, under a name if there is one, and return the secret that holds it."""
        return await _shielded(self._claim(side, owner))

    async def _claim(self, side: Side, owner: SeatName | None) -> str:
        async with self._lock:
            if self.state.seats[side].kind != "open":
                raise Conflict(f"seat {side}", "it is taken", "watch the game, or start one of your own")
            secret = new_secret()
            holder = self.state.holders + 1
            digests = {holder: digest_of(secret)}
            people = {} if owner is None else {holder: owner}
            claimed = games.Claimed(number=self.state.number + 1, by=side)
            await self._write(self._encoded([claimed], digests, ids_of(people)))
            self._digests |= digests
            self.state.people |= people
            self._apply([claimed])
        return secret

    def _rematch(self) -> tuple[Event, dict[int, bytes], dict[int, int]]:
        """Return the first event of a rematch, with sides swapped, the digests of its secrets, and its names.

        Under the pie rule, the player who has chosen a side places the stones, whichever side it was.
        """
        swaps = self.state.taken != "x"
        seats = {side: self.state.seats[other_side(side) if swaps else side] for side in SIDES}
        score = self.state.score_after
        firsts: dict[Side, games.FirstSeat] = {}
        digests: dict[int, bytes] = {}
        people: dict[int, SeatName] = {}
        for side, seat in seats.items():
            if seat.player is not None:
                action_rules.full_name_of_player(self.state.board, seat.player, side)
            if seat.holder is not None:
                holder = HOST + 1 + len(digests)
                digests[holder] = self._digests[seat.holder]
                if seat.holder in self.state.people:
                    people[holder] = self.state.people[seat.holder]
            firsts[side] = games.FirstSeat(kind=seat.kind, player=seat.player)
        created = self.state.created.model_copy(
            update={
                "moves": [],
                "seats": games.FirstSeats(x=firsts["x"], o=firsts["o"]),
                "seed": derived_seed(self.state.seed, "rematch") % SEED_LIMIT,
                "fixture": None,
                "score": swapped(score) if swaps else score,
            }
        )
        return created, digests, ids_of(people)

    # ---- Events ----

    async def _write(self, *additions: Addition) -> None:
        try:
            await self._store.write(*additions)
        except ConflictError:
            self.is_stale = True
            self._stop()  # followers come back, and find the game as it is
            raise Conflict("game", "it has moved on", "try again") from None
        self._set_delayed(is_delayed=False)

    def _encoded(
        self,
        happened: Sequence[Event],
        digests: Mapping[int, bytes] | None = None,
        names: Mapping[int, int] | None = None,
    ) -> Addition:
        """Return events that are not applied yet for the store, with the change of a list that they lead to."""
        listing = listing_after(self.state, happened)
        return encode_events(self.state.id, happened, digests, names, listing=listing)

    def _apply(self, happened: Sequence[Event]) -> None:
        was_over = self.state.game.is_over
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

    # ---- Computers ----

    def update_computer(self) -> None:
        """Start the computer whose turn it is, and cancel one whose decision is no longer wanted."""
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
            if self.state.delay is None or not self._followers:
                return None
            delay = self.state.delay
        is_refused = self.state.is_refused(seat.side)
        return DecisionJob(game.start, game.moves, seat, self._seconds, is_refused), delay

    async def _take_turn(self, turn: Turn) -> None:
        begun = asyncio.get_running_loop().time()
        job, delay = turn
        decided = await self._decide(job)
        await asyncio.sleep(begun + delay - asyncio.get_running_loop().time())
        await self._stored(lambda: self._apply_decision(turn, decided))

    async def _stored(self, attempt: Callable[[], Coroutine[None, None, None]]) -> None:
        """Repeat an attempt until it is stored, or another process has moved the game on."""
        with suppress(Conflict):
            await repeated(
                lambda: _shielded(attempt()),
                self.state.seed,
                self.state.id,
                on_failure=lambda: self._set_delayed(is_delayed=True),
            )

    async def wait_for_computer(self) -> None:
        """Wait until the computer whose turn it is has moved, or need not move any more."""
        if self._thinking is not None:
            await asyncio.wait([self._thinking[1]])

    async def _decide(self, job: DecisionJob) -> DecisionMade:
        board = self.state.board

        def send_progress(progress: Progress) -> None:
            sent = {"side": job.seat.side, "progress": progress_as_json(board, progress)}
            self._followers.send_latest(live.Thinking.model_validate(sent))

        while True:
            try:
                return await self._scheduler.run(
                    self._client, job, priority=Priority.MOVE, seconds=job.seconds, on_report=send_progress
                )
            except Busy:
                await asyncio.sleep(BUSY_PAUSE)
            except InputError as error:
                return DecisionMade(None, Ending.CRASH, sentence=error.reason)
            except Exception:
                _log.exception("%s could not be asked", job.seat.player)
                return FAILED

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
        event = action_rules.event_of_decision(self.state, side, decided)
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
                    await self._collect_final_remark(task, job)
        finally:
            if self._final_remarks is task:
                self._final_remarks = None

    async def _collect_final_remark(self, task: asyncio.Task[None] | None, job: FinalRemarkJob) -> None:
        """Add the final remark of one computer, if it has one; log an error of it, so that the other is asked too."""
        player = job.seat.player
        try:
            made = await self._scheduler.run(self._client, job, priority=Priority.MOVE, seconds=job.seconds)
            if made is not None:
                note = games.MoveNote(reasons=made.reasons or None, sentence=made.sentence, remark=made.remark)
                await self._stored(functools.partial(self._add_final_remark, task, job.seat, note))
        except HyperoxoError as error:
            _log.warning("%s has made no final remark on its game: %s", player, error)
        except Exception:
            _log.exception("%s could not be asked for its final remark", player)

    async def _add_final_remark(
        self, task: asyncio.Task[None] | None, seat: ComputerSeat, note: games.MoveNote
    ) -> None:
        async with self._lock:
            # The task is replaced or removed whenever the game goes on or ends again.
            if self._final_remarks is task and self.state.seats[seat.side].player == seat.player:
                remarked = games.Remarked(number=self.state.number + 1, by=seat.side, note=note)
                await self._write(self._encoded([remarked]))
                self._apply([remarked])


async def _shielded(work: Coroutine[None, None, T]) -> T:
    """Await work that runs to its end even if its caller is cancelled: what is stored must be applied, too."""
    return await asyncio.shield(asyncio.create_task(work))
