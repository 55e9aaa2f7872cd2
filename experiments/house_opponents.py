"""The house player against the museum: the strongest with the first move, and levels from both seats.

The claim that is put to the test is that on 4x4x4 the house player, moving first, never loses or draws: it plays by a
book of a proved win, and by forced wins, so that no opponent can matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from experiments.common.series import Series, play_all

if TYPE_CHECKING:
    from collections.abc import Mapping

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON

SUMMARY = "oxo: first on 4x4x4 against ibm1620 and others, and levels against the museum"

GAMES = 1_000
LEVEL_GAMES = 100
"""Games of each level in each seat."""
IBM1620 = "ibm1620:row-order=random"
ATARI_ST = "atari-st"


def all_series(games: int) -> list[Series]:
    """Return every series: the strongest first, then levels from both seats."""
    few = min(games, LEVEL_GAMES)
    first = [
        Series("oxo first v ibm1620", "oxo", "ibm1620", games),
        Series("oxo first v ibm1620 in random row order", "oxo", IBM1620, games),
        Series("oxo first v atari-st", "oxo", ATARI_ST, few),
    ]
    levels = [
        series
        for level in range(1, 10)
        for opponent in (IBM1620, ATARI_ST)
        for series in (
            Series(f"level {level} first v {opponent}", f"oxo:level={level}", opponent, few),
            Series(f"level {level} second v {opponent}", opponent, f"oxo:level={level}", few),
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
            {"name": one.name, "first": one.first, "second": one.second, **tallies[one.name].as_json()}
            for one in series
        ],
    }


def report(figures: Mapping[str, Any]) -> str:
    """Return the figures as a table."""
    return "\n".join(
        f"{one['name']:44} {one['games']:5} games: first {one['first_wins']}, second {one['second_wins']}, "
        f"drawn {one['ties'] + one['stopped_by_own_rules']}, {one['plies_per_game']} plies"
        for one in figures["series"]
    )
