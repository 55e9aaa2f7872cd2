"""The value of a move to each empty cell of a position: proved, and as precise as time allows.

A value is never a guess. Immediate wins and losses are found first, then what a book or the atlas proves, then forced
wins, then the results of exhaustive and proof search. Values only improve: unknown ones become known, and bounds exact.
Cells that stay unknown have a `chance`, a guess that is kept apart from values. docs/analysis.md says where each value
comes from.

>>> from hyperoxo import Board
>>> analysis = analyse(Board("3x3x3").empty())
>>> analysis.value.label, analysis.cells["222"].value.label, analysis.cells["111"].value.label
('W7', 'W7', 'L10')
>>> len(analysis.line("222"))
7
"""

from __future__ import annotations

import time
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from hyperoxo._core import Board, Position
from hyperoxo._core import analyse as analyse_in_core
from hyperoxo.boards import PositionLike, to_position
from hyperoxo.cancellation import DEFAULT_SECONDS, Cancellable, cancel_check
from hyperoxo.errors import InputError
from hyperoxo.outcomes import CoreValue, Outcome, Value
from hyperoxo.slowness import SLOWNESS
from hyperoxo.solver.atlas import atlas_values
from hyperoxo.solver.books import book_values
from hyperoxo.solver.chances import DRAW, Guess, move_guesses

if typing.TYPE_CHECKING:
    from types import EllipsisType

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperoxo.svg import PictureOptions, Svg

DEFAULT_MEMORY = 512
"""The default memory limit of an analysis, in MiB."""
_PROVED_SCORES = {Outcome.WIN: 100, Outcome.DRAW: DRAW, Outcome.LOSS: 0}
"""Scores in percent."""


@dataclass(frozen=True, slots=True)
class CellAnalysis:
    """What is known of moving to one cell.

    Attributes:
        cell: the cell.
        value: what moving there is worth for the side to move, counted with that move.
        chance: if the value is unknown, a guess at the move: the expected score of the side that makes it, in percent,
            from 1 to 99; a draw counts half. `hyperoxo.solver.chances` makes it. None if the value is known.
        line: for wins and losses a game that shows the value, as its moves from `cell` on. It can be empty for a
            bound, never for an exact value. In a forced win every reply in it is the only one; elsewhere it is best
            play, or for a bound the longest game that the winner's strategy allows.
        points: what the chance was made of; only the order of guesses with the same chance depends on it.
    """

    cell: int
    value: Value
    chance: int | None
    line: tuple[int, ...]
    points: int = 0

    @property
    def text(self) -> str:
        """The label, or for an unknown value the chance behind `~`: `~62` is a guess."""
        return self.value.text(self.chance)

    @property
    def score(self) -> int | None:
        """The expected score of the side that makes the move, in percent: 100, 50 or 0 if proved, else the chance."""
        return _PROVED_SCORES.get(self.value.outcome, self.chance)

    @property
    def preference(self) -> tuple[int, ...]:
        """A key that sorts cells from best to worst: wins first, losses last, between them by expected score.

        A draw comes before a guess of the same score.
        """
        outcome = self.value.outcome
        if outcome in {Outcome.WIN, Outcome.LOSS}:
            return (0 if outcome is Outcome.WIN else 2, *self.value.preference, self.cell)
        is_guess = outcome is Outcome.UNKNOWN
        return 1, -((self.chance or 0) if is_guess else DRAW), int(is_guess), -self.points, self.cell


