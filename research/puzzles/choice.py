"""Which of the puzzles that were found are shipped: quotas by board, class and theme."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzles.positions import ALL_POSITIONS
from puzzles.recorded import RECORDED

if TYPE_CHECKING:
    from collections.abc import Iterable


class Quota(NamedTuple):
    """How many puzzles of a board are wanted, of a class and of a theme, None for any, and what their source names."""

    board: str
    most: int
    kind: str | None = None
    theme: str | None = None
    source: str = ""


QUOTAS = (
    *(Quota(board, 20, source=RECORDED) for board in ("4x4x4", "3x3x3", "4x4x4x4")),
    Quota("3x3x3", 24, source=ALL_POSITIONS),
    Quota("4x4x4", 110, "only-win", "quiet move"),
    Quota("4x4x4", 80, "only-win"),
    Quota("4x4x4", 110, "only-defence", "defence"),
    Quota("3x3x3", 32),
    Quota("4x4x4x4", 105),
    Quota("4x4x4", 150),
)
"""The quotas, in the order in which they choose; each adds to those before."""
MAX_OF_A_THEME = {"block": 60, "complete": 40, "block that threatens": 100}
"""Themes of which there are many: their moves are mostly forced."""
MAX_OF_OTHERS = 150
"""A quarter of 600."""
MAX_OF_A_QUOTA = 0.6
"""The share of a theme in a quota that names none."""
MAX_OF_A_GAME = 4
LEFT_OUT = frozenset(
    {"y4bxvk", "92c9xy", "k8x3eb", "iu9dyx", "mpsnhb", "vkhcz8", "phkstt", "v47gqw", "qrfq8n", "x8mq2k", "f2n9u3"}
)
"""Puzzles that stay undecided within the limits of `tests/support/puzzle_check.py`."""


def chosen(found: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the puzzles that fill the quotas, as far as they can, without twins, in an order that their ids fix."""
    unique = {puzzle["id"]: puzzle for puzzle in found if puzzle["id"] not in LEFT_OUT}
    order = sorted(unique.values(), key=lambda puzzle: hashlib.sha256(puzzle["id"].encode()).digest())
    taken: dict[str, dict[str, Any]] = {}
    themes: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for quota in QUOTAS:
        left, of_theme = quota.most, Counter[str]()
        for puzzle in order:
            theme, game = puzzle["theme"], puzzle["source"].rpartition(", ply")[0]
            most = MAX_OF_A_THEME.get(theme, MAX_OF_OTHERS)
            if quota.theme is None:
                most = min(most, themes[theme] - of_theme[theme] + int(quota.most * MAX_OF_A_QUOTA))
            if (
                left
                and puzzle["id"] not in taken
                and puzzle["board"] == quota.board
                and quota.kind in {None, puzzle["class"]}
                and quota.theme in {None, theme}
                and quota.source in puzzle["source"]
                and themes[theme] < most
                and (not game or games[game] < MAX_OF_A_GAME)
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
