"""The scheduler with stand-ins for its workers: turns, priorities, cancelling, time, and lost workers.

Nothing here waits for a clock: times are zero, and a test runs the event loop until nothing is left to do.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.patience import PATIENCE, soon
from support.stand_in_workers import StandInPool, rest, run_with, with_pool

from hyperoxo.errors import Cancelled, MoveError
from hyperoxo.server.errors import Busy, JobError
from hyperoxo.server.workers.scheduler import Priority


@with_pool(workers=2)
async def test_there_is_one_worker_more_than_was_asked_for_and_it_does_moves_alone(pool: StandInPool) -> None:
    assert pool.starts == 1
    for client in "abc":
        await pool.begin(client, f"analysis {client}")
    assert pool.starts == 3
    assert set(pool.running) == {"analysis a", "analysis b"}
    await pool.begin("c", "move", Priority.MOVE)
    assert set(pool.running) == {"analysis a", "analysis b", "move"}
    await pool.finish("move")
    assert set(pool.running) == {"analysis a", "analysis b"}
    await pool.finish("analysis b")
    assert set(pool.running) == {"analysis a", "analysis c"}


@with_pool()
async def test_answers_and_progress_reach_the_client_that_sent_the_request(pool: StandInPool) -> None:
    news: list[str] = []
    first = pool.ask("a", "first", on_report=news.append)
    second = await pool.begin("b", "second", Priority.MOVE)
    pool.running["first"].on_progress("so far")
    await pool.finish("second")
    await pool.finish("first")
    assert (await first, await second, news) == ("FIRST", "SECOND", ["so far"])


@with_pool()
async def test_an_error_of_a_listener_stops_no_other_client(pool: StandInPool) -> None:
    fail = Mock(side_effect=ZeroDivisionError)
    tasks = [pool.ask(client, client, on_report=fail, on_wait=fail) for client in "ab"]
    await rest()
    for name in "ab":
        pool.running[name].on_progress("so far")
        await pool.finish(name)
    assert [await task for task in tasks] == ["A", "B"]


@with_pool()
async def test_a_client_that_has_left_receives_nothing(pool: StandInPool) -> None:
    news: list[str] = []
    task = await pool.begin("a", "first", on_report=news.append)
    await pool.leave(task)
    pool.running["first"].on_progress("too late")
    assert news == []


@with_pool()
async def test_moves_come_before_questions_and_those_before_analyses(pool: StandInPool) -> None:
    pool.ask("a", "begun", Priority.MOVE)
    await pool.begin("a", "begun too", Priority.MOVE)
    for name, priority in (
        ("analysis", Priority.ANALYSIS),
        ("question", Priority.QUESTION),
        ("move", Priority.MOVE),
    ):
        pool.ask("b", name, priority)
    await rest()
    assert set(pool.running) == {"begun", "begun too"}
    for worker in list(pool.running.values()):
        worker.set_result("")
    await rest()
    assert set(pool.running) == {"move", "question"}
    await pool.finish("question")
    assert set(pool.running) == {"move", "analysis"}


@with_pool(workers=4)
async def test_one_address_cannot_starve_another(pool: StandInPool) -> None:
    """Of the next two analyses one is another client's, and half of the workers stay free for other clients."""
    for number in range(10):
        await pool.begin(f"greedy {number % 3}", f"greedy {number}")  # members behind one address
    assert set(pool.running) == {"greedy 0", "greedy 1"}
    pool.ask("modest", "modest 0")
    await pool.begin("modest", "modest 1")
    assert set(pool.running) == {"greedy 0", "greedy 1", "modest 0", "modest 1"}
    for number in range(2, 5):
        pool.ask("modest", f"modest {number}")
    await pool.finish("greedy 1")
    assert set(pool.running) == {"greedy 0", "greedy 2", "modest 0", "modest 1"}
    await pool.finish("modest 0")
    assert set(pool.running) == {"greedy 0", "greedy 2", "modest 2", "modest 1"}


@with_pool()
async def test_a_waiting_client_receives_its_place_in_the_queue(pool: StandInPool) -> None:
    waits: dict[str, list[int]] = {"b": [], "c": []}
    await pool.begin("a", "first")
    tasks = {client: pool.ask(client, client, on_wait=waits[client].append) for client in "bc"}
    await rest()
    assert waits == {"b": [0], "c": [1]}
    await pool.leave(tasks["b"])
    assert waits == {"b": [0], "c": [1, 0]}
    await pool.finish("first")
    assert set(pool.running) == {"c"}


