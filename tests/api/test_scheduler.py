"""The pool with stand-ins for its workers: turns, ranks, cancelling, time, and workers that are lost.

Nothing here waits for a clock: times are zero, and a test gives the event loop as many turns as it needs to come to
rest.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.stand_in_workers import LONG, Crew, StandIn, rest, run_with, until

from hyperoxo.errors import Cancelled, MoveError
from hyperoxo.server.services import Busy, ThinkingError
from hyperoxo.server.workers.pool import Rank


def test_there_is_one_worker_more_than_was_asked_for_and_it_does_moves_alone() -> None:
    async def test(crew: Crew) -> None:
        assert len(crew.hired) == 1
        for client in "abc":
            crew.ask(client, f"analysis {client}")
        await rest()
        assert len(crew.hired) == 3
        assert set(crew.doing) == {"analysis a", "analysis b"}
        crew.ask("c", "move", Rank.MOVE)
        await rest()
        assert set(crew.doing) == {"analysis a", "analysis b", "move"}
        await crew.finish("move")
        assert set(crew.doing) == {"analysis a", "analysis b"}
        await crew.finish("analysis b")
        assert set(crew.doing) == {"analysis a", "analysis c"}

    run_with(test, workers=2)


def test_answers_and_news_reach_whoever_asked() -> None:
    async def test(crew: Crew) -> None:
        news: list[str] = []
        first = crew.ask("a", "first", on_news=news.append)
        second = crew.ask("b", "second", Rank.MOVE)
        await rest()
        crew.doing["first"].on_news("so far")
        await crew.finish("second")
        await crew.finish("first")
        assert (await first, await second, news) == ("FIRST", "SECOND", ["so far"])

    run_with(test)


def test_a_fault_of_who_listens_stops_nobody() -> None:
    async def test(crew: Crew) -> None:
        def fail(_: object) -> None:
            raise ZeroDivisionError

        tasks = [crew.ask(client, client, on_news=fail, on_wait=fail) for client in "ab"]
        await rest()
        for name in "ab":
            crew.doing[name].on_news("so far")
            await crew.finish(name)
        assert [await task for task in tasks] == ["A", "B"]

    run_with(test)


def test_nothing_is_told_to_who_has_left() -> None:
    async def test(crew: Crew) -> None:
        news: list[str] = []
        task = crew.ask("a", "first", on_news=news.append)
        await rest()
        task.cancel()
        await rest()
        crew.doing["first"].on_news("too late")
        assert news == []

    run_with(test)


def test_moves_come_before_questions_and_those_before_analyses() -> None:
    async def test(crew: Crew) -> None:
        crew.ask("a", "begun", Rank.MOVE)
        crew.ask("a", "begun too", Rank.MOVE)
        await rest()
        for name, rank in (("analysis", Rank.ANALYSIS), ("question", Rank.QUESTION), ("move", Rank.MOVE)):
            crew.ask("b", name, rank)
        await rest()
        assert set(crew.doing) == {"begun", "begun too"}
        for worker in list(crew.doing.values()):
            worker.ends.set_result("")
        await rest()
        assert set(crew.doing) == {"move", "question"}
        await crew.finish("question")
        assert set(crew.doing) == {"move", "analysis"}

    run_with(test)


def test_one_client_cannot_starve_another() -> None:
    """However much one has asked for, the next analysis but one is another's, and half of the workers stay free."""

    async def test(crew: Crew) -> None:
        for number in range(10):
            crew.ask("greedy", f"greedy {number}")
        await rest()
        assert set(crew.doing) == {"greedy 0", "greedy 1"}
        crew.ask("modest", "modest 0")
        crew.ask("modest", "modest 1")
        await rest()
        assert set(crew.doing) == {"greedy 0", "greedy 1", "modest 0", "modest 1"}
        for number in range(2, 5):
            crew.ask("modest", f"modest {number}")
        await crew.finish("greedy 1")
        assert set(crew.doing) == {"greedy 0", "greedy 2", "modest 0", "modest 1"}
        await crew.finish("modest 0")
        assert set(crew.doing) == {"greedy 0", "greedy 2", "modest 2", "modest 1"}

    run_with(test, workers=4)


def test_with_one_worker_clients_take_turns() -> None:
    """The first of the greedy client's is begun and its second waited first; from then on they take turns."""

    async def test(crew: Crew) -> None:
        for number, client in enumerate(("greedy", "greedy", "greedy", "modest")):
            crew.ask(client, f"{client} {number}")
        await rest()
        order: list[str] = []
        while crew.doing:
            [name] = crew.doing
            order.append(name)
            await crew.finish(name)
        assert order == ["greedy 0", "greedy 1", "modest 3", "greedy 2"]

    run_with(test)


