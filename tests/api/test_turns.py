"""Addresses take turns, and members of each: a client never waits behind all questions of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from hyperoxo.server.clients import Client, Held
from hyperoxo.server.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Sequence

CLIENTS = [Client(address, member) for address in "abc" for member in ("", "x", "y")]
ASKED = st.lists(st.sampled_from(CLIENTS), max_size=30)


def filled(asked: list[Client]) -> Turns[tuple[Client, int]]:
    """Return turns for which all questions wait, numbered so that equal questions differ."""
    waiting: Turns[tuple[Client, int]] = Turns(Held(1_000))
    for number, client in enumerate(asked):
        waiting.add(client, (client, number))
    return waiting


def served(waiting: Turns[tuple[Client, int]]) -> list[tuple[Client, int]]:
    """Return everything in the order in which it is served."""
    return [item for _ in range(len(waiting)) if (item := waiting.pop()) is not None]


def check_turns(order: Sequence[str]) -> None:
    """Check that none is served twice while another waits that is served later."""
    for at, one in enumerate(order):
        since = order[:at]
        last = max((i for i, other in enumerate(since) if other == one), default=-1)
        between = since[last + 1 :]
        assert len(between) == len(set(between))


def test_an_address_that_may_not_be_served_keeps_its_turn() -> None:
    a, b = Client("a"), Client("b")
    waiting = filled([a, b, a, b])
    assert waiting.pop(lambda address: address != "a") == (b, 1)
    assert served(waiting) == [(a, 0), (b, 3), (a, 2)]


@given(ASKED)
def test_looking_at_what_waits_shows_the_order_of_service(asked: list[Client]) -> None:
    waiting = filled(asked)
    foretold = list(waiting)
    assert foretold == served(waiting)
    assert len(foretold) == len(asked)


@given(ASKED)
def test_questions_of_one_client_are_served_in_order(asked: list[Client]) -> None:
    order = served(filled(asked))
    for client in CLIENTS:
        numbers = [number for one, number in order if one == client]
        assert numbers == sorted(numbers)


@given(ASKED)
def test_addresses_take_turns_and_so_do_the_members_of_each(asked: list[Client]) -> None:
    order = [client for client, _ in served(filled(asked))]
    check_turns([client.address for client in order])
    for address in "abc":
        check_turns([client.member for client in order if client.address == address])
