"""Levels of the house player against the IBM 1620's program, from both seats; that draws its order of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from experiments.common.pages import table
from experiments.common.series import Series
from hyperoxo.players.oxo.levels import LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

IBM1620 = "ibm1620:row-order=random"
SEATS = (("first", "first_wins", "second_wins"), ("second", "second_wins", "first_wins"))
"""Each seat, with what a series calls games won and lost by who holds it."""


def level_series(games: int, board: str = "4x4x4") -> list[Series]:
    """Return the series: each level in the first seat, then in the second."""
    return [
        series
        for level in LEVELS
        for series in (
            Series(f"level {level} first", f"oxo:level={level}", IBM1620, games, board),
            Series(f"level {level} second", IBM1620, f"oxo:level={level}", games, board),
        )
    ]


def levels_table(all_series: Iterable[Mapping[str, Any]]) -> str:
    """Return how their games ended, won-drawn-lost by the house player, as a table."""
    series = {one["name"]: one for one in all_series}

    def row(level: int) -> list[str | int]:
        seats = ((series[f"level {level} {seat}"], wins, losses) for seat, wins, losses in SEATS)
        return [level, *(f"{one[wins]}-{one['ties']}-{one[losses]}" for one, wins, losses in seats)]

    return table(("level", "as first", "as second"), map(row, LEVELS))
