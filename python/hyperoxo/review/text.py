"""A review as text: a sentence for each marked move, and the lines that `oxo review` prints, with a small graph."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from hyperoxo.outcomes import Outcome
from hyperoxo.review.judgement import MarkKind, MoveMark, PositionValue
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hyperoxo._core import Board
    from hyperoxo.review.reviewer import Review

SCORES = {100: "X wins", 50: "even", 0: "O wins"}
"""The scores of X, in percent, that a graph names."""
NO_MARKS = "No move is proved to have given away, missed or allowed a win."
NO_MOMENTS = "No move is proved to have turned the game."

_ROWS = (100, 75, 50, 25, 0)
"""The scores of X, in percent, that the rows of the graph stand for."""
_PROVED, _GUESSED, _UNKNOWN = "#", "~", "?"
_MOMENT, _MARKED = "!", "^"
_MARGIN = 8
_WIDTH = 80
_INDENT = " " * 7
_PLIES_A_ROW = 70
"""Plies that the graph shows side by side; a longer game continues below."""


def mark_sentence(board: Board, mark: MoveMark) -> str:
    """Return what a marked move did, what was better, and what follows, in one sentence without the move itself."""
    name, other, better = board.name(mark.cell), other_side(mark.side).upper(), mark.better
    after = f"after {name} {other} {mark.value.for_opponent(added=-1).in_words()}"
    if mark.value.outcome is Outcome.DRAW:
        after = f"after {name} the game is a draw"
    match mark.kind:
        case MarkKind.GAVE_AWAY_WIN:
            return f"gave away a proved win: {_best(board, mark)}, and {after}"
        case MarkKind.MISSED_WIN:
            return f"missed a forced win: {_best(board, mark)}, and whether {name} wins is unknown"
        case MarkKind.WIN_TO_UNKNOWN:
            return f"went from a proved win to unknown: {_best(board, mark)}, and whether {name} wins is unknown"
        case MarkKind.GAVE_AWAY_DRAW:
            return f"gave away a draw: {_best(board, mark)}, and {after}"
        case MarkKind.ALLOWED_WIN:
            kind = "a forced win" if mark.forced else "a proved win"
            instead = "" if better is None else f", and {board.name(better.cell)} is not proved to lose"
            return f"allowed {kind}: {after}{instead}"


def _best(board: Board, mark: MoveMark) -> str:
    """Return what the better move is proved to do; what the position was worth if no such move is known."""
    if mark.better is None or mark.better.value.outcome is not mark.before.outcome:
        return f"the position was a {mark.before.outcome}"
    name = board.name(mark.better.cell)
    if mark.before.outcome is Outcome.DRAW:
        return f"{name} keeps the draw"
    return f"{name} {mark.better.value.in_words()}"


def continuations(mark: MoveMark) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the lines of moves that a marked move is shown with: the better one, and what follows."""
    if mark.better is not None and len(mark.better.line) > 1:
        yield "proved" if mark.kind is MarkKind.WIN_TO_UNKNOWN else "better", mark.better.line
    if len(mark.line) > 1:
        yield "then", mark.line[1:]


def review_lines(review: Review) -> list[str]:
    """Return the review as lines of at most 80 columns."""
    marked = {mark.ply: mark for mark in review.marks}
    moments = {mark.ply for mark in review.moments}
    lines = [*_graph(review, marked, moments), ""]
    if not marked:
        return [*lines, NO_MARKS]
    if moments:
        lines += ["The moments that mattered:" if len(moments) > 1 else "The moment that mattered:"]
        lines += [line for mark in review.moments for line in _mark_lines(review, mark)]
    else:
        lines += [NO_MOMENTS]
    rest = [mark for ply, mark in marked.items() if ply not in moments]
    if rest:
        lines += ["", "Other marked moves:" if moments else "Marked moves:"]
        lines += [line for mark in rest for line in _mark_lines(review, mark)]
    return lines


def _mark_lines(review: Review, mark: MoveMark) -> list[str]:
    board = review.game.board
    sentence = f"{mark.ply:4} {mark.side.upper()} {board.name(mark.cell)} {mark_sentence(board, mark)}."
    lines = textwrap.wrap(sentence, _WIDTH, subsequent_indent=_INDENT, break_on_hyphens=False)
    return lines + [f"{_INDENT}{name + ':':7} {_cut_line(board, line)}" for name, line in continuations(mark)]


def _cut_line(board: Board, cells: Sequence[int]) -> str:
    """Return the moves of a line, as many as fit beside their head, and how many there are if some are left out."""
    whole = board.names(cells)
    most = _WIDTH - len(_INDENT) - len("better: ")
    if len(whole) <= most:
        return whole
    end = f" … ({len(cells)} plies)"
    return whole[: whole.rindex(" ", 0, most - len(end) + 1)] + end


def _graph(review: Review, marked: dict[int, MoveMark], moments: set[int]) -> list[str]:
    """Return the value of every position as a graph, in parts of at most 80 columns."""
    lines = [f"Value by ply: {_PROVED} proved, {_GUESSED} guess, {_UNKNOWN} unknown"]
    lines[0] += f"; {_MARKED} marked move" if marked else ""
    lines[0] += f", {_MOMENT} one that mattered" if moments else ""
    for first in range(0, len(review.values), _PLIES_A_ROW):
        part = review.values[first : first + _PLIES_A_ROW]
        for score in _ROWS:
            row = "".join(_sign(value) if _row(value) == score else " " for value in part)
            lines.append(f"{SCORES.get(score, ''):{_MARGIN}}{row}".rstrip())
        signs = [_MOMENT if one.ply in moments else _MARKED if one.ply in marked else " " for one in part]
        lines += [f"{'':{_MARGIN}}{''.join(signs)}".rstrip()] if any(sign != " " for sign in signs) else []
        lines.append(f"{'ply':{_MARGIN}}{_scale(part)}")
    return lines


def _row(value: PositionValue) -> int:
    """Return the row of a position; unknown ones without a guess are in the middle."""
    score = value.x_score
    return 50 if score is None else min(_ROWS, key=lambda row: abs(row - score))


def _sign(value: PositionValue) -> str:
    if value.value.is_known:
        return _PROVED
    return _UNKNOWN if value.chance is None else _GUESSED


def _scale(part: Sequence[PositionValue]) -> str:
    """Return the numbers of every tenth ply."""
    return "".join(f"{one.ply:<10}" for one in part if one.ply % 10 == 0).rstrip()
