"""The forms of an analysis: its JSON, its picture and its plot."""

from __future__ import annotations

import typing
from dataclasses import dataclass
from types import MappingProxyType

from hyperoxo.coach import label_in_words
from hyperoxo.extras import importing
from hyperoxo.outcomes import Outcome, Value, ValueDescribed, guess_label
from hyperoxo.position_json import PositionReached, position_reached

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperoxo._core import Board
    from hyperoxo.game import Game
    from hyperoxo.solver.analysis import Analysis, CellAnalysis
    from hyperoxo.svg import LegendKey, PictureOptions, Svg

_SHADES: Mapping[Outcome, tuple[int, str]] = MappingProxyType(
    {Outcome.WIN: (3, "W3: wins in 2 moves"), Outcome.DRAW: (1, "D: draws"), Outcome.LOSS: (0, "L4: loses in 2")}
)
"""The shades of cells in pictures, and what they mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellDescribed(ValueDescribed):
    """The value of moving to a cell, that move counted in the plies."""

    chance: int | None
    """If the value is unknown, a guess: the expected score in percent."""
    words: str
    """What the label says, to follow the name of the side: `wins in 2 moves: 3 plies`."""
    line: tuple[str, ...]
    """For wins and losses a game that shows the value, from the cell on; empty where there is none to show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisDescribed(PositionReached):
    """An analysis, as `oxo analyse --json` prints it."""

    value: ValueDescribed
    cells: dict[str, ValueDescribed]
    """The value of moving to each cell, that move counted in the plies."""
    complete: bool
    nodes: int
    seconds: float


def analysis_described(game: Game, analysis: Analysis) -> AnalysisDescribed:
    """Return an analysis of the current position of a game for JSON."""
    board = game.board
    return AnalysisDescribed(
        **position_reached(game).by_name(),
        value=guess_described(analysis.value, analysis.chance),
        cells={board.name(cell): guess_described(found.value, found.chance) for cell, found in analysis.cells.items()},
        complete=analysis.complete,
        nodes=analysis.nodes,
        seconds=round(analysis.seconds, 6),
    )


def guess_described(value: Value, chance: int | None) -> ValueDescribed:
    """Return a value for JSON, with the guess at it if it is unknown."""
    return value.described(chance=chance, heuristic=None if chance is None else guess_label(chance))


def cell_described(board: Board, found: CellAnalysis) -> CellDescribed:
    """Return what is known of moving to a cell for JSON."""
    line = tuple(board.name(cell) for cell in found.line)
    words = label_in_words(found.value, found.chance)
    return found.value.described(CellDescribed, chance=found.chance, words=words, line=line)


def picture(analysis: Analysis, options: PictureOptions) -> Svg:
    """Return the picture that `Analysis.svg` describes."""
    from hyperoxo.svg import picture as drawing  # noqa: PLC0415 - most analyses are not drawn

    position, cells, best = analysis.position, analysis.cells, [found.cell for found in analysis.best]
    side, board = position.to_move.upper(), position.board
    guesses = [cell for cell, found in cells.items() if found.chance is not None]
    outcomes = {cell: found.value.outcome for cell, found in cells.items()}
    explained: list[tuple[LegendKey, str]] = [
        (shade, meaning) for outcome, (shade, meaning) in _SHADES.items() if outcome in outcomes.values()
    ]
    if guesses:
        explained.append(("dashed", "~62: a guess, expected score in percent"))
    if best:
        explained.append(("flag", "best move" if len(best) == 1 else "best moves"))
    listed = "; ".join(f"{text}: {board.names(alike)}" for text, alike in analysis.by_text)
    value = analysis.value.text(analysis.chance)
    return drawing.board(
        position,
        marks={cell: found.text for cell, found in cells.items()},
        shades={cell: _SHADES[outcome][0] for cell, outcome in outcomes.items() if outcome in _SHADES},
        dashed=guesses,
        flags=best,
        caption=[f"{side} to move: {analysis.value.explained(analysis.chance)}" if cells else "The game is over."],
        legend=explained,
        title=f"{board}, {side} to move: {value}" if cells else f"{board}: the game is over",
        description=f"{drawing.describe(position)} Values: {listed}." if cells else None,
        **options,
    )


def plot(analysis: Analysis, ax: Axes | None) -> Figure:
    """Return the plot that `Analysis.plot` describes."""
    with importing("notebook"):
        from hyperoxo.plots.plots import LabelRow, values_by_label  # noqa: PLC0415 - matplotlib is an extra

    board, side = analysis.position.board, analysis.position.to_move.upper()
    rows = [
        LabelRow(text, found.score, found.value.is_known, [board.name(cell) for cell in alike])
        for text, alike in analysis.by_text
        for found in [analysis.cells[alike[0]]]
    ]
    title = f"{board}: values of the moves of {side}" if rows else f"{board}: the game is over"
    counts = ", ".join(f"{row.label} {len(row.cells)}" for row in rows)
    description = f"{title}. Cells by label: {counts}" if rows else title
    return values_by_label(rows, title=title, side=side, description=description, ax=ax)