def test_who_waits_is_told_how_many_are_before() -> None:
    async def test(crew: Crew) -> None:
        told: dict[str, list[int]] = {"b": [], "c": []}
        crew.ask("a", "first")
        await rest()
        tasks = {client: crew.ask(client, client, on_wait=told[client].append) for client in "bc"}
        await rest()
        assert told == {"b": [0], "c": [1]}
        tasks["b"].cancel()
        await rest()
        assert told == {"b": [0], "c": [1, 0]}
        await crew.finish("first")
        assert set(crew.doing) == {"c"}

    run_with(test)


def test_more_than_may_wait_is_refused_at_once() -> None:
    async def test(crew: Crew) -> None:
        tasks = [crew.ask("a", str(number)) for number in range(4)]
        await rest()
        assert isinstance(tasks[3].exception(), Busy)
        assert not any(task.done() for task in tasks[:3])
        others = [crew.ask(client, client) for client in "bcd"]
        await rest()
        assert [task.done() for task in others] == [False, True, True]
        assert str(others[2].exception()) == "too many questions: the server is busy; try again in a few seconds"

    run_with(test, waiting_per_client=2, waiting=3)


def test_what_nobody_waits_for_is_not_begun() -> None:
    async def test(crew: Crew) -> None:
        crew.ask("a", "first")
        waiting = crew.ask("b", "second")
        await rest()
        waiting.cancel()
        await rest()
        await crew.finish("first")
        assert crew.doing == {}
        assert waiting.cancelled()

    run_with(test)


def test_what_is_handed_over_and_cancelled_in_the_same_moment_is_not_begun() -> None:
    async def test(crew: Crew) -> None:
        task = crew.ask("a", "first")
        await asyncio.sleep(0)
        task.cancel()
        await rest()
        assert crew.doing == {}
        crew.ask("a", "second")
        await rest()
        assert set(crew.doing) == {"second"}

    run_with(test)


def test_cancelling_asks_the_worker_to_stop_and_it_goes_on_with_the_next_job_when_it_has() -> None:
    async def test(crew: Crew) -> None:
        task = crew.ask("a", "first")
        await rest()
        worker = crew.doing["first"]
        task.cancel()
        await rest()
        crew.ask("a", "second")
        await rest()
        assert (worker.asked_to_stop, set(crew.doing)) == (1, {"first"})
        worker.ends.set_exception(Cancelled())
        await rest()
        assert crew.doing == {"second": worker}
        assert len(crew.hired) == 2

    run_with(test)


def test_a_worker_that_does_not_stop_is_killed_and_replaced() -> None:
    async def test(crew: Crew) -> None:
        task = crew.ask("a", "first")
        await rest()
        worker = crew.doing["first"]
        task.cancel()
        await until(lambda: not worker.is_alive)
        second = crew.ask("a", "second")
        await until(lambda: "second" in crew.doing)
        assert crew.doing["second"] is crew.hired[2]
        await crew.finish("second")
        assert await second == "SECOND"

    run_with(test, grace=0)


def test_time_that_is_up_asks_for_what_there_is() -> None:
    async def test(crew: Crew) -> None:
        task = crew.ask("a", "first", seconds=0)
        await until(lambda: any(worker.asked_to_stop for worker in crew.hired))
        await crew.finish("first")
        assert await task == "FIRST"

    run_with(test)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (Cancelled(), "thinking: it took longer than 1000 s"),
        (MemoryError(), "thinking: it took more memory than it may"),
        (ZeroDivisionError(), "thinking: it failed"),
        (MoveError("11", "the cell is taken"), "11: the cell is taken"),
    ],
)
def test_failures_are_told_in_one_line(error: Exception, told: str) -> None:
    async def test(crew: Crew) -> None:
        task = crew.ask("a", "first")
        await rest()
        crew.doing["first"].ends.set_exception(error)
        await rest()
        assert str(task.exception()) == told

    run_with(test)


def test_what_a_worker_was_lost_at_is_tried_once_more() -> None:
    async def test(crew: Crew) -> None:
        lucky, hopeless = crew.ask("a", "lucky", Rank.MOVE), crew.ask("a", "hopeless")
        await rest()
        for name in ("lucky", "hopeless", "hopeless"):
            crew.doing[name].kill()
            await rest()
        await crew.finish("lucky")
        assert await lucky == "LUCKY"
        assert str(hopeless.exception()) == "thinking: it broke down"
        after = crew.ask("a", "after")
        await rest()
        await crew.finish("after")
        assert await after == "AFTER"

    run_with(test)


def test_what_nobody_waits_for_any_more_is_not_tried_again() -> None:
    async def test(crew: Crew) -> None:
        task = crew.ask("a", "first")
        await rest()
        task.cancel()
        crew.doing["first"].kill()
        await rest()
        assert crew.doing == {}

    run_with(test)


