"""Ready experiments of the laboratory: what the documents claim, in a few of their words, and what we found.

The figures are those of docs/experiments, where they are made.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from hyperoxo.json_shape import JsonShape


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment(JsonShape):
    """A claim of a document, and the games that test it."""

    key: str
    title: str
    subject: str
    """What is tried, in a few words."""
    exhibit: str
    """The program whose document claims it."""
    claim: str
    """The claim, with the document's own words in quotation marks."""
    board: str
    first: str
    """The player A."""
    second: str
    """The player B; empty if every game is counted, without chance."""
    seed: int = 1
    found: str
    """What we found, with the numbers of games."""
    why: str
    """Why it is so."""
    counted: tuple[tuple[str, int], ...] = ()
    """What was counted, with how often, where every game is."""
    page: str = ""
    """The page of docs/experiments."""


@cache
def experiments() -> tuple[Experiment, ...]:
    """Return all of them, in the order of the laboratory."""
    text = (resources.files(__package__) / "experiments.toml").read_text("utf-8")
    return tuple(
        Experiment(**each, counted=tuple((what, often) for what, often in counted))
        for each in tomllib.loads(text)["experiments"]
        for counted in [each.pop("counted", ())]
    )
