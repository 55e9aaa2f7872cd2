"""Lines of a board in plain words: where they run, how many are full, and what a side has that lacks one stone."""

from __future__ import annotations

import typing
from enum import StrEnum

from hyperoxo.planes import plane_name

if typing.TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo._core import Board
    from hyperoxo.sides import Side

    Lines: typing.TypeAlias = Sequence[Sequence[int]]
    """Lines of a board, each as its cells."""

MAX_LISTED_LINES = 3
"""The most lines or cells that a sentence lists."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def what_wins(board: Board) -> str:
    """Return what wins on a board, in a sentence with a full stop: `Four in a row wins, also through the tiers`."""
    length, shape = board.line_length, board.shape
    where = ""
    if any(side >= length for side in shape[:-2]):
        where = f", also through {_planes_word(board)}"
    elif len(shape) > 1 and min(shape[-2:]) >= length:
        where = ", also on a diagonal"
    return f"{number_in_words(length).capitalize()} in a row wins{where}."


class LinePlace(StrEnum):
    """The kinds of places of lines that `line_in_words` tells apart, those that are easiest to see first."""

    ROW = "row"
    DIAGONAL = "diagonal"
    STRAIGHT = "straight"
    SLANT = "slant"
    CORNER = "corner"

    def in_words(self, board: Board) -> str:
        """Return the place of a line of this kind on a board: `in a row or column of a tier`.

        >>> from hyperoxo import Board
        >>> [place.in_words(Board("4x4x4")) for place in LinePlace][:3]
        ['in a row or column of a tier', 'on a diagonal of a tier', 'straight through the tiers']
        """
        of = f" of a {'block' if board.dimensions > 4 else 'tier'}" if board.dimensions > 2 else ""
        through = f"through {_planes_word(board)}"
        return {
            LinePlace.ROW: f"in a row or column{of}",
            LinePlace.DIAGONAL: f"on a diagonal{of}",
            LinePlace.STRAIGHT: f"straight {through}",
            LinePlace.SLANT: f"on a diagonal {through}",
            LinePlace.CORNER: f"from corner to corner {through}",
        }[self]


def line_kind(board: Board, line: Sequence[int]) -> LinePlace:
    """Return the kind of a line, given its cells from end to end."""
    first, last = board.coordinates(line[0]), board.coordinates(line[-1])
    in_plane = _moving(first[-2:], last[-2:])
    if first[:-2] == last[:-2]:
        return LinePlace.DIAGONAL if in_plane > 1 else LinePlace.ROW
    if _moving(first, last) == 1:
        return LinePlace.STRAIGHT
    is_whole = all({one, two} == {1, side} for one, two, side in zip(first, last, board.shape, strict=True))
    return LinePlace.CORNER if in_plane > 1 and is_whole else LinePlace.SLANT


def line_in_words(board: Board, line: Sequence[int]) -> str:
    """Return the place of a line: `in row 3 of tier 2`, `straight down through the tiers`, `on a diagonal`."""
    kind, first, last = line_kind(board, line), board.coordinates(line[0]), board.coordinates(line[-1])
    planes, ends = (first[:-2], last[:-2]), (first[-2:], last[-2:])
    if kind in {LinePlace.ROW, LinePlace.DIAGONAL}:
        of = f" of {plane_name(board, planes[0])}" if planes[0] else ""
        return f"{_line_of_plane(*ends)}{of}"
    span = _span(board, *planes)
    if kind is LinePlace.STRAIGHT:
        return f"straight{' down' if board.dimensions == 3 else ''} through {span}"
    if kind is LinePlace.CORNER:
        return f"from corner to corner through {span}"
    return f"on a diagonal through {span}{_fixed(*ends) if ends[0] != ends[1] else ''}"


def _span(board: Board, start: Sequence[int], end: Sequence[int]) -> str:
    """Return the planes through which a line runs, from the coordinates of those of its ends."""
    if len(start) > 2:
        return f"{plane_name(board, start)} to {plane_name(board, end)}"
    axes = list(zip(("block", "tier")[-len(start) :], board.shape, start, end, strict=False))
    moving = [
        f"the {word}s" if {one, two} == {1, side} else f"{word}s {one} to {two}"
        for word, side, one, two in axes
        if one != two
    ]
    fixed = [f" {'of' if word == 'block' else 'in'} {word} {one}" for word, _, one, two in axes if one == two]
    return f"{' and '.join(moving)}{''.join(fixed)}"


def _line_of_plane(start: Sequence[int], end: Sequence[int]) -> str:
    """Return the place of a line in its plane, from the coordinates of its ends in it."""
    if _moving(start, end) > 1:
        return "on a diagonal"
    if start[-1] == end[-1]:
        return f"in column {start[-1]}"
    return f"in row {start[0]}" if len(start) > 1 else "in the row"


def _fixed(start: Sequence[int], end: Sequence[int]) -> str:
    """Return the row or the column in which a line through several planes stays, if it does."""
    words = [f"{word} {at}" for word, at, then in zip(("row", "column"), start, end, strict=False) if at == then]
    return f", in {words[0]}" if words else ""


def _moving(start: Sequence[int], end: Sequence[int]) -> int:
    return sum(one != two for one, two in zip(start, end, strict=True))


def _planes_word(board: Board) -> str:
    return {3: "the tiers", 4: "tiers and blocks"}.get(board.dimensions, "the blocks")


def number_in_words(number: int) -> str:
    """Return a number as text: in words up to twelve."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def places(board: Board, lines: Lines, most: int = MAX_LISTED_LINES) -> str:
    """Return the places of lines; more than the most are only counted."""
    if len(lines) > most:
        return f"in {number_in_words(len(lines))} lines"
    return " and ".join(dict.fromkeys(line_in_words(board, line) for line in lines))


def held(board: Board, side: Side, lines: Lines) -> str:
    """Return what a side has that lacks one stone of a line: `O has three in column 4 of tier 3`."""
    return f"{side.upper()} has {number_in_words(board.line_length - 1)} {places(board, lines)}"


def completed(board: Board, lines: Lines) -> str:
    """Return full lines in words: `four in a row, straight down through the tiers`."""
    times = {1: "", 2: " twice"}.get(len(lines), f" {number_in_words(len(lines))} times")
    return f"{number_in_words(board.line_length)} in a row{times}, {places(board, lines)}"