@with_pool(waiting_per_client=2, waiting=3)
async def test_requests_beyond_the_limit_are_refused_at_once(pool: StandInPool) -> None:
    tasks = [pool.ask("a", str(number)) for number in range(4)]
    await rest()
    assert isinstance(tasks[3].exception(), Busy)
    assert not any(task.done() for task in tasks[:3])
    others = [pool.ask(client, client) for client in "bcd"]
    await rest()
    assert [task.done() for task in others] == [False, True, True]
    assert str(others[2].exception()) == "questions: the server is busy; try again in a few seconds"


@with_pool()
async def test_a_job_submitted_and_cancelled_at_once_is_not_begun(pool: StandInPool) -> None:
    task = pool.ask("a", "first")
    await asyncio.sleep(0)
    await pool.leave(task)
    assert pool.running == {}
    await pool.begin("a", "second")
    assert set(pool.running) == {"second"}


@with_pool()
async def test_the_start_of_a_process_takes_none_of_a_jobs_time(pool: StandInPool) -> None:
    conversions = pool.workers[-1]
    conversions.starting = []
    left = await pool.begin("a", "left", Priority.CONVERSION)
    second = await pool.begin("b", "second", Priority.CONVERSION, seconds=0)
    await pool.leave(left)
    assert not pool.running
    [call] = conversions.starting
    call.set_result(None)
    with pytest.raises(JobError, match="it took longer than 0 s"):
        await second
    assert [call.name for call in conversions.given] == ["second"]
    assert conversions.starts == 1


@with_pool()
async def test_a_job_whose_time_is_up_is_asked_for_its_result_so_far(pool: StandInPool) -> None:
    task = pool.ask("a", "first", seconds=0)
    await soon(lambda: any(call.stops for call in pool.running.values()))
    await pool.finish("first")
    assert await task == "FIRST"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (Cancelled(), f"request: it took longer than {PATIENCE:g} s"),
        (MemoryError(), "request: it took more memory than it may"),
        (ZeroDivisionError(), "request: it failed"),
        (MoveError("11", "the cell is taken"), "11: the cell is taken"),
    ],
)
def test_failures_are_reported_in_one_line(error: Exception, message: str) -> None:
    async def test(pool: StandInPool) -> None:
        task = await pool.begin("a", "first")
        await pool.fail("first", error)
        assert str(task.exception()) == message

    run_with(test)


@with_pool()
async def test_a_job_that_lost_its_worker_is_tried_once_more(pool: StandInPool) -> None:
    lucky, hopeless = pool.ask("a", "lucky", Priority.MOVE), pool.ask("a", "hopeless")
    await rest()
    for name in ("lucky", "hopeless", "hopeless"):
        await pool.lose(name)
    await pool.finish("lucky")
    assert await lucky == "LUCKY"
    assert str(hopeless.exception()) == "request: it broke down"
    after = await pool.begin("a", "after")
    await pool.finish("after")
    assert await after == "AFTER"


@with_pool()
async def test_a_cancelled_job_is_not_tried_again(pool: StandInPool) -> None:
    task = await pool.begin("a", "first")
    task.cancel()
    await pool.lose("first")
    assert pool.running == {}


@with_pool()
async def test_a_worker_that_was_lost_while_idle_is_replaced_before_the_next_job(pool: StandInPool) -> None:
    for priority in (Priority.MOVE, Priority.ANALYSIS):
        for name in ("first", "second"):
            task = await pool.begin("a", name, priority)
            assert pool.running[name].worker.is_alive
            await pool.finish(name)
            assert await task == name.upper()
            for worker in pool.workers:
                worker.is_alive = False


@with_pool(failures=3, grace=0)
async def test_a_failed_start_of_a_worker_is_tried_again(pool: StandInPool) -> None:
    task = pool.ask("a", "first")
    await soon(lambda: "first" in pool.running)
    await pool.finish("first")
    assert await task == "FIRST"


@with_pool(workers=2)
async def test_a_job_goes_to_the_worker_that_did_one_with_the_same_key(pool: StandInPool) -> None:
    """Of the idle workers, the scheduler chooses the one that has done a job with the same key."""
    pool.ask("a", "one", Priority.MOVE, affinity="game 1")
    await pool.begin("a", "two", Priority.MOVE, affinity="game 2")
    workers = {name: call.worker for name, call in pool.running.items()}
    await pool.finish("one")
    await pool.finish("two")
    pool.ask("a", "two again", Priority.MOVE, affinity="game 2")
    pool.ask("a", "one again", Priority.MOVE, affinity="game 1")
    await pool.begin("a", "another", Priority.MOVE, affinity="game 2")
    assert pool.running["one again"].worker is workers["one"]
    assert pool.running["two again"].worker is workers["two"]
    assert pool.running["another"].worker not in workers.values()


