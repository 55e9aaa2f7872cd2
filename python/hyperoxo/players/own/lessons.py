"""Five steps from a numbered board to a program that looks ahead: whole programs, to read, change and measure."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from hyperoxo.json_shape import JsonShape

_FOLDER = resources.files("hyperoxo.players.own") / "steps"
_SCORES = "scores.json"


@dataclass(frozen=True, slots=True)
class MeasuredScore(JsonShape):
    """What a step scored against another player, in a match that `oxo match` repeats."""

    opponent: str
    """The other player."""
    games: int
    """How many games they played."""
    openings: str
    """The openings of these games."""
    seed: int
    """The seed."""
    score: float
    """The step's share of the points."""
    low: float | None
    """The lower end of the interval of 95 %; none if half of the games or more repeat others."""
    high: float | None
    """Its upper end."""


@dataclass(frozen=True, slots=True)
class ProgramStep(JsonShape):
    """A step: a program of one idea more than the one before."""

    name: str
    """The file of its text, without its ending."""
    title: str
    """What it does, as a verb with its object."""
    about: str
    """Its idea, in a few words."""
    board: str
    """The board on which it is shown."""
    text: str
    """The program."""
    scores: tuple[MeasuredScore, ...]
    """How it scored."""


_STEPS = (
    ("number", "Number the board", "a number for each cell", "3x3"),
    ("see", "See a line", "three numbers that add up to 15", "3x3"),
    ("block", "Complete and block", "win now, or stop a win", "4x4x4"),
    ("weigh", "Weigh", "points for each cell", "4x4x4"),
    ("ahead", "Look ahead", "follow moves that force an answer", "4x4x4"),
)


@cache
def steps() -> tuple[ProgramStep, ...]:
    """Return the five steps in order."""
    scores = json.loads((_FOLDER / _SCORES).read_text("utf-8"))
    return tuple(
        ProgramStep(
            name=name,
            title=title,
            about=about,
            board=board,
            text=step_text(name),
            scores=tuple(MeasuredScore(**each) for each in scores[name]["scores"]),
        )
        for name, title, about, board in _STEPS
    )


def first_text() -> str:
    """Return the text of a first program."""
    return step_text("first")


def step_text(name: str) -> str:
    """Return the text of a program that the package has."""
    return (_FOLDER / f"{name}.py").read_text("utf-8")
