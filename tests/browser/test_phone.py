"""The smallest phone: everything fits its width, cells are large enough to tap, and whole games can be played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import Table, begun, opened
from support.browsing import ASIDE, SMALL, box_of

if TYPE_CHECKING:
    from support.browsing import Visit

EASY = 40
"""Width of a cell in pixels from which on a tap plays without confirmation."""


def test_a_whole_game_by_tapping_on_320_pixels(visit: Visit) -> None:
    table = begun(visit(SMALL), "3x3x3")
    for name in map(table.board.name, range(27)):
        box = box_of(table.cell(name))
        assert min(box["width"], box["height"]) >= EASY
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= SMALL.width
    table.play("111", "211", "112", "212", "113")
    table.expect_status(re.compile("X won"))
    assert not table.visitor.overflow()


@pytest.mark.slow  # other sizes of the same board
def test_a_board_of_four_dimensions_is_played_plane_by_plane(visit: Visit) -> None:
    """The map shows the whole board; tapping it chooses the plane that is drawn large enough to tap."""
    table = opened(visit(SMALL), "/play?board=4x4x4x4")
    assert not table.visitor.overflow()
    expect(table.cell("1111")).to_be_visible()
    expect(table.cell("3421")).to_be_hidden()
    table.page.get_by_role("group", name="Map of the planes").get_by_role(
        "button", name=re.compile("block 3, tier 4", re.IGNORECASE)
    ).tap()
    expect(table.cell("3421")).to_be_visible()
    table.play("3421")
    table.expect_stones(X="3421")
    assert not table.visitor.overflow()


@pytest.mark.slow  # one notice
def test_an_answer_of_the_computer_is_in_sight(visit: Visit) -> None:
    """The button is below the board, and the notice above it."""
    visitor = visit(SMALL)
    visitor.open("/")
    visitor.page.get_by_role("button", name="Easy", exact=True).tap()
    table = Table(visitor, "4x4x4")
    expect(table.cell("111")).to_be_visible()  # the first screen has a button of that name, too
    table.more("End it …")
    table.button("Offer a draw").tap()
    notice = visitor.page.get_by_role("alert").filter(has_text="The computer declined the draw.")
    expect(notice).to_be_in_viewport()


@pytest.mark.slow  # a corner of the keyboard
def test_the_keyboard_scrolls_the_sentence_and_the_panel_of_a_phone_that_lies(visit: Visit) -> None:
    table = opened(visit(ASIDE), "/play?board=4x4x4")
    for place in (".now", ".panel"):
        part = table.page.locator(place)
        part.evaluate("part => part.append('more words '.repeat(100))")
        expect(part).to_have_attribute("tabindex", "0")
    assert table.visitor.violations() == []