@with_pool()
async def test_conversions_and_other_jobs_do_not_wait_for_each_other(pool: StandInPool) -> None:
    for name in ("analysis", "second analysis"):
        pool.ask("a", name)
    for name in ("record", "second record"):
        pool.ask("b", name, Priority.CONVERSION)
    await pool.begin("c", "move", Priority.MOVE)
    assert pool.running.keys() == {"analysis", "record", "move"}
    await pool.finish("record")
    assert pool.running.keys() == {"analysis", "second record", "move"}


@with_pool(conversions_waiting_per_client=1, waiting_per_client=9)
async def test_conversions_have_limits_of_their_own(pool: StandInPool) -> None:
    first, second, third = (pool.ask("a", name, Priority.CONVERSION) for name in ("one", "two", "three"))
    await rest()
    assert (first.done(), second.done()) == (False, False)
    assert isinstance(third.exception(), Busy)


STEPS = st.lists(
    st.tuples(st.just("ask"), st.sampled_from("abc"), st.sampled_from(list(Priority)))
    | st.tuples(st.sampled_from(["finish", "leave", "kill"]), st.integers(0, 9), st.none()),
    max_size=40,
)


@given(STEPS)
def test_every_client_is_answered_once_and_takes_at_most_its_share(
    steps: list[tuple[str, Any, Any]],
) -> None:
    workers = 2

    async def test(pool: StandInPool) -> None:
        asked: dict[str, asyncio.Task[str]] = {}
        left: set[str] = set()

        async def step(what: str, which: Any, priority: Any) -> None:  # noqa: ANN401 - as drawn
            if what == "ask":
                name = f"{which} {priority.name} {len(asked)}"
                asked[name] = pool.ask(which, name, priority)
            elif what == "leave" and asked:
                name = sorted(asked)[which % len(asked)]
                asked[name].cancel()
                left.add(name)
            elif doing := sorted(pool.running.items()):
                name, call = doing[which % len(doing)]
                call.set_result(name.upper()) if what == "finish" else call.kill()
            await rest()

        for what, which, priority in steps:
            await step(what, which, priority)
            doing = list(pool.running)
            conversions = sum("CONVERSION" in name for name in doing)
            assert conversions <= 1
            assert len(doing) - conversions <= workers + 1
            shares = Counter(tuple(name.split()[:2]) for name in doing if name.split()[1] in {"QUESTION", "ANALYSIS"})
            assert all(share <= workers // 2 for share in shares.values())
            assert sum(shares.values()) <= workers
        while pool.running:
            await step("finish", 0, None)
        for name, task in asked.items():
            assert task.done()
            if not task.cancelled():
                error = task.exception()
                assert task.result() == name.upper() if error is None else str(error) == "request: it broke down"
            else:
                assert name in left

    run_with(test, workers=workers)


async def test_closing_fails_all_waiting_jobs() -> None:
    pool = StandInPool()
    async with pool.scheduler:
        await rest()
        tasks = [pool.ask(client, client) for client in "ab"]
        await rest()
        tasks.append(pool.ask("c", "handed over", Priority.MOVE))
        await asyncio.sleep(0)
    assert not any(worker.is_alive for worker in pool.workers)
    await asyncio.wait(tasks)
    for task in tasks:
        assert isinstance(task.exception(), JobError)
        assert str(task.exception()) == "request: the server is closing"


# ---- Readiness ----


@with_pool()
async def test_it_is_ready_while_a_process_works(pool: StandInPool) -> None:
    assert await pool.scheduler.check()
    move = await pool.begin("a", "move", Priority.MOVE)
    starting = pool.workers[0].starting = []
    await pool.lose("move")
    assert not await pool.scheduler.check()
    starting[0].set_result(None)
    await rest()
    await pool.finish("move")
    assert await move == "MOVE"
    assert await pool.scheduler.check()


@with_pool(failures=1)
async def test_a_check_starts_the_process_that_could_not_be_started(pool: StandInPool) -> None:
    assert (await pool.scheduler.check(), pool.starts) == (False, 0)
    await rest()
    assert (await pool.scheduler.check(), pool.starts) == (True, 1)
