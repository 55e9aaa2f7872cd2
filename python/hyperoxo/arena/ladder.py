"""Who stands on the ladder of a board: every player that is installed and can hold both seats there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.players import kind, names
from hyperoxo.players.oxo import KIND as HOUSE
from hyperoxo.players.oxo.levels import LEVELS

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.players import Player
    from hyperoxo.sides import Side


def ladder_players(board: Board) -> list[Player]:
    """Return the players of a board's ladder: one of each kind by name, with its defaults, then the house's levels.

    Programs that are outside are not among them, since each has a command of its own.
    """
    kinds = [kind(name) for name in names()]
    one_of_each = [found.player() for found in kinds if not found.is_outside and found.name != HOUSE.name]
    levels = [HOUSE.player(level=level) for level in sorted(LEVELS)]
    seats: tuple[Side, Side] = ("x", "o")
    return [
        entrant for entrant in (*one_of_each, *levels) if all(entrant.refusal(board, seat) is None for seat in seats)
    ]
