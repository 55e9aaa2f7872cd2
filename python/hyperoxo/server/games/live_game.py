"""A live game with its players and spectators: the one place where its state changes.

`state` is what has happened; `action_rules` says who may do what, `decisions` what computers do, and `turn_timer` when
the time of a side is over; `followers` are sent what happens. Here each change is stored, becomes the state, and is
sent to all, one after another under a lock. What a computer does is repeated until the store takes it; what a person
does is refused, and can be sent again.
"""

from __future__ import annotations

import asyncio
import functools
import hmac
import typing
from contextlib import suppress

from hyperoxo.server.clients import Client
from hyperoxo.server.errors import Conflict, NotSaved
from hyperoxo.server.games import action_rules
from hyperoxo.server.games.async_store import repeated, shielded
from hyperoxo.server.games.clocks import TURN_EVENTS
from hyperoxo.server.games.decisions import Computers
from hyperoxo.server.games.followers import Followers
from hyperoxo.server.games.rematches import rematch_of
from hyperoxo.server.games.seat_secrets import digest_of, ids_of, new_id, new_secret
from hyperoxo.server.games.state import GameState
from hyperoxo.server.games.storing import addition_of
from hyperoxo.server.games.turn_timer import TurnTimer
from hyperoxo.server.messages import games
from hyperoxo.store import ConflictError

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
    from contextlib import AbstractAsyncContextManager

    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.followers import Outbox
    from hyperoxo.server.messages import live
    from hyperoxo.server.messages.games import Event
    from hyperoxo.server.workers.scheduler import JobScheduler
    from hyperoxo.sides import Side
    from hyperoxo.store import Addition, SeatName

OnTurn: typing.TypeAlias = "Callable[[LiveGame, GameState], None]"
"""Called with a game in which a turn begins, or which a rematch follows, and with the state of that game."""
Counted: typing.TypeAlias = "Callable[[GameState, Client], AbstractAsyncContextManager[None]]"
"""Counts a new game that a client stores in a block, and may refuse it."""


