"""What a tweak of `ibm1620` does for the seat that has it, against the program without.

The order of the rows is drawn anew for every game and seat, so that no single order's quirks show. Each tweak is played
in three series: in the first seat, in the second, and in both.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from experiments.common.pages import change, elo, percent, table
from experiments.common.series import Series, as_json, play_all
from experiments.common.statistics import mean_score
from hyperoxo.arena.scores import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from experiments.common.workbench import Workbench
    from hyperoxo.arena.scores import Standings
    from hyperoxo.game import JSON

PLAIN = "ibm1620:row-order=random"
BASELINE = "inside-first, row order random"
"""The series without a tweak. Every experiment that has it plays the same games, since seeds follow from the name."""


@dataclass(frozen=True, slots=True)
class Tweak:
    """A change of the program.

    Attributes:
        name: what it is called in the results.
        option: the option that makes it.
    """

    name: str
    option: str

    def series(self, games: int) -> list[Series]:
        """Return the series with the tweak in the first seat, in the second, and in both."""
        tweaked = f"{PLAIN},{self.option}"
        return [
            Series(f"{self.name}: first", tweaked, PLAIN, games),
            Series(f"{self.name}: second", PLAIN, tweaked, games),
            Series(f"{self.name}: both", tweaked, tweaked, games),
        ]

    def effect(self, counted: Mapping[str, Standings]) -> dict[str, JSON]:
        """Return what the seat that has the tweak gains, and what it scores over both seats, in points of 100."""
        base, base_error = mean_score(counted[BASELINE].seats())
        first, first_error = mean_score(counted[f"{self.name}: first"].seats())
        second, second_error = mean_score(counted[f"{self.name}: second"].seats())
        return {
            "name": self.name,
            "option": self.option,
            "as_first": round(100 * (first - base), 3),
            "as_first_error": round(100 * math.hypot(first_error, base_error), 3),
            "as_second": round(100 * (base - second), 3),
            "as_second_error": round(100 * math.hypot(second_error, base_error), 3),
            "score": round(100 * (first + 1 - second) / 2, 3),
            "score_error": round(100 * math.hypot(first_error, second_error) / 2, 3),
        }


def measure(bench: Workbench, tweaks: Sequence[Tweak], games: int) -> dict[str, JSON]:
    """Play every tweak, and the program without one, and return effects and counts."""
    tweaked = [series for tweak in tweaks for series in tweak.series(games)]
    all_series = [Series(BASELINE, PLAIN, PLAIN, games), *tweaked]
    counted = play_all(bench, all_series)
    return {
        "games_per_series": games,
        "seed": bench.seed,
        "effects": [tweak.effect(counted) for tweak in tweaks],
        "series": as_json(all_series, counted),
    }


def effects_table(figures: Mapping[str, Any]) -> str:
    """Return what the tweaks change, as a table."""
    return table(
        ("tweak", "gain as first", "gain as second", "score over both seats", "Elo, with 95 % interval"),
        (
            (
                f"`{one['option']}`",
                change(one["as_first"], one["as_first_error"]),
                change(one["as_second"], one["as_second_error"]),
                f"{one['score']:.2f} ± {one['score_error']:.2f}",
                _elo_of(one["name"], {series["name"]: series for series in figures["series"]}),
            )
            for one in figures["effects"]
        ),
    )


def series_table(figures: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return how games of the series named ended, as a table in %; `names` gives each row its words."""
    by_name = {one["name"]: one for one in figures["series"]}
    return table(
        ("", "first mover wins", "second mover wins", "ties", "plies a game"),
        (
            (words, *map(percent, one["shares"], one["errors"]), f"{one['plies_per_game']:.1f}")
            for words, one in ((words, by_name[name]) for name, words in names.items())
        ),
    )


def _elo_of(tweak: str, series: Mapping[str, Any]) -> str:
    """Return the Elo difference between the program with a tweak and without, from the games of both seats."""
    first, second = series[f"{tweak}: first"], series[f"{tweak}: second"]
    as_first = Tally(first["first_wins"], first["ties"], first["second_wins"])
    as_second = Tally(second["second_wins"], second["ties"], second["first_wins"])
    return elo(as_first + as_second)
