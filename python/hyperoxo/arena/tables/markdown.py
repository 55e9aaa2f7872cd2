"""A match for documents: a table in Markdown, best entrant first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hyperoxo.arena.elo import estimate
from hyperoxo.arena.ratings import ranked, ratings
from hyperoxo.arena.tables import figures
from hyperoxo.text import escaped

if TYPE_CHECKING:
    from hyperoxo.arena.scores import Standings, Tally

_HEADINGS = ("", "player", "rating (95%)", "score", "games", "as X: won, drawn, lost", "as O: won, drawn, lost")


def standings_markdown(standings: Standings) -> list[str]:
    """Return a line for each entrant, below headings."""
    names, rated = standings.display_names, ratings(standings)
    rows = [_HEADINGS, ("---:", "---", "---:", "---:", "---:", "---:", "---:")]
    for rank, entrant in enumerate(ranked(standings, rated), 1):
        found = estimate(standings.results(entrant))
        rows.append(
            (
                str(rank),
                _code(names[entrant]),
                figures.format_rating(rated[entrant]),
                figures.UNKNOWN if found is None else figures.format_share(found.score),
                str(standings.tally(entrant).games),
                _counts(standings.as_first(entrant)),
                _counts(standings.as_second(entrant)),
            )
        )
    return [f"| {' | '.join(row)} |" for row in rows]


def _code(name: str) -> str:
    """Return a name as code of Markdown; backticks and bars in it are shown as they are."""
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", name)), default=0))
    room = " " if "`" in name else ""
    return f"{fence}{room}{escaped(name)}{room}{fence}".replace("|", r"\|")


def _counts(tally: Tally) -> str:
    return f"{tally.wins}, {tally.draws}, {tally.losses}"