class LiveGame:
    """One live game.

    Attributes:
        state: what has happened.
        digests: the hash of each holder's secret.
        client: the client on whose behalf computers search: the last one that acted or joined.
        is_stale: whether the game has to be read again: another process has added events first, or it has left the
            memory.
        last_used: when it was last asked for, by the event loop's clock.
        lock: held by what changes the game.
    """

    def __init__(
        self,
        state: GameState,
        digests: dict[int, bytes],
        store: AsyncStore,
        scheduler: JobScheduler,
        *,
        seconds: float,
        on_turn: OnTurn,
        counted: Counted,
    ) -> None:
        self.state = state
        self.digests = digests
        self.client = Client(state.created.room or "")
        self.is_stale = False
        self.last_used = 0.0
        self.lock = asyncio.Lock()
        self.followers = Followers()
        self.timer = TurnTimer(state, functools.partial(self.stored, self.end_if_due))
        self.computers = Computers(self, scheduler, seconds)
        self._store = store
        self._on_turn = on_turn
        self._counted = counted

    @property
    def is_idle(self) -> bool:
        """Whether no client has the game open and nothing is in progress."""
        is_ending = self.timer.end() is not None
        return not (self.followers or self.computers.are_busy or is_ending or self.lock.locked())

    def snapshot(self) -> games.Snapshot:
        """Return the game as it stands."""
        return self.state.snapshot(self.followers.present_in(self.state), self.timer.reading())

    # ---- Clients ----

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
            owned = await self._store.ask("read", lambda store: [store.names.owned_by(one) for one in others])
            ids = {name.name_id for name in owned if name is not None}
            holders |= {holder for holder, name_id in named.items() if name_id in ids}
        return frozenset(holders) - self.state.gone

    def join(self, outbox: Outbox, holders: frozenset[int], after: int | None, client: Client) -> None:
        """Add a follower, who is first sent the game as it stands or the events that it has missed."""
        if self.is_stale:
            outbox.close()
            return
        self.client = client
        self.followers.welcome(outbox, holders, after, self.state, self.timer.message())
        self.computers.update()

    def leave(self, outbox: Outbox) -> None:
        """Remove a follower."""
        if self.followers.pop(outbox, None) is not None:
            self.followers.send_presence(self.state)
            self.computers.update()

    async def close(self) -> None:
        """Stop all work, after the write in progress."""
        async with self.lock:
            self._stop()

    def _stop(self) -> None:
        self.is_stale = True
        self.timer.stop()
        self.followers.close()
        self.computers.update()

    def update_people(self, people: Mapping[int, SeatName]) -> None:
        """Show the names that holders have now; followers come back with their secrets if a name was lost."""
        before, self.state.people = self.state.people, {**self.state.people, **people}
        if before != self.state.people:
            self.followers.send_presence(self.state)
        if ids_of(before).keys() - ids_of(self.state.people):
            self.followers.close()

    def check_name_again(self, name_id: int | None) -> None:
        """Let followers come back with their secrets if a seat is held under this name."""
        if name_id in ids_of(self.state.people).values():
            self.followers.close()

    # ---- Actions ----

    async def act(self, holders: frozenset[int], side: Side | None, action: live.Action, client: Client) -> list[Event]:
        """Carry out an action and return its events."""
        return await shielded(self._act(holders, side, action, client))

    async def _act(
        self, holders: frozenset[int], side: Side | None, action: live.Action, client: Client
    ) -> list[Event]:
        async with self.lock:
            await self._end_if_due()
            happened = action_rules.events_of(self.state, holders, side, action)
            self.client = client
            answer = happened[-1]
            if not (isinstance(answer, games.Answered) and answer.what == "rematch" and answer.accept):
                return await self.commit(*happened)
            created, digests, names = rematch_of(self.state, self.digests, answer.by)
            [rematch], game_id = self.timer.stamped([created]), new_id()
            happened.append(games.Rematched(number=answer.number + 1, by=answer.by, game=game_id))
            begun = GameState(game_id, [rematch])
            async with self._counted(begun, client):
                happened = await self.commit(*happened, made=[addition_of(begun, [rematch], digests, names)])
            self._on_turn(self, begun)
        return happened

    async def claim(self, side: Side, owner: SeatName | None, chosen: str | None = None) -> str:
        """Take an open seat, under a name if there is one, and return its secret, a new one unless it was chosen."""
        return await shielded(self._claim(side, owner, chosen or new_secret()))

    async def _claim(self, side: Side, owner: SeatName | None, secret: str) -> str:
        async with self.lock:
            action_rules.check_may_claim(self.state, side)
            holder = self.state.holders + 1
            digests = {holder: digest_of(secret)}
            people = {} if owner is None else {holder: owner}
            claimed = games.Claimed(number=self.state.number + 1, by=side)
            await self.commit(claimed, digests=digests, people=people)
            self.digests |= digests
        return secret

    # ---- Clocks ----

    def seen(self, holders: frozenset[int], turn: int) -> None:
        """Note that a client has received the clocks of a turn."""
        self.timer.seen(self.state.sides_of(holders), turn)

    async def end_if_due(self) -> None:
        """End the game if the time of the side to move is over, or if a person has left it for good."""
        async with self.lock:
            await self._end_if_due()

    async def _end_if_due(self) -> None:
        ended = self.timer.end() or action_rules.event_of_leaving(self.state)
        if ended is not None:
            await self.commit(ended)

    # ---- Changes ----

    async def commit(
        self,
        *events: Event,
        made: Sequence[Addition] = (),
        digests: Mapping[int, bytes] | None = None,
        people: Mapping[int, SeatName] | None = None,
    ) -> list[Event]:
        """Store events, with games that they make, and with new holders; then show them to all, and return them.

        The caller has the lock.

        Raises:
            ValueError: what a computer says is not JSON.
        """
        happened = self.timer.stamped(events)
        after = self.state.after(happened)
        addition = addition_of(after, happened, digests, ids_of(people or {}))
        try:
            if self.is_stale:
                raise ConflictError  # noqa: TRY301 - refused as one that the store finds
            await self._store.write(*made, addition)
        except NotSaved:
            self.timer.excuse()
            raise
        except ConflictError:
            self._stop()
            raise Conflict("game", "it has moved on", "try again") from None
        # Names may have changed while it was stored.
        after.people = {**self.state.people, **(people or {})}
        self.state = self.timer.state = after
        for event in addition.events:
            self.followers.send(typing.cast("str", event.payload))
        self.followers.set_delayed(is_delayed=False)
        if any(isinstance(one, games.Claimed | games.Seated | games.Swapped | games.Chosen) for one in happened):
            self.followers.send_presence(self.state)
        self.computers.update()
        if self.state.clock is not None and any(isinstance(one, TURN_EVENTS) for one in happened):
            self.timer.restart()
            if (clocks := self.timer.message()) is not None:
                self.followers.send_latest(clocks)
            self._on_turn(self, self.state)
        return happened

    async def stored(self, attempt: Callable[[], Coroutine[None, None, None]]) -> None:
        """Repeat an attempt until it is stored, or another process has moved the game on."""
        with suppress(Conflict):
            await repeated(lambda: shielded(attempt()), lambda: self.followers.set_delayed(is_delayed=True))
