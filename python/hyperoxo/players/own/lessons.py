"""Five steps from a numbered board to a program that looks ahead: whole programs, to read, change and measure."""

from __future__ import annotations

import inspect
import json
import typing
from dataclasses import dataclass
from functools import cache
from importlib import resources

from hyperoxo.errors import BoardError, PlayerError, PositionError
from hyperoxo.json_shape import JsonShape
from hyperoxo.players.stream import Stream

if typing.TYPE_CHECKING:
    from types import CodeType

    from hyperoxo._core import Position
    from hyperoxo.players.options import OptionValue

_FOLDER = resources.files("hyperoxo.players.own") / "steps"
_SCORES = "scores.json"
_SEED = 1
"""The seed of what a step draws where it is shown."""

StepName: typing.TypeAlias = typing.Literal["number", "see", "block", "weigh", "ahead"]
Numbering: typing.TypeAlias = typing.Literal["rows", "rim", "ring", "magic", "base-8"]
"""How the first step numbers its board; `base-8` is of 4x4x4."""


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


@dataclass(frozen=True, slots=True)
class StepSight(JsonShape):
    """What a step sees in a position."""

    cell: str
    """The cell that it plays."""
    why: str
    """Its reason, in words."""
    marks: typing.Mapping[str, str]
    """Its short texts for cells, by the names of the cells."""


STEPS: tuple[tuple[StepName, str, str, str], ...] = (
    ("number", "Number the board", "a number for each cell", "3x3"),
    ("see", "See a line", "three numbers that add up to 15", "3x3"),
    ("block", "Complete and block", "win now, or stop a win", "4x4x4"),
    ("weigh", "Weigh", "points for each cell", "4x4x4"),
    ("ahead", "Look ahead", "follow moves that force an answer", "4x4x4"),
)
"""The name, the title, the idea and the board of each step."""
_OF_ONE_BOARD = ("number", "see")
"""The steps that play no board but their own."""


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
        for name, title, about, board in STEPS
    )


def step_sight(name: StepName, position: Position, options: typing.Mapping[str, OptionValue]) -> StepSight:
    """Return what a step sees in a position; it draws the same each time.

    Args:
        name: the step.
        position: the position.
        options: its options by keyword, those that are not its defaults.

    Raises:
        PositionError: the game is over there.
        BoardError: the step does not play this board.
        PlayerError: it does not have such an option.
    """
    board = position.board
    if position.is_over:
        raise PositionError(position.text, "the game is over", "take a stone away")
    plays = board_of_step(name, options)
    if name in _OF_ONE_BOARD and str(board) != plays:
        raise BoardError(str(board), f"step {name} plays {plays} here")
    names: dict[str, typing.Any] = {}
    exec(_code(name), names)  # noqa: S102 - a text of the package, with tables of its own for each board
    move = names["move"]
    for option in options.keys() - inspect.signature(move).parameters.keys():
        raise PlayerError(name, f"the step does not have option {option}")
    cell, why, *rest = move(position, Stream(_SEED), **options)
    marks: dict[int, str] = rest[0] if rest else {}
    return StepSight(board.name(cell), why, {board.name(marked): text for marked, text in marks.items()})


def board_of_step(name: StepName, options: typing.Mapping[str, OptionValue]) -> str:
    """Return the board on which a step is shown, which an option may change."""
    if options.get("numbering") == "base-8":
        return "4x4x4"
    return next(board for step, _, _, board in STEPS if step == name)


@cache
def _code(name: str) -> CodeType:
    return compile(step_text(name), f"{name}.py", "exec")


def step_text(name: str) -> str:
    """Return the text of a program that the package has."""
    return (_FOLDER / f"{name}.py").read_text("utf-8")
