"""Worksheets for a class: questions with large cells to draw in, on pages of A4, and a sheet with their answers.

Pages are black on white, since they are printed. Lengths are CSS pixels, 96 an inch.
"""

from __future__ import annotations

import random
import textwrap
import typing
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from hyperoxo._core import Board
from hyperoxo.drills import MAX_DRILLS, DrillKind, drills
from hyperoxo.errors import InputError, whole_number
from hyperoxo.line_words import LinePlace, line_kind
from hyperoxo.page_style import PAGE_HEAD
from hyperoxo.planes import plane_name
from hyperoxo.seeds import checked_seed, derived_seed
from hyperoxo.svg import Svg
from hyperoxo.svg.layout import in_turns, number, text_at
from hyperoxo.svg.style import FONT
from hyperoxo.text import escaped_xml

if typing.TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hyperoxo._core import Position
    from hyperoxo.in_groups import Item

__all__ = [
    "SHEET_KINDS",
    "SheetKind",
    "SheetQuestion",
    "Worksheet",
    "worksheet",
]
__dir__ = __all__.copy

SheetKind: typing.TypeAlias = typing.Literal["boards", "lines"] | DrillKind
SHEET_KINDS: tuple[SheetKind, ...] = ("boards", "lines", *typing.get_args(DrillKind))
_PAGE = (794, 1123)
_MARGIN = 57
_WIDTH = _PAGE[0] - 2 * _MARGIN
_HEAD, _FOOT = 96, 24
_HEIGHT = _PAGE[1] - 2 * _MARGIN - _HEAD - _FOOT
"""The room for questions on a page."""
_LEAST, _GOOD, _MOST = 19, 34, 53
"""Sizes of cells: the smallest that is printed, one that is large enough to draw in, the largest next to others."""
_LARGEST = 95
"""The largest cell of a board that has its page to itself."""
_LABEL, _TEXT, _GAP = 18, 17, 26
"""Room for coordinates, for a line of text, and between questions."""
_LETTER = 6.3
"""Letters are on average less wide than this."""
_TITLES: dict[SheetKind, tuple[str, str]] = {
    "boards": ("to play on", ""),
    "lines": ("count the lines", "Find every line through the marked cell. How many are there?"),
    "complete": ("complete the line", "One side has all stones of a line but one. Draw the stone that completes it."),
    "who-wins": (
        "who wins now?",
        "Which side completes a line with its next move, and cannot be stopped? X, O or neither? Mark where.",
    ),
    "block": ("block the line", "The other side is about to complete a line. Draw the stone that blocks it."),
}
_ASKS_IN_WRITING = ("lines", "who-wins")
"""The kinds whose answer is written below the board."""


@dataclass(frozen=True, slots=True)
class SheetQuestion:
    """A question of a worksheet.

    Attributes:
        position: the position on its board.
        text: the question; empty if the head of the page asks it.
        answer: the answer as a sentence; empty without one.
        marked: a cell to mark; None for none.
    """

    position: Position
    text: str
    answer: str
    marked: int | None = None


