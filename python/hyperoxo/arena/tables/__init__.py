"""Results of a match, for people as text, for documents as Markdown, and for programs as JSON and CSV.

All show the same `Standings`; `docs/statistics.md` explains each figure.
"""

from hyperoxo.arena.tables.data import sprt_json, standings_csv, standings_json
from hyperoxo.arena.tables.markdown import standings_markdown
from hyperoxo.arena.tables.text import sprt_sentence, standings_text

__all__ = ["sprt_json", "sprt_sentence", "standings_csv", "standings_json", "standings_markdown", "standings_text"]
