"""A match for documents: a table in Markdown, best entrant first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.arena.elo import estimate
from hyperoxo.arena.ratings import ranked, ratings
from hyperoxo.arena.tables import figures

if TYPE_CHECKING:
    from hyperoxo.arena.scores import Standings, Tally

_HEADINGS = ("", "player", "rating (95%)", "score", "games", "as X: won, drawn, lost", "as O: won, drawn, lost")


def standings_markdown(standings: Standings) -> list[str]:
    """Return a line for each entrant, below headings."""
    rated = ratings(standings)
    rows = [_HEADINGS, ("---:", "---", "---:", "---:", "---:", "---:", "---:")]
    for rank, entrant in enumerate(ranked(standings, rated), 1):
        found = estimate(standings.results(entrant))
        name = standings.entrants[entrant].replace("|", r"\|")
        rows.append(
            (
                str(rank),
                f"`{name}`",
                figures.format_rating(rated[entrant]),
                figures.UNKNOWN if found is None else figures.format_share(found.score),
                str(standings.tally(entrant).games),
                _counts(standings.as_first(entrant)),
                _counts(standings.as_second(entrant)),
            )
        )
    return [f"| {' | '.join(row)} |" for row in rows]


def _counts(tally: Tally) -> str:
    return f"{tally.wins}, {tally.draws}, {tally.losses}"
