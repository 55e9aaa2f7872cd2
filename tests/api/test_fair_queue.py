"""Clients take turns: a client never waits behind all questions of another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hyperoxo.server.workers.scheduler import FairQueue

ASKED = st.lists(st.tuples(st.sampled_from("abcd"), st.integers()), max_size=30)


def filled(asked: list[tuple[str, int]]) -> FairQueue[tuple[str, int, int]]:
    """Return a queue in which all questions wait, numbered so that equal questions differ."""
    queue: FairQueue[tuple[str, int, int]] = FairQueue(per_client=100, total=1000)
    for number, (client, item) in enumerate(asked):
        queue.add(client, (client, item, number))
    return queue


def served(queue: FairQueue[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Return everything in the order in which it is served."""
    return [item for _ in range(len(queue)) if (item := queue.pop()) is not None]


def test_a_client_that_may_not_be_served_keeps_its_turn() -> None:
    queue: FairQueue[str] = FairQueue(per_client=10, total=100)
    for client in ("a", "b", "a", "b"):
        queue.add(client, client)
    assert queue.pop(lambda client: client != "a") == "b"
    assert [queue.pop(), queue.pop(), queue.pop()] == ["a", "b", "a"]


@given(ASKED)
def test_looking_at_a_queue_shows_its_order_of_service(asked: list[tuple[str, int]]) -> None:
    queue = filled(asked)
    foretold = list(queue)
    assert foretold == served(queue)
    assert len(foretold) == len(asked)


@given(ASKED)
def test_questions_of_one_client_are_served_in_order(asked: list[tuple[str, int]]) -> None:
    order = served(filled(asked))
    for client in "abcd":
        numbers = [number for name, _, number in order if name == client]
        assert numbers == sorted(numbers)


@given(ASKED)
def test_no_other_client_is_passed_over_between_two_questions_of_one(asked: list[tuple[str, int]]) -> None:
    """While a client waits, no other client is served twice before it."""
    order = [client for client, _, _ in served(filled(asked))]
    for at, client in enumerate(order):
        since = order[:at]
        last = max((i for i, other in enumerate(since) if other == client), default=-1)
        between = since[last + 1 :]
        assert len(between) == len(set(between))
