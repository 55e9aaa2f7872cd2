"""The levels of the IBM 1620's program, drawn: a position for each, and the way of a decision through them."""

import functools
import tomllib
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources

from hyperoxo._core import Board, Position
from hyperoxo.errors import InputError
from hyperoxo.game import Game
from hyperoxo.json_shape import JsonShape
from hyperoxo.museum.figures import NO_FIGURE, FigureStep, RowState, figure_step
from hyperoxo.museum.routines import RowInHand, rows_in_hand
from hyperoxo.planes import find_plane
from hyperoxo.players import Control, Limits, Play, player
from hyperoxo.players.decision import FinalRemark
from hyperoxo.players.historic.ibm1620.reasons import EndReasons, LevelReasons
from hyperoxo.players.historic.ibm1620.tables import members
from hyperoxo.sides import Side, other_side

NAME = "ibm1620"
"""The exhibit whose program has levels."""
BOARD = Board("4x4x4")
MACHINE: Side = "x"
"""The machine's side, as in the sample game of the exhibit."""
_SYMBOLS = {"M": MACHINE, "P": other_side(MACHINE)}


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelAnswer(JsonShape):
    """The program's answer to a position, and its way through the levels."""

    position: str
    """The position, as text; the machine has X."""
    level: int
    """The level that answered; 10 if it played what level 6 or 9 kept."""
    cell: str | None
    """The machine's move; none if the game is over."""
    any_of: tuple[str, ...] = ()
    """At levels 11 and 12, all moves that chance chooses among."""
    sentence: str
    """Why, in one line."""
    figure: FigureStep = NO_FIGURE
    """The levels that light up, with what they found."""
    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The cells that are marked in the Intersection Table, by the level before which it was fresh: 4, 7 and 10."""
    table: str | None = None
    """In which of these tables the move was found."""
    crossings: tuple[str, ...] = ()
    """The marked cells that gave the move."""
    rows: tuple[RowInHand, ...] = ()
    """The rows that the routines of levels 4 to 10 took in hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelShown(LevelAnswer):
    """A level and its position."""

    number: int
    """The level that is shown; 6 and 9 only keep a spot, which level 10 plays."""
    text: str
    """What it looks for, and what it finds here."""
    plane: str
    """The plane that shows it, such as `tier 2` or `row = column`; see `hyperoxo.planes`."""


def level_numbers() -> tuple[int, ...]:
    """Return the numbers of the levels."""
    return tuple(declared())


@dataclass(frozen=True, slots=True)
class Declared:
    """What the file of the exhibit says of a level.

    Attributes:
        looks_for: a few words for the flow.
        exit: what happens where it finds something, in a word or two.
    """

    text: str
    plane: str
    position: Position
    looks_for: str
    exit: str


@functools.cache
def declared() -> dict[int, Declared]:
    """Return what the file of the exhibit says of each level."""
    return {
        each["number"]: Declared(
            text=each["text"],
            plane=find_plane(BOARD, each["plane"]).description,
            position=_drawn(each["board"]),
            looks_for=each["looks_for"],
            exit=each["exit"],
        )
        for each in _file()["levels"]
    }


def routine_boxes() -> dict[str, list[tuple[str, str]]]:
    """Return the boxes in the flow chart of each routine: their texts, and the ways out of them."""
    return {name: [(text, way_out) for text, way_out in boxes] for name, boxes in _file()["routines"].items()}


@functools.cache
def _file() -> dict[str, typing.Any]:
    file = resources.files(__package__) / "exhibits" / NAME / "levels.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _drawn(drawing: str) -> Position:
    """Return the position of a drawing: four tiers side by side, with the stones M and P; the machine is to move."""
    grid = [row.split() for row in drawing.strip().splitlines()]
    cells: dict[Side, list[int]] = {"x": [], "o": []}
    for cell in range(len(BOARD)):
        tier, row, column = (at - 1 for at in BOARD.coordinates(cell))
        if side := _SYMBOLS.get(grid[row][tier][column]):
            cells[side].append(cell)
    return Position(BOARD, cells["x"], cells["o"], MACHINE)


@functools.cache
def show_level(number: int) -> LevelShown:
    """Return a level with its position, and what the program makes of it.

    Raises:
        InputError: the program lacks this level.
    """
    known = level_numbers()
    if number not in known:
        raise InputError(f"level {number}", "the program has no such level", f"levels are {known[0]} to {known[-1]}")
    level = declared()[number]
    answer = level_that_answers(level.position)
    shown = {name: getattr(answer, name) for name in LevelAnswer.__dataclass_fields__}
    return LevelShown(number=number, text=level.text, plane=level.plane, **shown)


def level_that_answers(position: Position) -> LevelAnswer:
    """Ask the program, with its usual options and as X, for the level that answers a position.

    Raises:
        InputError: the game is not over and O is to move, or the board is not 4x4x4.
    """
    if position.board != BOARD:
        raise InputError(str(position.board), "the levels are shown on another board", f"take {BOARD}")
    if position.to_move != MACHINE and not position.is_over:
        raise InputError(position.text, "the machine, X, is not to move", "end the text with x")
    game = Game(position)
    with player(NAME).start(BOARD, MACHINE, 0) as session:
        if position.is_over:
            return _verdict(position, session.final_remark(game))
        decision = session.decide(game, Limits(), Control())
    if not isinstance(decision, Play) or not isinstance(reasons := decision.reasons, LevelReasons):
        raise TypeError(f"{decision}: not a move of the IBM 1620's program")
    tables, crossings = reasons.intersections()
    chance = {11: reasons.open & reasons.rows.diagonal, 12: reasons.open}.get(reasons.level, 0)
    return LevelAnswer(
        position=position.text,
        level=reasons.level,
        cell=BOARD.name(decision.cell),
        any_of=_names(chance),
        sentence=reasons.sentence(BOARD),
        figure=figure_step(game, decision),
        tables={str(first): _names(marked) for first, marked in tables.items()},
        table=str(reasons.table) if reasons.table else None,
        crossings=_names(crossings),
        rows=tuple(rows_in_hand(BOARD, reasons)),
    )


def _verdict(position: Position, word: FinalRemark | None) -> LevelAnswer:
    """Return the program's answer to a game that is over, which it judges at level 1, 2 or 12."""
    if word is None or not isinstance(reasons := word.reasons, EndReasons):
        raise TypeError(f"{word}: not a verdict of the IBM 1620's program")
    states: dict[str, RowState] = {str(level): "passed" for level in range(1, reasons.level)}
    return LevelAnswer(
        position=position.text,
        level=reasons.level,
        cell=None,
        sentence=reasons.sentence(BOARD),
        figure=FigureStep(states | {str(reasons.level): "decided"}, {str(reasons.level): "ends the game"}),
    )


def _names(spots: int) -> tuple[str, ...]:
    return tuple(map(BOARD.name, members(spots)))
