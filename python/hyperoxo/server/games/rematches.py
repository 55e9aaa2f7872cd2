"""The rematch of a live game: the same settings, sides exchanged, and the score of the series."""

from __future__ import annotations

import typing

from hyperoxo.seeds import derived_seed
from hyperoxo.server.games import action_rules
from hyperoxo.server.games.seat_secrets import ids_of
from hyperoxo.server.games.state import HOST, GameState, swapped
from hyperoxo.server.messages import games
from hyperoxo.server.messages.common import SEED_LIMIT
from hyperoxo.sides import SIDES, other_side

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo.sides import Side


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
    for side, seat in seats.items():
        if seat.player is not None:
            action_rules.full_name_of_player(state.board, seat.player, side)
    firsts = {side: games.FirstSeat(kind=seat.kind, player=seat.player) for side, seat in seats.items()}
    before = [seat.holder for seat in seats.values() if seat.holder is not None]
    holders = dict(enumerate(before, HOST + 1))
    digests = {holder: digests_of_game[former] for holder, former in holders.items()}
    people = {holder: state.people[former] for holder, former in holders.items() if former in state.people}
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
