"""The document's first tweak: all candidates of levels 6 and 9 are kept, and one is chosen at random.

The program keeps only the last candidate that each of the two levels finds; the document suggests to keep all of
them and to pick one at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from experiments.common.tweaks import BASELINE, Tweak, effects_table, measure, series_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON

SUMMARY = "ibm1620 choosing among all candidates of levels 6 and 9 at random, against the program as it is"

GAMES = 20_000
ANY = Tweak("any candidate", "candidates=any")


def run(bench: Workbench) -> dict[str, JSON]:
    """Play the tweak in either seat and in both, and return effects and counts."""
    return measure(bench, [ANY], bench.games or GAMES)


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""
    names = {
        BASELINE: "neither",
        f"{ANY.name}: first": "the first mover",
        f"{ANY.name}: second": "the second mover",
        f"{ANY.name}: both": "both",
    }
    return {
        "games": f"{figures['games_per_series']:,}",
        "effects": effects_table(figures),
        "series": series_table(figures, names),
    }
