"""The 4D game: what the first move is worth on 4x4x4x4 to the IBM 1620's program, and to players that see further.

The document is disappointed by the 4D game, which the side that began could win without effort. So the program plays
itself on both boards, once with its fixed row order and once with orders drawn for each game and seat. And the levels
of the house player meet it in 4D from both seats, to see how far one has to see there, and whether the first move
helps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from experiments.common.levels import IBM1620, level_series, levels_table
from experiments.common.pages import elo, percent, table
from experiments.common.series import Series, as_json, play_all
from hyperoxo.arena.scores import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON

SUMMARY = "the first mover's edge on 4x4x4x4: ibm1620 against itself, and levels of oxo against ibm1620"

GAMES = 20_000
LEVEL_GAMES = 200
"""Games of each level of the house player in each seat."""
SELF_PLAY = (
    ("4D, row order 0", "ibm1620:row-shuffle=0", "4x4x4x4"),
    ("4D, row order random", IBM1620, "4x4x4x4"),
    ("inside-first, row order 0", "ibm1620:row-shuffle=0", "4x4x4"),
    ("inside-first, row order random", IBM1620, "4x4x4"),
)
"""Series of the program against itself: name, player and board. In 3D they are the first games of `ibm1620_runs`."""


def run(bench: Workbench) -> dict[str, JSON]:
    """Play every series and return the counts."""
    games = bench.games or GAMES
    itself = [Series(name, player, player, games, board) for name, player, board in SELF_PLAY]
    levels = level_series(min(games, LEVEL_GAMES), "4x4x4x4")
    counted = play_all(bench, [*itself, *levels])
    return {"seed": bench.seed, "itself": as_json(itself, counted), "levels": as_json(levels, counted)}


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""
    return {
        "games": f"{figures['itself'][0]['games']:,}",
        "itself": table(
            (
                "board",
                "row order",
                "first mover wins",
                "second mover wins",
                "ties",
                "plies a game",
                "Elo, with 95 % interval",
            ),
            (
                (
                    one["board"],
                    "drawn for each game and seat" if one["first"] == IBM1620 else "0",
                    *map(percent, one["shares"], one["errors"]),
                    f"{one['plies_per_game']:.1f}",
                    elo(Tally(one["first_wins"], one["ties"], one["second_wins"])),
                )
                for one in figures["itself"]
            ),
        ),
        "level_games": str(figures["levels"][0]["games"]),
        "levels": levels_table(figures["levels"]),
    }
