"""Messages about boards, players and steps to a program, which do not change while the server runs."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from hyperoxo.drills import MAX_DRILLS, DrillKind
from hyperoxo.players import Refusal
from hyperoxo.players.own.lessons import Numbering, StepName
from hyperoxo.server.messages.common import BoardName, Message, PositionText, Seed, SideName

# ---- Boards ----


class BoardSuggested(Message):
    """A suggested board."""

    name: BoardName
    about: str
    """A remark on it; empty for most."""
    dimensions: int
    cells: int
    """How many cells it has."""
    lines: int
    """How many lines it has."""


class BoardDescribed(Message):
    """A board: all that a page needs to play on it, since its only rule is that a full line wins."""

    name: BoardName
    shape: list[int]
    """Cells along each axis, slowest axis first."""
    line_length: int
    cells: list[str]
    """The names of the cells, by index."""
    lines: list[list[int]]
    """Every line as its cells from end to end."""
    what_wins: str
    """What wins, as a sentence for the first move: `Four in a row wins, also through the tiers.`"""
    line_words: list[str]
    """Each line as a side has won with it: `four in a row, in row 1 of tier 2`; empty for boards of many lines."""
    symmetries: str
    """How many automorphisms there are, in digits, since JavaScript's numbers may not hold them exactly."""
    classes: list[list[int]]
    """The cells that automorphisms take to each other, a list for each class of first moves."""


# ---- Drills ----


class DrillsQuestion(Message):
    """The parts of an address that ask for drills, to be made by a helper process."""

    model_config = ConfigDict(strict=False)  # in an address, numbers are texts

    board: BoardName
    kind: DrillKind
    seed: Seed
    count: int = Field(ge=1, le=MAX_DRILLS)


class DrillDescribed(Message):
    """A question about a position, with its answer."""

    position: PositionText
    question: str
    answers: list[int]
    """All right cells, by index; for `who-wins` those at which the winner completes lines."""
    winner: SideName | None
    """The side that wins now, for `who-wins`; none for neither."""
    lines: list[list[int]]
    """The lines that explain the answer, each as its cells."""
    line_kind: str
    """The kind of the line that the question is about."""
    sentence: str
    """The answer as a sentence that names the line."""


class LineKindDescribed(Message):
    """A kind of lines of a board."""

    name: str
    words: str
    """Where these lines lie: `in a row or column of a tier`."""
    lines: int
    """How many lines are of this kind."""


class DrillsMade(Message):
    """Drills of one seed, which are always the same."""

    board: BoardName
    kind: DrillKind
    line_kinds: list[LineKindDescribed]
    """The kinds of lines that the board has, the easiest to see first."""
    drills: list[DrillDescribed]


# ---- Players ----


class OptionDescribed(Message):
    """An option of a player, set as `name=value` behind the player's name and a colon."""

    name: str
    type: str = Field(validation_alias="kind")
    """`yes/no`, `whole number`, `number` or `text`."""
    default: bool | int | float | str | None
    """The value unless it is set; none for an option that is unset then."""
    allowed: str = Field(validation_alias="range")
    """What it can be set to, for people."""
    minimum: float | None
    maximum: float | None
    choices: list[str]
    """The texts allowed; empty where any text is, or it is no text."""
    help: str


class PlayerDescribed(Message):
    """A computer player."""

    name: str
    summary: str
    program: str
    """The historical program that it is, with its machine and year; empty for others."""
    marks: tuple[str, str] | None
    """How the program marks its own stones and its opponent's; none for X and O."""
    options: list[OptionDescribed]


class PlayerAtBoard(Message):
    """A player with the seats of a board that it can take, its options at their defaults."""

    name: str
    x: Refusal | None
    """Why it cannot move first; none if it can."""
    o: Refusal | None
    """Why it cannot move second; none if it can."""


class PlayersAtBoard(Message):
    """The players for a board."""

    home: str
    """The default opponent."""
    players: list[PlayerAtBoard]


# ---- Steps to a program ----


class StepQuestion(Message):
    """The parts of an address that ask what a step sees in a position; an option that is not given has its default."""

    model_config = ConfigDict(strict=False)  # in an address, numbers are texts

    step: StepName
    position: PositionText
    board: BoardName | None = None
    """None for the board on which the step is shown."""
    numbering: Numbering | None = None
    """Of step `number`."""
    levels: bool | None = None
    """Of step `weigh`: whether it orders lines by levels, and does not add their points."""
    moves: int | None = Field(default=None, ge=1, le=4)
    """Of step `ahead`: how many of its moves it looks ahead."""
