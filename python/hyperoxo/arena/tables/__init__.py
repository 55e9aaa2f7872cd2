"""What a match has come to, for people as text, for documents as Markdown, and for programs as JSON and CSV.

All of them say the same, from the same `Standings`; what a figure means is told in `docs/statistics.md`.
"""

from hyperoxo.arena.tables.data import as_csv, as_json
from hyperoxo.arena.tables.markdown import as_markdown
from hyperoxo.arena.tables.text import as_text

__all__ = ["as_csv", "as_json", "as_markdown", "as_text"]