def test_whoever_is_killed_for_taking_too_long_is_told_to_have_taken_too_long() -> None:
    async def test(crew: Crew) -> None:
        task = crew.ask("a", "first", seconds=0)
        await asyncio.wait([task])
        assert str(task.exception()) == "thinking: it took longer than 0 s"

    run_with(test, grace=0)


def test_a_worker_that_was_lost_while_idle_is_replaced_before_the_next_job() -> None:
    async def test(crew: Crew) -> None:
        for rank in (Rank.MOVE, Rank.ANALYSIS):
            for name in ("first", "second"):
                task = crew.ask("a", name, rank)
                await rest()
                assert crew.doing[name].is_alive
                await crew.finish(name)
                assert await task == name.upper()
                for worker in crew.hired:
                    worker.is_alive = False

    run_with(test)


def test_where_no_worker_can_be_started_it_is_tried_again() -> None:
    class Unlucky(Crew):
        failures = 3

        async def _hire(self) -> StandIn:
            if self.failures:
                self.failures -= 1
                raise OSError(12, "no memory")
            return await super()._hire()

    async def test() -> None:
        crew = Unlucky(grace=0)
        async with crew.pool:
            task = crew.ask("a", "first", seconds=LONG)
            await until(lambda: "first" in crew.doing)
            await crew.finish("first")
            assert await task == "FIRST"

    asyncio.run(test())


def test_a_job_goes_home_where_it_can() -> None:
    """Of idle workers the one is chosen that has done a job with the same key."""

    async def test(crew: Crew) -> None:
        crew.ask("a", "one", Rank.MOVE, key="game 1")
        crew.ask("a", "two", Rank.MOVE, key="game 2")
        await rest()
        homes = dict(crew.doing)
        await crew.finish("one")
        await crew.finish("two")
        crew.ask("a", "two again", Rank.MOVE, key="game 2")
        crew.ask("a", "one again", Rank.MOVE, key="game 1")
        crew.ask("a", "another", Rank.MOVE, key="game 2")
        await rest()
        assert crew.doing["one again"] is homes["one"]
        assert crew.doing["two again"] is homes["two"]
        assert crew.doing["another"] not in homes.values()

    run_with(test, workers=2)


STEPS = st.lists(
    st.tuples(st.just("ask"), st.sampled_from("abc"), st.sampled_from(list(Rank)))
    | st.tuples(st.sampled_from(["finish", "leave", "kill"]), st.integers(0, 9), st.none()),
    max_size=40,
)


@given(STEPS)
def test_whatever_happens_everybody_is_answered_once_and_nobody_takes_more_than_their_share(
    steps: list[tuple[str, Any, Any]],
) -> None:
    workers = 2

    async def test(crew: Crew) -> None:
        asked: dict[str, asyncio.Task[str]] = {}
        left: set[str] = set()

        async def step(what: str, which: Any, rank: Any) -> None:  # noqa: ANN401 - as drawn
            if what == "ask":
                name = f"{which} {rank.name} {len(asked)}"
                asked[name] = crew.ask(which, name, rank)
            elif what == "leave" and asked:
                name = sorted(asked)[which % len(asked)]
                asked[name].cancel()
                left.add(name)
            elif doing := sorted(crew.doing.items()):
                name, worker = doing[which % len(doing)]
                worker.ends.set_result(name.upper()) if what == "finish" else worker.kill()
            await rest()

        for what, which, rank in steps:
            await step(what, which, rank)
            doing = list(crew.doing)
            assert len(doing) <= workers + 1
            shares = Counter(tuple(name.split()[:2]) for name in doing if "MOVE" not in name)
            assert all(share <= workers // 2 for share in shares.values())
            assert sum(shares.values()) <= workers
        while crew.doing:
            await step("finish", 0, None)
        for name, task in asked.items():
            assert task.done()
            if not task.cancelled():
                error = task.exception()
                assert task.result() == name.upper() if error is None else str(error) == "thinking: it broke down"
            else:
                assert name in left

    run_with(test, workers=workers)


def test_closing_fails_whoever_waits() -> None:
    async def test() -> None:
        crew = Crew()
        async with crew.pool:
            await rest()
            tasks = [crew.ask(client, client) for client in "ab"]
            await rest()
            tasks.append(crew.ask("c", "handed over", Rank.MOVE))
            await asyncio.sleep(0)
        assert not any(worker.is_alive for worker in crew.hired)
        await asyncio.wait(tasks)
        for task in tasks:
            assert isinstance(task.exception(), ThinkingError)
            assert str(task.exception()) == "thinking: the server is closing"

    asyncio.run(test())
