"""The rematch of a live game: the same settings, sides exchanged, and the score of the series."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.seeds import derived_seed
from hyperoxo.server.games import action_rules
from hyperoxo.server.games.seat_secrets import ids_of
from hyperoxo.server.games.state import HOST, GameState, swapped
from hyperoxo.server.messages import games
from hyperoxo.server.messages.common import SEED_LIMIT
from hyperoxo.sides import SIDES, other_side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo.sides import Side
    from hyperoxo.store import SeatName


def rematch_of(
    state: GameState, digests_of_game: Mapping[int, bytes], by: Side | None
) -> tuple[games.Created, dict[int, bytes], dict[int, int]]:
    """Return the first event of a rematch, with sides swapped, the digests of its secrets, and its names.

    It is by the side that agreed to it; as a new game, by none if one person holds both sides. Under the pie rule, the
    player who has chosen a side places the stones, whichever side it was.
    """
    swaps = state.taken != "x"
    seats = {side: state.seats[other_side(side) if swaps else side] for side in SIDES}
    score = state.score_after
    firsts: dict[Side, games.FirstSeat] = {}
    digests: dict[int, bytes] = {}
    people: dict[int, SeatName] = {}
    for side, seat in seats.items():
        if seat.player is not None:
            action_rules.full_name_of_player(state.board, seat.player, side)
        if seat.holder is not None:
            holder = HOST + 1 + len(digests)
            digests[holder] = digests_of_game[seat.holder]
            if seat.holder in state.people:
                people[holder] = state.people[seat.holder]
        firsts[side] = games.FirstSeat(kind=seat.kind, player=seat.player)
    created = state.created.model_copy(
        update={
            "by": None if state.is_played_alone else by,
            "moves": [],
            "seats": games.FirstSeats(x=firsts["x"], o=firsts["o"]),
            "seed": derived_seed(state.seed, "rematch") % SEED_LIMIT,
            "fixture": None,
            "score": swapped(score) if swaps else score,
        }
    )
    return created, digests, ids_of(people)
