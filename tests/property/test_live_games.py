"""Laws of live games for all actions of both sides and their computers: the events alone determine the whole game.

Every action passes the rules: a refused action changes nothing, and the events of an allowed one are applied as they
come back from the store.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperoxo import Ending, HyperoxoError
from hyperoxo.server.games import action_rules
from hyperoxo.server.games.clocks import TURN_EVENTS
from hyperoxo.server.games.state import HOST, GameState
from hyperoxo.server.games.storing import decode_events, encode_event
from hyperoxo.server.messages import games, live
from hyperoxo.server.workers.jobs import DecisionMade
from hyperoxo.sides import SIDES

if TYPE_CHECKING:
    from hyperoxo.server.messages.common import Message
    from hyperoxo.sides import Side

GAME_ID = "A" * 22
CELLS = st.sampled_from(["11", "12", "13", "21", "22", "23", "31", "32", "33", "44"])
PLAYERS = st.sampled_from(["random", "oxo:level=1", "magic-square", "stranger"])
WHATS = st.sampled_from(["takeback", "draw", "rematch"])


@dataclass(frozen=True)
class Doing:
    """Some holders act for a side, or as the host."""

    holders: frozenset[int]
    side: Side | None
    action: live.Action


@dataclass(frozen=True)
class Claiming:
    """A client takes an open seat."""

    side: Side


TIMING = games.Timing(at=5, elapsed=7, lag=3)
SEATS = st.one_of(
    st.builds(games.FirstSeat, kind=st.sampled_from(["person", "open"]), player=st.none()),
    st.builds(games.FirstSeat, kind=st.just("player"), player=st.just("random")),
)
CREATIONS = st.builds(
    games.Created,
    number=st.just(1),
    by=st.none(),
    board=st.just("3x3"),
    start=st.sampled_from([None, "x3o4 x", "9 o"]),
    moves=st.just([]),
    seats=st.builds(games.FirstSeats, x=SEATS, o=SEATS),
    seed=st.just(1),
    settings=st.builds(games.GameSettings, delay=st.just(0.0), clock=st.sampled_from([None, "60+5", "1 day"])),
    timing=st.just(TIMING),
)


def named(model: type[Message], kind: str, **details: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Return a strategy for one kind of action; its ply, if any, is set when the action is made."""
    return st.builds(lambda **chosen: model.model_validate({"kind": kind, **chosen}), **details)


ACTIONS = st.one_of(
    named(live.PlayAction, "play", cell=CELLS, ply=st.just(0)),
    named(live.StepAction, "undo", ply=st.just(0)),
    named(live.StepAction, "redo", ply=st.just(0)),
    named(live.OfferAction, "offer", what=WHATS),
    named(live.AnswerAction, "answer", what=WHATS, accept=st.booleans()),
    named(live.OfferAction, "withdraw", what=WHATS),
    named(live.PlainAction, "resign"),
    named(live.PlainAction, "abort"),
    named(live.SeatAction, "seat", side=st.sampled_from(SIDES), player=st.none() | PLAYERS),
    named(live.PlainAction, "swap"),
    named(live.PaceAction, "pace", delay=st.none() | st.just(1.0)),
)
DECISIONS = st.one_of(
    st.builds(DecisionMade, CELLS, reasons=st.just({"why": [1, None]}), remark=st.just("Ha.")),
    st.builds(DecisionMade, st.none(), st.sampled_from([Ending.RESIGNED, Ending.DRAW_AGREED, Ending.OWN_RULES])),
)
HOLDERS = st.frozensets(st.sampled_from([HOST, 1, 2]), min_size=2)
DOINGS = st.builds(Doing, HOLDERS, st.sampled_from([*SIDES, None]), ACTIONS)
STEPS = st.lists(DOINGS | DECISIONS | st.builds(Claiming, st.sampled_from(SIDES)), max_size=30)


def stored_and_read(happened: list[games.Event]) -> list[games.Event]:
    """Return events as they come back from the store; followers get the text that it has."""
    stored = [encode_event(event) for event in happened]
    texts = [live.Happening.text_of(str(event.payload)) for event in stored]
    assert texts == [live.Happening(event=event).model_dump_json() for event in happened]
    return decode_events(stored)


