"""Worksheets: boards within the page, with the stones of the questions, and answers under the same numbers."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from support.reference import ReferenceBoard

from hyperoxo import Board
from hyperoxo.drills import drills
from hyperoxo.errors import InputError
from hyperoxo.worksheets import SHEET_KINDS, SheetKind, worksheet

if TYPE_CHECKING:
    from hyperoxo.svg import Svg

A4 = (210, 297)
PLANS = Path(__file__).parents[2] / "docs" / "lesson-plans"
MM = 96 / 25.4


Placed = tuple[str, float, float, ET.Element]


def placed(page: Svg) -> list[Placed]:
    """Return the elements of a page with the origin in which each is drawn."""

    def within(element: ET.Element, x: float, y: float) -> list[Placed]:
        if found := re.match(r"translate\((\S+) (\S+)\)", element.get("transform", "")):
            x, y = x + float(found[1]), y + float(found[2])
        tag = element.tag.rpartition("}")[2]
        return [(tag, x, y, element), *(one for child in element for one in within(child, x, y))]

    return within(ET.fromstring(page), 0, 0)  # noqa: S314 - our own text


def cells(page: Svg) -> list[tuple[float, float, float]]:
    """Return the left, top and side of each cell on a page, in millimetres."""
    boxes = [(x, y, box) for tag, x, y, box in placed(page) if tag == "rect" and box.get("stroke")]
    return [
        ((x + float(box.attrib["x"])) / MM, (y + float(box.attrib["y"])) / MM, float(box.attrib["width"]) / MM)
        for x, y, box in boxes
    ]


@pytest.mark.parametrize("kind", SHEET_KINDS)
@pytest.mark.parametrize("name", ["3x3", "3x3x3", "4x4x4", "5x5x5", "4x4x4x4", "7x9:4"])
def test_cells_are_large_and_on_the_paper(name: str, kind: SheetKind) -> None:
    sheet = worksheet(name, kind, 5, seed=1)
    assert all(page.size == (round(A4[0] * MM), round(A4[1] * MM)) for page in sheet.pages)
    drawn = [cells(page) for page in sheet.question_pages]
    assert sum(map(len, drawn)) == 5 * len(sheet.board)
    for page in drawn:
        assert len(set(page)) == len(page)
        assert min(side for *_, side in page) >= 9
        assert min(min(left, top) for left, top, _ in page) >= 14
        assert max(left + side for left, _, side in page) <= A4[0] - 14
        assert max(top + side for _, top, side in page) <= A4[1] - 20
        # No cell lies on another.
        ordered = sorted(page, key=lambda cell: (round(cell[1], 3), cell[0]))
        for (left, top, side), (next_left, next_top, _) in pairwise(ordered):
            assert round(next_top, 3) > round(top, 3) or next_left >= left + side - 0.01


def test_questions_and_answers_have_the_same_numbers_and_are_those_of_the_drills() -> None:
    sheet, made = worksheet("4x4x4", "who-wins", 9, seed=4), drills("4x4x4", "who-wins", 9, 4)
    assert [one.answer for one in sheet.questions] == [drill.sentence for drill in made]
    texts = ["".join(f"{one.text}\n" for *_, one in placed(page) if one.text) for page in sheet.pages]
    asked, answered = "".join(texts[:-1]), texts[-1]
    for number, drill in enumerate(made, 1):
        assert f"\n{number}.\n{drill.question}\n" in asked
        assert f"{number}. {drill.sentence} " in f"{' '.join(answered.split())} "
    drawn = "".join(sheet.question_pages)
    assert drawn.count("<path") == sum(len(drill.position.x) for drill in made)
    assert drawn.count("<circle") == sum(len(drill.position.o) for drill in made)


@pytest.mark.parametrize("name", ["3x3x3", "5x5:4", "3x3x3x3"])
def test_lines_through_a_cell_are_counted_by_kind(name: str) -> None:
    board = Board(name)
    lines = ReferenceBoard(board.shape, board.line_length).lines
    questions = worksheet(name, "lines", 9, seed=2).questions
    assert len({one.marked for one in questions}) == 9
    for one in questions:
        through, *by_kind = map(
            int, re.findall(r"\b\d+(?= (?!:)\D)", one.answer.replace(board.name(one.marked or 0), ""))
        )
        assert through == sum(by_kind) == sum(one.marked in line for line in lines)


def test_a_pdf_has_a_page_for_each() -> None:
    sheet = worksheet("4x4x4x4", "complete", 2, seed=1)
    content = sheet.pdf()
    assert content.count(b"/MediaBox [ 0 0 595.5 842.25 ]") == len(sheet.pages) == 3
    assert sheet.html().count("<svg") == 3


@pytest.mark.parametrize(
    ("board", "kind", "count", "named"),
    [
        ("2x2", "block", 1, "block on 2x2: lines of two cells"),
        ("3x3", "lines", 10, "10 questions of lines on 3x3: it has only 9 cells"),
        ("256:2", "boards", 1, "256:2: its cells would be smaller than 5 mm"),
        ("3x3", "tenth", 1, "tenth: not a kind of worksheet"),
    ],
)
def test_what_cannot_be_printed_is_refused(board: str, kind: SheetKind, count: int, named: str) -> None:
    with pytest.raises(InputError, match=re.escape(named)):
        worksheet(board, kind, count, seed=1)


@pytest.mark.parametrize("plan", sorted(PLANS.glob("*.md")), ids=lambda plan: plan.stem)
def test_the_sheets_of_a_lesson_plan_can_be_printed(plan: Path) -> None:
    """Each plan names its sheets, of a few pages, and has at most 350 words."""
    text = plan.read_text(encoding="utf-8")
    assert len(text.split()) <= 350
    for command in re.findall(r"^oxo worksheet (.+)$", text, re.MULTILINE):
        board, _, kind, _, count, *rest = command.split()
        seed = int(rest[1]) if rest[0] == "--seed" else 0
        assert 1 <= len(worksheet(board, kind, int(count), seed).question_pages) <= 2
