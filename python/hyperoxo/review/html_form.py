"""A review as HTML: a section with the value by ply as a graph, the marked moves, and pictures of the moments.

A section needs `PAGE_STYLE` and `REVIEW_STYLE` on its page and nothing else; `review_page` makes a page of several. The
same review gives the same text: the time that it took is left out.
"""

from __future__ import annotations

import typing
from html import escape

from hyperoxo import svg
from hyperoxo.coach import value_in_words
from hyperoxo.outcomes import Outcome
from hyperoxo.page_style import PAGE_HEAD, PAGE_STYLE
from hyperoxo.review.judgement import MoveMark, PositionValue, stretches
from hyperoxo.review.text import (
    SCORES,
    continuations,
    other_marks,
    proved_wins,
    review_sections,
    sentence,
)

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hyperoxo._core import Board
    from hyperoxo.game import Game
    from hyperoxo.review.key_moves import KeyMove
    from hyperoxo.review.reviewer import Review

REVIEW_STYLE = """\
.review .graph svg { display: block; width: 100%; min-width: 18rem; max-width: 46rem; height: auto;
  font: 14px system-ui, sans-serif; fill: var(--ink); }
.review .grid { stroke: var(--faint); }
.review .proved, .review .guess { fill: none; stroke: var(--ink); stroke-width: 2.5; stroke-linecap: round; }
.review .guess { stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 3 4; }
.review .share { fill: var(--faint); opacity: .5; }
.review .x-mark { fill: var(--x); stroke: var(--paper); }
.review .o-mark { fill: var(--o); stroke: var(--paper); }
.review ol { list-style: none; padding: 0; }
.review li { margin: .75rem 0; }
.review .line { font-variant-numeric: tabular-nums; margin: .25rem 0 .25rem 1.5rem; }
.review .board { overflow-x: auto; margin: .5rem 0 .5rem 1.5rem; }
.review .board svg { display: block; }
"""
"""What pages with reviews have beside the style of all pages."""

_WIDTH, _HEIGHT = 480, 150
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 12, 12, 26
_MAX_NUMBERED_PLIES = 10
"""Plies that are numbered below the graph, at most."""
_SHORT_LINE = 12
"""A line of more moves than this is folded."""
_NUMBERED = 9
"""Moves of a line that a picture numbers, at most."""


def review_page(title: str, sections: Iterable[str], caution: str = "") -> str:
    """Return a page of reviews."""
    warning = f'<p class="warn" role="note">{escape(caution)}</p>\n' if caution else ""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n{PAGE_HEAD}<title>{escape(title)}</title>\n'
        f"<style>\n{PAGE_STYLE}{REVIEW_STYLE}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{escape(title)}</h1>\n{warning}</header>\n<main>\n{''.join(sections)}"
        f"{HOW_TO_READ}</main>\n</body>\n</html>\n"
    )


HOW_TO_READ = """\
<section>
<h2>How to read a review</h2>
<p>The value by ply is the value of the position after that number of moves, under best play of both sides. Wins and
draws are proved; a guess is the expected score of X in percent. A side that wins in 5 moves needs exactly 5 of its own
against the best defence, one that wins within 5 moves needs 5 at most. A move that gave away a win or a draw is proved
to be a mistake. After one that went from a proved win to unknown, the position may still be won. The command
<code>oxo help review</code> says more.</p>
</section>
"""
"""What the words of a review mean, as a section of a page."""


