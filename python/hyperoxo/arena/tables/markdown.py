"""A match for documents: a table in Markdown, best entrant first."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from hyperoxo.arena.elo import estimate
from hyperoxo.arena.ratings import ranked, ratings
from hyperoxo.arena.tables import figures
from hyperoxo.text import escaped

if TYPE_CHECKING:
    from hyperoxo.arena.elo import Estimate
    from hyperoxo.arena.ratings import Anchor
    from hyperoxo.arena.scores import Standings, Tally

_HEADINGS = ("", "player", "{}", "score", "games", "as X: won, drawn, lost", "as O: won, drawn, lost")


def standings_markdown(standings: Standings, anchor: Anchor | None = None) -> list[str]:
    """Return a line for each entrant, below headings.

    Entrants have ratings; the two of a match have their Elo difference, unless there is an anchor.
    """
    names, rated = standings.display_names, ratings(standings, anchor)
    is_match = len(names) == 2 and anchor is None
    strength = "Elo difference (95%)" if is_match else "rating (95%)"
    rows = [tuple(head.format(strength) for head in _HEADINGS)]
    rows.append(("---:", "---", "---:", "---:", "---:", "---:", "---:"))
    for rank, entrant in enumerate(ranked(standings, rated), 1):
        found = estimate(standings.results(entrant))
        rows.append(
            (
                str(rank),
                _code(names[entrant]),
                _difference(found)
                if is_match
                else figures.format_rating(rated[entrant], is_anchored=anchor is not None),
                figures.UNKNOWN if found is None else figures.format_share(found.score),
                str(standings.tally(entrant).games),
                _counts(standings.as_first(entrant)),
                _counts(standings.as_second(entrant)),
            )
        )
    return [f"| {' | '.join(row)} |" for row in rows]


def _difference(found: Estimate | None) -> str:
    """Return the difference from the other entrant of a match."""
    if found is None:
        return figures.UNKNOWN
    return f"{'unbounded, ' if math.isinf(found.elo) else ''}{figures.format_elo(found)}"


def _code(name: str) -> str:
    """Return a name as code of Markdown; backticks and bars in it are shown as they are."""
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", name)), default=0))
    room = " " if "`" in name else ""
    return f"{fence}{room}{escaped(name)}{room}{fence}".replace("|", r"\|")


def _counts(tally: Tally) -> str:
    return f"{tally.wins}, {tally.draws}, {tally.losses}"
