"""*Write a program* on the page: its steps, their text to copy, and what each sees in a position that one changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.browsing import NARROW

from hyperoxo import Board
from hyperoxo.players.own.lessons import step_text, steps

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from support.browsing import Visit, Visitor

BOARD = Board("4x4x4")


def cell(visitor: Visitor, name: str, board: Board = BOARD) -> Locator:
    return visitor.page.locator(f'[role="gridcell"][data-cell="{board.cell(name)}"]')


def test_a_step_is_opened_copied_and_asked_about_another_position(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.open("/learn")
    page.get_by_role("link", name="Write a program").click()
    page.get_by_role("link", name="Complete and block").click()
    sentence = page.locator("#sentence")
    expect(sentence).to_have_text("It plays 214: it completes 4 in a row.")
    assert page.url.endswith("/program/3")
    cell(visitor, "213").click()  # O in place of the X
    expect(sentence).to_have_text("It plays 142: it blocks 4 in a row.")
    cell(visitor, "142").click()
    expect(sentence).to_contain_text("no line lacks just one stone")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_text("Copied ✓")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == step_text("block")
    assert page.locator("pre").inner_text().split() == step_text("block").split()
    expect(page.get_by_text("oxo new-player mine.py --step 3")).to_be_visible()
    scores = [f"{100 * score.score:.1f} %" for score in steps()[2].scores]
    expect(page.locator("dd b")).to_have_text(scores)
    page.go_back()
    expect(sentence).to_have_text("It plays 33: it is opposite your 2.")


def test_the_last_step_is_read_whole_and_ends_with_a_comparison(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.open("/program/5")
    text = page.locator("pre")
    expect(text).to_be_visible()
    assert text.evaluate("text => text.scrollWidth <= text.clientWidth")
    expect(page.get_by_role("heading", name="How strong it is")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Copy the command").click()
    expect(page.get_by_text("Copied ✓")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith("oxo compare ./mine.py ./before.py")


# The page of the last step shows more than the others, in the same places.
@pytest.mark.parametrize("step", [*(pytest.param(step, marks=pytest.mark.slow) for step in range(1, 5)), 5])
def test_each_step_fits_a_phone_and_shows_its_board_before_its_text(visit: Visit, step: int) -> None:
    visitor = visit(NARROW)
    page = visitor.page
    visitor.open(f"/program/{step}")
    sentence = page.locator("#sentence")
    expect(sentence).to_contain_text("It plays")
    places = [part.bounding_box() for part in (sentence, page.locator("section.board"), page.locator("pre"))]
    tops = [place["y"] for place in places if place is not None]
    assert tops == sorted(tops)
    assert [*visitor.violations(), *visitor.overflow(), *visitor.odd_type()] == []
