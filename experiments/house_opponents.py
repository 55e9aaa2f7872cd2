"""The house player against the program of the IBM 1620: the strongest with the first move, and levels from both seats.

The claim that is put to the test is that on 4x4x4 and 4x4x4x4 the house player, moving first, wins every game: it plays
by a book of a proved win, and by forced wins, so that no opponent can matter. The levels are measured against an
opponent that is none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from experiments.common.series import Series, play_all
from hyperoxo.players.house.levels import LEVELS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON

SUMMARY = "oxo: first against ibm1620, and each level against it from both seats"

GAMES = 1_000
LEVEL_GAMES = 200
"""Games of each level in each seat."""
FOUR_GAMES = 200
"""Games on 4x4x4x4."""
IBM1620 = "ibm1620:row-order=random"


def all_series(games: int) -> list[Series]:
    """Return every series: the strongest first, then levels from both seats."""
    first = [
        Series("oxo first", "oxo", "ibm1620", games),
        Series("oxo first, rows drawn", "oxo", IBM1620, games),
        Series("oxo first, 4x4x4x4", "oxo", IBM1620, min(games, FOUR_GAMES), "4x4x4x4"),
    ]
    few = min(games, LEVEL_GAMES)
    levels = [
        series
        for level in LEVELS
        for series in (
            Series(f"level {level} first", f"oxo:level={level}", IBM1620, few),
            Series(f"level {level} second", IBM1620, f"oxo:level={level}", few),
        )
    ]
    return [*first, *levels]


def run(bench: Workbench) -> dict[str, JSON]:
    """Play every series and return the counts."""
    games = bench.games or GAMES
    series = all_series(games)
    tallies = play_all(bench, series)
    return {
        "seed": bench.seed,
        "series": [
            {
                "name": one.name,
                "board": one.board,
                "first": one.first,
                "second": one.second,
                **tallies[one.name].as_json(),
            }
            for one in series
        ],
    }


def report(figures: Mapping[str, Any]) -> str:
    """Return the figures as a table."""
    return "\n".join(
        f"{one['name']:24} {one['games']:5} games: first {one['first_wins']}, second {one['second_wins']}, "
        f"drawn {one['ties'] + one['stopped_by_own_rules']}, {one['plies_per_game']} plies"
        for one in figures["series"]
    )