def review_section(review: Review, title: str, *, level: int = 2) -> str:
    """Return the review of a game as a `section` element."""
    game = review.game
    searched = f"{review.nodes:,} positions searched" + ("" if review.is_complete else "; ended before it was complete")
    parts = [
        '<section class="review">',
        f"<h{level}>{escape(title)}</h{level}>",
        f'<p class="soft">{searched}.</p>',
        _graph(review),
        _values(review),
    ]
    for heading, key_moves in review_sections(review):
        parts.append(f"<h{level + 1}>{escape(heading.removesuffix(':'))}</h{level + 1}>")
        if key_moves:
            parts += ["<ol>", *(_item(game.board, found, _picture(game, found)) for found in key_moves), "</ol>"]
    others = other_marks(review)
    if others:
        count = f"{len(others)} other marked {'move' if len(others) == 1 else 'moves'}"
        listed = (_item(game.board, mark) for mark in others)
        parts += [f"<details><summary>{count}</summary>", "<ol>", *listed, "</ol>", "</details>"]
    return "\n".join([*parts, "</section>", ""])


def _graph(review: Review) -> str:
    """Return the value by ply as a figure: proved stretches solid, guesses dashed, marked moves as points."""
    last, board = len(review.values) - 1, review.game.board
    drawn = [*_grid(last), *_shares(review)]
    for is_proved, stretch in stretches(review.values):
        points = " ".join(f"{_across(one.ply, last):.1f},{_height_of(one.x_score or 0):.1f}" for one in stretch)
        drawn.append(f'<polyline class="{"proved" if is_proved else "guess"}" points="{points}"/>')
    dots: list[MoveMark | KeyMove] = [*other_marks(review), *review.key_moves]
    for shown in dots:
        score = review.values[shown.ply].x_score
        if score is not None:
            drawn.append(_point(board, shown, _across(shown.ply, last), _height_of(score)))
    label = "The value by ply; the table below has the figures, the list of key moves says more."
    wins = proved_wins(review.values)
    return (
        f'<figure class="graph" aria-label="The value by ply" tabindex="0">\n'
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"><title>{label}</title>\n'
        + "\n".join(drawn)
        + "\n</svg>\n<figcaption>Solid: proved. Dashed: a guess. Squares are moves of X, circles of O; large ones are "
        f"key moves. Bars: the share of sound moves.{f' {wins}' if wins else ''}</figcaption>\n</figure>"
    )


def _shares(review: Review) -> Iterator[str]:
    """Yield the share of sound moves at each ply, as bars from below."""
    width = 0.6 * (_WIDTH - _LEFT - _RIGHT) / len(review.values)
    for known in review.values:
        if known.sound:
            height = (_HEIGHT - _TOP - _BOTTOM) * known.sound / known.legal
            x, y = _across(known.ply, len(review.values) - 1) - width / 2, _HEIGHT - _BOTTOM - height
            yield f'<rect class="share" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>'


def _across(ply: int, last: int) -> float:
    return _LEFT + ply * (_WIDTH - _LEFT - _RIGHT) / max(1, last)


def _height_of(score: float) -> float:
    return _TOP + (100 - score) * (_HEIGHT - _TOP - _BOTTOM) / 100


def _grid(last: int) -> Iterator[str]:
    """Yield the lines and names of the rows, and the numbers of plies."""
    for score, name in SCORES.items():
        y = _height_of(score)
        yield f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{name}</text>'
    step = next(step for step in (1, 2, 5, 10, 20, 50) if last < step * _MAX_NUMBERED_PLIES or step == 50)
    for ply in range(0, last + 1, step):
        yield f'<text x="{_across(ply, last):.1f}" y="{_HEIGHT - 6}" text-anchor="middle">{ply}</text>'
    yield f'<text x="{_LEFT - 8}" y="{_HEIGHT - 6}" text-anchor="end">ply</text>'


def _point(board: Board, shown: MoveMark | KeyMove, x: float, y: float) -> str:
    size = 3.5 if isinstance(shown, MoveMark) else 6
    title = f"<title>{escape(_heading(board, shown))} {escape(sentence(board, shown))}</title>"
    if shown.side == "o":
        return f'<circle class="o-mark" cx="{x:.1f}" cy="{y:.1f}" r="{size}">{title}</circle>'
    corner = f'x="{x - size:.1f}" y="{y - size:.1f}" width="{2 * size}" height="{2 * size}"'
    return f'<rect class="x-mark" {corner}>{title}</rect>'


