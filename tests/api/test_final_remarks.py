"""Final remarks of computers on their games: one for each end, and a failure of one side concerns this side alone."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from support.live_games import COMPUTER, Client, FakeScheduler, Follower, first_free, serving

from hyperoxo import Ending
from hyperoxo.players.decision import Statement
from hyperoxo.server.errors import JobError
from hyperoxo.server.workers.jobs import DecisionMade

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo import Game
    from hyperoxo.server.workers.sessions import ComputerSeat


class HeldRemarks(FakeScheduler):
    """A scheduler whose remarks a test makes, one for each time that it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.remarks: list[asyncio.Future[Statement]] = []

    async def final_remark(self, seat: ComputerSeat) -> Statement:  # noqa: ARG002 - as inherited
        """Return the remark that the test makes."""
        self.remarks.append(asyncio.get_running_loop().create_future())
        return await self.remarks[-1]

    def make(self, place: int) -> None:
        """Make the remark of the first, second, ... time, unless it was cancelled; call it in the event loop."""
        if not self.remarks[place].done():
            self.remarks[place].set_result(Statement(remark=f"Remark {place}."))

    def make_all(self) -> None:
        """Make all remarks that are wanted; call it in the event loop."""
        for place in range(len(self.remarks)):
            self.make(place)


def kinds_until(follower: Follower, last: str) -> list[str]:
    """Return the kinds of the next events up to the first one of a kind."""
    kinds: list[str] = []
    while last not in kinds:
        kinds.append(follower.receive_event()["kind"])
    return kinds


def resign(client: Client, service: HeldRemarks, follower: Follower) -> None:
    """Resign for X, and wait until O is asked for its remark."""
    asked = len(service.remarks)
    follower.act("x", "resign")
    follower.receive_event("ended")
    client.until(lambda: len(service.remarks) > asked)


def resign_and_undo(client: Client, service: HeldRemarks, follower: Follower) -> None:
    """Resign for X and take that back while the remark of O is pending."""
    resign(client, service, follower)
    follower.act("x", "undo", ply=0)
    follower.receive_event("undone")


@pytest.fixture
def scheduler() -> HeldRemarks:
    return HeldRemarks()


def test_a_game_that_ends_again_before_the_first_remark_gets_one_remark(client: Client, scheduler: HeldRemarks) -> None:
    game = client.make(o=COMPUTER)
    with game.follow("x") as (follower, _):
        resign_and_undo(client, scheduler, follower)
        resign(client, scheduler, follower)
        client.in_loop(scheduler.make_all)
        assert follower.receive_event("remarked")["note"]["remark"] == "Remark 1."
        assert [word["by"] for word in game.state["closing"]] == ["o"]
        follower.act("x", "undo", ply=0)
        assert kinds_until(follower, "undone") == ["undone"]


def test_a_remark_on_a_game_that_goes_on_is_cancelled(client: Client, scheduler: HeldRemarks) -> None:
    with client.make(o=COMPUTER).follow("x") as (follower, _):
        resign_and_undo(client, scheduler, follower)
    client.in_loop(lambda: None)
    assert scheduler.remarks[0].cancelled()
    assert client.evict_idle() == 0


def test_a_game_with_a_pending_remark_stays_in_memory_whatever_becomes_of_an_earlier_one(
    client: Client, scheduler: HeldRemarks
) -> None:
    game = client.make(o=COMPUTER)
    with game.follow("x") as (follower, _):
        resign_and_undo(client, scheduler, follower)
        resign(client, scheduler, follower)
        client.in_loop(lambda: scheduler.make(0))
        follower.act("x", "offer", what="rematch")
        kinds_until(follower, "offered")
    assert client.evict_idle() == 1
    client.in_loop(lambda: scheduler.make(1))
    client.until(lambda: game.state["closing"])
    assert [word["note"]["remark"] for word in game.state["closing"]] == ["Remark 1."]


@pytest.mark.parametrize(
    "failure",
    [JobError("random", "it takes too long"), RuntimeError("a fault"), Statement(sentence="\ud800")],
    ids=["an error", "a fault", "a text that no message can hold"],
)
def test_a_failing_remark_of_x_does_not_keep_o_from_its_own(tmp_path: Path, failure: Exception | Statement) -> None:
    class FailsForX(FakeScheduler):
        async def final_remark(self, seat: ComputerSeat) -> Statement:
            if seat.side == "o":
                return Statement(remark="A good game.")
            if isinstance(failure, Exception):
                raise failure
            return failure

    def resigning(game: Game) -> DecisionMade:
        return first_free(game) if game.ply == 0 else DecisionMade(None, Ending.RESIGNED)

    with (
        serving(tmp_path, FailsForX(resigning)) as client,
        client.make(x=COMPUTER, o=COMPUTER, delay=0).follow() as (follower, _),
    ):
        remarked = follower.receive_event("remarked")
    assert (remarked["by"], remarked["note"]["remark"]) == ("o", "A good game.")
