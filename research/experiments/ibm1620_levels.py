"""The document's second tweak: levels 6 and 9 are left out in the program of one seat.

The two levels prepare traps and prevent their preparation. The document supposes that people do not see so far, and
that leaving the levels out in one copy therefore estimates what edge the machine has over a person. Each level is left
out alone and both together, for the first mover, for the second, and for both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from experiments.common.tweaks import Tweak, effects_table, measure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON

SUMMARY = "ibm1620 with levels 6 and 9 left out (6, 9, both) in one seat or in both"

GAMES = 20_000
TWEAKS = (
    Tweak("without 6", "leave-out=6"),
    Tweak("without 9", "leave-out=9"),
    Tweak("without 6 and 9", "leave-out=both"),
)


def run(bench: Workbench) -> dict[str, JSON]:
    """Play every tweak in either seat and in both, and return effects and counts."""
    return measure(bench, TWEAKS, bench.games or GAMES)


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""
    both = next(one for one in figures["effects"] if one["option"] == TWEAKS[-1].option)
    return {
        "games": f"{figures['games_per_series']:,}",
        "effects": effects_table(figures),
        "score_of_both": f"{both['score']:.0f}",
    }
