"""Ready experiments of the laboratory: what the documents claim, in a few of their words, and what we found.

The figures are those of docs/experiments, where they are made.
"""

from __future__ import annotations

import tomllib
import typing
from dataclasses import dataclass
from functools import cache
from importlib import resources

from hyperoxo import record
from hyperoxo.game import Note
from hyperoxo.json_shape import JsonShape
from hyperoxo.players import play_game


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
    record: str = ""
    """A game that shows the reason, as text with what each program said; empty if there is none."""
    ply: int = 0
    """The move of that game to look at first."""


@cache
def experiments() -> tuple[Experiment, ...]:
    """Return all of them, in the order of the laboratory."""
    text = (resources.files(__package__) / "experiments.toml").read_text("utf-8")
    return tuple(map(_experiment, tomllib.loads(text)["experiments"]))


def _experiment(declared: dict[str, typing.Any]) -> Experiment:
    declared["counted"] = tuple((what, often) for what, often in declared.get("counted", ()))
    if (shown := declared.pop("game", None)) is not None:
        game = play_game(shown["first"], shown["second"], declared["board"], shown["seed"])
        for ply, comment in shown["comments"]:
            game.notes[ply] = Note(comment, game.notes[ply].reasons)
        declared |= {"record": record.dumps(game), "ply": shown["comments"][0][0]}
    return Experiment(**declared)
