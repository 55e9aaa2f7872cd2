"""Exhibits: facts, stories and sample games of programs, read from the folders of `exhibits/`.

A folder holds `exhibit.toml` with the facts, `story.md`, and `sample.oxo`, a record. A test checks the files.
"""

import functools
import tomllib
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from hyperoxo import record
from hyperoxo.errors import InputError
from hyperoxo.game import Game
from hyperoxo.json_shape import JsonShape
from hyperoxo.players.registry import HISTORICAL
from hyperoxo.sides import Side
from hyperoxo.text import did_you_mean

FigureKind: typing.TypeAlias = typing.Literal["levels", "sums", "formulas", "search-tree", "program-lines"]
"""What a figure shows, one program each: levels, sums of points, formulas, a search tree, or lines of Forth."""


@dataclass(frozen=True, slots=True)
class Moment(JsonShape):
    """Why a move is worth a remark."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class FigureRow(JsonShape):
    """A row of a figure: a level, a combination, a formula, a rating, or a line of a program."""

    key: str
    cells: tuple[str, ...]
    """One text for each heading."""


@dataclass(frozen=True, slots=True)
class FigureTable(JsonShape):
    """How the program thinks: a table whose rows light up."""

    kind: FigureKind
    title: str
    caption: str
    headings: tuple[str, ...]
    rows: tuple[FigureRow, ...]


@dataclass(frozen=True, slots=True)
class PlotRow(JsonShape):
    """A row of a plot."""

    label: str
    values: tuple[float, ...]
    """One for each of the series."""
    is_this: bool
    """Whether it is about the exhibited program."""


@dataclass(frozen=True, slots=True)
class Strength(JsonShape):
    """How strong the program is, as it was measured."""

    text: str
    """A few sentences."""
    series: tuple[str, ...]
    """What the counts of games are of."""
    rows: tuple[PlotRow, ...]
    """Counts of all its games; none where the ladder measured it."""


@dataclass(frozen=True, slots=True)
class SelfPlay(JsonShape):
    """Games of two copies of the program, which a visitor repeats."""

    question: str
    """The question of the document."""
    answer: str
    """Its answer, as it was measured."""
    games: int
    """The games of a run."""
    runs: tuple[PlotRow, ...]
    """Runs by others and by us: percentages of games won by the first mover, by the second, and tied."""


@dataclass(frozen=True, slots=True)
class ProgramCompared(JsonShape):
    """A program next to the others, in a few words each."""

    numbers: str
    """How it numbers the board."""
    sees: str
    """How it sees a line."""
    chooses: str
    """How it chooses a move."""
    listing: str
    """What the document has of the program, and how long it is."""
    our_lines: int
    """Lines of our program, without empty ones, comments and docstrings."""
    decisions_per_second: int
    """Decisions of our program in a second, on one core."""
    beaten_by: str
    """What beats it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExhibitSummary(JsonShape):
    """An exhibit in the list of the room."""

    name: str
    """The player's name, and that of the exhibit."""
    title: str
    """The name of the program in its document."""
    line: str
    """A description in one line."""
    author: str
    """As the document gives it."""
    year: str
    """Its date in a few words; `undated` if no source has one."""
    machine: str
    board: str
    """Its own board."""
    strength_short: str
    """How strong it is, in a few words."""
    compared: ProgramCompared
    player: str
    """The program with the options of the exhibit, as it is typed."""
    seat: Side
    """The side that the program holds against a visitor."""
    sample_seat: Side
    """The side that it holds in its sample game."""
    sample_moves: tuple[str, ...]
    """The moves of the sample game, which the page plays on its period screen."""
    screen: tuple[str, ...]
    """Those up to the position of its picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExhibitFacts(ExhibitSummary):
    """The facts of an exhibit that are shown as they are in its files."""

    sources: str
    """The document on author and year, and what it leaves open."""
    boards: tuple[str, ...]
    """The boards that it plays, its own first."""
    starts: str
    """Who moves first."""
    picture_caption: str
    story: str
    """Markdown: paragraphs, emphasis and code only."""
    figure: FigureTable
    strength: Strength
    self_play: SelfPlay | None
    """None if the document describes no such games."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Exhibit(ExhibitFacts):
    """A program of the museum.

    Attributes:
        sample: a game of the program, with the tags `First`, `Second` and `Seed`.
        picture_ply: the ply of the sample game that its picture shows.
        moments: the moves of the sample game that are worth a remark, by ply.
    """

    sample: Game
    picture_ply: int
    moments: Mapping[int, Moment]

    def __repr__(self) -> str:
        return f"<Exhibit {self.name}>"


def exhibit_names() -> tuple[str, ...]:
    """Return the names of all exhibits, in the order of their dates."""
    return HISTORICAL


def find_exhibit(name: str) -> Exhibit:
    """Return the exhibit of a name, in upper or lower case.

    Raises:
        InputError: there is no such exhibit.
    """
    found = name if name in HISTORICAL else name.lower()
    if found not in HISTORICAL:
        remedy = did_you_mean(found, HISTORICAL) or f"exhibits are {', '.join(HISTORICAL)}"
        raise InputError(name, "there is no such exhibit", remedy)
    return _read(found)


@functools.cache
def _read(name: str) -> Exhibit:
    folder = resources.files(__package__) / "exhibits" / name
    facts: dict[str, typing.Any] = tomllib.loads((folder / "exhibit.toml").read_text(encoding="utf-8"))
    picture, moments, figure, strength = (facts.pop(key) for key in ("picture", "moments", "figure", "strength"))
    facts["boards"] = boards = tuple(facts["boards"])
    figure["headings"] = tuple(figure["headings"])
    figure["rows"] = tuple(FigureRow(key, tuple(cells)) for key, *cells in figure["rows"])
    short, strength["series"] = strength.pop("short"), tuple(strength.pop("series", ()))
    strength["rows"] = _plot_rows(strength.pop("rows", []))
    if (self_play := facts.pop("self_play", None)) is not None:
        self_play["runs"] = _plot_rows(self_play["runs"])
    [sample] = record.loads((folder / "sample.oxo").read_text(encoding="utf-8"))
    moves = tuple(map(sample.board.name, sample.moves))
    return Exhibit(
        name=name,
        board=boards[0],
        strength_short=short,
        picture_ply=picture["ply"],
        sample_moves=moves,
        screen=moves[: picture["ply"]],
        picture_caption=picture["caption"],
        story=(folder / "story.md").read_text(encoding="utf-8").strip(),
        sample=sample,
        sample_seat="x" if sample.tags["First"].partition(":")[0] == name else "o",
        moments={moment["ply"]: Moment(moment["title"], moment["text"]) for moment in moments},
        figure=FigureTable(**figure),
        strength=Strength(**strength),
        compared=ProgramCompared(**facts.pop("compared")),
        self_play=None if self_play is None else SelfPlay(**self_play),
        **facts,
    )


def _plot_rows(rows: list[list[typing.Any]]) -> tuple[PlotRow, ...]:
    """Return the rows of a plot; a star before the label marks the exhibited program's."""
    return tuple(
        PlotRow(label.removeprefix("*"), tuple(map(float, values)), label.startswith("*")) for label, *values in rows
    )