class Cells(Mapping[int, CellAnalysis]):
    """What is known of the cells that can be played, by index, ascending; a cell is also found by its name."""

    __slots__ = ("_board", "_found")

    def __init__(self, board: Board, found: Mapping[int, CellAnalysis]) -> None:
        self._board = board
        self._found = found

    def __getitem__(self, cell: int | str) -> CellAnalysis:
        """Return what is known of a cell.

        Raises:
            CellError: a name is malformed, or not of this board.
            KeyError: the cell cannot be played.
        """
        return self._found[self._board.cell(cell) if isinstance(cell, str) else cell]

    def __iter__(self) -> Iterator[int]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return repr({self._board.name(cell): found.text for cell, found in self._found.items()})


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position.

    Attributes:
        position: the position.
        value: what it is worth for the side to move, in plies from here; unknown if the game is over.
        by_index: what is known of each cell that can be played, by index, ascending.
        nodes: positions searched.
        seconds: how long it took.
    """

    position: Position
    value: Value
    by_index: Mapping[int, CellAnalysis]
    nodes: int
    seconds: float

    @property
    def cells(self) -> Cells:
        """What is known of each cell that can be played, by index or name: `analysis.cells["22"].value`."""
        return Cells(self.position.board, self.by_index)

    @property
    def complete(self) -> bool:
        """Whether every value is exact."""
        return all(found.value.exact for found in self.cells.values())

    @property
    def chance(self) -> int | None:
        """If the value is unknown, a guess at it: the expected score in percent of the best move, 50 for a proved draw.

        None if the value is known, the game is over, or the analysis was made with `guesses=False` and knows no draw.
        """
        return None if self.value.is_known or not self.cells else self.ranking[0].score

    @property
    def ranking(self) -> list[CellAnalysis]:
        """The cells from the best to the worst, as far as that is known; unknown ones by their chance."""
        return sorted(self.cells.values(), key=lambda found: found.preference)

    @property
    def by_text(self) -> list[tuple[str, list[int]]]:
        """The cells of each label or guess, the best first."""
        return [
            (text, [found.cell for found in alike])
            for text, alike in groupby(self.ranking, key=lambda found: found.text)
        ]

    def __repr__(self) -> str:
        exact = sum(found.value.exact for found in self.cells.values())
        value = f"{self.value.label}, {exact} of {len(self.cells)} cells exact"
        return f"<Analysis of {self.position.board} {self.position.text!r}: {value}>"

    @property
    def best(self) -> list[CellAnalysis]:
        """The cells that are equally good, and better than all others, as far as that is known."""
        ranking = self.ranking
        return [found for found in ranking if found.preference[:-1] == ranking[0].preference[:-1]]

    def svg(self, **options: typing.Unpack[PictureOptions]) -> Svg:
        """Return a picture: the position with the value of each cell on it, and a legend.

        The shade of a cell shows its outcome, a dashed outline that its number is a guess, and a flag the best moves.

        Args:
            **options: how it is drawn, as `hyperoxo.svg.board` describes.

        Raises:
            InputError: as `hyperoxo.svg.board` says.
        """
        from hyperoxo.solver.analysis.forms import picture  # noqa: PLC0415 - it stands on this

        return picture(self, options)

    def _repr_svg_(self) -> str:
        return str(self.svg())

    def plot(self, *, ax: Axes | None = None) -> Figure:
        """Plot the moves by label, from the best to the worst; proved values and guesses are drawn differently.

        Args:
            ax: axes of matplotlib to draw into; None for a new figure, which a notebook shows.

        Returns:
            The figure of matplotlib; `figure.savefig("values.png")` writes it to a file.

        Raises:
            MissingExtraError: matplotlib is not installed.
            TypeError: `ax` is not axes.
        """
        from hyperoxo.solver.analysis.forms import plot  # noqa: PLC0415 - as above

        return plot(self, ax)

    def line(self, cell: int | str) -> tuple[int, ...]:
        """Return why a cell has its value: a game from that move on, empty where no game shows it.

        Raises:
            CellError: the cell is not on the board.
            InputError: the cell cannot be played.
        """
        index = self.position.board.cell(cell)
        if index not in self.cells:
            raise InputError(str(cell), "the cell cannot be played")
        return self.cells[index].line


def analyse(
    position: PositionLike,
    *,
    seconds: float | EllipsisType | None = ...,
    nodes: int | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int | None = None,
    book: bool = True,
    guesses: bool = True,
    on_update: Callable[[CellAnalysis], object] | None = None,
    control: Cancellable | None = None,
) -> Analysis:
    """Find out what moving to each empty cell is worth.

    It ends when every value is exact, or at a bound. Without a bound that may be never on a large board.

    Args:
        position: any position; a game is its current position, a board its empty one. If the game is over, there
            are no cells.
        seconds: how long it may take, about; None for any time. By default 5 s, but any time where `nodes` is given,
            and on small boards and in late positions, which take about a second.
        nodes: how many positions may be searched, about. The same number gives the same result, unless time runs out.
        memory: how much memory the search may take, in MiB, about.
        threads: how many threads may work at once; None for as many as the machine runs at once.
        book: whether to begin with what the book and the atlas of the board prove, where there are some.
        guesses: whether cells of unknown value get one.
        on_update: called by the calling thread whenever the value of a cell gets better known, as the search goes on.
            An exception that it raises ends the search and is raised here.
        control: polled about a hundred times a second; once it is cancelled, what is known by then is returned.

    Raises:
        InputError: a bound is out of range.

    >>> from hyperoxo import Game
    >>> game = Game("3x3", "22 12")
    >>> analysis = analyse(game)
    >>> analysis.value.label, analysis.cells["32"].value.label
    ('W5', 'D')
    >>> [(label, game.board.names(cells)) for label, cells in analysis.by_text]
    [('W5', '11 13 21 23 31 33'), ('D', '32')]
    """
    position = to_position(position)
    if seconds is ...:
        seconds = None if nodes is not None or finishes_quickly(position) else DEFAULT_SECONDS * SLOWNESS
    started = time.monotonic()
    value, cells, searched = analyse_in_core(
        position,
        known=[*book_values(position), *atlas_values(position)] if book else (),
        nodes=nodes,
        seconds=seconds,
        memory=memory,
        threads=threads,
        on_update=None if on_update is None else lambda *found: on_update(_cell(*found)),
        is_cancelled=cancel_check(control),
    )
    unknown = [cell for cell, known, _ in cells if not Value.of_core(known).is_known]
    guessed = move_guesses(position, unknown, control) if unknown and guesses else {}
    found = {cell: _cell(cell, known, line, guessed.get(cell)) for cell, known, line in cells}
    return Analysis(position, Value.of_core(value), found, searched, time.monotonic() - started)


analyze = analyse
"""The same, as Americans spell it."""


def finishes_quickly(position: Position) -> bool:
    """Whether an analysis without bounds can be expected to complete in a second or so, judged by the board."""
    empty = len(position.legal_moves())
    return empty <= 16 or (empty <= 27 and position.board.line_length <= 3)


def _cell(cell: int, value: CoreValue, line: tuple[int, ...], guess: Guess | None = None) -> CellAnalysis:
    chance, points = guess or (None, 0)
    return CellAnalysis(cell, Value.of_core(value), chance, line, points)