@dataclass(frozen=True)
class Worksheet:
    """Questions on the pages of a worksheet.

    Attributes:
        board: the board of all questions.
        kind: what they ask.
        seed: the source of all choices.
        questions: the questions in their order.
    """

    board: Board
    kind: SheetKind
    seed: int
    questions: tuple[SheetQuestion, ...]

    @property
    def title(self) -> str:
        """The title, as the head of each page has it."""
        return f"{self.board}, {_TITLES[self.kind][0]}"

    @cached_property
    def question_pages(self) -> tuple[Svg, ...]:
        """The pages with the questions."""
        cell, per_row = _cell_size(self.board, alone=self.kind == "boards" and len(self.questions) == 1)
        blocks = [_block(self, at, cell, per_row) for at in range(len(self.questions))]
        wide, high = max(block.width for block in blocks), max(block.height for block in blocks)
        across = max(1, int((_WIDTH + _GAP) // (wide + _GAP)))
        down = max(1, int((_HEIGHT + _GAP) // (high + _GAP)))
        pages = [
            "".join(
                f'<g transform="translate({number((at % across) * (_WIDTH + _GAP) / across)} '
                f'{number(at // across * (high + _GAP))})">{block.drawn}</g>'
                for at, block in enumerate(page)
            )
            for page in _parts(blocks, across * down)
        ]
        return tuple(self._page(drawn, at, len(pages), _TITLES[self.kind][1]) for at, drawn in enumerate(pages, 1))

    @cached_property
    def answer_pages(self) -> tuple[Svg, ...]:
        """The pages with the answers, which have the numbers of the questions; none if nothing is asked."""
        lines = [
            (f"{at}." if not row else "", text)
            for at, question in enumerate(self.questions, 1)
            for row, text in enumerate(textwrap.wrap(question.answer, int((_WIDTH - 36) // _LETTER)))
        ]
        pages = _parts(lines, _HEIGHT // (_TEXT + 4))
        return tuple(
            self._page(
                "".join(
                    _text(0, row * (_TEXT + 4) + 12, label, weight="bold") + _text(36, row * (_TEXT + 4) + 12, text)
                    for row, (label, text) in enumerate(page)
                ),
                at,
                len(pages),
                None,
            )
            for at, page in enumerate(pages, 1)
        )

    @property
    def pages(self) -> tuple[Svg, ...]:
        """All pages as pictures: those with the questions, then those with the answers."""
        return (*self.question_pages, *self.answer_pages)

    def pdf(self) -> bytes:
        """Return the pages as a PDF file.

        Raises:
            MissingExtraError: the extra `pictures` is not installed.
        """
        from hyperoxo.svg.rendering import pdf  # noqa: PLC0415 - only these files need the extra

        return pdf(self.pages, self.title)

    def html(self) -> str:
        """Return the pages as one page of HTML, to be printed by a browser."""
        style = "@page{size:A4;margin:0}body{margin:0}svg{display:block;width:210mm;height:auto;break-after:page}"
        return (
            f'<!doctype html>\n<html lang="en-GB">\n<head>\n{PAGE_HEAD}<title>{escaped_xml(self.title)}</title>\n'
            f"<style>{style}</style>\n</head>\n<body>\n{''.join(self.pages)}</body>\n</html>\n"
        )

    def _page(self, drawn: str, at: int, pages: int, instruction: str | None) -> Svg:
        """Return a page with its head and foot; one of answers lacks the instruction."""
        is_answers = instruction is None
        title = f"Answers: {self.title}" if is_answers else self.title
        width, height = _PAGE
        source = f"oxo worksheet {self.board} --type {self.kind} --count {len(self.questions)} --seed {self.seed}"
        head = "" if is_answers else _text(0, 50, "Name") + _text(440, 50, "Date") + _rule(40, 420) + _rule(478, _WIDTH)
        body = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'role="img" aria-label="{escaped_xml(title)}" font-family=\'{FONT}\' font-size="12">'
            f'<rect width="{width}" height="{height}" fill="#fff"/><g transform="translate({_MARGIN} {_MARGIN})">'
            f"{_text(0, 16, title, size=20, weight='bold')}{head}{_text(0, 78, instruction or '')}"
            f'<g transform="translate(0 {_HEAD})">{drawn}</g>'
            f"{_text(0, height - 2 * _MARGIN, source, size=9, ink='#555')}"
            f"{_text(_WIDTH, height - 2 * _MARGIN, f'page {at} of {pages}', size=9, ink='#555', anchor='end')}"
            "</g></svg>\n"
        )
        return Svg(body)


def worksheet(board: Board | str, kind: SheetKind, count: int, seed: int) -> Worksheet:
    """Return a worksheet; the same seed gives the same one everywhere.

    Args:
        board: a board, or its description.
        kind: `boards`, empty boards to play on, one of which is as large as its page allows; `lines`, which asks how
            many lines run through a cell; or a kind of `hyperoxo.drills`.
        count: how many questions, from 1 to `MAX_DRILLS`.
        seed: the source of all choices.

    Raises:
        InputError: the kind is unknown, a number is out of range, the board cannot give that number of questions, or
            its cells would be too small on a page.

    >>> sheet = worksheet("4x4x4", "lines", 6, 7)
    >>> sheet.questions[3].answer
    '4 lines run through 423: 2 in a row or column of a tier, 1 on a diagonal of a tier, 1 straight through the tiers.'
    >>> len(sheet.question_pages), len(sheet.answer_pages)
    (2, 1)
    """
    board, seed = Board(board), checked_seed(seed)
    if kind not in SHEET_KINDS:
        raise InputError(str(kind), "not a kind of worksheet", f"kinds are {', '.join(SHEET_KINDS)}")
    if not 1 <= whole_number("count", count) <= MAX_DRILLS:
        raise InputError(f"count={count}", f"must be from 1 to {MAX_DRILLS}")
    _cell_size(board, alone=False)
    match kind:
        case "boards":
            questions = [SheetQuestion(board.empty(), "", "")] * count
        case "lines":
            questions = [_lines_question(board, cell) for cell in _cells(board, count, seed)]
        case _:
            made = drills(board, kind, count, seed)
            questions = [SheetQuestion(drill.position, drill.question, drill.sentence) for drill in made]
    return Worksheet(board, kind, seed, tuple(questions))


def _parts(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Return items in parts of a size, the last of which may be smaller."""
    return [items[at : at + size] for at in range(0, len(items), size)]


def _cells(board: Board, count: int, seed: int) -> list[int]:
    """Return different cells of a board: the classes of cells take turns, so that the answers differ."""
    if count > len(board):
        raise InputError(f"{count} questions of lines on {board}", f"it has only {len(board)} cells", "ask fewer")
    rng = random.Random(derived_seed(seed, "lines", str(board)))
    classes = [rng.sample(cells, len(cells)) for cells in board.cell_classes()]
    cells: list[int] = []
    while len(cells) < count:
        classes = [left for left in classes if left]
        rng.shuffle(classes)
        cells += [left.pop() for left in classes]
    return cells[:count]


def _lines_question(board: Board, cell: int) -> SheetQuestion:
    through = [board.lines[line] for line in board.lines_through(cell)]
    kinds = Counter(line_kind(board, line) for line in through)
    parts = [f"{kinds[kind]} {kind.in_words(board)}" for kind in LinePlace if kinds[kind]]
    count = f"{len(through)} {'line runs' if len(through) == 1 else 'lines run'}"
    return SheetQuestion(board.empty(), "", f"{count} through {board.name(cell)}: {', '.join(parts)}.", cell)


# ---- The drawn boards ----


@dataclass(frozen=True, slots=True)
class _Block:
    """A question as it is drawn, with its size."""

    drawn: str
    width: float
    height: float


def _cell_size(board: Board, *, alone: bool) -> tuple[int, int]:
    """Return the size of a cell, and how many tiers of a three-dimensional board stand in a row.

    Tiers stand in as few rows as leave cells large enough; with a page to themselves, cells are as large as possible.
    """
    tiers = board.shape[0] if board.dimensions == 3 else 1
    found = (0, 1)
    for per_row in range(tiers, 0, -1):
        wide, high = _grid(board, 100, per_row)[1]
        room = (_WIDTH - _LABEL, _HEIGHT - 4 * _LABEL - 3 * _TEXT)
        size = int(min(_LARGEST if alone else _MOST, 100 * room[0] / wide, 100 * room[1] / high))
        found = max(found, (size, per_row))
        if size >= _GOOD and not alone:
            return size, per_row
    if found[0] < _LEAST:
        raise InputError(str(board), "its cells would be smaller than 5 mm on A4", "choose a smaller board")
    return found


def _grid(board: Board, cell: int, per_row: int) -> tuple[list[tuple[float, float]], list[float]]:
    """Return the left and top of each cell, and the size of all; the cells of a plane touch."""
    shape = board.shape
    if board.dimensions == 3:
        shape = (-(-shape[0] // per_row), per_row, *shape[1:])
    corners, extent = in_turns(shape, (cell, cell), (0, max(0.6 * cell, _LABEL + 6), 1.4 * cell, 2 * cell))
    return corners[: len(board)], extent


def _block(sheet: Worksheet, at: int, cell: int, per_row: int) -> _Block:
    """Draw a question: its number and text, the board, and a rule for an answer in writing."""
    board, question = sheet.board, sheet.questions[at]
    corners, (wide, high) = _grid(board, cell, per_row)
    width = max(wide + _LABEL, 150)
    texts = textwrap.wrap(question.text, int((width - 24) // _LETTER)) or [""]
    top = 0 if sheet.kind == "boards" else len(texts) * _TEXT
    drawn = [_text(0, 12, f"{at + 1}.", weight="bold")] if top else []
    drawn += [_text(24, 12 + row * _TEXT, text) for row, text in enumerate(texts)]
    left, first = _LABEL, top + (_LABEL if board.dimensions > 2 else 4)
    drawn += _labels(board, [(left + x, first + y) for x, y in corners], cell)
    for index, (x, y) in enumerate(corners):
        drawn.append(
            _square(left + x, first + y, cell, question.position.stone(index), is_marked=index == question.marked)
        )
    height = first + high + _LABEL
    if sheet.kind in _ASKS_IN_WRITING:
        drawn.append(_text(_LABEL, height + 16, "Answer") + _rule(_LABEL + 48, width, height + 18))
        height += 22
    return _Block("".join(drawn), width, height)


def _square(x: float, y: float, size: int, stone: str | None, *, is_marked: bool) -> str:
    box = f'<rect x="{number(x)}" y="{number(y)}" width="{size}" height="{size}" fill="none" stroke="#555"/>'
    middle = number(x + size / 2), number(y + size / 2)
    paint = f'fill="none" stroke="#000" stroke-width="{number(size / 11)}" stroke-linecap="round"'
    near, far = 0.26 * size, 0.74 * size
    if is_marked:
        box += f'<circle cx="{middle[0]}" cy="{middle[1]}" r="{number(0.2 * size)}" fill="#000"/>'
    if stone == "x":
        ends = [number(one) for one in (x + near, y + near, x + far, y + far)]
        return (
            f'{box}<path d="M{ends[0]} {ends[1]}L{ends[2]} {ends[3]}M{ends[2]} {ends[1]}L{ends[0]} {ends[3]}" {paint}/>'
        )
    if stone == "o":
        return f'{box}<circle cx="{middle[0]}" cy="{middle[1]}" r="{number(0.27 * size)}" {paint}/>'
    return box


def _labels(board: Board, corners: Sequence[tuple[float, float]], cell: int) -> Iterator[str]:
    """Yield the number of each row next to the planes at the left, each column below the lowest, the planes' names."""
    left, low = min(x for x, _ in corners), max(y for _, y in corners)
    for index, (x, y) in enumerate(corners):
        *slower, column = board.coordinates(index)
        if slower and x == left:
            yield _text(x - 7, y + cell / 2 + 4, str(slower[-1]), size=10, ink="#555", anchor="middle")
        if y == low:
            yield _text(x + cell / 2, y + cell + 12, str(column), size=10, ink="#555", anchor="middle")
        if slower[:-1] and slower[-1] == column == 1:
            yield _text(x, y - 5, plane_name(board, slower[:-1]), size=10, ink="#555")


def _text(
    x: float, y: float, text: str, *, size: int = 12, weight: str = "", ink: str = "#000", anchor: str = ""
) -> str:
    return text_at(x, y, text, size=size, ink=ink, weight=weight, anchor=anchor) if text else ""


def _rule(left: float, right: float, y: float = 54) -> str:
    return f'<line x1="{number(left)}" y1="{number(y)}" x2="{number(right)}" y2="{number(y)}" stroke="#555"/>'
