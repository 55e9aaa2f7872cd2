"""Which of the puzzles that were found are shipped: quotas by board, class and theme."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Quota(NamedTuple):
    """How many puzzles of a board are wanted, of a class and of a theme; None for any."""

    board: str
    count: int
    kind: str | None = None
    theme: str | None = None


QUOTAS = (
    Quota("4x4x4", 105, "only-win", "quiet move"),
    Quota("4x4x4", 75, "only-win"),
    Quota("4x4x4", 90, "only-defence", "defence"),
    Quota("4x4x4", 25, "only-defence"),
    Quota("4x4x4", 155),
    Quota("4x4x4x4", 105),
    Quota("3x3x3", 65),
)
"""The quotas, in the order in which they choose; each adds to those before."""
MOST_OF_A_THEME = 150
"""A quarter of 600."""
MOST_OF_A_THEME_IN_A_QUOTA = 0.4
MOST_OF_A_GAME = 4
EASY = frozenset({"complete", "block"})
"""Themes of which there are many, and a few are enough."""
MOST_EASY = 25


def chosen(found: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the puzzles that fill the quotas, as far as they can, without twins, in an order that their ids fix."""
    unique = {puzzle["id"]: puzzle for puzzle in found}
    order = sorted(unique.values(), key=lambda puzzle: hashlib.sha256(puzzle["id"].encode()).digest())
    taken: dict[str, dict[str, Any]] = {}
    themes: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for quota in QUOTAS:
        left, of_theme = quota.count, Counter[str]()
        for puzzle in order:
            theme, game = puzzle["theme"], puzzle["source"].rpartition(",")[0]
            most = MOST_EASY if theme in EASY else MOST_OF_A_THEME
            if quota.theme is None:
                most = min(most, themes[theme] - of_theme[theme] + int(quota.count * MOST_OF_A_THEME_IN_A_QUOTA))
            if (
                left
                and puzzle["id"] not in taken
                and puzzle["board"] == quota.board
                and quota.kind in {None, puzzle["class"]}
                and quota.theme in {None, theme}
                and themes[theme] < most
                and games[game] < MOST_OF_A_GAME
            ):
                taken[puzzle["id"]] = puzzle
                themes[theme] += 1
                of_theme[theme] += 1
                games[game] += 1
                left -= 1
    return [puzzle for puzzle in order if puzzle["id"] in taken]


def counts(puzzles: Iterable[dict[str, Any]]) -> list[str]:
    """Return how many there are of each board and class, each theme and each grade, as lines."""
    listed = list(puzzles)
    classes = Counter(f"{puzzle['board']} {puzzle['class']}" for puzzle in listed)
    themes = Counter(f"{puzzle['board']} {puzzle['theme']}" for puzzle in listed)
    all_themes = Counter(puzzle["theme"] for puzzle in listed)
    grades = Counter(str(puzzle.get("grade", "none")) for puzzle in listed)
    return [
        f"{len(listed)} puzzles",
        *(
            f"{what}: {', '.join(f'{name} {count}' for name, count in sorted(counted.items()))}"
            for what, counted in (("class", classes), ("theme", themes), ("all", all_themes), ("grade", grades))
        ),
    ]
