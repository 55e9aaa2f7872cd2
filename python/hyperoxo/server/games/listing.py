"""What lists say of a live game, as a function of its state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.store import PUBLIC, Listing

if TYPE_CHECKING:
    from hyperoxo.game import JSON
    from hyperoxo.server.games.state import GameState


def scope_of(state: GameState) -> str | None:
    """Return the list that a game belongs to, None for a game that is found by its link alone."""
    return PUBLIC if state.created.public else state.created.room


def listing_of(state: GameState) -> Listing | None:
    """Return what a list says of a game, None for a game in no list. Names are left out, since they may change."""
    scope, created = scope_of(state), state.created
    if scope is None:
        return None
    # A game that has a rematch is over, even if a move of it is taken back.
    if state.game.is_over or state.rematch is not None:
        return Listing(scope, None, {})
    seats: dict[str, JSON] = {
        str(side): {"player": seat.player, "holder": seat.holder} for side, seat in state.seats.items()
    }
    settings: dict[str, JSON] = {
        "hints": created.hints,
        "strict": created.strict,
        "pie": created.pie,
        "clock": created.clock,
    }
    is_open = any(seat.kind == "open" for seat in state.seats.values())
    return Listing(scope, is_open, {"board": created.board, "seats": seats, **settings})


def changed_listing(before: GameState, after: GameState) -> Listing | None:
    """Return what a list says of a game after some events; None if they have changed nothing of it."""
    listing = listing_of(after)
    return None if listing == listing_of(before) else listing