def events_of_step(state: GameState, step: Doing | Claiming | DecisionMade) -> list[games.Event]:
    """Return the events of a step, or none if it is refused or impossible."""
    if isinstance(step, Claiming):
        is_open = state.seats[step.side].kind == "open"
        return [games.Claimed(number=state.number + 1, by=step.side)] if is_open else []
    if isinstance(step, DecisionMade):
        computer = state.computer_to_decide
        return [] if computer is None else [action_rules.event_of_decision(state, computer.side, step)]
    action = step.action
    if isinstance(action, live.PlayAction | live.StepAction):
        action = action.model_copy(update={"ply": state.game.ply})
    try:
        return action_rules.events_of(state, step.holders, step.side, action)
    except HyperoxoError:
        return []


def everything(state: GameState) -> dict[str, object]:
    """Return all that a state holds, its clock included."""
    clock = None if state.clock is None else vars(state.clock)
    return vars(state) | {"clock": clock}


@given(CREATIONS, STEPS)
def test_the_events_alone_determine_the_whole_game(
    created: games.Created, steps: list[Doing | Claiming | DecisionMade]
) -> None:
    state = GameState(GAME_ID, [created])
    for step in steps:
        before = state.snapshot()
        happened = [
            event.model_copy(update={"timing": TIMING}) if isinstance(event, TURN_EVENTS) else event
            for event in stored_and_read(events_of_step(state, step))
        ]
        expected = state.after(happened)
        assert state.snapshot() == before  # deciding what may happen changes nothing
        for event in happened:
            assert event.number == state.number + 1
            state.apply(event)
        assert everything(expected) == everything(state)
    again = GameState(GAME_ID, stored_and_read(state.history))
    assert again.snapshot() == state.snapshot()
    assert again.history == state.history
    assert again.finished() == state.finished()
    assert everything(again) == everything(state)


@given(CREATIONS, STEPS)
def test_no_side_plays_out_of_turn_or_after_the_end(
    created: games.Created, steps: list[Doing | Claiming | DecisionMade]
) -> None:
    state = GameState(GAME_ID, [created])
    for step in steps:
        for event in events_of_step(state, step):
            if isinstance(event, games.Played):
                assert event.by == state.game.to_move
                assert not state.game.is_over
                assert event.ply == state.game.ply + 1
            state.apply(event)
        if (seat := state.computer_to_decide) is not None:
            assert seat.side == state.game.to_move
            assert state.seats[seat.side].player == seat.player
            assert not state.game.is_over


@given(CREATIONS, STEPS)
def test_no_person_loses_a_seat_to_another_person(
    created: games.Created, steps: list[Doing | Claiming | DecisionMade]
) -> None:
    """A person's seat changes only by changing sides with a computer."""
    state = GameState(GAME_ID, [created])
    for step in steps:
        held = {seat.holder for seat in state.seats.values() if seat.holder is not None}
        for event in events_of_step(state, step):
            state.apply(event)
        assert held <= {seat.holder for seat in state.seats.values()}


class Flown(games.Happened):
    """An event that no game has."""

    kind: Literal["flown"] = "flown"


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (Flown(number=2, by="x"), "flown is no event of a game"),
        (games.Claimed(number=2, by=None), "claimed needs a side"),
        (games.Offered(number=2, by=None, what="draw"), "offered needs a side"),
        (games.Remarked(number=2, by=None, note=games.MoveNote(remark="ah")), "remarked needs a side"),
    ],
)
def test_an_event_that_cannot_happen_is_refused_with_its_reason(event: games.Event, reason: str) -> None:
    open_seat = games.FirstSeat(kind="open", player=None)
    seats = games.FirstSeats(x=open_seat, o=open_seat)
    settings = games.GameSettings()
    created = games.Created(
        number=1, by=None, board="3x3", start=None, moves=[], seats=seats, seed=1, settings=settings
    )
    with pytest.raises(ValueError, match=f"^{reason}$"):
        GameState(GAME_ID, [created]).apply(event)
