"""Completion of command lines: `candidates.py` finds what a word can become, and the scripts beside it ask for that.

The candidates come from the parsers of the commands and from the registry of players, when Tab is typed, so a new
option or a player of one's own needs nothing else. Each script calls `oxo completion SHELL -- WORD…`.
"""

from __future__ import annotations

from importlib import resources

from hyperoxo.cli.completion.candidates import Candidates, candidates, split_line

__all__ = ["SHELLS", "Candidates", "candidates", "script", "split_line"]

SHELLS = ("bash", "zsh", "fish")


def script(shell: str) -> str:
    """Return the script that sets up completion in one of `SHELLS`."""
    return resources.files(__name__).joinpath(f"oxo.{shell}").read_text(encoding="utf-8")
