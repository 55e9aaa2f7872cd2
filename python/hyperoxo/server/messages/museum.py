"""Messages about the museum, which do not change while the server runs. `hyperoxo.museum` says what each part means."""

from __future__ import annotations

from typing import Literal

from hyperoxo.server.messages.common import BoardName, CellName, JsonObject, Message, PlayerName, SideName

# ---- The room ----


class ExhibitSummary(Message):
    """An exhibit in the list of the room."""

    name: str
    """The player's name, and that of the exhibit."""
    title: str
    """What the program is called."""
    line: str
    """What it is, in one line."""
    author: str
    """As the document gives it."""
    year: str
    """As the document gives it."""
    when: str
    """The year in one or two words, for a timeline."""
    since: int | None
    """The year at which a timeline places it; none if it is undated."""
    machine: str
    board: BoardName
    """Its own board."""
    strength_short: str
    """How strong it is, in a few words."""


class PairingMessage(Message):
    """Two programs that fit a board; `POST /api/games` starts their game."""

    board: BoardName
    first: PlayerName
    second: PlayerName


class MuseumRoom(Message):
    """The room as a whole."""

    exhibits: list[ExhibitSummary]
    """Along the timeline."""
    pairings: list[PairingMessage]
    """Every two programs that can meet, in both orders where both can start."""


# ---- The sample game ----


class TreeGroupMessage(Message):
    """Fields of one level of a search tree that have the same rating."""

    rating: int
    label: str
    cells: list[CellName]


class TreeLevelMessage(Message):
    """A level of a search tree."""

    side: SideName
    groups: list[TreeGroupMessage]
    """The open fields by rating, the best first."""
    chosen: CellName
    """The field to which the next level belongs."""


class FigureStepMessage(Message):
    """What of the figure lights up at a move; nothing at a visitor's."""

    states: dict[str, Literal["passed", "found", "decided"]]
    """The rows that the program looked at, by key: without a result, with one for later, or with the move."""
    notes: dict[str, str]
    """What it found at a row, by key."""
    tree: list[TreeLevelMessage]
    """The search tree from the move on; empty for figures of other kinds."""


class MomentMessage(Message):
    """Why a move is worth a remark."""

    title: str
    text: str


class SampleStep(Message):
    """A move of a sample game."""

    ply: int
    side: SideName
    cell: CellName
    by_program: bool
    """Whether the exhibited program made it; the fields up to `figure` are empty if not."""
    sentence: str
    """Why, in one line for people."""
    reasons: JsonObject
    marks: dict[str, str]
    """Short texts to write on cells of the board before the move."""
    remark: str
    """What the program says to its opponent."""
    figure: FigureStepMessage
    moment: MomentMessage | None


class SampleGameMessage(Message):
    """A game of the program, to step through."""

    record: str
    """The game as text."""
    board: BoardName
    moves: list[CellName]
    first: str
    """The player of X, as it is typed, or a visitor."""
    second: str
    seed: str
    seat: SideName
    """The side that the exhibited program holds."""
    result: str
    steps: list[SampleStep]
    """One for each move."""
    last_remark: str
    """What the program says at the end."""
    last_reasons: str


# ---- How it thinks, and how strong it is ----


class FigureRowMessage(Message):
    """A row of a figure."""

    key: str
    cells: list[str]
    """One text for each heading."""


class FigureMessage(Message):
    """How the program thinks: a table whose rows light up. `/api/museum/{name}/figures/{ply}` draws it."""

    kind: Literal["levels", "sums", "formulas", "search-tree", "program-lines"]
    title: str
    caption: str
    headings: list[str]
    rows: list[FigureRowMessage]


class PlotRowMessage(Message):
    """A row of a plot."""

    label: str
    values: list[float]
    """One for each of the series."""
    is_this: bool
    """Whether it is about the exhibited program."""


class StrengthMessage(Message):
    """How strong the program is, as it was measured."""

    text: str
    """Two sentences."""
    kind: Literal["ratings", "results"]
    series: list[str]
    """With `ratings`: rating, and both ends of its 95% interval; with `results`: what the counts are of."""
    rows: list[PlotRowMessage]
    plot: str
    """The same as a picture, SVG."""


# ---- Slips of the document ----


class ReplayStepMessage(Message):
    """A step of a replay that no game can hold."""

    side: SideName
    cell: CellName | None
    """Where the stone is put; none if it is on no cell, or no stone is put."""
    text: str


class SlipReplay(Message):
    """A scripted replay of what the printed program does. It is no game: `steps` break the rules."""

    board: BoardName
    program: SideName
    """The side that the program holds."""
    options: str
    """The options with which it goes this way, beside `listing`; often empty."""
    moves: list[CellName]
    """Legal moves, from the empty board."""
    slip_ply: int
    """How many moves there are before the slip."""
    steps: list[ReplayStepMessage]
    """What follows the moves."""
    corrected: CellName | None
    """What the corrected program plays instead."""


class SlipMessage(Message):
    """A place where the document is wrong."""

    key: str
    place: str
    printed: str
    corrected: str
    in_play: str
    """What happens with `listing=printed`."""
    effect: str
    """The same in a few words."""
    replay: SlipReplay | None


# ---- The exhibit ----


class ExhibitDescribed(ExhibitSummary):
    """An exhibit, whole."""

    sources: str
    """What the document says of author and year, and what it does not."""
    boards: list[BoardName]
    """The boards that it plays, its own first."""
    starts: str
    """Who moves first."""
    player: PlayerName
    """The program with the options of the exhibit, as it is typed."""
    seat: SideName
    """The side that the program holds against a visitor."""
    picture: str
    """A position of the sample game, SVG."""
    picture_caption: str
    story: str
    """Markdown: paragraphs, emphasis and code only."""
    sample: SampleGameMessage
    figure: FigureMessage
    strength: StrengthMessage
    slips: list[SlipMessage]
