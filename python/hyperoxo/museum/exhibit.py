"""What an exhibit holds: the program's story, a sample game, how it thinks, how strong it is.

These are values without behaviour. `exhibit_files` reads them from the files in `exhibits/`, one folder a program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo.game import JSON, Game
    from hyperoxo.sides import Side

FigureKind: TypeAlias = Literal["levels", "sums", "formulas", "search-tree", "program-lines"]
"""What a figure shows, one program each: levels, sums of points, formulas, a search tree, or lines of Forth."""
PlotKind: TypeAlias = Literal["ratings", "results"]
"""What a plot shows: ratings with their intervals, or results as shares of all games."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A move of the sample game that is worth a remark.

    Attributes:
        ply: the move, from 1.
        title: what happens, in a few words.
        text: why it matters, for anyone.
        reasons: facts that the program's reasons must hold at this move; a test compares them.
    """

    ply: int
    title: str
    text: str
    reasons: Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A row of a figure: a level, a combination, a formula, a rating, or a line of a program.

    Attributes:
        key: its name within the figure.
        cells: its texts, one for each heading.
    """

    key: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FigureTable:
    """How a program thinks, as a table whose rows light up as it decides.

    Attributes:
        kind: what the rows are.
        title: its heading.
        caption: how to read it.
        headings: what the cells of a row are.
        rows: in the program's order.
    """

    kind: FigureKind
    title: str
    caption: str
    headings: tuple[str, ...]
    rows: tuple[FigureRow, ...]


@dataclass(frozen=True, slots=True)
class PlotRow:
    """A row of a plot.

    Attributes:
        label: what it is about.
        values: with `ratings` the rating and both ends of its 95% interval; with `results` a count for each series.
        is_this: whether it is about the exhibited program.
    """

    label: str
    values: tuple[float, ...]
    is_this: bool


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong a program is, as it was measured.

    Attributes:
        short: a few words for a list.
        text: two sentences.
        kind: what the plot shows.
        series: what the values of a row are.
        rows: the rows of the plot.
    """

    short: str
    text: str
    kind: PlotKind
    series: tuple[str, ...]
    rows: tuple[PlotRow, ...]


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A program of the museum.

    Attributes:
        name: the player's name, and that of the exhibit.
        title: what the program is called.
        line: what it is, in one line.
        author: as the document gives it.
        year: as the document gives it.
        when: the same in one or two words, for a timeline.
        since: the year at which a timeline places it; None if the document gives none.
        sources: what the document says of author and year, and what it does not.
        machine: what it ran on.
        boards: the boards that it plays, its own first.
        starts: who moves first.
        seat: the side that the program holds against a visitor.
        player: the program with the options of the exhibit, as it is typed.
        story: Markdown: paragraphs, `*emphasis*` and code in backticks.
        sample: a game of the program, with the tags `First`, `Second` and `Seed`.
        picture_ply: the ply of the sample game that its picture shows.
        picture_caption: what the picture shows.
        moments: moves of the sample game that are worth a remark, in order.
        figure: how it thinks.
        strength: how strong it is.
    """

    name: str
    title: str
    line: str
    author: str
    year: str
    when: str
    since: int | None
    sources: str
    machine: str
    boards: tuple[str, ...]
    starts: str
    seat: Side
    player: str
    story: str
    sample: Game
    picture_ply: int
    picture_caption: str
    moments: tuple[Moment, ...]
    figure: FigureTable
    strength: Strength

    @property
    def board(self) -> str:
        """Its own board."""
        return self.boards[0]

    @property
    def sample_seat(self) -> Side:
        """The side that it holds in its sample game."""
        return "x" if self.sample.tags["First"].partition(":")[0] == self.name else "o"
