"""What is proved of a position and its moves: by atlas and book, and by a short search that always ends the same.

A book and an atlas prove more than the moves that they name. After the book's move every reply loses, and after any
reply to a lost position the other side wins. So a value does not get lost from a node to the next.
"""

from __future__ import annotations

import typing
from collections import Counter
from dataclasses import dataclass

from hyperoxo._core import Position
from hyperoxo.coach import value_in_words
from hyperoxo.explorer.node import Source, SourcedValue
from hyperoxo.outcomes import Outcome, Value, is_more_precise
from hyperoxo.sides import other_side
from hyperoxo.solver.analysis import analyse, finishes_quickly
from hyperoxo.solver.atlas import atlas_values, shipped_atlas
from hyperoxo.solver.books import book_values, shipped_book
from hyperoxo.solver.forced_wins import forced_win

if typing.TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hyperoxo.cancellation import Cancellable
    from hyperoxo.sides import Side
    from hyperoxo.solver.analysis import Analysis

NODES = 1_000
"""Positions that the search of a position may take, about."""
NODES_TO_THE_END = 50_000
"""The same where a search of all moves can be expected to finish."""
LARGEST_SEARCHED = 216
"""Cells of the largest board on which all moves are searched; on larger ones only what wins by force is."""
MAX_BOOK_STONES = 32
"""Stones of the latest positions that are looked up as those that a book's move leads to."""


@dataclass(frozen=True, slots=True)
class KnownValue:
    """A value for the side to move, and what proves it; an unknown value has no source."""

    value: Value = Value(Outcome.UNKNOWN, None, exact=False)  # noqa: RUF009 - immutable
    source: Source | None = None

    def or_better(self, value: Value | None, source: Source) -> KnownValue:
        """Return this, or another value if that is more precise."""
        return KnownValue(value, source) if value is not None and is_more_precise(value, self.value) else self

    def described(self, side: Side) -> SourcedValue:
        """Return it for JSON."""
        words = value_in_words(self.value, side) if self.source else "unknown"
        return self.value.described(SourcedValue, words=words, source=self.source)


def known_values(position: Position, control: Cancellable | None) -> tuple[KnownValue, Mapping[int, KnownValue]]:
    """Return what is known of a position, and of each of its moves, by cell."""
    if position.is_over:
        outcome = Outcome.DRAW if position.winner is None else Outcome.LOSS
        return KnownValue(Value(outcome, 0, exact=True), Source.BOARD), {}
    is_searched = len(position.board) <= LARGEST_SEARCHED
    nodes = NODES_TO_THE_END if finishes_quickly(position) else NODES if is_searched else 0
    analysis = analyse(position, nodes=nodes, seconds=None, threads=1, guesses=False, control=control)
    cells = {cell: KnownValue().or_better(found.value, Source.SEARCH) for cell, found in analysis.by_index.items()}
    cells |= {cell: KnownValue(cells[cell].value, source) for cell, source in stored_sources(analysis).items()}
    known = KnownValue().or_better(analysis.value, Source.SEARCH)
    known = next((found for found in cells.values() if found.value == known.value), known)
    for value, source in _stored(position):
        known = known.or_better(value, source)
    if known.value.outcome is Outcome.LOSS:
        cells = {
            cell: KnownValue(known.value, known.source) if found.source is None else found
            for cell, found in cells.items()
        }
    elif not is_searched and analysis.value.outcome is not Outcome.WIN:
        win = forced_win(position, nodes=NODES, control=control)
        if win:
            cells[win.line[0]] = KnownValue(win.value, Source.SEARCH)
            known = known.or_better(win.value, Source.SEARCH)
    return known, cells


def stored_sources(analysis: Analysis) -> Mapping[int, Source]:
    """Return the source of each value of an analysis that a book or the atlas has, by cell."""
    return {
        cell: source
        for source, values_of in ((Source.BOOK, book_values), (Source.ATLAS, atlas_values))
        for cell, outcome, plies in values_of(analysis.position)
        if analysis.by_index[cell].value == Value(outcome, plies, exact=False)
    }


def stored_in_words(analysis: Analysis) -> str:
    """Return sentences that say how many labels of an analysis a book and the atlas prove; empty for none."""
    counts, labels = Counter(stored_sources(analysis).values()), len(analysis.cells)
    return "".join(f"{count} of {labels} labels are proved {source.in_words}. " for source, count in counts.items())


def _stored(position: Position) -> Iterator[tuple[Value, Source]]:
    """Yield the values of a position that follow from atlas and book."""
    mover, other = position.to_move, other_side(position.to_move)
    atlas, book = shipped_atlas(position.board), shipped_book(position.board)
    proved = None if atlas is None else atlas.proved(position)
    if proved is not None and proved.winner == mover:
        yield Value(Outcome.WIN, proved.plies, exact=False), Source.ATLAS
    for plies, source in _lost_within(position):
        yield Value(Outcome.LOSS, plies, exact=False), source
    if book is not None and (found := book.answer(position)) is not None:
        yield Value(Outcome.WIN, found.plies, exact=False), Source.BOOK
    if position.stones <= MAX_BOOK_STONES:
        for before in _without_a_stone(position, other):
            for plies, source in _lost_within(before):
                yield Value(Outcome.WIN, plies - 1, exact=False), source


def _lost_within(position: Position) -> Iterator[tuple[int, Source]]:
    """Yield the plies within which the side to move loses, by the atlas, or since the book's move has been played."""
    other = other_side(position.to_move)
    atlas, book = shipped_atlas(position.board), shipped_book(position.board)
    proved = None if atlas is None else atlas.proved(position)
    if proved is not None and proved.winner == other:
        yield proved.plies, Source.ATLAS
    if book is not None and book.winner == other and position.stones <= MAX_BOOK_STONES:
        key = position.canonical()
        for before in _without_a_stone(position, other):
            found = book.answer(before)
            if found is not None and before.play(found.cell).canonical() == key:
                yield found.plies - 1, Source.BOOK


def _without_a_stone(position: Position, side: Side) -> Iterator[Position]:
    """Yield the positions before a move of `side`, which was any of its moves."""
    x, o = set(position.x), set(position.o)
    for cell in position.x if side == "x" else position.o:
        yield Position(position.board, x - {cell}, o - {cell}, side)