def _values(review: Review) -> str:
    """Return the values as a folded table, for readers who cannot see the graph."""
    game = review.game
    rows = []
    for value in review.values:
        mover = game.position_at(value.ply - 1).to_move.upper() if value.ply else ""
        move = f"{mover} {game.board.name(game.all_moves[value.ply - 1])}" if value.ply else "start"
        sound = "" if value.sound is None else f"{value.sound} of {value.legal}"
        cells = f"<td>{move}</td><td>{_in_words(value)}</td><td>{sound}</td>"
        rows.append(f'<tr><th scope="row">{value.ply}</th>{cells}</tr>')
    names = ("ply", "move", "value after it", "sound moves")
    heads = "".join(f'<th scope="col">{head}</th>' for head in names)
    return "\n".join(
        [
            "<details><summary>Values as a table</summary>",
            '<div class="wide" role="group" aria-label="Values by ply" tabindex="0">',
            "<table>",
            "<caption>Values by ply</caption>",
            f"<thead><tr>{heads}</tr></thead>",
            "<tbody>",
            *rows,
            "</tbody>",
            "</table>",
            "</div>",
            "</details>",
        ]
    )


def _in_words(known: PositionValue) -> str:
    value = known.value
    if known.winner is not None:
        return value_in_words(value, known.to_move)
    if value.outcome is Outcome.DRAW:
        return "draw"
    return "unknown" if known.x_score is None else f"X about {known.x_score:.0f}%"


def _heading(board: Board, shown: MoveMark | KeyMove) -> str:
    return f"{shown.ply}. {shown.side.upper()} {board.name(shown.cell)}"


def _item(board: Board, shown: MoveMark | KeyMove, picture: str = "") -> str:
    """Return a move as an item of a list."""
    lines = "".join(_line(board, name.capitalize(), line) for name, line in continuations(shown))
    return f"<li><p><b>{_heading(board, shown)}</b> {escape(sentence(board, shown))}.</p>{lines}{picture}</li>"


def _line(board: Board, name: str, cells: Sequence[int]) -> str:
    if len(cells) <= _SHORT_LINE:
        return f'<p class="line">{name}: {board.names(cells)}</p>'
    head = f"{name}: {board.names(cells[:_SHORT_LINE])} … ({len(cells)} plies)"
    rest = board.names(cells[_SHORT_LINE:])
    return f'<details class="line"><summary>{head}</summary><p>{rest}</p></details>'


def _picture(game: Game, found: KeyMove) -> str:
    """Return a picture of the position before a move, with the better line or that of the game numbered."""
    better, sign = found.better, "?" if found.is_mistake else "!"
    has_line = better is not None and len(better.line) > 1
    line = better.line if better is not None and has_line else found.line[1:]
    meaning = "the better line" if has_line else "what can follow"
    numbered = line[:_NUMBERED]
    signs = {found.cell: sign} if better is None or has_line else {found.cell: sign, better.cell: "!"}
    texts = signs | {cell: str(number) for number, cell in enumerate(numbered, 1)}
    caption = f"Before ply {found.ply}. {texts[found.cell]} is the move that was played"
    if better is not None and not has_line:
        unknown = "looks better" if found.is_guess else "is not proved to lose"
        kind = unknown if better.value.outcome is Outcome.UNKNOWN else "is better"
        caption += f"; {texts[better.cell]} {kind}"
    if numbered:
        verb = "is" if len(line) == 1 else "are" if numbered == line else "begin"
        caption += f"; 1{f' to {len(numbered)}' if len(numbered) > 1 else ''} {verb} {meaning}"
    drawing = svg.board(game.position_at(found.ply - 1), marks=texts, title=caption, background=False)
    return (
        f'<div class="board" role="group" aria-label="Before ply {found.ply}" tabindex="0">{drawing}</div>'
        f'<p class="line soft">{caption}.</p>'
    )
