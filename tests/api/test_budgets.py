"""The budgets of clients: questions in turns, each charged for its time in the event loop, and what clients hold."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from starlette.websockets import WebSocket
from support.live_games import Client, serving, taking

from hyperoxo.server.budgets import Questions, TokenBuckets, aside, end_question
from hyperoxo.server.clients import MEMBERS_PART, Held
from hyperoxo.server.clients import Client as Address
from hyperoxo.server.errors import Busy, TooManyRequests
from hyperoxo.server.games.state import GameState
from hyperoxo.server.settings import ClientLimits
from hyperoxo.server.turns import Turns

if TYPE_CHECKING:
    from pathlib import Path


def test_members_hold_a_part_of_what_all_behind_their_address_may() -> None:
    held, members = Held(8 * MEMBERS_PART, 200), [Address("192.0.2.1", str(number)) for number in range(40)]

    def added(*clients: Address) -> int:
        before = held.total
        for client in clients:
            if held.may_add(client) and held.has_room():
                held.add(client)
        return held.total - before

    assert added(*[members[0]] * 9) == 8
    assert added(*members * 9) == 8 * MEMBERS_PART - 8
    assert added(*[Address("192.0.2.1")] * 99) == 8 * MEMBERS_PART
    assert added(*[Address("192.0.2.2", "0")] * 9) == 8
    held.add(members[0], -8)
    assert added(*members[20:]) == 8
    assert added(*[Address("192.0.2.3")] * 99) == 200 - 8 * (2 * MEMBERS_PART + 1)


def test_what_no_longer_waits_is_not_counted() -> None:
    client, waiting = Address("192.0.2.1", "0"), Turns[int](Held(16))
    for _ in range(20):
        waiting.add(client, 1)
        waiting.add(client, 2)
        with pytest.raises(Busy):
            waiting.add(client, 3)
        waiting.remove(client, 2)
        assert waiting.pop() == 1


class Recorded(Questions):
    """Questions whose clock stands still, so that no debt is paid off, and the seconds that were charged."""

    def __init__(self, limits: ClientLimits = ClientLimits()) -> None:  # noqa: B008 - immutable
        super().__init__(limits, clock=lambda: 0.0)
        self.charged: list[float] = []

    def charge(self, address: str, seconds: float) -> None:
        super().charge(address, seconds)
        self.charged.append(seconds)


@pytest.fixture
def questions() -> Recorded:
    return Recorded()


def busy(seconds: float) -> None:
    """Take processor time."""
    taking(seconds, lambda: None)()


async def test_the_time_of_a_question_is_charged_but_not_that_in_which_it_waits(questions: Recorded) -> None:
    async def elsewhere() -> None:
        busy(0.2)

    async with questions.asked(Address("a")):
        busy(0.1)
        await aside(elsewhere())
        busy(0.1)
        await asyncio.sleep(0)  # without a word: what comes next is not measured
        busy(0.2)
    assert 0.2 <= sum(questions.charged) < 0.4


async def test_the_time_of_a_question_that_fails_is_charged_too(questions: Recorded) -> None:
    async def fail() -> None:
        async with questions.asked(Address("a")):
            busy(0.1)
            raise ValueError("it fails")

    with pytest.raises(ValueError, match="it fails"):
        await fail()
    assert sum(questions.charged) >= 0.1


async def test_a_question_that_has_ended_charges_nothing_more(questions: Recorded) -> None:
    async with questions.asked(Address("a")):
        end_question()
        busy(0.2)
        await aside(asyncio.sleep(0))
        busy(0.2)
    assert sum(questions.charged) < 0.2


async def test_questions_are_answered_one_after_another_addresses_and_members_in_turns() -> None:
    a, x, b = Address("a"), Address("a", "x"), Address("b")
    now, begun = [0.0], list[Address]()
    questions = Questions(ClientLimits(work=1_000, work_refill=1_000), clock=lambda: now[0])

    async def ask(client: Address) -> None:
        async with questions.asked(client):
            begun.append(client)
            await aside(asyncio.sleep(0))

    for address in "ab":  # so that all have lined up before the first is answered
        questions.charge(address, 1.01)
    asking = asyncio.gather(*map(ask, [a, a, a, x, x, b]))
    asyncio.get_running_loop().call_soon(now.__setitem__, 0, 1.0)
    await asking
    assert begun == [a, b, x, a, x, a]


async def test_a_question_waits_until_the_debt_of_its_address_is_paid_and_no_other_does() -> None:
    questions = Recorded(ClientLimits(work=100, work_refill=0.001))
    questions.charge("a", 1.0)
    answered: list[str] = []

    async def ask(address: str) -> None:
        async with questions.asked(Address(address)):
            answered.append(address)

    owing = asyncio.ensure_future(ask("a"))
    await ask("b")
    await ask("b")
    assert (answered, owing.done()) == (["b", "b"], False)
    owing.cancel()


async def test_the_turn_of_a_question_that_is_cancelled_passes_on(questions: Recorded) -> None:
    async def ask() -> None:
        async with questions.asked(Address("a")):
            pass

    async with questions.asked(Address("a")):
        waiting = [asyncio.ensure_future(ask()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
    waiting[1].cancel()  # which may have its turn already
    await waiting[2]
    await ask()


async def test_few_questions_of_a_client_wait() -> None:
    questions = Recorded(ClientLimits(waiting=3, all_waiting=9))

    async def ask() -> None:
        async with questions.asked(Address("a")):
            await asyncio.sleep(0)

    done = await asyncio.gather(*(ask() for _ in range(6)), return_exceptions=True)
    assert [type(error) for error in done if error is not None] == [TooManyRequests] * 2


@pytest.mark.parametrize(("asked", "slow"), [("load", "__init__"), ("act", "apply")])
def test_the_time_that_a_question_takes_of_a_game_is_charged(
    asked: str, slow: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    charged: list[float] = []
    monkeypatch.setattr(Questions, "charge", lambda _, __, seconds: charged.append(seconds))
    with serving(tmp_path) as client:
        game = client.make()
        charged.clear()
        monkeypatch.setattr(GameState, slow, taking(0.1, getattr(GameState, slow)))
        if asked == "load":
            client.until(lambda: client.evict_idle() == 0)
            assert game.state["ply"] == 0
        else:
            game.play("22")
    assert sum(charged) >= 0.1


def test_a_watcher_is_charged_for_what_is_sent_to_it_and_a_player_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    charged: Counter[str] = Counter()
    monkeypatch.setattr(Questions, "charge", lambda _, address, seconds: charged.update({address: seconds}))
    with serving(tmp_path) as client:
        game, watcher = client.make(), Client(client.app, client=("192.0.2.9", 50_000))
        watcher.portal = client.portal
        with watcher.follow(game.id) as (seen, _), game.follow("x") as (player, _):
            player.receive("presence")
            charged.clear()
            monkeypatch.setattr(WebSocket, "send_text", taking(0.1, WebSocket.send_text))
            player.act("x", "play", cell="22", ply=0)
            assert seen.receive_event()["cell"] == "22"
    assert charged["192.0.2.9"] >= 0.1 > charged["testclient"]


def test_a_client_may_exceed_its_budget_up_to_a_limit() -> None:
    now = [0.0]
    buckets = TokenBuckets(10, 1, clock=lambda: now[0])
    buckets.charge("a", 1_000)
    assert [buckets.seconds_of_debt(key) for key in "ab"] == [10, 0]
    now[0] = 9.0
    assert buckets.seconds_of_debt("a") == 1
