"""The registry of live games: what becomes of games that are loaded while it closes, and of those that leave it."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from typing import TYPE_CHECKING

import pytest
from support.live_games import COMPUTER, FakeScheduler, add_event, database_url, serving
from support.patience import soon

from hyperoxo.server.clients import Client
from hyperoxo.server.errors import Conflict
from hyperoxo.server.games import registry as registry_module
from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.server.games.followers import Outbox
from hyperoxo.server.games.registry import GameRegistry
from hyperoxo.server.messages.games import FirstSeat, FirstSeats, NewGame
from hyperoxo.server.messages.live import PlayAction
from hyperoxo.store import SeatName, StoredEvent

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from hyperoxo.store import Addition, StoredGame


class HeldStore(AsyncStore):
    """A store that holds writes and reads back until a test releases them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(database_url(folder))
        self.may_write, self.may_read = asyncio.Event(), asyncio.Event()
        self.is_writing, self.is_reading = asyncio.Event(), asyncio.Event()
        self.may_read.set()

    async def write(self, *additions: Addition) -> None:
        self.is_writing.set()
        await self.may_write.wait()
        await super().write(*additions)

    async def read(self, game_id: str) -> StoredGame | None:
        self.is_reading.set()
        await self.may_read.wait()
        return await super().read(game_id)


async def test_a_game_that_is_loaded_while_the_registry_closes_is_closed_too(tmp_path: Path) -> None:
    with serving(tmp_path, FakeScheduler(holds=True)) as client:
        played, waiting = client.make(), client.make(x=COMPUTER)
    store, moves = HeldStore(tmp_path), FakeScheduler(holds=True)
    registry = GameRegistry(store, moves, seconds=1, idle=60, counted=lambda *_: nullcontext())
    game = await registry.get(played.id)
    store.may_read.clear()
    loading = asyncio.create_task(registry.get(waiting.id))
    holders = await game.holders_of([played.secrets["x"]])
    move = asyncio.create_task(game.act(holders, "x", PlayAction(kind="play", cell="22", ply=0), Client("client")))
    await store.is_writing.wait()
    closing = asyncio.create_task(registry.close())
    await asyncio.sleep(0)
    store.may_read.set()
    await loading
    await soon(lambda: moves.asked)
    store.may_write.set()
    await asyncio.gather(move, closing)
    await asyncio.sleep(0)
    assert (len(registry.games), len(moves.asked), moves.cancelled) == (0, 1, 1)
    store.close()


@pytest.mark.parametrize("is_read_first", [True, False])
async def test_a_game_that_is_loaded_while_it_is_created_asks_its_computer_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_read_first: bool
) -> None:
    """As at the start of a server, which resumes the games of the store."""
    store, moves = HeldStore(tmp_path), FakeScheduler(holds=True)
    registry = GameRegistry(store, moves, seconds=1, idle=60, counted=lambda *_: nullcontext())
    write = AsyncStore.write
    loading = []

    async def write_and_load(held: AsyncStore, *additions: Addition) -> None:
        await write(held, *additions)
        if not is_read_first:
            store.may_read.clear()
        loading.append(asyncio.create_task(registry.get(additions[0].game_id)))
        await (asyncio.wait(loading) if is_read_first else store.is_reading.wait())

    monkeypatch.setattr(HeldStore, "write", write_and_load)
    seats = FirstSeats(x=FirstSeat(kind="player", player="random"), o=FirstSeat(kind="person"))
    made = await registry.create(NewGame(board="3x3", seats=seats), None, Client("client"))
    created = registry.games[made.game.id]
    store.may_read.set()
    assert await loading[0] is created is registry.games[made.game.id]
    await soon(lambda: moves.asked)
    await registry.close()
    await asyncio.sleep(0)
    assert (len(moves.asked), moves.cancelled) == (1, 1)
    store.close()


MOVE = PlayAction(kind="play", cell="22", ply=0)
X = frozenset({1})


@pytest.fixture
def game_ids(tmp_path: Path) -> list[str]:
    with serving(tmp_path) as client:
        return [client.make().id, client.make().id]


@pytest.fixture
async def registry(tmp_path: Path, game_ids: list[str]) -> AsyncIterator[GameRegistry]:  # noqa: ARG001 - games are made first
    store = AsyncStore(database_url(tmp_path))
    registry = GameRegistry(store, FakeScheduler(), seconds=1, idle=60, counted=lambda *_: nullcontext())
    yield registry
    await registry.close()
    store.close()


async def test_a_name_that_comes_while_a_move_is_stored_stays(
    registry: GameRegistry, game_ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write = AsyncStore.write
    game = await registry.get(game_ids[0])

    async def write_later(store: AsyncStore, *additions: Addition) -> None:
        game.update_people({1: SeatName(1, "Ada")})
        await write(store, *additions)

    monkeypatch.setattr(AsyncStore, "write", write_later)
    await game.act(X, "x", MOVE, Client("client"))
    assert (game.state.number, game.state.person_at("x")) == (2, "Ada")


async def test_a_game_that_leaves_the_memory_while_a_client_joins_it_is_joined_again(
    registry: GameRegistry, game_ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The events of others would not reach the client, nor its own the others."""
    game_id, other_id = game_ids
    monkeypatch.setattr(registry_module, "MAX_EVENTS_IN_MEMORY", 1)
    left = await registry.get(game_id)
    await registry.get(other_id)  # by another client, while the first one's names are read
    outbox = Outbox(256, 2**20)
    left.join(outbox, X, None, Client("client"))
    assert await anext(outbox.texts(), None) is None
    with pytest.raises(Conflict):
        await left.act(X, "x", MOVE, Client("client"))
    assert await (await registry.get(game_id)).act(X, "x", MOVE, Client("client"))


def test_a_game_whose_computer_thinks_leaves_the_memory_when_another_program_moves_it_on(tmp_path: Path) -> None:
    with serving(tmp_path, scheduler := FakeScheduler(holds=True)) as client:
        game = client.make(x=COMPUTER)
        client.until(lambda: scheduler.asked)
        thinking = client.registry.games[game.id]
        add_event(tmp_path, game.id, StoredEvent(2, "ended", {"by": "o", "ending": "resigned", "winner": "x"}))
        with game.follow("o") as (follower, _):
            assert game.act("o", "resign")[0] == 409
            with pytest.raises(ConnectionError, match="1013"):
                follower.receive_event("ended")
        assert (client.evict_idle(), thinking.is_stale, len(scheduler.asked)) == (0, True, 1)
