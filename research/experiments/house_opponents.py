"""The house player against the program of the IBM 1620: the strongest with the first move, and levels from both seats.

The claim that is put to the test is that on 4x4x4 and 4x4x4x4 the house player, moving first, wins every game: it plays
by a book of a proved win, and by forced wins, so that no opponent can matter. The levels are measured against an
opponent that is none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from experiments.common.levels import IBM1620, level_series, levels_table
from experiments.common.pages import table
from experiments.common.series import Series, as_json, play_all

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


def all_series(games: int) -> list[Series]:
    """Return every series: the strongest first, then levels from both seats."""
    first = [
        Series("oxo first", "oxo", "ibm1620", games),
        Series("oxo first, rows drawn", "oxo", IBM1620, games),
        Series("oxo first, 4x4x4x4", "oxo", IBM1620, min(games, FOUR_GAMES), "4x4x4x4"),
    ]
    return [*first, *level_series(min(games, LEVEL_GAMES))]


def run(bench: Workbench) -> dict[str, JSON]:
    """Play every series and return the counts."""
    series = all_series(bench.games or GAMES)
    return {"seed": bench.seed, "series": as_json(series, play_all(bench, series))}


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""
    strongest = [one for one in figures["series"] if one["first"] == "oxo"]
    return {
        "strongest": table(
            ("board", "against", "games", "won", "drawn", "lost", "plies a game"),
            (
                (
                    one["board"],
                    f"`{one['second']}`",
                    one["games"],
                    one["first_wins"],
                    one["ties"],
                    one["second_wins"],
                    f"{one['plies_per_game']:.1f}",
                )
                for one in strongest
            ),
        ),
        "level_games": str(figures["series"][-1]["games"]),
        "levels": levels_table(figures["series"]),
    }
